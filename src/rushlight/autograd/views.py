"""Views: what a view tensor knows about its base, and how in-place writes reroute history.

# Note [In-place through a view]
A write through a view changes the base, so the base's history becomes `CopySlices`: outside the view the gradient passes,
inside it goes through the op that wrote. Every other view of that base is then out of date; it notices when asked for its
edge, since its version is not the storage's, and links itself to the base anew (`AsStridedBackward0`).
"""
from __future__ import annotations

from rushlight.autograd.grad_mode import enable_grad, mode
from rushlight.autograd.node import AccumulateGrad, Node, nobody, sequence
from rushlight.backends.numpy.layouts import layout_of
from rushlight.dispatch.namespace import tensors
from rushlight.storage import writes_until

# How a view came to be, where that restricts writing to it.
ORDINARY, IN_NO_GRAD, ONE_OF_MANY, IN_CUSTOM_FUNCTION, IN_INFERENCE = range(5)
TO_REAL = frozenset(("real", "imag", "view_as_real"))
BETWEEN_REAL_AND_COMPLEX = TO_REAL | {"view_as_complex"}        # strides do not say what these look at


class View:
    """Sits in a view tensor's `_edge`. `edge` is right while `version` is the storage's.

    `base` is the tensor that owns the memory, `step` the (op, options) that made this view of `previous` (None: of the base),
    `array` what it looks at.
    """
    previous = edge = None
    dual = None                 # refers to the tensor, where that shares no tangents with its base: see tangents.py
    creation = ORDINARY

    @property
    def steps(self):
        """The (op, options) pairs that lead from the base, in the shape it has now, to this view."""
        steps, view = [], self
        while view is not None:
            steps.append(view.step)
            first, view = view, view.previous
        earlier = [step for version, step in self.base._reshapes if version > first.version]
        if earlier:
            first.previous = _base_as_it_was(self.base, earlier[0])
            steps.append(earlier[0])
        return tuple(reversed(steps))

    @property
    def tracked(self):
        """Whether it requires grad: as soon as its base does, even if it was made where nothing is recorded."""
        return self.edge is not None or edge_of(self.base) is not None

    def refuse_write(self, indirect=False):
        """Raises if this view came to be in a way that forbids writing to it (`indirect`: through its base)."""
        text = _RESTRICTED.get(self.creation)
        if text is None:
            return
        what = "its base or another view of its base has been modified inplace" if indirect else "is being modified inplace"
        name = self._described()
        raise RuntimeError(f"{name} and {what}{' with grad mode enabled' if name.endswith('no_grad mode') else ''}{text}")

    def _described(self):
        mode_name, edge = _RESTRICTED_IN.get(self.creation), self.edge
        if edge is None or type(edge) is AccumulateGrad:
            return f"A view was created in {mode_name or 'no_grad mode'}"
        view_of = "" if mode_name is None else f" of a view which was created in {mode_name}"
        return f"Output {edge.number} of {edge.node.operation()} is a view{view_of}"

    def current(self):
        """The edge that a consumer links to now; None if no gradient flows here."""
        if self.base._storage.version != self.version:
            self._refresh()
        if self.edge is None and self.creation:
            self._end_here()
        return self.edge

    def _end_here(self):
        """For a view made unrecorded of what is on the tape: its consumers are recorded, and gradients go no further."""
        if edge_of(self.base) is not None:
            self.edge = AccumulateGrad(self.array, nobody)

    def _refresh(self):
        storage = self.base._storage
        if storage.cuts and writes_until(storage, storage.version) == writes_until(storage, self.version):
            self.version = storage.version
            return
        base_edge = edge_of(self.base)
        if base_edge is None and (self.edge is None or type(self.edge) is AccumulateGrad):
            return
        self.refuse_write(indirect=True)
        base = self.base._data
        steps = self.steps
        replays = mode.replays_views or any(op.name in BETWEEN_REAL_AND_COMPLEX for op, _ in steps)
        before, self.edge = self.edge, self._replayed(steps) if replays else \
            by_strides(base_edge, self.array.shape, base.dtype, (steps, base.shape, layout_of(base)))
        self.version = self.base._storage.version
        move_retained(before, self.edge)

    def _replayed(self, steps):
        """The edge of the same view, taken anew of the base."""
        with enable_grad():
            return edge_of(replay(tensors, self.base, steps))


def _base_as_it_was(base, step):
    """Stands between a base that an in-place view op changed and the views made before."""
    made = View()
    made.base, made.step, made.version = base, step, base._storage.version
    return made


_AMBIGUOUS = (". Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify your code by moving "
              "both the view and the inplace either both inside the {0} block (if you don't want the inplace to be tracked) or "
              "both outside (if you want the inplace to be tracked).")
_RESTRICTED_IN = {IN_NO_GRAD: "no_grad mode", IN_INFERENCE: "inference mode"}
_RESTRICTED = {
    IN_NO_GRAD: _AMBIGUOUS.format("no_grad"),
    IN_INFERENCE: " in normal mode" + _AMBIGUOUS.format("inference_mode"),
    ONE_OF_MANY: (". This view is the output of a function that returns multiple views. Such functions do not allow the output "
                  "views to be modified inplace. You should replace the inplace operation by an out-of-place one."),
    IN_CUSTOM_FUNCTION: (". This view was created inside a custom Function (or because an input was returned as-is) and the "
                         "autograd logic to handle view+inplace would override the custom backward associated with the "
                         "custom Function, leading to incorrect gradients. This behavior is forbidden. You can fix this by "
                         "cloning the output of the custom Function."),
}


def edge_of(tensor):
    """What a consumer of `tensor` links to, or None."""
    edge = tensor._edge
    return edge.current() if type(edge) is View else edge


def view_of(tensor):
    """The tensor's View, or None if it is not one."""
    edge = tensor._edge
    return edge if type(edge) is View else None


def replay(F, value, steps):
    """Takes the view that `steps` describe, at the level of `F`."""
    for op, options in steps:
        value = getattr(F, op.name)(value, *options)
    return value


def by_strides(base_edge, shape, dtype, recipe):
    """The edge of a view, by its place in the memory of its base: (steps, the base's shape, its layout)."""
    node = AsStridedBackward0()
    node.seq, node.edges, node.saved = next(sequence), (base_edge,), recipe
    node.shape, node.dtype = shape, dtype
    return node


class AsStridedBackward0(Node):
    """A view linked to its base anew, after a write."""

    def apply(self, F, grad):
        return (F.view_backward(grad, *self.saved),)

    frees = False                               # it saves a recipe, no tensor


class CopySlices(Node):
    """The history of a base after one of its views was written by `writer`."""

    def name(self):
        return "torch::autograd::CopySlices"

    def __init__(self, writer, base_edge, base, steps):
        self.writer, self.steps, self.layout = writer, steps, layout_of(base._data)
        self.seq, self.edges = next(sequence), (base_edge, *writer.edges[1:])
        self.shape, self.dtype = base._data.shape, base._data.dtype
        self.frees, self.quiet = writer.frees, writer.quiet

    def apply(self, F, grad):
        inner, *others = self._written(F, F.view_gather(grad, self.steps, self.layout))
        if self.edges[0] is None:
            return (None, *others)
        if inner is None:
            inner = F.zeros_like(F.view_gather(grad, self.steps, self.layout))
        return (F.view_scatter(grad, inner, self.steps, self.layout), *others)

    def _written(self, F, grad):
        """The writer's gradients. Where they are recorded, its own output is a part of what the whole base is now."""
        writer = self.writer
        if F is tensors:
            writer.output_edge = by_strides(self, writer.shape, writer.dtype, (self.steps, self.shape, self.layout))
        try:
            return writer.apply(F, grad)
        finally:
            writer.output_edge = None

    def release(self):
        self.writer.release()


def rebase_history(tensor, node):
    """Makes `node`, which recorded a write into `tensor`, the tensor's history (and its base's, for a view)."""
    view = view_of(tensor)
    if view is None:
        move_retained(tensor._edge, node)
        tensor._edge = node
        return
    base = view.base
    history = CopySlices(node, edge_of(base), base, view.steps)
    move_retained(base._edge, history)
    base._edge = history
    view._refresh()


def move_retained(old, new):
    """`retain_grad` speaks of the tensor's newest value; hooks stay with the value they were hung on."""
    if old is None or old.node.hooks is None:
        return
    reference = old.node.hooks.retained.pop(old.number, None)
    if reference is not None:
        new.node._require_hooks().retained[new.number] = reference
