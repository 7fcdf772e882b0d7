"""rushlight.explain: why a tensor's gradient is what it is, in plain words."""
from __future__ import annotations

from rushlight import dtypes
from rushlight.autograd.node import AccumulateGrad
from rushlight.autograd.views import IN_INFERENCE, IN_NO_GRAD, edge_of, view_of
from rushlight.dispatch import levels
from rushlight.insight import recording
from rushlight.insight.recording import reached


class Explanation(str):
    """Text that shows itself as it is."""
    __repr__ = str.__str__


def explain(tensor):
    """Returns what this tensor is to autograd now, and why its gradient is there or not: a text for reading.

    Inside `with rushlight.explaining():`, and after it, the text names the lines of the program.
    """
    if not isinstance(tensor, levels.Tensor):
        raise TypeError(f"explain() takes a tensor, not {type(tensor).__name__}")
    return Explanation("\n".join([_identity(tensor), *_need(tensor), *_gradient(tensor)]))


# ---------------------------------------------------------------- what it is

def _identity(tensor):
    what = f"{_named(tensor.dtype)} tensor of shape {list(tensor.shape)}"
    made = _made(tensor)
    if not tensor.is_leaf:
        inputs = " and to ".join(_described(e) for e in tensor.grad_fn.edges if e is not None)
        return (f"This is {what}, made by the recorded operation {tensor.grad_fn.name()}{made and f' ({made})'}, through which "
                f"its gradient flows to {inputs}.")
    return f"This is a leaf, {what}: " + (f"{made} made it, and was not recorded." if made else "no operation made it.")


def _named(dtype):
    return f"{'an' if dtype.name[0] in 'aeiou' else 'a'} {dtype.name}"


def _made(tensor):
    note = recording.notebook.of(tensor)
    return "" if note is None or note.call is None else f"{note.call.op}, {_at(note.call.line)}"


def _at(line):
    return f"{line.file.rpartition('/')[2]} line {line.number}: `{line.text}`"


def _described(edge):
    return f"a leaf {list(edge.shape)}" if type(edge) is AccumulateGrad else f"{edge.node.name()} {list(edge.shape)}"


# ---------------------------------------------------------------- whether it needs a gradient

def _need(tensor):
    if not tensor.requires_grad:
        yield "It requires no gradient: {}. {}".format(*_why_untracked(tensor))
        return
    yield "It requires a gradient."
    cut = _cut_by_view(tensor)
    if cut is not None and tensor.is_leaf:
        yield "But none flows on to what it is a view of: {}. {}".format(*cut)
    node = tensor.grad_fn
    if node is not None and node.frees and node.saved is None:
        yield ("Its graph was freed by a backward pass: another one through it raises an error. Pass retain_graph=True to the "
               "first backward to go through it twice, or compute the tensor again.")


def _why_untracked(tensor):
    """Why no gradient flows to a tensor, and what to do."""
    if tensor._inference:
        return ("it was made in inference mode, whose tensors never join a graph",
                "Compute it outside torch.inference_mode(), or use torch.no_grad() there and clone() it.")
    note = recording.notebook.of(tensor)
    found = _cut_by_view(tensor) if note is None else _cut_at(note) or _cut_by_view(tensor)
    if found is None and tensor.dtype.category < dtypes.FLOATING:
        return f"only floating point and complex tensors can, and this is {_named(tensor.dtype)} one", _INTEGER
    if found is None and note is not None and note.call is not None:
        return "nothing that it was computed from requires one", _PARAMETER
    return found or ("it was made without requires_grad=True, or computed from tensors that require none", _PARAMETER + (
        "" if note is not None else " If you cannot see where the gradient was lost, run the program inside "
        "`with rushlight.explaining():` and ask again."))


_PARAMETER = "If this is to be learned, pass requires_grad=True when it is made, or call requires_grad_() before it is used."
_INTEGER = "Convert it to floating point before requires_grad_()."
_SMOOTH = ("No gradient passes through integers and bools: use a smooth function instead (softmax, sigmoid, a loss of the "
           "scores), and this one only to report.")
_DETACHED = "Use the tensor itself where a gradient should flow, and detach() only what you print, store or compare with."
_TAPE_OFF = "Move the computation out of torch.no_grad(), or out of the function decorated with it."
_OUTSIDE = "Use the tensor itself instead of its .data, and torch.no_grad() around updates of parameters."


def _cut_by_view(tensor):
    """A view remembers by itself what it is a view of, and whether it was recorded."""
    view = view_of(tensor)
    if view is not None and view.creation in (IN_NO_GRAD, IN_INFERENCE) and edge_of(view.base) is not None:
        return "it was made under torch.no_grad(), where nothing is recorded", _TAPE_OFF
    return None


def _cut_at(note):
    """Where the graph ends on the way to a tensor: at the call that made it, or at one before."""
    stack, seen = [note], set()
    while stack:
        note = stack.pop()
        found = None if note.requires_grad else _cut_in(note)
        if found is not None:
            return found
        earlier = [] if note.requires_grad or note.call is None else note.call.inputs
        stack += [n for n in earlier if n not in seen]
        seen.update(earlier)
    return None


def _cut_in(note):
    """How one call, or none, lost the gradient of its input."""
    if note.call is None:
        return next((_cut_between(other, note) for other in recording.notebook.notes
                     if other.requires_grad and note.shares_memory(other)), None)
    if not any(n.requires_grad for n in note.call.inputs):
        return None
    where = _at(note.call.line)
    if note.call.tape_off:
        return f"nothing is recorded under torch.no_grad() ({where})", _TAPE_OFF
    if note.dtype.category < dtypes.FLOATING:
        return f"{note.call.op} gives {_named(note.dtype)} tensor ({where})", _SMOOTH
    return f"{note.call.op} has no gradient ({where})", "Replace it by a differentiable operation."


def _cut_between(source, note):
    """How the memory of a tensor came to be looked at by another that is no view of it."""
    if note.shares_versions(source):
        made = "" if source.call is None else f", used on the result of {source.call.op} ({_at(source.call.line)})"
        return f"detach(){made}, gives a constant" if made else "detach() gives a constant", _DETACHED
    return "`.data` or NumPy led to the memory of a tensor that requires one, but from outside the graph", _OUTSIDE


# ---------------------------------------------------------------- whether the gradient is there

def _gradient(tensor):
    if tensor._grad is not None:
        yield f"Its .grad is there, of shape {list(tensor._grad.shape)}: what backward passes have added up."
    elif not tensor.requires_grad:
        yield "So its .grad is None, and no backward pass will change that."
    elif not tensor.is_leaf:
        yield from _of_a_result(tensor)
    else:
        yield from _of_a_leaf(tensor)


def _of_a_result(tensor):
    if tensor.retains_grad:
        yield ("Its .grad is None although retain_grad() was called: no backward pass has come through since. Call backward() on "
               "a result that was computed from it.")
        return
    yield ("Its .grad is None because it is not a leaf: backward computes its gradient, hands it on and forgets it. Call "
           "retain_grad() on it before backward() to keep it.")
    edges = [e for e in tensor.grad_fn.edges if e is not None]
    if len(edges) == 1 and type(edges[0]) is AccumulateGrad:
        yield ("It was computed from one leaf alone, and that one gets the gradient. If this tensor was meant to be the "
               "parameter: make it in its final type and shape, and update it in place under torch.no_grad() (w -= rate * "
               "w.grad), for `w = w - ...` makes a new tensor.")


def _of_a_leaf(leaf):
    passes = recording.notebook.passes
    came = [p for p in passes if reached(p, leaf)]
    if any(p.stores for p in came):
        yield (f"Its .grad is None although a backward pass reached it ({_at(came[-1].line)}): it was cleared since, by "
               "zero_grad() or by `.grad = None`. Read .grad before it is cleared.")
    elif came:
        yield (f"Its .grad is None because autograd.grad ({_at(came[-1].line)}) returns gradients and stores none. Use what it "
               "returned, or call backward().")
    elif passes:
        yield f"Its .grad is None because no backward pass reached it: the last ({_at(passes[-1].line)}) went to other leaves."
        yield _where_it_was_lost(leaf)
    elif recording.notebook.of(leaf) is not None:
        yield "Its .grad is None because backward() was not called. Call it on the loss that was computed from this tensor."
    else:
        yield ("Its .grad is None: no backward pass that reached it has run since it was made or cleared. Call backward() on a "
               "result computed from it; if you did, run the program inside `with rushlight.explaining():` and ask again.")


def _where_it_was_lost(leaf):
    """The first call on the way from a leaf that let no gradient through."""
    note = recording.notebook.of(leaf)
    if note is None:
        return "No operation has used it since explaining() began: use this tensor, not a copy of it, in the computation."
    led_from = {note}
    for made in recording.notebook.notes:
        if made.call is None and not any(map(made.shares_memory, led_from)):
            continue
        if made.call is not None and led_from.isdisjoint(made.call.inputs):
            continue
        found = None if made.requires_grad else _cut_in(made)
        if found is not None:
            return "The graph was cut on the way from it: {}. {}".format(*found)
        led_from.add(made)
    return "What was computed from it was not part of what backward() was called on: check which tensors enter the loss."
