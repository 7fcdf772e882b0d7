"""`rearrange`: dimensions split, put in another order and merged, as a pattern says."""
from __future__ import annotations

import functools
import math
import re

from rushlight.dispatch import levels
from rushlight.dispatch.namespace import tensors as F

_REST = "…"                 # stands for "..." in a parsed pattern


class DimensionBindError(Exception):
    """The sizes that a pattern says do not fit the tensor."""


def rearrange(tensor, pattern, **axes_lengths):
    """Returns the tensor (of a list: its tensors stacked) with its dimensions laid out as "b (h w) c -> b c h w" says.

    `axes_lengths` has the sizes of merged dimensions that cannot be told from the tensor.
    """
    if not isinstance(tensor, levels.Tensor):
        tensor = F.stack(tensor)
    left, right = _sides(pattern, frozenset(axes_lengths))
    left, right = _without_rest(left, right, tensor.ndim)
    if len(left) != tensor.ndim:
        raise ValueError(f"Number of dimensions in pattern ({len(left)}) must be equal to the number of dimensions in the tensor "
                         f"({tensor.ndim})")
    sizes = {}
    for axes, size in zip(left, tensor.shape):
        sizes |= _sizes_within(axes, size, axes_lengths)
    order = [axis for axes in left for axis in axes]
    apart = F.reshape(tensor, tuple(sizes[axis] for axis in order))
    turned = F.permute(apart, tuple(order.index(axis) for axes in right for axis in axes))
    return F.reshape(turned, tuple(math.prod(sizes[axis] for axis in axes) for axes in right))


def _sizes_within(axes, size, known):
    """axis -> size, for the axes that are merged into one dimension."""
    sizes = {axis: known.get(axis) for axis in axes}
    unknown = [axis for axis in axes if sizes[axis] is None]
    product = math.prod(s for s in sizes.values() if s is not None)
    if len(unknown) > 1:
        raise DimensionBindError(f"cannot infer the sizes of two dimensions at once {' and '.join(unknown)}")
    if unknown and (not product or size % product):
        known = tuple("?" if sizes[axis] is None else sizes[axis] for axis in axes)
        raise DimensionBindError(f"inferred dimension does not evenly fit into larger dimension: {size} vs {known}")
    if not unknown and size != product:
        raise DimensionBindError(f"Dimension sizes to do not match ({size} != {product}) when matching dimension pack {axes}")
    return sizes | dict.fromkeys(unknown, unknown and size // product)


# ---------------------------------------------------------------- patterns

@functools.lru_cache(256)
def _sides(pattern, names):
    """Both sides of a pattern: for each dimension, a tuple of the axes that are merged into it."""
    if pattern.count("->") != 1:
        raise ValueError("Pattern must contain a single '->' separator")
    left, right = map(_parsed, pattern.split("->"))
    here, there = _axes_of(left), _axes_of(right)
    if _REST in here and _REST not in left:
        raise ValueError(f"Ellipsis is parenthesis in the left side is not allowed: {pattern}")
    if _REST in there - here:
        raise ValueError(f"Ellipsis found in right side, but not left side of a pattern {pattern}")
    if here != there:
        raise ValueError(f"Identifiers only on one side of rearrange expression (should be on both): {here ^ there}")
    if names - here:
        raise ValueError(f"Identifiers not found in rearrange expression: {set(names - here)}")
    return left, right


def _axes_of(side):
    return {axis for axes in side for axis in axes}


def _parsed(text):
    """A side of a pattern: an axis alone is a tuple of one, a dimension of size 1 an empty one, and dots alone are no tuple."""
    dimensions, within, seen = [], None, set()
    for token in re.findall(r"[()]|[^\s()]+", _with_rest(text)):
        if token == "(":
            if within is not None:
                raise ValueError("Axis composition is one-level (brackets inside brackets not allowed)")
            within = []
        elif token == ")":
            if within is None:
                raise ValueError("Brackets are not balanced")
            dimensions.append(tuple(within))
            within = None
        else:
            axes = _axis(token, seen)
            if within is None:
                dimensions.append(_REST if token == _REST else axes)
            else:
                within.extend(axes)
    if within is not None:
        raise ValueError(f"Imbalanced parentheses in expression: '{text}'")
    return tuple(dimensions)


def _with_rest(text):
    if "." in text and "..." not in text:
        raise ValueError("Expression may contain dots only inside ellipsis (...)")
    if text.count(".") not in (0, 3):
        raise ValueError("Expression may contain dots only inside ellipsis (...); only one ellipsis for tensor ")
    return text.replace("...", f" {_REST} ")


def _axis(token, seen):
    """A tuple of the axis that a word names; of none for "1"."""
    if token == "1":
        return ()
    if token.isdecimal():
        raise ValueError("rearrange only supports unnamed axes of size 1")
    if token != _REST and (not token.isidentifier() or token.startswith("_") or token.endswith("_")):
        raise ValueError(f"Invalid axis identifier: {token}")
    if token in seen:
        raise ValueError(f"Indexing expression contains duplicate dimension '{token}'")
    seen.add(token)
    return (token,)


def _without_rest(left, right, ndim):
    """Both sides with an axis for each dimension that the dots stand for."""
    rest = tuple(f"{_REST}{i}" for i in range(ndim - len(left) + 1))
    return _spread(left, rest), _spread(right, rest)


def _spread(side, rest):
    dimensions = []
    for axes in side:
        if axes == _REST:
            dimensions += [(axis,) for axis in rest]
        else:
            dimensions.append(tuple(a for axis in axes for a in (rest if axis == _REST else (axis,))))
    return dimensions
