"""The memory behind tensors."""
from __future__ import annotations

import numpy as np

from rushlight import dtypes
from rushlight.device import CPU
from rushlight.errors import refuse


class Storage:
    """Stands for one piece of memory; every tensor that looks at it holds the same object.

    # Note [Views share a version counter]
    `version` counts the in-place writes. A tensor gets its Storage when somebody first needs one (a view, a write, a
    rule that saves the output): until then there can have been no write, and its version is 0. Views and `detach()`
    share the object; `.data` shares the memory and not the object, so writes through it go unnoticed, as in torch.
    """
    version = 0
    untyped = None              # the UntypedStorage, once somebody asked for it


def storage_of(tensor):
    """The tensor's Storage, made now if nobody needed it before."""
    storage = tensor._storage
    if storage is None:
        storage = tensor._storage = Storage()
    return storage


def version_of(tensor):
    """How many in-place writes the tensor's memory has seen."""
    storage = tensor._storage
    return 0 if storage is None else storage.version


def counted_version(tensor):
    """As version_of, for a tensor whose writes are counted. RuntimeError for an inference tensor."""
    if tensor._inference:
        raise RuntimeError("Inference tensors do not track version counter.")
    return version_of(tensor)


def mark_inference(tensor):
    """Makes it an inference tensor. It gets a Storage, so that whoever saves it asks for the version, and is refused."""
    storage_of(tensor)
    tensor._inference = True


# ---------------------------------------------------------------- what torch shows of it

class UntypedStorage:
    """The bytes behind tensors."""
    device, is_cuda, is_sparse, is_hpu = CPU, False, False, False
    counter = None              # a weak reference to the Storage of the tensors over these bytes: see counter_of

    def __init__(self, size=0):
        self.memory = np.empty(size, np.uint8) if isinstance(size, int) else np.array(list(size), np.uint8)

    @classmethod
    def of(cls, memory):
        """The storage over a flat array, sharing it."""
        made = cls.__new__(cls)
        made.memory = memory.view(np.uint8)
        return made

    @property
    def _cdata(self):
        return self.data_ptr()

    def data_ptr(self):
        """The address of the first byte."""
        return self.memory.__array_interface__["data"][0] if self.memory.size else 0

    def nbytes(self):
        """The number of bytes."""
        return self.memory.size

    size = __len__ = nbytes

    def element_size(self):
        return 1

    def is_shared(self):
        """Whether other processes see the memory."""
        return is_shared(self.memory)

    def resize_(self, size):
        """Keeps the size it has; any other is refused, as the tensors over this memory would have to move."""
        if size != self.memory.size:
            refuse("UntypedStorage.resize_ to another size")
        return self

    def fill_(self, value):
        self.memory[...] = value
        return self

    def copy_(self, source, non_blocking=None):
        self.memory[...] = source.memory
        return self

    def clone(self):
        """A copy in memory of its own."""
        return self.of(self.memory.copy())

    def cpu(self):
        return self

    def tolist(self):
        """The bytes as a list of ints."""
        return self.memory.tolist()

    def __getitem__(self, index):
        return self.of(self.memory[index]) if isinstance(index, slice) else self.memory[index].item()

    def __setitem__(self, index, value):
        self.memory[index] = value

    def __iter__(self):
        return iter(self.tolist())

    def __reduce__(self):
        return _storage_of_bytes, (self.memory.tobytes(),)

    def __deepcopy__(self, memo):
        return self.clone()

    def __repr__(self):
        lines = "".join(f" {v}\n" for v in self.tolist())
        return f"{lines}[torch.storage.UntypedStorage(device=cpu) of size {len(self)}]"


UntypedStorage.__module__ = "torch.storage"


def _storage_of_bytes(data):
    return UntypedStorage.of(np.frombuffer(bytearray(data), np.uint8))


class _StorageClass(type):
    def __instancecheck__(cls, value):
        return type.__instancecheck__(TypedStorage, value) and cls.dtype in (None, value.dtype)


class TypedStorage(metaclass=_StorageClass):
    """The elements behind tensors. Deprecated in torch: see UntypedStorage."""
    dtype, device, is_cuda, is_sparse = None, CPU, False, False

    def __new__(cls, *args, wrap_storage=None, dtype=None, device=None, _internal=False):
        made = object.__new__(TypedStorage)
        made.dtype = dtype or cls.dtype or dtypes.get_default_dtype()
        if wrap_storage is not None:
            made._untyped_storage = wrap_storage
        elif args and not isinstance(args[0], int):
            made._untyped_storage = UntypedStorage.of(np.array(list(args[0]), made.dtype.numpy))
        else:
            made._untyped_storage = UntypedStorage((args[0] if args else 0) * made.dtype.itemsize)
        return made

    def array(self):
        """The elements as a backend array, sharing the memory."""
        return self._untyped_storage.memory.view(self.dtype.numpy).view(self.dtype.array_type)

    def untyped(self):
        """The bytes, without the type."""
        return self._untyped_storage

    @property
    def _cdata(self):
        return self._untyped_storage._cdata

    def data_ptr(self):
        return self._untyped_storage.data_ptr()

    def nbytes(self):
        return self._untyped_storage.nbytes()

    def element_size(self):
        return self.dtype.itemsize

    def size(self):
        """The number of elements."""
        return self.nbytes() // self.dtype.itemsize

    __len__ = size

    def is_shared(self):
        return self._untyped_storage.is_shared()

    def tolist(self):
        """The elements as Python numbers."""
        return self.array().tolist()

    def clone(self):
        """A copy in memory of its own."""
        return TypedStorage(wrap_storage=self._untyped_storage.clone(), dtype=self.dtype)

    def fill_(self, value):
        self.array()[...] = value
        return self

    def copy_(self, source, non_blocking=None):
        self.array()[...] = source.array()
        return self

    def cpu(self):
        return self

    def __getitem__(self, index):
        return self.array()[index].tolist()

    def __setitem__(self, index, value):
        self.array()[index] = value

    def __iter__(self):
        return iter(self.tolist())

    def __repr__(self):
        lines = "".join(f" {v}\n" for v in self.tolist())
        return f"{lines}[torch.storage.TypedStorage(dtype={self.dtype}, device=cpu) of size {len(self)}]"


TypedStorage.__module__ = "torch.storage"


def _typed(d):
    return _StorageClass(f"{d.scalar_name}Storage", (TypedStorage,), {"dtype": d, "__module__": "torch"})


TYPED_STORAGES = {f"{d.scalar_name}Storage": _typed(d) for d in dtypes.ALL
                  if d not in (dtypes.uint16, dtypes.uint32, dtypes.uint64)}


def _dtype_to_storage_type_map():
    """The names of the typed storages, by type."""
    return {made.dtype: name for name, made in TYPED_STORAGES.items()}


_always_warns = False


def _get_always_warn_typed_storage_removal():
    """Whether each use of Tensor.storage() warns, and not only the first."""
    return _always_warns


def _set_always_warn_typed_storage_removal(always_warn):
    """Chooses whether each use of Tensor.storage() warns."""
    global _always_warns
    _always_warns = always_warn


def is_shared(array):
    """Whether the memory of a flat array is an anonymous map, which forked processes share."""
    import mmap
    base = array
    while isinstance(base, np.ndarray):
        base = base.base
    return isinstance(getattr(base, "obj", base), mmap.mmap)
