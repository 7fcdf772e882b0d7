"""Which arguments a transform is about, and what its function may return."""
from __future__ import annotations

from rushlight.dispatch import levels
from rushlight.utils._pytree import tree_flatten


def pick(args, argnums):
    """The arguments of these numbers: one, or a tuple of them."""
    numbers = _checked(argnums, len(args))
    return args[numbers[0]] if isinstance(argnums, int) else tuple([args[i] for i in numbers])


def put_back(args, argnums, values):
    """All arguments, with `values` in the place of those picked."""
    numbers = _checked(argnums, len(args))
    made = list(args)
    for i, value in zip(numbers, (values,) if isinstance(argnums, int) else values):
        made[i] = value
    return tuple(made)


def _checked(argnums, count):
    if isinstance(argnums, int):
        return (_wrapped(argnums, count),)
    if not isinstance(argnums, tuple):
        raise RuntimeError(f"argnums must be int or Tuple[int, ...], got: {type(argnums)}")
    if not argnums:
        raise RuntimeError("argnums must be non-empty")
    numbers = tuple([_wrapped(i, count) for i in argnums])
    if len(set(numbers)) != len(numbers):
        raise RuntimeError(f"argnums elements must be unique, got {argnums}")
    return numbers


def _wrapped(number, count):
    if not isinstance(number, int):
        raise RuntimeError(f"argnums must be int or Tuple[int, ...], got: {type(number)}")
    if not -count <= number < count:
        raise RuntimeError(f"Got argnum={number}, but only {count} positional inputs")
    return number % count


def split_aux(output, has_aux, call):
    """(output, aux); aux is None without `has_aux`."""
    if not has_aux:
        return output, None
    if not isinstance(output, tuple) or len(output) != 2:
        raise RuntimeError(f"{call}: output of function f should be a tuple: (output, aux) if has_aux is True")
    return output


def check_aux(aux, has_aux):
    """RuntimeError for an aux that holds anything but tensors."""
    for leaf in tree_flatten(aux)[0] if has_aux else ():
        if not isinstance(leaf, levels.Tensor):
            raise RuntimeError(f"Expected tensors, got unsupported type {type(leaf)}")


def flat_tensors(value, call):
    """The leaves of what a function returned, and their structure. RuntimeError unless there are some, and all are tensors."""
    leaves, spec = tree_flatten(value)
    if not leaves or value is None:
        raise RuntimeError(f"{call}: Expected f to be a function that has non-empty output (got output = {leaves})")
    for leaf in leaves:
        if not isinstance(leaf, levels.Tensor):
            raise RuntimeError(f"{call}: expected f(*primals) to return only tensors, got unsupported type {type(leaf)}")
    return leaves, spec
