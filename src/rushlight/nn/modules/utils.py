"""torch.nn.modules.utils: one option for every dimension."""
from __future__ import annotations

from collections.abc import Iterable


def _ntuple(n, name="parse"):
    """A function that gives an iterable as a tuple, and anything else `n` times."""
    def parse(x):
        return tuple(x) if isinstance(x, Iterable) else (x,) * n
    parse.__name__ = name
    return parse


_single = _ntuple(1, "_single")
_pair = _ntuple(2, "_pair")
_triple = _ntuple(3, "_triple")
_quadruple = _ntuple(4, "_quadruple")


def _reverse_repeat_tuple(t, n):
    """The elements from the last to the first, each `n` times: paddings by dimension as `pad` takes them."""
    return tuple(x for x in reversed(t) for _ in range(n))


def _list_with_default(out_size, defaults):
    """The sizes that were given, and the last of `defaults` where they are None."""
    if isinstance(out_size, int):
        return out_size
    if len(defaults) <= len(out_size):
        raise ValueError(f"Input dimension should be at least {len(out_size) + 1}")
    return [default if size is None else size for size, default in zip(out_size, defaults[-len(out_size):])]


def consume_prefix_in_state_dict_if_present(state_dict, prefix):
    """Takes `prefix` off the keys of a state dict, in place, also in its metadata."""
    for mapping in (state_dict, getattr(state_dict, "_metadata", {})):
        for key in [key for key in mapping if key.startswith(prefix) or key and key == prefix.removesuffix(".")]:
            mapping[key.removeprefix(prefix) if key.startswith(prefix) else ""] = mapping.pop(key)
