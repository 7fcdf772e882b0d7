"""Tensors that are computed again when backward needs them: what checkpoint() keeps instead of them.

# Note [What a checkpoint keeps]
While the function runs, each tensor that its ops save becomes a `Handle` without a value, and the `Frame` counts the handles. The
first of them that backward asks for runs the function again; what its ops save then, in the same order, are the values. The
function's own arguments are saved as any op would save them, so that in a checkpoint within a checkpoint they are handles too.
"""
from __future__ import annotations

import threading
import weakref
from contextlib import nullcontext

from rushlight.amp.autocast_mode import autocast, get_autocast_dtype, is_autocast_cache_enabled, is_autocast_enabled
from rushlight.autograd.grad_mode import enable_grad
from rushlight.autograd.graph import saved_tensors_hooks
from rushlight.autograd.running import current_task_id
from rushlight.autograd.saved import Packed, default_hooks
from rushlight.dispatch import levels
from rushlight.dispatch.wrapping import packed
from rushlight.random import get_rng_state, set_rng_state
from rushlight.utils._pytree import tree_map_only
from rushlight.utils.call_log import CallLog, comparison


class CheckpointError(RuntimeError):
    """The function did not do the same when it ran again."""


class Handle:
    """Stands in a node for one saved tensor."""


class Frame:
    """One checkpointed call: how to run it again, and the handles that wait for what it saves."""

    def __init__(self, function, args, kwargs, preserve_rng_state, recompute_context, describe, early_stop, log):
        self.function, self.context = function, recompute_context
        self.args, self.kwargs = tree_map_only(levels.Tensor, _saved, (args, kwargs))
        self.surroundings = Surroundings(preserve_rng_state)
        self.describe, self.early_stop = describe, early_stop
        self.log = log                                      # a CallLog of the first run, or None
        self.handles, self.descriptions = [], []            # weak references to the handles; what each tensor looked like
        self.finished = False                               # whether the first run has come to its end
        self.values = {}                                    # backward pass, or group of them -> {handle: tensor}

    def hooks(self):
        """The context in which ops give their tensors to this frame."""
        return saved_tensors_hooks(self.pack, self.unpack)

    def pack(self, tensor):
        handle = Handle()
        self.handles.append(weakref.ref(handle))
        self.descriptions.append(self.describe(tensor))
        return handle

    def unpack(self, handle):
        task = _groups.current or current_task_id()
        if task == -1:                                      # no backward runs: somebody looks at `grad_fn._saved_*`
            self.values.pop(task, None)
        if task not in self.values:
            self.values[task] = weakref.WeakKeyDictionary()
            _Recomputation(self, self.values[task]).run()
        if handle not in self.values[task]:
            overlap = _OVERLAP if task is _groups.current else ""
            raise CheckpointError("torch.utils.checkpoint: Unpack is being triggered for a tensor that was already unpacked "
                                  f"once. {overlap}If you are calling ctx.saved_tensors in backward, make sure to do so only "
                                  "once. Otherwise please open an issue with details on your use case.")
        return self.values[task].pop(handle)


_OVERLAP = ("Performing two backward calls that overlap (i.e. require the same saved activation in order to compute gradients) "
            "is not allowed while under the torch.utils.checkpoint.GraphExecGroup context. ")


class _Groups(threading.local):
    current = None


_groups = _Groups()


class GraphExecGroup:
    """Inside, several backward passes through one checkpoint run its function once more, rather than once more each."""

    def __enter__(self):
        if _groups.current is not None:
            raise RuntimeError(f"GraphExecGroup contexts cannot be nested. Already inside group {_groups.current}")
        _groups.current = self
        return self

    def __exit__(self, *_):
        _groups.current = None


def _saved(tensor):
    """A tensor argument, as an op would save it now."""
    return packed(tensor, None, default_hooks.stack[-1]) if default_hooks.stack else tensor


class _Stop(Exception):
    """Everything that is needed has been computed."""


class _Recomputation:
    """The second run of a frame's function, whose ops save into `values`."""

    def __init__(self, frame, values):
        self.frame, self.values = frame, values
        self.count, self.differences = 0, []

    def run(self):
        """Runs it. Where the first run noted its calls, an error tells those of both."""
        first = self.frame.log
        if first is None:
            return self._run(nullcontext())
        log = CallLog()
        try:
            self._run(log)
        except CheckpointError as error:
            raise CheckpointError(f"{comparison(first, log)}{error}") from error

    def _run(self, log):
        frame = self.frame
        args, kwargs = tree_map_only(Packed, Packed.tensor, (frame.args, frame.kwargs))
        with frame.surroundings, frame.context, enable_grad(), saved_tensors_hooks(self.pack, _itself), log:
            try:
                frame.function(*args, **kwargs)
            except _Stop:
                pass
        self.check()

    def pack(self, tensor):
        frame, at = self.frame, self.count
        if at >= len(frame.handles):
            if frame.finished:
                raise CheckpointError("torch.utils.checkpoint: trying to save more tensors during recomputation than during the "
                                      "original forward pass.")
            return tensor.detach()                          # backward runs within the function, which goes on from here
        self.count += 1
        description = frame.describe(tensor)
        if description != frame.descriptions[at]:
            self.differences.append(f"tensor at position {at}:\nsaved metadata: {frame.descriptions[at]}\n"
                                    f"recomputed metadata: {description}\n")
        handle = frame.handles[at]()
        if handle is not None:
            self.values[handle] = tensor.detach() if tensor.requires_grad else tensor
        if frame.early_stop and self.count == len(frame.handles):
            raise _Stop
        return tensor.detach()

    def check(self):
        if self.frame.finished and self.count != len(self.frame.handles):
            raise CheckpointError(f"torch.utils.checkpoint: A different number of tensors was saved during the original forward "
                                  f"and recomputation.\nNumber of tensors saved during forward: "
                                  f"{len(self.frame.handles)}\nNumber of tensors saved during recomputation: {self.count}.")
        if self.differences:
            raise CheckpointError(f"torch.utils.checkpoint: Recomputed values for the following tensors have different metadata "
                                  f"than during the forward pass.\n{''.join(self.differences)}")


def _itself(tensor):
    return tensor


class Surroundings:
    """Inside, autocast is as it was when this was made, and random numbers are the same again (if `random`)."""

    def __init__(self, random):
        self.random_state = get_rng_state() if random else None
        self.autocast = autocast("cpu", get_autocast_dtype("cpu"), is_autocast_enabled("cpu"), is_autocast_cache_enabled())

    def __enter__(self):
        self.autocast.__enter__()
        if self.random_state is not None:
            self.before = get_rng_state()
            set_rng_state(self.random_state)

    def __exit__(self, *error):
        if self.random_state is not None:
            set_rng_state(self.before)
        self.autocast.__exit__(*error)
