"""Which object a name in a file stands for, and which name an object gets: torch's names on one side, ours on the other."""
from __future__ import annotations

import functools
import pickle
from importlib import import_module

from rushlight import dtypes, pickling, size
from rushlight.construction import TYPED_TENSORS
from rushlight.device import device
from rushlight.generator import Generator
from rushlight.nn.parameter import Buffer, Parameter, UninitializedBuffer, UninitializedParameter
from rushlight.storage import TYPED_STORAGES, TypedStorage, UntypedStorage
from rushlight.tensor import Tensor
from rushlight.version import TorchVersion


def get_layout(name):
    """The layout of that name, "torch.strided" say."""
    found = {f"torch.{layout.name}": layout for layout in (size.strided, size.sparse_coo)}.get(name)
    if found is None:
        raise ValueError(f"there is no layout {name!r} here")
    return found


@functools.cache
def table():
    """(module, name) -> object, for what torch keeps in other places than we do."""
    rows = {("torch", name): storage for name, storage in TYPED_STORAGES.items()}
    rows |= {("torch", kind.__name__): kind for kind in TYPED_TENSORS}
    rows |= {("torch", d.name): d for d in (*dtypes.ALL, *dtypes.NAMES_ONLY)}
    rows |= {("torch", f.name): f for f in (size.contiguous_format, size.preserve_format, size.channels_last,
                                            size.channels_last_3d)}
    rows |= {("torch", kind.__name__): kind for kind in (Tensor, size.Size, device, dtypes.dtype)}
    rows |= {("torch._utils", f.__name__): f for f in pickling.REBUILDERS}
    rows |= {("torch.storage", kind.__name__): kind for kind in (TypedStorage, UntypedStorage)}
    rows |= {("torch.nn.parameter", kind.__name__): kind
             for kind in (Parameter, Buffer, UninitializedParameter, UninitializedBuffer)}
    return rows | {("torch._tensor", "_rebuild_from_type_v2"): pickling._rebuild_from_type_v2,
                   ("torch._C", "Generator"): Generator, ("torch._C", "TensorBase"): Tensor,
                   ("torch.serialization", "_get_layout"): get_layout, ("torch.torch_version", "TorchVersion"): TorchVersion}


@functools.cache
def _reversed_table():
    return {id(found): name for name, found in reversed(table().items())}       # where there are two names, the first one


_MODULES_IN_C = {"torch._C._nn": "torch.nn.functional", "torch._C._special": "torch.special"}


def find(module, name):
    """The object that a name in a file means to us: torch's modules are ours. AttributeError, ImportError if there is none."""
    row = table().get((module, name))
    if row is not None:
        return row
    if module == "torch.cuda" and name in TYPED_STORAGES:
        return TYPED_STORAGES[name]                         # what the files of old versions call memory on a GPU
    if (module, name) == ("torch._C", "_VariableFunctionsClass"):
        return import_module("rushlight")                   # files reach the functions by getattr
    found = import_module(ours(_MODULES_IN_C.get(module, module)))
    for part in name.split("."):
        found = getattr(found, part)
    return found


def ours(module):
    """Our name of a module that a file names."""
    return "rushlight" + module.removeprefix("torch") if module == "torch" or module.startswith("torch.") else module


_HOMES_OF_FUNCTIONS = ("torch.nn.functional", "torch", "torch.special", "torch.linalg", "torch.fft")
_MOVED = {("torch.autograd.node", "RemovableHandle"): "torch.utils.hooks",
          ("torch.nn.modules.module_state", "_WrappedHook"): "torch.nn.modules.module"}


def torch_name(found, name=None):
    """(module, name) under which PyTorch will find it; None for what is not ours. PicklingError if nothing finds it."""
    row = _reversed_table().get(id(found))
    if row is not None:
        return row
    module = getattr(found, "__module__", None) or ""
    if module.partition(".")[0] not in ("rushlight", "torch"):
        return None
    theirs = "torch" + module.removeprefix("torch").removeprefix("rushlight")
    name = name or getattr(found, "__qualname__", None) or found.__name__
    homes = (_MOVED.get((theirs, name), theirs),)
    for home in homes if isinstance(found, type) else (*_HOMES_OF_FUNCTIONS, *homes):
        if _means(home, name, found):
            return home, name
    raise pickle.PicklingError(f"Can't pickle {found!r}: it's not found as {theirs}.{name}")


def _means(module, name, found):
    """Whether that name, read again, gives this object."""
    try:
        return find(module, name) is found
    except (AttributeError, ImportError):
        return False
