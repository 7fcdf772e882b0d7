"""The function under test, and its real and imaginary parts as functions of their own."""
from __future__ import annotations

import warnings
from typing import NamedTuple

from rushlight.dispatch.levels import Tensor
from rushlight.dispatch.namespace import tensors as F
from rushlight.dtypes import complex128, float64


class Subject:
    """A function at its arguments: called with other values for the inputs that require grad, it gives the outputs that do."""

    def __init__(self, func, arguments):
        self.func, self.arguments = func, arguments
        self.inputs_at = [i for i, x in enumerate(arguments) if isinstance(x, Tensor) and x.requires_grad]
        self.inputs = [arguments[i] for i in self.inputs_at]
        self.all_outputs = as_tuple(func(*arguments))
        self.outputs_at = [k for k, o in enumerate(self.all_outputs) if o.requires_grad]
        self.outputs = [self.all_outputs[k] for k in self.outputs_at]

    def __call__(self, *inputs):
        outputs = self.everything(*inputs)
        return [outputs[k] for k in self.outputs_at]

    def everything(self, *inputs):
        """All outputs, those included through which no gradient flows."""
        arguments = list(self.arguments)
        for i, x in zip(self.inputs_at, inputs):
            arguments[i] = x
        return as_tuple(self.func(*arguments))


def as_tuple(value):
    """A lone value, or several, as a tuple."""
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


def check_arguments(arguments):
    """Raises where gradcheck has nothing to differentiate, or could not perturb it; warns where that will hardly be precise."""
    differentiable = [(i, x) for i, x in enumerate(arguments) if isinstance(x, Tensor) and x.requires_grad]
    for i, x in differentiable:
        if x.dtype not in (float64, complex128):
            warnings.warn(f"Input #{i} requires gradient and is not a double precision floating point or complex. This check "
                          f"will "
                          f"likely fail if all the inputs are not of double precision floating point or complex. ", stacklevel=4)
        if any(stride == 0 and size > 1 for stride, size in zip(x.stride(), x.shape)):
            raise RuntimeError(f"The {i}th input has a dimension with stride 0. gradcheck only supports inputs that are "
                               f"non-overlapping to be able to compute the numerical gradients correctly. You should call "
                               f".contiguous on the input before passing it to gradcheck.")
    if not differentiable:
        raise ValueError("gradcheck expects at least one input tensor to require gradient, but none of them have "
                         "requires_grad=True.")


class View(NamedTuple):
    """The subject, or a part of it."""
    call: object        # (*inputs) -> outputs; None for an output that this view leaves out
    inputs: list        # tensors that may be written to
    label: object       # (output number, input number) -> what a message begins with
    passive: tuple = () # numbers of the inputs that another view is for


def views_by_output(subject):
    """Views with real outputs: the subject itself; or the imaginary parts of its complex outputs, and then the real parts."""
    if not any(o.is_complex() for o in subject.outputs):
        return [View(subject, subject.inputs, lambda i, j: "")]
    return [_output_view(subject, part) for part in ("imaginary", "real")]


def _output_view(subject, part):
    def call(*inputs):
        return [_part_of_output(output, part) for output in subject(*inputs)]

    def label(i, j):
        return f"While considering the {part} part of complex outputs only, " if subject.outputs[i].is_complex() else ""
    return View(call, subject.inputs, label)


def _part_of_output(output, part):
    if not output.is_complex():
        return output if part == "real" else None
    return F.real(output) if part == "real" else F.imag(output)


def views_by_input(subject):
    """Views with real inputs: the subject itself; or one of the imaginary parts of its complex inputs, then one of the real."""
    if not any(x.is_complex() for x in subject.inputs):
        return [View(subject, subject.inputs, lambda i, j: "")]
    return [_input_view(subject, part) for part in ("imaginary", "real")]


def _input_view(subject, part):
    """Complex inputs are put together from the part and the other, which stays; real inputs belong to the real view."""
    def call(*parts):
        return subject(*[_joined(x.detach(), value, part) for x, value in zip(subject.inputs, parts)])

    def label(i, j):
        return f"While considering the {part} part of complex inputs only, " if subject.inputs[j].is_complex() else ""
    passive = [j for j, x in enumerate(subject.inputs) if part == "imaginary" and not x.is_complex()]
    return View(call, [_part_of_input(x, part) for x in subject.inputs], label, tuple(passive))


def _part_of_input(input, part):
    if not input.is_complex():
        return input
    return (F.real(input) if part == "real" else F.imag(input)).detach().clone()


def _joined(input, value, part):
    if not input.is_complex():
        return value
    return F.complex(value, F.imag(input)) if part == "real" else F.complex(F.real(input), value)
