"""allow_mutation_on_saved_tensors: writes into tensors that backward will need."""
from __future__ import annotations

from weakref import WeakKeyDictionary, WeakValueDictionary

from rushlight.autograd.graph import saved_tensors_hooks
from rushlight.autograd.grad_mode import no_grad
from rushlight.autograd.saved import default_hooks
from rushlight.storage import storage_of, version_of


class allow_mutation_on_saved_tensors(saved_tensors_hooks):
    """Inside, a saved tensor is copied before it is written, so that backward (inside too) sees what it was."""

    def __init__(self):
        self.account = _Account()
        super().__init__(self.account.pack, self.account.unpack)

    def __enter__(self):
        if default_hooks.before_write is not None:
            raise RuntimeError("allow_mutation_on_saved_tensors contexts cannot be nested")
        super().__enter__()
        default_hooks.before_write = self.account.copy_saved
        return self.account

    def __exit__(self, *_):
        default_hooks.before_write = None
        super().__exit__()
        self.account.clear()


class _Handle:
    """What a node keeps instead of a tensor."""


class _Account:
    """Which tensors are saved as they are (`originals`), and the copies of those that were written since (`cloned`)."""

    def __init__(self):
        self.originals, self.cloned = WeakKeyDictionary(), WeakKeyDictionary()
        self.tid_to_weakhandle = WeakValueDictionary()

    def pack(self, tensor):
        key = id(tensor), storage_of(tensor), version_of(tensor)
        handle = self.tid_to_weakhandle.get(key)
        if handle is None:
            handle = self.tid_to_weakhandle[key] = _Handle()
            self.originals[handle] = tensor
        return handle

    def unpack(self, handle):
        for kept in (self.cloned, self.originals):
            if handle in kept:
                return kept[handle]
        raise AssertionError("Trying to backward outside of the 'allow_mutation_on_saved_tensors' context in which the graph was "
                             "originally recorded.")

    def copy_saved(self, target):
        """Copies what is saved of the memory that is about to be written."""
        storage = storage_of(target)
        for handle, tensor in list(self.originals.items()):
            if storage_of(tensor) is storage:
                with no_grad():
                    self.cloned[handle] = tensor.clone()
                del self.originals[handle]

    def clear(self):
        for table in (self.originals, self.cloned, self.tid_to_weakhandle):
            table.clear()
