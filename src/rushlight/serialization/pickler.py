"""Pickles that PyTorch reads: our objects under torch's names, storages as references to memory kept elsewhere."""
from __future__ import annotations

import pickle
from types import BuiltinFunctionType, FunctionType

from rushlight import dtypes, size
from rushlight.dispatch import levels
from rushlight.serialization import names
from rushlight.serialization.locations import location_tag
from rushlight.storage import TYPED_STORAGES, TypedStorage, UntypedStorage


class Storages:
    """The memory that a pickle refers to, by key: each piece once, in the order of its first mention."""

    def __init__(self, name_of):
        self.name_of = name_of              # (number, storage) -> key
        self.keys, self.kept, self.dtypes = {}, {}, {}

    def reference(self, storage):
        """(class, key, location, number of elements) for a storage. RuntimeError if its memory has two element types."""
        typed = isinstance(storage, TypedStorage)
        untyped = storage.untyped() if typed else storage
        dtype = storage.dtype if typed else dtypes.uint8
        if untyped.nbytes() and self.dtypes.setdefault(untyped.data_ptr(), dtype) is not dtype:
            raise RuntimeError("Cannot save multiple tensors or storages that view the same data as different types")
        identity = untyped.data_ptr() or id(untyped)
        key = self.keys.get(identity)
        if key is None:
            key = self.keys[identity] = self.name_of(len(self.keys), untyped)
        self.kept.setdefault(key, (untyped, dtype))
        kind = TYPED_STORAGES[f"{dtype.scalar_name}Storage"] if typed else UntypedStorage
        return kind, key, location_tag(untyped), untyped.nbytes() // (dtype.itemsize if typed else 1)


def referring(pickler, reference):
    """A class of picklers over another one, which hand storages to `reference`."""
    class Referring(pickler):
        def persistent_id(self, obj):
            return reference(obj) if isinstance(obj, (TypedStorage, UntypedStorage)) else None
    return Referring


class Pickler(pickle._Pickler):
    """Writes torch's names. It is Python's own in Python: only there can a name be another than the one it is found by."""
    dispatch = dict(pickle._Pickler.dispatch)

    def save_global(self, obj, name=None):
        found = names.torch_name(obj, name)
        if found is None:
            pickle._Pickler.save_global(self, obj, name)
            return
        module, name = found
        if "." in name and self.proto < 4:
            self.save_reduce(getattr, (self._owner(obj, name), name.rpartition(".")[2]), obj=obj)
            return
        if self.proto >= 4:
            self.save(module)
            self.save(name)
            self.write(pickle.STACK_GLOBAL)
        else:
            self.write(pickle.GLOBAL + f"{module}\n{name}\n".encode())
        self.memoize(obj)

    @staticmethod
    def _owner(obj, name):
        return names.find(obj.__module__, name.rpartition(".")[0])

    def save_type(self, obj):
        if names.torch_name(obj) is None:
            pickle._Pickler.save_type(self, obj)
        else:
            self.save_global(obj)

    def save_layout(self, obj):
        self.save_reduce(names.get_layout, (f"torch.{obj.name}",), obj=obj)

    for kind in {size.memory_format, FunctionType, BuiltinFunctionType, *map(type, (*dtypes.ALL, *dtypes.NAMES_ONLY))}:
        dispatch[kind] = save_global
    dispatch[type] = dispatch[type(levels.Tensor)] = save_type
    dispatch[size.layout] = save_layout
