"""What a node keeps for its backward pass, and the checks when it is asked for.

An input is kept as the Tensor itself with the version it had; an output as its array and Storage, because the tensor
would be a reference cycle (node -> tensor -> node). Numbers are kept as they are, with no version.
"""
from __future__ import annotations

import threading

from rushlight.autograd.grad_mode import no_grad
from rushlight.autograd.node import AccumulateGrad, Output
from rushlight.autograd.views import edge_of
from rushlight.storage import Storage, writes_until

FREED = ("Trying to backward through the graph a second time (or directly access saved tensors after they have already "
         "been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). "
         "Specify retain_graph=True if you need to backward through the graph a second time or if you need to access "
         "saved tensors after calling backward.")


_DETACHED = ("Trying to use a saved tensor that has been detached in-place, i.e. with .detach_().This is not supported, please "
             "use out-of-place `.detach()` instead")


class _DefaultHooks(threading.local):
    stack = ()              # (pack, unpack) pairs, innermost last
    disabled = None         # the error message while hooks are disabled
    before_write = None     # called with each tensor that is about to be written, while somebody keeps saved tensors from writes


default_hooks = _DefaultHooks()


def hooks_are_enabled():
    """Whether saved_tensors_hooks may be used now."""
    return default_hooks.disabled is None


class Packed:
    """Stands in a node for a tensor that a pack hook replaced; what comes back takes the tensor's place on the tape."""
    __slots__ = ("value", "hooks", "edge")

    def __init__(self, tensor, hooks, edge):
        self.value, self.hooks, self.edge = _pack(hooks[0], tensor), hooks, edge

    def array(self):
        """The array that the unpack hook brings back."""
        return self._unpacked()._data

    def tensor(self, node=None):
        """The tensor that the unpack hook brings back. `node` is the node that keeps it, if it is one of its outputs."""
        out = self._unpacked()
        edge = self.edge
        if type(edge) is int:
            edge = (node.output_edge or node) if edge == 0 else Output(node, edge)
        if edge_of(out) is edge:
            return out
        again = object.__new__(type(out))
        again._data, again._storage, again._edge = out._data, out._storage, edge
        return again

    def _unpacked(self):
        with no_grad():
            out = self.hooks[1](self.value)
        if not hasattr(out, "_edge"):
            raise TypeError(f"Output of saved tensor unpack_hook expected to be a Tensor but got result of type "
                            f"{type(out).__name__}")
        return out


def _pack(hook, tensor):
    storage = tensor._storage
    before = 0 if storage is None else storage.version
    with no_grad():
        packed = hook(tensor)
    if tensor._storage is not None and tensor._storage.version != before:
        raise RuntimeError("A saved tensor pack hook is modifying its input in place. Tensors provided as input to pack hook "
                           "cannot be modified by in-place operations as this can lead to unexpected side-effects. Please open "
                           "an issue if you need to perform in-place operations on the input to a pack hook.")
    return packed


class SavedOutput:
    """An output of the node that keeps it."""
    __slots__ = ("array", "storage", "version", "node", "number", "tangents")

    def __init__(self, tensor, number):
        storage = tensor._storage
        if storage is None:
            storage = tensor._storage = Storage()
        self.array, self.storage, self.version, self.number = tensor._data, storage, storage.version, number


def version_to_save(value):
    """The version to remember with `value`; None for what has none (numbers, absent tensors)."""
    try:
        storage = value._storage
    except AttributeError:
        return None
    if value._inference:
        raise RuntimeError(
            "Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in "
            "computation tracked by autograd. To work around this, you can make a clone to get a normal tensor and use it "
            "in autograd, or use `torch.no_grad()` instead of `torch.inference_mode()`.")
    return 0 if storage is None else storage.version


def array_of(value, version):
    """The array of a saved input, unless it was written since."""
    if version is None:
        return value
    if type(value) is Packed:
        return value.array()
    storage = value._storage
    if (0 if storage is None else storage.version) != version:
        _refuse_written(value._data, edge_of(value), storage, version)
        if version < value._cut:
            raise RuntimeError(_DETACHED)
    return value._data


def tensor_of(value, version):
    """The Tensor of a saved input, unless it was written since."""
    if version is None:
        return value
    if type(value) is Packed:
        return value.tensor()
    array_of(value, version)
    return value


def arrays_of(values, versions):
    return [array_of(v, version) for v, version in zip(values, versions)]


def tensors_of(values, versions):
    return [tensor_of(v, version) for v, version in zip(values, versions)]


def output_array(saved, node):
    """The array of a saved output."""
    if type(saved) is Packed:
        return saved.array()
    if saved.storage.version != saved.version:
        _refuse_written(saved.array, node, saved.storage, saved.version, saved.number)
    return saved.array


_OLD_KINDS = frozenset(("Float", "Double", "Half", "Long", "Int", "Short", "Char", "Byte"))     # named as tensors once were


def raise_freed():
    raise RuntimeError(FREED)


def _refuse_written(array, edge, storage, version, number=None):
    """Raises if the memory was written since `version`: another may also come of a detach_()."""
    expected, now = writes_until(storage, version), writes_until(storage, storage.version)
    if now == expected:
        return
    from rushlight.dtypes import dtype_of
    name = dtype_of(array).scalar_name
    kind = f"torch.{name}Tensor" if name in _OLD_KINDS else f"CPU{name}Type"
    maker = ""
    if edge is not None and type(edge) is not AccumulateGrad:
        where = edge.number if number is None else number
        maker = f", which is output {where} of {edge.node.operation()},"
    raise RuntimeError(
        f"one of the variables needed for gradient computation has been modified by an inplace operation: "
        f"[{kind} {list(array.shape)}]{maker} is at version {now}; expected version {expected} instead. Hint: enable "
        f"anomaly detection to find the operation that failed to compute its gradient, with "
        f"torch.autograd.set_detect_anomaly(True, check_nan=False).")
