"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from collections.abc import Callable

def hessian(func: Callable[..., Any], inputs: Any, create_graph: bool = False, strict: bool = False, vectorize: bool = False, outer_jacobian_strategy: str = 'reverse-mode') -> Any:
    """Returns the second derivatives of a function that gives one number, by each pair of inputs: shape (*input, *other input)."""
def hvp(func: Callable[..., Any], inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> Any:
    """Returns func(*inputs), one number, and its Hessian times `v` (in the shapes of the inputs): one result for each input."""
def jacobian(func: Callable[..., Any], inputs: Any, create_graph: bool = False, strict: bool = False, vectorize: bool = False, strategy: str = 'reverse-mode') -> Any:
    """Returns the derivative of each output by each input, of shape (*output, *input): a tensor, or tuples of them."""
def jvp(func: Callable[..., Any], inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> Any:
    """Returns func(*inputs), and its Jacobian times `v` (in the shapes of the inputs): one result for each output."""
def vhp(func: Callable[..., Any], inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> Any:
    """Returns func(*inputs), one number, and `v` (in the shapes of the inputs) times its Hessian: one result for each input."""
def vjp(func: Callable[..., Any], inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> Any:
    """Returns func(*inputs), and `v` (in the shapes of the outputs) times its Jacobian: one result for each input."""
