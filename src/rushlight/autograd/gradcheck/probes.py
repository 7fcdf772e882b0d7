"""Where gradcheck looks: at every element of inputs and outputs, or along one random direction of each."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rushlight.dispatch.namespace import tensors as F
from rushlight.dtypes import float32
from rushlight.generator import Generator


class Step(NamedTuple):
    """A direction to perturb an input in: along its real axis and along its imaginary one."""
    at: object                      # an index, or ... for the whole input
    real: object = 1.0              # a number, or a tensor in the shape of the input
    imaginary: object = 1.0
    where: str = ""                 # for messages


class Elementwise:
    """Every element: Jacobians are matrices (elements of the input, elements of the output)."""
    fast = False

    def steps(self, input, j):
        return [Step(index, where=f"on index {index} ") for index in np.ndindex(*input.shape)]

    def gather(self, rows):
        """A row for each step, as a matrix."""
        return F.stack(list(rows))

    def onto_output(self, matrix, i):
        return matrix

    def covectors(self, output, i):
        return F.reshape(F.diag_embed(F.new_ones(output.detach(), (output.numel(),))), (output.numel(), *output.shape))

    def onto_input(self, grads, input, j):
        """The matrix of which `grads` are the columns."""
        columns = [F.reshape(g, (-1,)) for g in grads]
        return F.stack(columns, 1) if columns else F.new_zeros(input.detach(), (input.numel(), 0))

    def tolerance(self, atol, i, j):
        return atol


class Projected:
    """Along one random direction u of each input, and one v of each output: the number v^T J u, or in forward mode J u.

    The directions are unit vectors of positive numbers, and the same in every check: whether it fails is no matter of luck.
    """
    fast = True

    def __init__(self, inputs, outputs=()):
        generator = Generator()
        self.inputs = [(_unit_vector(x, generator), _unit_vector(x, generator) if x.is_complex() else None) for x in inputs]
        self.outputs = [None if o is None else _unit_vector(o, generator) for o in outputs]

    def steps(self, input, j):
        return [Step(..., *[None if u is None else F.reshape(u, input.shape) for u in self.inputs[j]])]

    def gather(self, rows):
        return rows[0]

    def onto_output(self, row, i):
        return F.sum(row * self.outputs[i])

    def covectors(self, output, i):
        return [F.reshape(self.outputs[i], output.shape)]

    def onto_input(self, grads, input, j):
        (grad,), (real, imaginary) = grads, self.inputs[j]
        grad = F.reshape(grad, (-1,))
        if imaginary is None:
            return F.sum(grad * real)
        return F.complex(F.sum(F.real(grad) * real), F.sum(F.imag(grad) * imaginary))

    def tolerance(self, atol, i, j):
        """What `atol` for every element of J amounts to in v^T J u."""
        atol = atol * sum(F.sum(u).item() for u in self.inputs[j] if u is not None)
        return atol * F.sum(self.outputs[i]).item() if self.outputs else atol


def _unit_vector(tensor, generator):
    real = F.real(tensor.detach()) if tensor.is_complex() else tensor.detach()
    vector = F.rand(tensor.numel(), generator=generator, dtype=float32).to(real.dtype)
    return vector / F.linalg_vector_norm(vector)
