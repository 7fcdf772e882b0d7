"""SavedTensor: a handle on one tensor that a node keeps, under `grad_fn._raw_saved_*`."""
from __future__ import annotations

from rushlight.autograd.saved import Packed, SavedOutput, raise_freed, tensor_of
from rushlight.autograd.views import edge_of
from rushlight.dispatch import levels
from rushlight.dispatch.wrapping import output_tensor, wrap


class SavedTensor:
    """What a node keeps in one place of `node.saved`; `path` says where: the indices that lead to the tensor."""

    def __init__(self):
        raise RuntimeError("Trying to create a SavedTensor object from Python is forbidden.")

    @classmethod
    def of(cls, node, path):
        made = object.__new__(cls)
        made._node, made._path = node, path
        return made

    def _kept(self):
        kept = self._node.saved
        for index in self._path if kept else ():
            kept = kept[index]
        return kept

    @property
    def data(self):
        """The packed object under a hook; else the tensor, or a constant over its memory if it is the node's output or a leaf."""
        kept = self._kept()
        if type(kept) is Packed:
            return kept.value
        return wrap(kept.array) if type(kept) is SavedOutput else kept.detach() if kept is not None and kept.is_leaf else kept

    @property
    def unpack_hook(self):
        """The hook that unpack() will call, or None."""
        kept = self._kept()
        return kept.hooks[1] if type(kept) is Packed else None

    def unpack(self):
        """The tensor, at its place on the tape. RuntimeError once freed."""
        kept = self._kept()
        if kept is None:
            raise_freed()
        if type(kept) is Packed:
            return kept.tensor(self._node)
        return output_tensor(kept, self._node) if type(kept) is SavedOutput else tensor_of(kept, kept._version)

    def register_hooks(self, *hooks):
        """Replaces the tensor by pack_hook(tensor), which unpack_hook(packed) brings back when it is needed. Only once."""
        if len(hooks) != 2 or not all(map(callable, hooks)):
            raise TypeError(f"register_hooks(): incompatible function arguments. It takes two callables, pack_hook and "
                            f"unpack_hook, but got: {', '.join(type(h).__name__ for h in hooks)}")
        if self._node.saved is None:
            raise RuntimeError("Calling register_hooks on a saved tensor after it has been freed. Saved intermediate values of "
                               "the graph are freed when you call .backward() or autograd.grad(). Specify retain_graph=True if "
                               "you need to backward through the graph a second time or if you need to access saved variables "
                               "after calling backward.")
        kept = self._kept()
        if type(kept) is Packed:
            raise RuntimeError("Calling register_hooks on a saved tensor whose hooks have already been set. Hint: only one pair "
                               "of hooks is allowed at a time.")
        if not isinstance(kept, (levels.Tensor, SavedOutput)):
            raise RuntimeError("Calling register_hooks on a saved tensor with value None is forbidden")
        edge = kept.number if type(kept) is SavedOutput else edge_of(kept)
        self._node.saved = _replaced(self._node.saved, self._path, Packed(self.data, hooks, edge))
        self._node.quiet = False


def _replaced(values, path, new):
    """`values` with another value at the end of the path."""
    first, *rest = path
    return type(values)([(_replaced(v, rest, new) if rest else new) if at == first else v for at, v in enumerate(values)])


SavedTensor.__module__ = "torch._C._autograd"
