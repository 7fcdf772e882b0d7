"""Trees of containers: apart, together, mapped. The literals are what torch gives."""
import dataclasses
from collections import OrderedDict, defaultdict, deque, namedtuple

import pytest

import rushlight as torch
from rushlight.utils import _pytree as pytree

Point = namedtuple("Point", "x y")
TREE = [1, (2, {"b": 3, "a": [4]}), None, Point(5, 6)]


@pytest.mark.parametrize("tree, text", [
    (TREE, "TreeSpec(list, None, [*,\n  TreeSpec(tuple, None, [*,\n    TreeSpec(dict, ['b', 'a'], [*,\n      "
           "TreeSpec(list, None, [*])])]),\n  *,\n  TreeSpec(namedtuple, " + repr(Point) + ", [*,\n    *])])"),
    (OrderedDict(b=1, a=2), "TreeSpec(OrderedDict, ['b', 'a'], [*,\n  *])"),
    (defaultdict(list, q=1), "TreeSpec(defaultdict, [<class 'list'>, ['q']], [*])"),
    (deque([1, 2], maxlen=3), "TreeSpec(deque, 3, [*,\n  *])"),
    ({}, "TreeSpec(dict, [], [])"),
    (None, "*"), ({1, 2}, "*"), (slice(1, 2), "*"),
    (torch.Size([1, 2]), "TreeSpec(Size, None, [*,\n  *])"),
])
def test_structures_have_torchs_text_and_lead_back(tree, text):
    leaves, spec = pytree.tree_flatten(tree)
    assert repr(spec) == text
    again = pytree.tree_unflatten(leaves, spec)
    assert again == tree and type(again) is type(tree)


def test_counts():
    spec = pytree.tree_structure(TREE)
    assert (spec.num_leaves, spec.num_nodes, spec.num_children) == (7, 12, 4)
    assert spec.child(0).is_leaf() and not spec.child(1).is_leaf()


def test_the_order_of_a_dictionary_is_part_of_its_structure():
    assert pytree.tree_structure({"a": 1, "b": 2}) != pytree.tree_structure({"b": 1, "a": 2})


def test_named_results_of_ops_are_trees():
    tree = torch.tensor([[3.0, 4.0]]).max(0)
    doubled = pytree.tree_map(lambda t: t * 2, tree)
    assert type(doubled) is type(tree) and doubled.values.tolist() == [6.0, 8.0]


@pytest.mark.parametrize("first, second, text", [
    ([1, [2]], [3, 4], "Node type mismatch; expected <class 'list'>, but got <class 'int'>."),
    ([1, 2], (3, 4), "Node type mismatch; expected <class 'list'>, but got <class 'tuple'>."),
    ([1, 2], [3, 4, 5], "Node arity mismatch; expected 2, but got 3."),
    ({"a": 1}, {"b": 1}, "Node keys mismatch; missing key(s): {'a'}; extra key(s): {'b'}."),
])
def test_maps_over_trees_that_do_not_match(first, second, text):
    with pytest.raises(ValueError) as caught:
        pytree.tree_map(lambda a, b: a, first, second)
    assert str(caught.value) == text


def test_maps_over_several_trees():
    assert pytree.tree_map(lambda a, b: (a, b), [1, [2]], [3, [[4, 5]]]) == [(1, 3), [(2, [4, 5])]]
    assert pytree.tree_map(lambda a, b: a + b, {"a": 1, "b": 2}, {"b": 30, "a": 10}) == {"a": 11, "b": 32}


def test_a_wrong_number_of_leaves():
    with pytest.raises(ValueError, match="`leaves` has length 2 but the spec refers to a pytree that holds 3 items"):
        pytree.tree_unflatten([1, 2], pytree.tree_structure([1, 2, 3]))


@pytest.mark.parametrize("tree, broadcast", [(0, [0, 0, 0]), ([0, 1], [0, 1, 1]), ([0, 1, 2], None), ((0, 1), None)])
def test_broadcasting_a_prefix(tree, broadcast):
    assert pytree._broadcast_to_and_flatten(tree, pytree.tree_structure([1, (2, 3)])) == broadcast


def test_choosing_leaves():
    assert pytree.tree_map_only(int, lambda x: x + 1, [1, "a", (2.0, 3)]) == [2, "a", (2.0, 4)]
    assert pytree.tree_map_only(lambda x: x == "a", str.upper, [1, "a"]) == [1, "A"]
    assert pytree.tree_any_only(int, lambda x: x > 5, [1, "a", 7]) and not pytree.tree_all_only(int, lambda x: x > 5, [1, "a", 7])
    assert pytree.tree_leaves([1, [2]], is_leaf=lambda x: x == [2]) == [1, [2]]


def test_paths():
    paths = [path for path, _ in pytree.tree_leaves_with_path({"a": [1, 2], "b": Point(1, 2)})]
    assert [pytree.keystr(p) for p in paths] == ["['a'][0]", "['a'][1]", "['b'].x", "['b'].y"]
    assert repr(paths[2]) == "(MappingKey(key='b'), GetAttrKey(name='x'))"
    assert pytree.key_get({"b": Point(1, 2)}, paths[3]) == 2


class Pair:
    def __init__(self, first, second):
        self.first, self.second = first, second


def test_classes_can_be_registered_once():
    pytree.register_pytree_node(Pair, lambda p: ([p.first, p.second], None), lambda values, _: Pair(*values))
    try:
        assert pytree.tree_leaves(Pair(1, [2])) == [1, 2]
        with pytest.raises(ValueError, match="is already registered as pytree node"):
            pytree.register_pytree_node(Pair, None, None)
    finally:
        pytree._deregister_pytree_node(Pair)
    assert pytree.tree_is_leaf(Pair(1, 2))


@dataclasses.dataclass
class Batch:
    inputs: list
    target: int = None


def test_dataclasses_leave_out_what_is_none():
    pytree.register_dataclass(Batch)
    try:
        leaves, spec = pytree.tree_flatten(Batch([1, 2]))
        assert leaves == [1, 2] and spec.unflatten([3, 4]) == Batch([3, 4])
        assert [pytree.keystr(p) for p, _ in pytree.tree_leaves_with_path(Batch([1], 2))] == [".inputs[0]", ".target"]
    finally:
        pytree._deregister_pytree_node(Batch)


def test_what_a_class_that_behaves_like_a_dictionary_hands_over():
    keyed, context = pytree._dict_flatten_with_keys({"a": 1, "b": 2})
    assert keyed == [(pytree.MappingKey("a"), 1), (pytree.MappingKey("b"), 2)] and context == ["a", "b"]
    assert pytree._dict_unflatten([3, 4], context) == {"a": 3, "b": 4}

    class Output(dict):
        pass
    pytree.register_pytree_node(Output, pytree._dict_flatten, lambda values, keys: Output(zip(keys, values)),
                                serialized_type_name="Output", flatten_with_keys_fn=pytree._dict_flatten_with_keys)
    try:
        tree = Output(x=[1, 2])
        assert type(pytree.tree_map(lambda v: v + 1, tree)) is Output
        assert [pytree.keystr(path) for path, _ in pytree.tree_leaves_with_path(tree)] == ["['x'][0]", "['x'][1]"]
        with pytest.raises(NotImplementedError, match="functions for serialization"):
            pytree.register_pytree_node(dict, len, len, to_dumpable_context=len)
    finally:
        pytree._deregister_pytree_node(Output)


def test_the_parts_of_sequences():
    assert pytree._list_flatten_with_keys([5]) == ([(pytree.SequenceKey(0), 5)], None)
    assert pytree._tuple_unflatten([1, 2], None) == (1, 2) and pytree._list_flatten([1]) == ([1], None)
