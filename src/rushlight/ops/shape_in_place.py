"""View ops that change the tensor itself: the same memory, seen another way from now on."""
from __future__ import annotations

from rushlight.autograd.grad_mode import mode
from rushlight.autograd.node import AccumulateGrad
from rushlight.autograd.views import View, edge_of, move_retained
from rushlight.backends.numpy.layouts import layout_of, offset_of, strides_of
from rushlight.dispatch.eager import compute
from rushlight.dispatch.wrapping import wrap
from rushlight.dispatch.nodes import make_node_for
from rushlight.dispatch.namespace import tensors
from rushlight.dispatch.op import by_hand, registry
from rushlight.dispatch.writing import check_changeable
from rushlight.ops.parts import strided_arguments
from rushlight.storage import storage_of


def _become(tensor, name, options, node_name):
    """Makes `tensor` what the view op `name` shows of it."""
    op = registry[name]
    old_edge, view = edge_of(tensor), tensor._edge if type(tensor._edge) is View else None
    check_changeable(tensor, old_edge is not None)
    array, _ = compute(op, (tensor._data, *options))
    node = None
    if old_edge is not None and mode.enabled:
        node = _node(op, tensor, array, options, node_name)
        move_retained(old_edge, node)
    if tensor._tangent is not None:
        tensor._tangent = tensors.view_gather(tensor._tangent, ((op, options),), layout_of(tensor._data))
    storage = storage_of(tensor)
    storage.version += 1
    if view is None:
        tensor._reshapes += (storage.version, _undone(tensor._data)),
    tensor._data = array
    if view is not None:
        tensor._edge = _seen_through(view, (op, options), node, storage.version, array)
    elif node is not None:
        tensor._edge = node
    elif type(old_edge) is AccumulateGrad:
        old_edge.shape = array.shape
    return tensor


def _undone(array):
    """The step from the changed base back to the way it was."""
    return registry["as_strided_view"], (array.shape, strides_of(array), offset_of(array), None)


def _node(op, tensor, array, options, node_name):
    holder, before = wrap(array), wrap(tensor._data)
    before._edge = tensor._edge
    node = make_node_for(op)(holder, before, *options)
    node.__class__ = op.node_class(node_name)
    return node


def _seen_through(view, step, edge, version, array):
    """The view, one step further from its base."""
    made = View()
    made.base, made.previous, made.step, made.edge = view.base, view, step, edge
    made.version, made.creation, made.array = version, view.creation, array
    return made


@by_hand(function=False)
def unsqueeze_(input, dim):
    """Gives the tensor a dimension of size 1 at `dim`."""
    return _become(input, "unsqueeze", (dim,), "UnsqueezeBackward1")


@by_hand(function=False)
def squeeze_(input, dim=None):
    """Takes the dimensions of size 1, or those of them that `dim` names, from the tensor."""
    number = 3 if dim is None else 4 if type(dim) is int else 5
    return _become(input, "squeeze", (dim,), f"SqueezeBackward{number}")


@by_hand(function=False, aliases=("swapaxes_", "swapdims_"))
def transpose_(input, dim0, dim1):
    """Exchanges two dimensions of the tensor."""
    return _become(input, "transpose", (dim0, dim1), "TransposeBackward1")


@by_hand(function=False)
def t_(input):
    """Transposes the matrix itself."""
    return _become(input, "t", (), "TBackward1")


@by_hand()
def as_strided_(input, size, stride, storage_offset=None):
    """Makes the tensor look at its memory with other strides."""
    size, stride, offset = strided_arguments(input, size, stride, storage_offset)
    view = input._edge if type(input._edge) is View else None
    out = _become(input, "as_strided_view", (size, stride, offset, layout_of(input._data)), "AsStridedBackward1")
    if view is not None:
        out._edge.previous = None
        out._edge.step = (registry["as_strided_view"], (size, stride, offset, layout_of(view.base._data)))
    return out
