"""torch.nn.utils.convert_parameters: all parameters as one vector, and back."""
from __future__ import annotations

from rushlight.dispatch import levels
from rushlight.dispatch.namespace import tensors as F

__all__ = ["parameters_to_vector", "vector_to_parameters"]


def parameters_to_vector(parameters):
    """The elements of all parameters, one after the other."""
    return F.cat([parameter.view(-1) for parameter in parameters])


def vector_to_parameters(vec, parameters):
    """Makes each parameter look at its part of the vector."""
    if not isinstance(vec, levels.Tensor):
        raise TypeError(f"expected torch.Tensor, but got: {type(vec).__name__}")
    start = 0
    for parameter in parameters:
        count = parameter.numel()
        parameter.data = vec[start:start + count].view_as(parameter).data
        start += count
