"""torch.utils._pytree: nested containers taken apart into leaves and a TreeSpec, and put together again.

A container is a node if its class is registered: tuples, lists, dictionaries (OrderedDict and defaultdict too), deques and named
tuples are. Everything else, None included, is a leaf.
"""
from __future__ import annotations

import dataclasses
from collections import OrderedDict, defaultdict, deque, namedtuple
from itertools import chain
from typing import Any, NamedTuple

from rushlight.size import Size

# ---------------------------------------------------------------- the way to a leaf


class SequenceKey(NamedTuple):
    """A step into a sequence."""
    idx: int

    def __str__(self):
        return f"[{self.idx!r}]"

    def get(self, parent):
        return parent[self.idx]


class MappingKey(NamedTuple):
    """A step into a dictionary."""
    key: Any

    def __str__(self):
        return f"[{self.key!r}]"

    def get(self, parent):
        return parent[self.key]


class GetAttrKey(NamedTuple):
    """A step to an attribute."""
    name: str

    def __str__(self):
        return f".{self.name}"

    def get(self, parent):
        return getattr(parent, self.name)


def keystr(kp):
    """The path as Python spells it: "['a'][0].x"."""
    return "".join(map(str, kp))


def key_get(obj, kp):
    """What the path leads to."""
    for key in kp:
        obj = key.get(obj)
    return obj


# ---------------------------------------------------------------- which classes are nodes

class NodeDef(NamedTuple):
    """How a class is taken apart, into (children, context), and made again of the two."""
    type: Any
    flatten_fn: Any
    unflatten_fn: Any
    keys_fn: Any            # (container) -> the key of each child, or None
    serialized_type_name: Any = None        # what a structure in a file would call it; structures are not written to files

    def flatten_with_keys(self, tree):
        """([(key, child)], context)."""
        children, context = self.flatten_fn(tree)
        return list(zip(self.keys_fn(tree), children)), context


def _dictionary(made, context_of=list):
    return (lambda d: (list(d.values()), context_of(d)), made, lambda d: list(map(MappingKey, d)))


def _sequence(made, context_of=lambda s: None, keys_of=lambda s: list(map(SequenceKey, range(len(s))))):
    return lambda s: (list(s), context_of(s)), made, keys_of


SUPPORTED_NODES = {cls: NodeDef(cls, *functions) for cls, functions in {
    tuple: _sequence(lambda values, _: tuple(values)),
    Size: _sequence(lambda values, _: Size(values)),
    list: _sequence(lambda values, _: list(values)),
    deque: _sequence(deque, lambda d: d.maxlen),
    namedtuple: _sequence(lambda values, cls: cls._make(values), type, lambda t: list(map(GetAttrKey, t._fields))),
    dict: _dictionary(lambda values, keys: dict(zip(keys, values))),
    OrderedDict: _dictionary(lambda values, keys: OrderedDict(zip(keys, values))),
    defaultdict: _dictionary(lambda values, context: defaultdict(context[0], zip(context[1], values)),
                             lambda d: [d.default_factory, list(d)]),
}.items()}

_KEYS_OF_CONTEXT = {dict: list, OrderedDict: list, defaultdict: lambda context: context[1]}     # what dictionaries compare


# What a program hands to register_pytree_node for a class that behaves like one of these.
_tuple_flatten, _tuple_unflatten = SUPPORTED_NODES[tuple][1:3]
_tuple_flatten_with_keys = SUPPORTED_NODES[tuple].flatten_with_keys
_list_flatten, _list_unflatten = SUPPORTED_NODES[list][1:3]
_list_flatten_with_keys = SUPPORTED_NODES[list].flatten_with_keys
_dict_flatten, _dict_unflatten = SUPPORTED_NODES[dict][1:3]
_dict_flatten_with_keys = SUPPORTED_NODES[dict].flatten_with_keys
_namedtuple_flatten, _namedtuple_unflatten = SUPPORTED_NODES[namedtuple][1:3]
_namedtuple_flatten_with_keys = SUPPORTED_NODES[namedtuple].flatten_with_keys


def register_pytree_node(cls, flatten_fn, unflatten_fn, *, serialized_type_name=None, to_dumpable_context=None,
                         from_dumpable_context=None, flatten_with_keys_fn=None):
    """Makes a class a node: flatten_fn(x) -> (children, context), unflatten_fn(children, context) -> x."""
    if to_dumpable_context is not None or from_dumpable_context is not None:
        from rushlight.errors import refuse
        refuse("register_pytree_node with functions for serialization")
    if cls in SUPPORTED_NODES:
        raise ValueError(f"{cls} is already registered as pytree node.")
    keys_of = flatten_with_keys_fn and (lambda x: [key for key, _ in flatten_with_keys_fn(x)[0]])
    SUPPORTED_NODES[cls] = NodeDef(cls, flatten_fn, unflatten_fn, keys_of, serialized_type_name)


_register_pytree_node = register_pytree_node


def _deregister_pytree_node(cls):
    """Makes instances of the class leaves again."""
    del SUPPORTED_NODES[cls]


def register_dataclass(cls, *, field_names=None, drop_field_names=None):
    """Makes a dataclass a node whose children are its fields; fields that are None are left out."""
    known = [f.name for f in dataclasses.fields(cls) if f.init]
    names = field_names or [n for n in known if n not in (drop_field_names or ())]
    if field_names is not None and set(known) - {*field_names, *(drop_field_names or ())}:
        raise ValueError(f"field_names and drop_field_names of {cls.__name__} do not name all of its fields: {known}")

    def present(x):
        return [n for n in names if getattr(x, n) is not None]
    register_pytree_node(
        cls, lambda x: ([getattr(x, n) for n in present(x)], [present(x), [n for n in names if n not in present(x)]]),
        lambda values, context: cls(**dict(zip(context[0], values)), **dict.fromkeys(context[1])),
        flatten_with_keys_fn=lambda x: ([(GetAttrKey(n), getattr(x, n)) for n in present(x)], None))


def is_namedtuple_class(cls):
    """Whether the class is one that collections.namedtuple makes, or inherits from one."""
    return isinstance(cls, type) and issubclass(cls, tuple) and isinstance(getattr(cls, "_fields", None), tuple)


def is_namedtuple_instance(obj):
    """Whether the object is a named tuple."""
    return is_namedtuple_class(type(obj))


def is_namedtuple(obj):
    """Whether the object is a named tuple, or a class of them."""
    return is_namedtuple_class(obj if isinstance(obj, type) else type(obj))


def _get_node_type(tree):
    return type(tree) if type(tree) in SUPPORTED_NODES else namedtuple if is_namedtuple_instance(tree) else type(tree)


def tree_is_leaf(tree, is_leaf=None):
    """Whether the tree is a leaf: of no registered class, or one for which is_leaf(tree)."""
    return is_leaf is not None and is_leaf(tree) or _get_node_type(tree) not in SUPPORTED_NODES


_is_leaf = tree_is_leaf


# ---------------------------------------------------------------- the structure

class TreeSpec:
    """The structure of a tree without its leaves."""

    def __init__(self, type, context, children_specs):
        self.type, self.context, self.children_specs = type, context, list(children_specs)
        self.num_children = len(self.children_specs)
        self.num_nodes = 1 + sum(child.num_nodes for child in self.children_specs)
        self.num_leaves = 1 if type is None else sum(child.num_leaves for child in self.children_specs)

    def __eq__(self, other):
        return isinstance(other, TreeSpec) and (self.type, self.context, self.children_specs) == (
            other.type, other.context, other.children_specs)

    def __hash__(self):
        return hash((self.type, str(self.context), tuple(self.children_specs)))

    def __repr__(self, indent=0):
        if self.type is None:
            return "*"
        inner = f",\n{' ' * (indent + 2)}".join([child.__repr__(indent + 2) for child in self.children_specs])
        return f"TreeSpec({self.type.__name__}, {self.context}, [{inner}])"

    def is_leaf(self):
        """Whether this stands for one leaf."""
        return self.type is None

    def children(self):
        """The structures of the children."""
        return list(self.children_specs)

    def child(self, index):
        """The structure of one child."""
        return self.children_specs[index]

    def unflatten(self, leaves):
        """The tree of this structure with these leaves."""
        leaves = list(leaves)
        if len(leaves) != self.num_leaves:
            raise ValueError(f"treespec.unflatten(leaves): `leaves` has length {len(leaves)} but the spec refers to a pytree "
                             f"that holds {self.num_leaves} items ({self}).")
        return self._build(iter(leaves))

    def _build(self, leaves):
        if self.type is None:
            return next(leaves)
        children = [child._build(leaves) for child in self.children_specs]
        return SUPPORTED_NODES[self.type].unflatten_fn(children, self.context)

    def flatten_up_to(self, tree):
        """The subtrees of `tree` that stand where this structure has leaves. ValueError if the upper parts differ."""
        if self.type is None:
            return [tree]
        children = self._matching_children(tree)
        return list(chain.from_iterable([spec.flatten_up_to(child) for spec, child in zip(self.children_specs, children)]))

    def _matching_children(self, tree):
        found = _get_node_type(tree)
        if found is not self.type and not (found in _KEYS_OF_CONTEXT and self.type in _KEYS_OF_CONTEXT):
            raise ValueError(f"Node type mismatch; expected {self.type!r}, but got {found!r}.")
        children, context = SUPPORTED_NODES[found].flatten_fn(tree)
        if len(children) != self.num_children:
            raise ValueError(f"Node arity mismatch; expected {self.num_children}, but got {len(children)}.")
        if found in _KEYS_OF_CONTEXT:
            return self._values_by_key(tree)
        if context != self.context and found is not deque:
            raise ValueError(f"Node context mismatch for node type {self.type!r}: {self.context} and {context}.")
        return children

    def _values_by_key(self, tree):
        keys = _KEYS_OF_CONTEXT[self.type](self.context)
        missing, extra = set(keys) - set(tree), set(tree) - set(keys)
        if missing or extra:
            texts = [f"missing key(s): {missing}"] * bool(missing) + [f"extra key(s): {extra}"] * bool(extra)
            raise ValueError(f"Node keys mismatch; {'; '.join(texts)}.")
        return [tree[key] for key in keys]


class LeafSpec(TreeSpec):
    """The structure of one leaf."""

    def __init__(self):
        super().__init__(None, None, ())


PyTreeSpec, PyTree, Context = TreeSpec, Any, Any
_LEAF_SPEC = LeafSpec()


def treespec_leaf():
    """The structure of one leaf."""
    return _LEAF_SPEC


# ---------------------------------------------------------------- apart and together

def tree_flatten(tree, is_leaf=None):
    """The leaves, and the structure."""
    leaves = []
    return leaves, _flatten(tree, leaves, is_leaf)


def _flatten(tree, leaves, is_leaf):
    if tree_is_leaf(tree, is_leaf):
        leaves.append(tree)
        return _LEAF_SPEC
    node = SUPPORTED_NODES[_get_node_type(tree)]
    children, context = node.flatten_fn(tree)
    return TreeSpec(node.type, context, [_flatten(child, leaves, is_leaf) for child in children])


def tree_unflatten(leaves, treespec):
    """The tree with these leaves. ValueError if they are too many or too few."""
    if not isinstance(treespec, TreeSpec):
        raise TypeError(f"Expected `treespec` to be an instance of PyTreeSpec but got item of type {type(treespec)}.")
    return treespec.unflatten(leaves)


def tree_iter(tree, is_leaf=None):
    """Yields the leaves."""
    if tree_is_leaf(tree, is_leaf):
        yield tree
        return
    for child in SUPPORTED_NODES[_get_node_type(tree)].flatten_fn(tree)[0]:
        yield from tree_iter(child, is_leaf)


def tree_leaves(tree, is_leaf=None):
    """The leaves."""
    return list(tree_iter(tree, is_leaf))


def tree_structure(tree, is_leaf=None):
    """The structure."""
    return tree_flatten(tree, is_leaf)[1]


def arg_tree_leaves(*args, **kwargs):
    """The leaves of all arguments."""
    return [*tree_leaves(args), *tree_leaves(kwargs)]


def _broadcast_to_and_flatten(tree, treespec, is_leaf=None):
    """The leaves of `tree`, each as often as the structure has leaves in its place; None if the two do not match."""
    if tree_is_leaf(tree, is_leaf):
        return [tree] * treespec.num_leaves
    found = _get_node_type(tree)
    children, context = SUPPORTED_NODES[found].flatten_fn(tree)
    if found is not treespec.type or len(children) != treespec.num_children or context != treespec.context:
        return None
    parts = [_broadcast_to_and_flatten(child, spec, is_leaf) for child, spec in zip(children, treespec.children_specs)]
    return None if None in parts else list(chain.from_iterable(parts))


# ---------------------------------------------------------------- functions of leaves

def tree_map(func, tree, *rests, is_leaf=None):
    """A tree of the structure of `tree` with func(leaf, subtree of each of `rests`)."""
    leaves, spec = tree_flatten(tree, is_leaf)
    return spec.unflatten(map(func, leaves, *[spec.flatten_up_to(rest) for rest in rests]))


def tree_map_(func, tree, *rests, is_leaf=None):
    """Calls the function on the leaves, and gives back the tree."""
    leaves, spec = tree_flatten(tree, is_leaf)
    deque(map(func, leaves, *[spec.flatten_up_to(rest) for rest in rests]), maxlen=0)
    return tree


def map_only(type_or_types_or_pred, /):
    """A decorator: the function for what is of the type (or types, or fulfils the predicate), the identity for the rest."""
    def decorate(func):
        return lambda leaf: func(leaf) if applies(leaf) else leaf
    applies = _test_of(type_or_types_or_pred)
    return decorate


def _test_of(wanted):
    if callable(wanted) and not isinstance(wanted, type):
        return wanted
    return lambda leaf: isinstance(leaf, wanted)


def tree_map_only(type_or_types_or_pred, /, func, tree, is_leaf=None):
    """As tree_map, for the leaves of a type; others stay as they are."""
    return tree_map(map_only(type_or_types_or_pred)(func), tree, is_leaf=is_leaf)


def tree_map_only_(type_or_types_or_pred, /, func, tree, is_leaf=None):
    """As tree_map_, for the leaves of a type."""
    return tree_map_(map_only(type_or_types_or_pred)(func), tree, is_leaf=is_leaf)


def tree_all(pred, tree, is_leaf=None):
    """Whether all leaves fulfil the predicate."""
    return all(map(pred, tree_iter(tree, is_leaf)))


def tree_any(pred, tree, is_leaf=None):
    """Whether any leaf fulfils the predicate."""
    return any(map(pred, tree_iter(tree, is_leaf)))


def tree_all_only(type_or_types, /, pred, tree, is_leaf=None):
    """Whether all leaves of a type fulfil the predicate."""
    return all(pred(leaf) for leaf in tree_iter(tree, is_leaf) if isinstance(leaf, type_or_types))


def tree_any_only(type_or_types, /, pred, tree, is_leaf=None):
    """Whether any leaf of a type fulfils the predicate."""
    return any(pred(leaf) for leaf in tree_iter(tree, is_leaf) if isinstance(leaf, type_or_types))


# ---------------------------------------------------------------- with paths

def tree_leaves_with_path(tree, is_leaf=None):
    """(path, leaf) pairs; a path is a tuple of keys."""
    return list(_with_paths((), tree, is_leaf))


def _with_paths(path, tree, is_leaf):
    if tree_is_leaf(tree, is_leaf):
        yield path, tree
        return
    node = SUPPORTED_NODES[_get_node_type(tree)]
    if node.keys_fn is None:
        raise ValueError(f"Did not find a flatten_with_keys_fn for type: {node.type}. Please pass a flatten_with_keys_fn "
                         f"argument to register_pytree_node.")
    for key, child in zip(node.keys_fn(tree), node.flatten_fn(tree)[0]):
        yield from _with_paths((*path, key), child, is_leaf)


def tree_flatten_with_path(tree, is_leaf=None):
    """The (path, leaf) pairs, and the structure."""
    return tree_leaves_with_path(tree, is_leaf), tree_structure(tree, is_leaf)


def tree_map_with_path(func, tree, *rests, is_leaf=None):
    """As tree_map, with func(path, leaf, subtrees)."""
    pairs, spec = tree_flatten_with_path(tree, is_leaf)
    paths, leaves = [p for p, _ in pairs], [leaf for _, leaf in pairs]
    return spec.unflatten(map(func, paths, leaves, *[spec.flatten_up_to(rest) for rest in rests]))


def __getattr__(name):
    from rushlight.errors import missing_attribute
    raise missing_attribute("torch.utils._pytree", name)
