"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from collections.abc import Callable
from rushlight.nn.modules.module import Module
from collections.abc import Sequence
from rushlight.tensor import Tensor
from typing import TypeVar

_M = TypeVar('_M', bound=Module)
from rushlight._functorch.make_functional import combine_state_for_ensemble as combine_state_for_ensemble
from rushlight._functorch.make_functional import make_functional as make_functional
from rushlight._functorch.make_functional import make_functional_with_buffers as make_functional_with_buffers
def chunk_vmap(func: Callable[..., Any], in_dims: Any = 0, out_dims: Any = 0, randomness: str = 'error', chunks: Any = 2) -> Any:
    """As vmap, in so many parts one after the other."""
def debug_unwrap(tensor: Tensor, *, recurse: bool = True) -> Any:
    """The samples of a tensor inside vmap, of all levels or (without `recurse`) of the innermost: for looking at, not computing"""
def functional_call(module: Module, parameter_and_buffer_dicts: Any, args: Any = None, kwargs: Any = None, *, tie_weights: bool = True, strict: bool = False) -> Any:
    """What module(*args, **kwargs) gives with the named tensors in the place of its own: a dictionary, or several."""
def functionalize(func: Callable[..., Any], *, remove: str = 'mutations') -> Callable[..., Any]:
    """Returns a function with the results of `func`."""
def grad(func: Callable[..., Any], argnums: int | tuple[int, ...] = 0, has_aux: bool = False) -> Callable[..., Any]:
    """Returns a function that computes the gradient of the scalar `func` with regard to its arguments `argnums`."""
def grad_and_value(func: Callable[..., Any], argnums: int | tuple[int, ...] = 0, has_aux: bool = False) -> Callable[..., Any]:
    """Returns a function that computes (gradient, value) of the scalar `func`; with `has_aux` (gradient, (value, aux))."""
def hessian(func: Callable[..., Any], argnums: int | tuple[int, ...] = 0) -> Callable[..., Any]:
    """Returns a function that computes the second derivatives of `func`: forward mode over reverse mode."""
def jacfwd(func: Callable[..., Any], argnums: int | tuple[int, ...] = 0, has_aux: bool = False, *, randomness: str = 'error') -> Callable[..., Any]:
    """Returns a function that computes the Jacobian of `func` by forward mode: as jacrev."""
def jacrev(func: Callable[..., Any], argnums: int | tuple[int, ...] = 0, *, has_aux: bool = False, chunk_size: int | None = None, _preallocate_and_copy: bool = False) -> Callable[..., Any]:
    """Returns a function that computes the Jacobian of `func` by reverse mode: in the structure of the output, that of the"""
def jvp(func: Callable[..., Any], primals: Any, tangents: Any, *, strict: bool = False, has_aux: bool = False) -> Any:
    """Returns func(*primals) and its derivative in the direction `tangents`, a tuple like `primals`; with `has_aux` aux as a"""
def linearize(func: Callable[..., Any], *primals: Any) -> tuple[Any, Callable[..., Any]]:
    """Returns func(*primals) and the linear function that takes tangents of `primals` to those of the output."""
def rearrange(tensor: Tensor, pattern: Any, **axes_lengths: Any) -> Any:
    """Returns the tensor (of a list: its tensors stacked) with its dimensions laid out as "b (h w) c -> b c h w" says."""
def replace_all_batch_norm_modules_(root: _M) -> _M:
    """`root`, in which no batch norm keeps running statistics any more: writing them is no pure function."""
def stack_module_state(models: Sequence[Module]) -> tuple[dict[str, Any], dict[str, Any]]:
    """(parameters, buffers): by name, those of all models stacked along a new first dimension, as leaves. For vmap over"""
def vjp(func: Callable[..., Any], *primals: Any, has_aux: bool = False) -> Any:
    """Returns func(*primals) and a function that takes cotangents of it to those of `primals`; with `has_aux` aux as a third."""
def vmap(func: Callable[..., Any], in_dims: Any = 0, out_dims: Any = 0, randomness: str = 'error', *, chunk_size: int | None = None) -> Callable[..., Any]:
    """Returns a function that runs `func` on each sample along the dimensions `in_dims` of its arguments (None: the same for"""
