"""State dictionaries: what is written, what is read, what is said when they do not fit."""
import copy
import weakref

import pytest
import rushlight as torch
from rushlight import nn


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.count = 0

    def get_extra_state(self):
        return self.count

    def set_extra_state(self, state):
        self.count = state


def test_keys_order_and_metadata():
    m = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
    state = m.state_dict()
    assert list(state) == ["0.weight", "0.bias", "1.weight", "1.bias", "1.running_mean", "1.running_var", "1.num_batches_tracked"]
    assert dict(state._metadata) == {"": {"version": 1}, "0": {"version": 1}, "1": {"version": 2}}
    assert not state["0.weight"].requires_grad and m.state_dict(keep_vars=True)["0.weight"] is m[0].weight
    assert state["0.weight"].data_ptr() == m[0].weight.data_ptr()


def test_a_state_is_copied_in():
    a, b = nn.Linear(2, 2), nn.Linear(2, 2)
    weight = a.weight
    result = a.load_state_dict(b.state_dict())
    assert repr(result) == "<All keys matched successfully>" and a.weight is weight and torch.equal(a.weight, b.weight)


def test_or_put_in_place():
    a, b = nn.Linear(2, 2), nn.Linear(2, 2).double()
    a.load_state_dict(b.state_dict(), assign=True)
    assert a.weight.dtype is torch.float64 and isinstance(a.weight, nn.Parameter) and a.weight.data_ptr() == b.weight.data_ptr()


def test_all_that_does_not_fit_is_said_at_once():
    m = nn.Sequential(nn.Linear(2, 3))
    with pytest.raises(RuntimeError) as error:
        m.load_state_dict({"0.weight": torch.ones(1, 2), "x.y": 1, "z": 2})
    assert str(error.value) == (
        'Error(s) in loading state_dict for Sequential:\n\tMissing key(s) in state_dict: "0.bias". \n\t'
        'Unexpected key(s) in state_dict: "x.y", "z". \n\tsize mismatch for 0.weight: copying a param with shape '
        "torch.Size([1, 2]) from checkpoint, the shape in current model is torch.Size([3, 2]).")
    with pytest.raises(TypeError, match="Expected state_dict to be dict-like, got <class 'int'>."):
        m.load_state_dict(3)
    keys = m.load_state_dict({"0.weight": torch.ones(3, 2), "z": 2}, strict=False)
    assert keys.missing_keys == ["0.bias"] and keys.unexpected_keys == ["z"]


def test_extra_state_travels():
    a, b = Counter(), Counter()
    a.count = 5
    assert a.state_dict() == {"_extra_state": 5}
    b.load_state_dict(a.state_dict())
    assert b.count == 5
    with pytest.raises(RuntimeError, match='Missing key.*"_extra_state"'):
        b.load_state_dict({})
    with pytest.raises(RuntimeError, match='Unexpected key.*"_extra_state"'):
        nn.ReLU().load_state_dict({"_extra_state": 1})


def test_hooks_around_writing_and_reading():
    m, seen = nn.Linear(1, 1), []
    m.register_state_dict_pre_hook(lambda module, prefix, keep: seen.append(("before", prefix, keep)))
    m.register_state_dict_post_hook(lambda module, state, prefix, meta: state.update(more=torch.ones(1)))
    m.register_load_state_dict_pre_hook(lambda module, state, *rest: state.pop("more"))
    m.register_load_state_dict_post_hook(lambda module, keys: seen.append(("after", list(keys.missing_keys))))
    state = m.state_dict()
    assert "more" in state
    m.load_state_dict(state)
    assert seen == [("before", "", False), ("after", [])]


def test_a_post_hook_returns_nothing():
    m = nn.Linear(1, 1)
    m.register_load_state_dict_post_hook(lambda module, keys: 3)
    with pytest.raises(AssertionError, match="are not expected to return new values"):
        m.load_state_dict(m.state_dict())


def test_lazy_modules_take_the_shapes_of_what_is_loaded():
    lazy = nn.LazyLinear(3)
    lazy.load_state_dict(nn.Linear(2, 3).state_dict())
    assert lazy.weight.shape == (3, 2)
    first = nn.LazyLinear(3)
    with pytest.raises(ValueError, match="Attempted to use an uninitialized parameter"):
        first.weight + 1
    for read in ("numel", "dim", "stride", "tolist", "item"):
        with pytest.raises(ValueError, match=f"uninitialized parameter in <method '{read}' of"):
            getattr(first.weight, read)()
    assert first(torch.ones(1, 4)).shape == (1, 3) and type(first) is nn.Linear
    without_memory = nn.LazyLinear(3).to("meta")
    assert without_memory(torch.ones(1, 4, device="meta")).is_meta and without_memory.weight.shape == (3, 4)


def test_a_hook_does_not_keep_its_module_alive():
    m = nn.Linear(2, 2)
    m.register_load_state_dict_pre_hook(lambda *_: None)
    alive = weakref.ref(m)
    twin = copy.deepcopy(m)
    del m
    assert alive() is None
    twin.load_state_dict(twin.state_dict())


@pytest.mark.parametrize("kind", ["RNN", "GRU", "LSTM"])
def test_recurrent_layers_pickle_their_lists_of_weights(kind):
    layer = getattr(nn, kind)(2, 3, bidirectional=True)
    state = layer.__getstate__()
    assert state["_flat_weights_names"] == list(layer._parameters)
    assert all(a is b for a, b in zip(state["_flat_weights"], layer.parameters(), strict=True))
    loaded = copy.deepcopy(layer)
    assert "_flat_weights" not in vars(loaded) and all(a is b for a, b in zip(loaded._flat_weights, loaded.parameters()))
    assert torch.equal(loaded(torch.ones(4, 1, 2))[0], layer(torch.ones(4, 1, 2))[0])
