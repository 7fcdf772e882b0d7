"""torch.overrides: what a function in Python needs to take part in `__torch_function__`, as the built-in ones do."""
from __future__ import annotations

from rushlight.dispatch.levels import fast_classes
from rushlight.dispatch.overrides import ask_in_turn, one_of_each_class, overrides
from rushlight.tensor import Tensor
from rushlight.unbuilt import refusing

__getattr__ = refusing("torch.overrides", "TorchFunctionMode enable_reentrant_dispatch get_ignored_functions "
                                          "get_overridable_functions get_testing_overrides "
                                          "is_tensor_method_or_property redispatch_function resolve_name wrap_torch_function")


def has_torch_function(relevant_args):
    """Whether the class of one of `relevant_args` takes over functions."""
    return any(_takes_over(value) for value in relevant_args)


def has_torch_function_unary(value):
    """Whether the class of `value` takes over functions."""
    return _takes_over(value)


def has_torch_function_variadic(*relevant_args):
    """Whether the class of one of the arguments takes over functions."""
    return has_torch_function(relevant_args)


def handle_torch_function(public_api, relevant_args, *args, **kwargs):
    """What the first `__torch_function__` that does not pass makes of a call; subclasses are asked before their bases.

    TypeError if all of them return NotImplemented.
    """
    result = ask_in_turn(relevant_args, public_api, args, kwargs)
    if result is not NotImplemented:
        return result
    types = [type(value) for value in one_of_each_class(relevant_args)]
    raise TypeError(f"no implementation found for '{public_api.__module__}.{public_api.__name__}' on types that implement "
                    f"__torch_function__: {types}")


def is_tensor_like(inp):
    """Whether `inp` is a tensor or has a `__torch_function__`."""
    return isinstance(inp, Tensor) or hasattr(inp, "__torch_function__")


def _takes_over(value):
    cls = type(value)
    return not overrides.disabled and cls not in fast_classes and hasattr(cls, "__torch_function__")
