"""torch.autograd.graph: looking at the tape, and deciding how saved tensors are kept."""
from __future__ import annotations

import threading
from weakref import WeakKeyDictionary

from rushlight.autograd import node as tape
from rushlight.autograd.engine import current
from rushlight.autograd.gradient_edge import GradientEdge, get_gradient_edge                  # noqa: F401
from rushlight.autograd.node import RemovableHandle                                             # noqa: F401
from rushlight.autograd.saved import default_hooks
from rushlight.autograd.views import edge_of
from rushlight.dispatch import levels
from rushlight.storage import storage_of


class _NodeMeta(type):
    def __subclasscheck__(cls, subclass):
        return type.__subclasscheck__(cls, subclass) or issubclass(subclass, tape.Node)

    def __instancecheck__(cls, instance):
        return issubclass(type(instance), cls)


class Node(metaclass=_NodeMeta):
    """Stands for all nodes of the tape in isinstance and issubclass."""


def increment_version(tensor):
    """Counts a write that rushlight could not see. Takes a tensor or several."""
    for t in (tensor if not isinstance(tensor, levels.Tensor) else (tensor,)):
        storage_of(t).version += 1


class _unsafe_preserve_version_counter:
    """Inside, writes into the tensors are not counted: backward may then use values that it was not meant to."""

    def __init__(self, tensors):
        self.tensors = (tensors,) if isinstance(tensors, levels.Tensor) else tuple(tensors)
        self.versions = [t._version for t in self.tensors]

    def __enter__(self):
        pass

    def __exit__(self, *_):
        _unsafe_set_version_counter(self.tensors, self.versions)


def _unsafe_set_version_counter(tensors, versions):
    """Sets how many writes the tensors' memories are said to have seen."""
    for tensor, version in zip(tensors, versions, strict=True):
        if version < 0:
            raise RuntimeError(f"Cannot set a version_counter to a value below 0: {version}")
        storage_of(tensor).version = version


def set_warn_on_accumulate_grad_stream_mismatch(enabled):
    """Nothing to warn of: the CPU has no streams."""


class saved_tensors_hooks:
    """Inside, pack_hook(tensor) decides what is kept for backward, and unpack_hook(packed) brings the tensor back."""

    def __init__(self, pack_hook, unpack_hook):
        self.hooks = pack_hook, unpack_hook

    def __enter__(self):
        if default_hooks.disabled is not None:
            raise RuntimeError(default_hooks.disabled)
        default_hooks.stack = (*default_hooks.stack, self.hooks)
        levels.enter_slow_path()

    def __exit__(self, *_):
        default_hooks.stack = default_hooks.stack[:-1]
        levels.leave_slow_path()


class save_on_cpu(saved_tensors_hooks):
    """Keeps saved tensors in ordinary memory, where they are already; each is copied, as torch does.

    Memory is pinned for accelerators: without one, torch too takes `pin_memory` for a wish.
    """

    def __init__(self, pin_memory=False, device_type="cuda"):
        super().__init__(lambda tensor: tensor.detach().clone(), lambda packed: packed)


class disable_saved_tensors_hooks:
    """Inside, saved_tensors_hooks raises a RuntimeError with `error_message`."""

    def __init__(self, error_message):
        self.message = error_message

    def __enter__(self):
        if default_hooks.stack:
            raise RuntimeError(self.message)
        self.before, default_hooks.disabled = default_hooks.disabled, self.message

    def __exit__(self, *_):
        default_hooks.disabled = self.before


def register_multi_grad_hook(tensors, fn, *, mode="all"):
    """Calls fn(grads) once a backward has computed all the gradients of `tensors` that it will, or fn(grad) for "any" of them."""
    if mode not in ("all", "any"):
        raise ValueError(f"Expects mode to be one of ('all', 'any') but got {mode}")
    hook = _AllHook(tensors, fn) if mode == "all" else _AnyHook(tensors, fn)
    return _Handles([t.register_hook(hook.at(i)) for i, t in enumerate(tensors)])


class _AllHook:
    """Waits for the last of the gradients that a pass will compute."""

    def __init__(self, tensors, fn):
        self.nodes, self.fn, self.lock = [edge_of(t).node for t in tensors], fn, threading.Lock()
        self.passes = WeakKeyDictionary()           # a pass -> {position: gradient}

    def at(self, position):
        def hook(grad):
            sweep = current.sweep
            with self.lock:
                grads = self.passes.setdefault(sweep, {})
                grads[position] = grad
                ready = all(at in grads or not sweep.runs_node(node) for at, node in enumerate(self.nodes))
                if ready:
                    del self.passes[sweep]
            if ready:
                self.fn([grads.get(at) for at in range(len(self.nodes))])
        return hook


class _AnyHook:
    """Fires at the first gradient of a pass."""

    def __init__(self, tensors, fn):
        self.fn, self.lock, self.seen = fn, threading.Lock(), None

    def at(self, position):
        def hook(grad):
            with self.lock:
                first, self.seen = self.seen is not current.sweep, current.sweep
            if first:
                self.fn(grad)
        return hook


class _Handles:
    def __init__(self, handles):
        self.handles = handles

    def remove(self):
        for handle in self.handles:
            handle.remove()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.remove()


def __getattr__(name):
    if name == "allow_mutation_on_saved_tensors":
        from rushlight.autograd.mutation import allow_mutation_on_saved_tensors
        return allow_mutation_on_saved_tensors
    from rushlight.errors import missing_attribute
    raise missing_attribute("torch.autograd.graph", name)
