"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from collections.abc import Callable

def get_analytical_jacobian(inputs: Any, output: Any, nondet_tol: float = 0.0, grad_out: float = 1.0) -> Any:
    """Returns the derivatives of `output` by each of `inputs`, whether they came out alike twice, and True for size and type."""
def get_numerical_jacobian(fn: Callable[..., Any], inputs: Any, target: Any = None, eps: float = 0.001, grad_out: float = 1.0) -> Any:
    """Returns the derivatives of the first output of fn(inputs) by each of `target` (by default, `inputs`) that requires grad."""
def gradcheck(func: Callable[..., Any], inputs: Any, *, eps: float = 1e-06, atol: float = 1e-05, rtol: float = 0.001, raise_exception: bool = True, nondet_tol: float = 0.0, check_undefined_grad: bool = True, check_grad_dtypes: bool = False, check_batched_grad: bool = False, check_batched_forward_grad: bool = False, check_forward_ad: bool = False, check_backward_ad: bool = True, fast_mode: bool = False, masked: Any = None) -> Any:
    """Returns True if the gradients of `func` at `inputs` are what finite differences of width `eps` say."""
def gradgradcheck(func: Callable[..., Any], inputs: Any, grad_outputs: Any = None, *, eps: float = 1e-06, atol: float = 1e-05, rtol: float = 0.001, gen_non_contig_grad_outputs: bool = False, raise_exception: bool = True, nondet_tol: float = 0.0, check_undefined_grad: bool = True, check_grad_dtypes: bool = False, check_batched_grad: bool = False, check_fwd_over_rev: bool = False, check_rev_over_rev: bool = True, fast_mode: bool = False, masked: bool = False) -> Any:
    """Returns True if the second derivatives of `func` at `inputs` are right: a gradcheck of its backward."""

class GradcheckError(RuntimeError): ...
