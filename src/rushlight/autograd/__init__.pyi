"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from collections.abc import Sequence
from rushlight.tensor import Tensor

from rushlight.autograd.function import Function as Function
from rushlight.autograd.variable import Variable as Variable
from rushlight.autograd import anomaly_mode as anomaly_mode
from rushlight.autograd.anomaly_mode import detect_anomaly as detect_anomaly
from rushlight.autograd.grad_mode import enable_grad as enable_grad
from rushlight.autograd import forward_ad as forward_ad
from rushlight.autograd import function as function
from rushlight.autograd import functional as functional
from rushlight.autograd import grad_mode as grad_mode
from rushlight.autograd.gradcheck import gradcheck as gradcheck
from rushlight.autograd.gradcheck import gradgradcheck as gradgradcheck
from rushlight.autograd import graph as graph
from rushlight.autograd.grad_mode import inference_mode as inference_mode
from rushlight.autograd.grad_mode import is_multithreading_enabled as is_multithreading_enabled
from rushlight.autograd.grad_mode import is_view_replay_enabled as is_view_replay_enabled
from rushlight.autograd.grad_mode import no_grad as no_grad
from rushlight.autograd import profiler as profiler
from rushlight.autograd.anomaly_mode import set_detect_anomaly as set_detect_anomaly
from rushlight.autograd.grad_mode import set_grad_enabled as set_grad_enabled
from rushlight.autograd.grad_mode import set_multithreading_enabled as set_multithreading_enabled
from rushlight.autograd import variable as variable
def backward(tensors: Tensor | Sequence[Tensor], grad_tensors: Any = None, retain_graph: bool | None = None, create_graph: bool = False, grad_variables: Any = None, inputs: Any = None) -> None:
    """Adds to the `.grad` of leaves the gradients of the sum of `tensors`, weighted by `grad_tensors`."""
def grad(outputs: Tensor | Sequence[Tensor], inputs: Any, grad_outputs: Any = None, retain_graph: bool | None = None, create_graph: bool = False, only_inputs: bool = True, allow_unused: bool | None = None, is_grads_batched: bool = False, materialize_grads: bool = False) -> tuple[Tensor, ...]:
    """Returns the gradients of the sum of `outputs` with respect to each of `inputs`; `.grad` is left alone."""

class FunctionCtx:
    materialize_grads: bool
    to_save: Any
    dirty_tensors: Any
    non_differentiable: Any
    saved_for_forward: Any
    def save_for_backward(self, *tensors: Any) -> Any: ...
    def save_for_forward(self, *tensors: Any) -> Any: ...
    def mark_dirty(self, *args: Any) -> Any: ...
    def mark_non_differentiable(self, *args: Any) -> Any: ...
    def set_materialize_grads(self, value: Any) -> None: ...

class SavedTensor:
    def __init__(self) -> None: ...
    @classmethod
    def of(cls, node: Any, path: Any) -> Any: ...
    @property
    def data(self) -> Any: ...
    @property
    def unpack_hook(self) -> Any: ...
    def unpack(self) -> Any: ...
    def register_hooks(self, *hooks: Any) -> Any: ...
