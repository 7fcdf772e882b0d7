"""The bases that torch._C has of tensors and storages, and what it answers where there is nothing to tell."""
from __future__ import annotations

from rushlight.deterministic import settings
from rushlight.dispatch.levels import active
from rushlight.storage import UntypedStorage
from rushlight.tensor import Tensor


class _Stands(type):
    """Of a base that stands for one of our classes: that one's instances are its own."""

    def __instancecheck__(cls, value):
        return type.__instancecheck__(vars(cls).get("stands_for", cls), value)


class TensorBase(metaclass=_Stands):
    """What isinstance() asks of tensors; nothing can be made of it, and nothing derived."""
    stands_for = Tensor

    def __new__(cls, *args, **kwargs):
        raise RuntimeError("Cannot directly construct TensorBase; subclass it and then construct that")

    def __init_subclass__(cls):
        raise RuntimeError("Cannot subclass _TensorBase directly")


class _OfClasses(type):
    def __instancecheck__(cls, value):
        return isinstance(value, type) and issubclass(value, Tensor)


class TensorMeta(type, metaclass=_OfClasses):
    """What isinstance() asks of classes of tensors, which are classes like any other here."""


class StorageBase(UntypedStorage, metaclass=_Stands):
    """What storages of one's own derive from; they hold bytes as an UntypedStorage does, or share those of one."""
    stands_for = UntypedStorage

    def __new__(cls, *args, **kwargs):
        if cls is StorageBase:
            raise RuntimeError("Cannot directly construct StorageBase; subclass it and then construct that")
        return super().__new__(cls)

    def __init__(self, size=0, *, device=None):
        if isinstance(size, UntypedStorage):
            self.memory = size.memory
        else:
            super().__init__(size, device=device)


def fills_memory():
    """Whether memory is filled while deterministic algorithms are asked for."""
    return settings.fills_memory


def transforms_are_active():
    """Whether this runs within vmap, grad or another transform of functions."""
    return bool(active.transforms)


def private_backend():
    """The name of the backend that extensions may bring: nobody brought one."""
    return "privateuseone"


def nothing(*args):
    """None: no trace is being made, and no use of the API is reported."""
