"""Tensors that a module finds by their class: what is learned, and what is kept beside it."""
from __future__ import annotations

import numpy as np

from rushlight.dispatch import levels
from rushlight.dispatch.checking import require_grad
from rushlight.dispatch.namespace import tensors as F
from rushlight.dispatch.wrapping import wrap
from rushlight.storage import mark_inference, storage_of
from rushlight.tensor import Tensor


class _ParameterType(type):
    def __instancecheck__(cls, value):
        if type.__instancecheck__(cls, value):
            return True
        return cls is Parameter and isinstance(value, Tensor) and "_is_param" in value.__dict__


class Parameter(Tensor, metaclass=_ParameterType):
    """A leaf that a module learns: it shares the memory of `data`, and asks for gradients unless told otherwise.

    Of a tensor of another class, it is a tensor of that class which says that it is a parameter.
    """

    def __new__(cls, data=None, requires_grad=True):
        if data is None:
            data = wrap(np.empty(0, np.float32))
        if isinstance(data, Tensor) and type(data) not in levels.fast_classes:
            return _of_another_class(data, requires_grad)
        data = data.detach()
        made = object.__new__(cls)
        made._data, made._edge, made._storage = data._data, None, storage_of(data)
        if data._inference:
            mark_inference(made)
        return require_grad(made) if requires_grad else made

    def __repr__(self):
        text = super().__repr__()
        return "Parameter containing:\n" + (text if type(self) is Parameter else f"Parameter({text})")

    def __deepcopy__(self, memo):
        if id(self) not in memo:
            memo[id(self)] = type(self)(wrap(self._data.copy("K")), self.requires_grad)
        return memo[id(self)]

    def __reduce_ex__(self, protocol):
        from rushlight.pickling import reduce_parameter
        return reduce_parameter(self)


def _of_another_class(data, requires_grad):
    made = data.detach()
    if type(made) is not type(data):
        raise RuntimeError(f"Creating a Parameter from an instance of type {type(data).__name__} requires that detach() returns "
                           f"an instance of the same type, but return type {type(made).__name__} was found instead. To use the "
                           f"type as a Parameter, please correct the detach() semantics defined by its __torch_dispatch__() "
                           f"implementation.")
    made._is_param = True
    return made.requires_grad_(requires_grad)


class _BufferType(type):
    def __instancecheck__(cls, value):
        return isinstance(value, Tensor) and "_is_buffer" in value.__dict__


class Buffer(Tensor, metaclass=_BufferType):
    """A tensor that a module keeps and does not learn: an ordinary tensor that says it is one."""

    def __new__(cls, data=None, *, persistent=True):
        made = wrap(np.empty(0, np.float32)) if data is None else data.detach().requires_grad_(data.requires_grad)
        made.persistent, made._is_buffer = persistent, True
        return made


def is_lazy(value):
    """Whether the parameter's shape is still unknown."""
    return isinstance(value, (UninitializedParameter, UninitializedBuffer))


_CONVERSIONS = {"copy_", "is_complex", "is_floating_point", "half", "float", "double", "char", "short", "int", "long", "cuda",
                "cpu", "to", "_to_copy", "to_copy", "to_meta", "get_device", "requires_grad_", "detach", "size"}


def _refused(name):
    """A method that reads what is not there yet; Tensor's own would answer for the empty memory in its place."""
    def refuse(self, *args, **kwargs):
        raise ValueError(_USED_TOO_EARLY.format(f"<method '{name}' of 'torch._C.TensorBase' objects>", type(self).__name__))
    return refuse


_USED_TOO_EARLY = ("Attempted to use an uninitialized parameter in {}. This error happens when you are using a `LazyModule` or "
                   "explicitly manipulating `torch.nn.parameter.{}` objects. When using LazyModules Call `forward` with a dummy "
                   "batch to initialize the parameters before calling torch functions")


class UninitializedTensorMixin:
    """What a parameter without a shape refuses: everything but being given one."""
    numel, nelement, dim, ndimension = _refused("numel"), _refused("nelement"), _refused("dim"), _refused("ndimension")
    stride, item, tolist, numpy = _refused("stride"), _refused("item"), _refused("tolist"), _refused("numpy")

    @property
    def shape(self):
        raise RuntimeError("Can't access the shape of an uninitialized parameter or buffer. This error usually happens in "
                           "`load_state_dict` when trying to load an uninitialized parameter into an initialized one. Call "
                           "`forward` to initialize the parameters before accessing their attributes.")

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        """Every operation but conversions is refused: there is no value to compute with."""
        if func.__name__ in _CONVERSIONS:
            return super().__torch_function__(func, types, args, kwargs or {})
        raise ValueError(_USED_TOO_EARLY.format(func, cls.__name__))

    def share_memory_(self):
        raise RuntimeError("Can't share memory on an uninitialized parameter or buffer. Call `forward` to initialize the "
                           "parameters before calling `module.share_memory()`.")

    def materialize(self, shape, device=None, dtype=None):
        """Gives the parameter its shape; the values are whatever was in memory."""
        made = F.empty(shape, dtype=self.dtype if dtype is None else dtype, device=self.device if device is None else device)
        if made.is_meta is not self.is_meta:
            raise RuntimeError("Attempted to call `variable.set_data(tensor)`, but `variable` and `tensor` have incompatible "
                               "tensor type.")
        self._data = made._data
        requires_grad, self._edge = self.requires_grad, None
        self.__class__ = self.cls_to_become
        self.requires_grad_(requires_grad)

    def __repr__(self):
        return f"<{type(self).__name__}>"


class UninitializedParameter(UninitializedTensorMixin, Parameter):
    """A parameter whose shape its module will know at the first call."""
    cls_to_become = Parameter

    def __new__(cls, requires_grad=True, device=None, dtype=None):
        return Parameter.__new__(cls, F.empty(0, dtype=dtype, device=device), requires_grad)

    def __deepcopy__(self, memo):
        if id(self) not in memo:
            memo[id(self)] = type(self)(self.requires_grad, self.device, self.dtype)
        return memo[id(self)]

    def __reduce_ex__(self, protocol):
        return type(self), (self.requires_grad, self.device, self.dtype)


class UninitializedBuffer(UninitializedTensorMixin, Tensor):
    """A buffer whose shape its module will know at the first call."""
    cls_to_become = Tensor

    def __new__(cls, requires_grad=False, device=None, dtype=None, persistent=True):
        made = F.empty(0, dtype=dtype, device=device).as_subclass(cls)
        made.persistent, made._is_buffer = persistent, True
        return made.requires_grad_(requires_grad)

    def __deepcopy__(self, memo):
        if id(self) not in memo:
            memo[id(self)] = type(self)(self.requires_grad, self.device, self.dtype, self.persistent)
        return memo[id(self)]

    def __reduce_ex__(self, protocol):
        return type(self), (self.requires_grad, self.device, self.dtype, self.persistent)


levels.admit(Parameter)
