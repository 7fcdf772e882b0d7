"""The memory behind tensors."""
from __future__ import annotations

import numpy as np

from rushlight import dtypes
from rushlight.backends.meta import MetaArray, nowhere
from rushlight.device import CPU, META, is_meta, require_cpu
from rushlight.errors import refuse


class Storage:
    """Stands for one piece of memory; every tensor that looks at it holds the same object.

    # Note [Views share a version counter]
    `version` counts the in-place writes. A tensor gets its Storage when somebody first needs one (a view, a write, a
    rule that saves the output): until then there can have been no write, and its version is 0. Views and `detach()`
    share the object; `.data` shares the memory and not the object, so writes through it go unnoticed, as in torch.
    """
    version = 0
    cuts = ()                   # the versions that are no writes: detach_() is noticed by the same comparison
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
    storage = tensor._storage
    return 0 if storage is None else writes_until(storage, storage.version)


def writes_until(storage, version):
    """How many in-place writes there were until a version."""
    return version - sum(cut <= version for cut in storage.cuts) if storage.cuts else version


def mark_inference(tensor):
    """Makes it an inference tensor. It gets a Storage, so that whoever saves it asks for the version, and is refused."""
    storage_of(tensor)
    tensor._inference = True


# ---------------------------------------------------------------- what torch shows of it

class UntypedStorage:
    """The bytes behind tensors."""
    is_cuda = is_sparse = is_hpu = False
    counter = None              # a weak reference to the Storage of the tensors over these bytes: see counter_of
    filename = None             # the path of the file that writes go to

    def __init__(self, size=0, *, device=None):
        if not is_meta(device):
            require_cpu(device)
        if is_meta(device):
            self.memory = nowhere((size if isinstance(size, int) else len(size),), _uint8)
        else:
            self.memory = np.empty(size, np.uint8) if isinstance(size, int) else np.array(list(size), np.uint8)

    @classmethod
    def of(cls, memory):
        """The storage over a flat array, sharing it."""
        made = cls.__new__(cls)
        made.memory = memory.view(np.uint8)
        return made

    @classmethod
    def from_file(cls, filename, shared=False, nbytes=0):
        """The first bytes of a file; writes reach it if `shared`, which also makes and lengthens it."""
        if not isinstance(filename, str):
            raise TypeError(f"argument 1 must be str, not {type(filename).__name__}")
        from rushlight.mapping import mapped
        made = cls.of(mapped(filename, shared, nbytes)) if nbytes else cls(0)
        made.filename = filename if shared else None
        return made

    def untyped(self):
        """The storage itself."""
        return self

    @property
    def _cdata(self):
        return self.data_ptr()

    def data_ptr(self):
        """The address of the first byte."""
        return self.memory.__array_interface__["data"][0] if self.memory.size and self.device is CPU else 0

    @property
    def device(self):
        """Where the bytes are; on "meta", nowhere."""
        return META if isinstance(self.memory, MetaArray) else CPU

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
        """Changes the size. Refused while tensors look at the memory, as they would have to move."""
        if size == self.memory.size:
            return self
        if self.counter is not None and self.counter() is not None:
            refuse("UntypedStorage.resize_ to another size under a tensor")
        made, kept = UntypedStorage(size, device=self.device), min(size, self.memory.size)
        made.memory[:kept] = self.memory[:kept]
        self.memory = made.memory
        return self

    def fill_(self, value):
        self.memory[...] = value
        return self

    def copy_(self, source, non_blocking=None):
        if self.device is CPU:
            source.cpu()
        self.memory[...] = source.memory
        return self

    def clone(self):
        """A copy in memory of its own."""
        return UntypedStorage(len(self), device=self.device).copy_(self)

    def cpu(self):
        """The storage itself. NotImplementedError where it has no bytes."""
        if self.device is not CPU:
            raise NotImplementedError("Cannot copy out of meta tensor; no data!")
        return self

    def tolist(self):
        """The bytes as a list of ints."""
        self.require_bytes()
        return self.memory.tolist()

    def require_bytes(self):
        """NotImplementedError where there is nothing to read."""
        if self.device is not CPU:
            raise NotImplementedError("Not available for 'meta' device type")

    def __getitem__(self, index):
        self.require_bytes()
        return self.of(self.memory[index]) if isinstance(index, slice) else self.memory[index].item()

    def __setitem__(self, index, value):
        self.memory[index] = value

    def __iter__(self):
        return iter(self.tolist())

    def __reduce__(self):
        return _storage_of_bytes, (self.cpu().memory.tobytes(),)

    def __deepcopy__(self, memo):
        from rushlight.memory import deepcopy_storage
        return deepcopy_storage(self, memo)

    def __repr__(self):
        return f"{_lines(self)}[torch.storage.UntypedStorage(device={self.device}) of size {len(self)}]"


def _lines(storage):
    return "".join(f" {v}\n" for v in storage.tolist()) if storage.device is CPU else "...\n"


_uint8 = np.dtype(np.uint8)
UntypedStorage.__module__ = "torch.storage"


def _storage_of_bytes(data):
    return UntypedStorage.of(np.frombuffer(bytearray(data), np.uint8))


class _StorageClass(type):
    def __instancecheck__(cls, value):
        return type.__instancecheck__(TypedStorage, value) and cls.dtype in (None, value.dtype)


class TypedStorage(metaclass=_StorageClass):
    """The elements behind tensors. Deprecated in torch: see UntypedStorage."""
    dtype, is_cuda, is_sparse = None, False, False
    device = property(lambda self: self._untyped_storage.device)

    def __new__(cls, *args, wrap_storage=None, dtype=None, device=None, _internal=False):
        made = object.__new__(TypedStorage)
        made.dtype = dtype or cls.dtype or dtypes.get_default_dtype()
        if wrap_storage is not None:
            made._untyped_storage = wrap_storage
        elif args and not isinstance(args[0], int):
            values = np.array(list(args[0]))
            made._untyped_storage = UntypedStorage(values.size * made.dtype.itemsize, device=device)
            made.array()[...] = values
        else:
            made._untyped_storage = UntypedStorage((args[0] if args else 0) * made.dtype.itemsize, device=device)
        return made

    @classmethod
    def from_file(cls, filename, shared=False, size=0):
        """The first elements of a file: see UntypedStorage.from_file."""
        dtype = cls.dtype or dtypes.get_default_dtype()
        return cls(wrap_storage=UntypedStorage.from_file(filename, shared, size * dtype.itemsize), dtype=dtype)

    def array(self):
        """The elements as a backend array, sharing the memory."""
        memory = self._untyped_storage.memory.view(self.dtype.numpy)
        return memory.view(self.dtype.array_type) if self.device is CPU else memory

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
        self._untyped_storage.require_bytes()
        return self.array().tolist()

    def clone(self):
        """A copy in memory of its own."""
        return TypedStorage(wrap_storage=self._untyped_storage.clone(), dtype=self.dtype)

    def fill_(self, value):
        self.array()[...] = value
        return self

    def copy_(self, source, non_blocking=None):
        if self.device is CPU:
            source.cpu()
        self.array()[...] = source.array()
        return self

    def resize_(self, size):
        """Changes the number of elements: see UntypedStorage.resize_."""
        self._untyped_storage.resize_(size * self.dtype.itemsize)

    def cpu(self):
        self._untyped_storage.cpu()
        return self

    def __getitem__(self, index):
        self._untyped_storage.require_bytes()
        return self.array()[index].tolist()

    def __setitem__(self, index, value):
        self.array()[index] = value

    def __iter__(self):
        return iter(self.tolist())

    def __reduce__(self):
        return _storage_of_type, (self._untyped_storage, self.dtype)

    def __repr__(self):
        return f"{_lines(self)}[torch.storage.TypedStorage(dtype={self.dtype}, device={self.device}) of size {len(self)}]"


TypedStorage.__module__ = "torch.storage"


def _storage_of_type(untyped, dtype):
    return TypedStorage(wrap_storage=untyped, dtype=dtype)


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
    """Whether the memory of an array is a map, which other processes can share."""
    from rushlight.shared_memory import map_behind
    return map_behind(array) is not None
