"""`gradcheck` and `gradgradcheck`: which tests run, and in which order."""
from __future__ import annotations

from typing import NamedTuple

from rushlight.autograd.entry import grad
from rushlight.autograd.gradcheck import forward, reverse
from rushlight.autograd.gradcheck.batched import check_batched_gradients, check_batched_tangents
from rushlight.autograd.gradcheck.comparison import GradcheckError, compare
from rushlight.autograd.gradcheck.numerical import jacobians_by_input
from rushlight.autograd.gradcheck.probes import Elementwise, Projected
from rushlight.autograd.gradcheck.subject import Subject, View, as_tuple, check_arguments, views_by_input, views_by_output
from rushlight.autograd.gradcheck.undefined import check_undefined_gradients, check_undefined_tangents, check_zero_gradients
from rushlight.dispatch.levels import Tensor


class _Options(NamedTuple):
    """How exactly, and what to check."""
    eps: float
    atol: float
    rtol: float
    nondet_tol: float
    check_undefined_grad: bool
    check_grad_dtypes: bool
    check_batched_grad: bool
    check_batched_forward_grad: bool
    check_forward_ad: bool
    check_backward_ad: bool
    fast_mode: bool


def gradcheck(func, inputs, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, nondet_tol=0.0, check_undefined_grad=True,
              check_grad_dtypes=False, check_batched_grad=False, check_batched_forward_grad=False, check_forward_ad=False,
              check_backward_ad=True, fast_mode=False, masked=None):
    """Returns True if the gradients of `func` at `inputs` are what finite differences of width `eps` say.

    Otherwise raises GradcheckError, or returns False without `raise_exception`. `fast_mode` looks along random directions
    instead of at every element. `masked` makes a difference for sparse tensors alone.
    """
    if not (check_forward_ad or check_backward_ad):
        raise AssertionError("Expected at least one of check_forward_ad or check_backward_ad to be True")
    _require(check_batched_grad, "check_batched_grad", check_backward_ad, "check_backward_ad")
    _require(check_batched_forward_grad, "check_batched_forward_grad", check_forward_ad, "check_forward_ad")
    options = _Options(eps, atol, rtol, nondet_tol, check_undefined_grad, check_grad_dtypes, check_batched_grad,
                       check_batched_forward_grad, check_forward_ad, check_backward_ad, fast_mode)
    try:
        _run(func, as_tuple(inputs), options)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def _require(wanted, option, given, needed):
    if wanted and not given:
        raise AssertionError(f"Setting {option}=True requires {needed} to be True")


def _run(func, arguments, options):
    check_arguments(arguments)
    subject = Subject(func, arguments)
    if not subject.outputs:
        _check_nothing_flows(subject, options)
        return
    whole = View(subject, subject.inputs, None)
    if options.check_backward_ad:
        for view in views_by_output(subject):
            compare(reverse, view, options)
    if options.check_forward_ad:
        _run_forward(subject, options)
    if options.check_batched_forward_grad:
        check_batched_tangents(whole, options)
    if not options.check_backward_ad:
        return
    if options.check_batched_grad:
        check_batched_gradients(whole, options)
    check_zero_gradients(whole)
    if options.check_undefined_grad:
        check_undefined_gradients(whole)


def _run_forward(subject, options):
    views = views_by_input(subject)
    for view in views:
        compare(forward, view, options)
    if options.check_undefined_grad:
        for view in views:
            check_undefined_tangents(view, options)


def _check_nothing_flows(subject, options):
    """No output requires grad: then none may change with the inputs. The slow check looks at floating point ones alone."""
    def call(*inputs):
        return [o for o in subject.everything(*inputs) if options.fast_mode or o.is_floating_point() or o.is_complex()]
    probe = Projected(subject.inputs) if options.fast_mode else Elementwise()
    for derivatives in jacobians_by_input(View(call, subject.inputs, None), probe, options.eps):
        if any((d != 0).any().item() for d in derivatives):
            raise GradcheckError("Numerical gradient for function expected to be zero")


def gradgradcheck(func, inputs, grad_outputs=None, *, eps=1e-6, atol=1e-5, rtol=1e-3, gen_non_contig_grad_outputs=False,
                  raise_exception=True, nondet_tol=0.0, check_undefined_grad=True, check_grad_dtypes=False,
                  check_batched_grad=False, check_fwd_over_rev=False, check_rev_over_rev=True, fast_mode=False, masked=False):
    """Returns True if the second derivatives of `func` at `inputs` are right: a gradcheck of its backward.

    The first derivatives are weighted by `grad_outputs`, random ones by default, along with which they are checked.
    """
    if not (check_fwd_over_rev or check_rev_over_rev):
        raise AssertionError("Expected at least one of check_fwd_over_rev or check_rev_over_rev to be True")
    _require(check_undefined_grad, "check_undefined_grad", check_rev_over_rev, "check_rev_over_rev")
    _require(check_batched_grad, "check_batched_grad", check_rev_over_rev, "check_rev_over_rev")
    inputs = as_tuple(inputs)
    if grad_outputs is None:
        grad_outputs = _random_gradients(func, inputs, gen_non_contig_grad_outputs)
    return gradcheck(
        _Backward(func, inputs), (*inputs, *as_tuple(grad_outputs)), eps=eps, atol=atol, rtol=rtol, nondet_tol=nondet_tol,
        raise_exception=raise_exception, check_undefined_grad=check_undefined_grad, check_grad_dtypes=check_grad_dtypes,
        check_batched_grad=check_batched_grad, fast_mode=fast_mode, check_forward_ad=check_fwd_over_rev,
        check_backward_ad=check_rev_over_rev, masked=masked)


def _random_gradients(func, inputs, noncontiguous):
    from rushlight.testing import make_tensor
    return [make_tensor(o.shape, dtype=o.dtype, device=o.device, low=-1, high=1, requires_grad=True, noncontiguous=noncontiguous)
            for o in as_tuple(func(*inputs)) if o.requires_grad]


class _Backward:
    """The backward of a function as a function: (*inputs, *grad_outputs) -> the gradients of those inputs that have one."""

    def __init__(self, func, inputs):
        self.func, self.count = func, len(inputs)
        self.wanted = [i for i, x in enumerate(inputs) if isinstance(x, Tensor) and x.requires_grad]

    def __call__(self, *values):
        inputs, grad_outputs = values[:self.count], values[self.count:]
        wanted = [inputs[i].requires_grad_() for i in self.wanted]          # forward mode calls with constants
        outputs = [o for o in as_tuple(self.func(*inputs)) if o.requires_grad]
        grads = grad(outputs, wanted, grad_outputs, create_graph=True, allow_unused=True)
        return tuple([g for g in grads if g is not None])
