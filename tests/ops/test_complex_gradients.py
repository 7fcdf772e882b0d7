"""Gradients of every op that takes complex numbers, against differences, on the samples with an imaginary part added."""
import itertools

import numpy as np
import pytest
import rushlight as torch
from rushlight.dispatch.op import registry

from tests.ops.samples import Make, calls_for, has_samples
from tests.ops.tensors_of_calls import run_with, tensors_in, tensors_of

torch.ops.load_all()

# Answers that are not functions of a matrix moved in any direction: up to phases, or of Hermitian matrices only.
HERMITIAN_OR_UP_TO_A_PHASE = frozenset("""
    cholesky cholesky_inverse cholesky_solve linalg_cholesky linalg_cholesky_ex linalg_eig linalg_eigh linalg_eigvalsh linalg_svd
    svd _cofactor_pullback""".split())
NOT_DEFINED_BY_DIFFERENCES = {"angle": "a sample lies on its cut", "masked_fill": "a sample fills with -inf",
                              "embedding": "a sample has a padding row", "rrelu_with_noise": "it writes into an input",
                              "_soft_margin_loss": "the target has no gradient"}
MANY = 40       # elements, beyond which differences take too long


def complex_tensor(array):
    made = torch.tensor(array)
    if not made.dtype.is_floating_point:
        return made
    imaginary = np.sin(np.arange(made.numel())).reshape(array.shape) * 0.3
    return torch.complex(made.double(), torch.tensor(imaginary))


def differentiable_calls(op):
    """(function, complex inputs) of the op's samples that take complex numbers and have a gradient."""
    try:
        calls = calls_for(op, Make(complex_tensor, op.name))
    except (NotImplementedError, RuntimeError):
        return                                          # samples are made with what complex numbers do not have, such as order
    for call in itertools.islice(calls, 3):
        given = tensors_of(call)
        inputs = [t.detach().clone().requires_grad_() for t in given if t.dtype.is_complex]

        def run(*moved, call=call, given=given):
            moved = iter(moved)
            out = run_with(op, call, [next(moved) if t.dtype.is_complex else t for t in given])
            return tuple(t for t in tensors_in(out) if t.requires_grad)

        if inputs and sum(t.numel() for t in inputs) <= MANY and is_differentiable(run, inputs):
            yield run, inputs


def is_differentiable(run, inputs):
    """Whether the call takes complex numbers, and can be differentiated."""
    try:
        out = run(*inputs)
        torch.autograd.grad(out, inputs, [torch.ones_like(t) for t in out], allow_unused=True)
    except (NotImplementedError, RuntimeError, ValueError, TypeError):
        return False
    return bool(out)


CHECKED = [op for op in list(registry.values()) if op.tensors and has_samples(op) and op.name not in HERMITIAN_OR_UP_TO_A_PHASE
           and op.name not in NOT_DEFINED_BY_DIFFERENCES and not any(p.name == "generator" for p in op.parameters)]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("op", CHECKED, ids=lambda op: op.name)
def test_gradient(op):
    for run, inputs in differentiable_calls(op):
        assert torch.autograd.gradcheck(run, inputs, atol=1e-4, rtol=1e-3, nondet_tol=1e-8)
