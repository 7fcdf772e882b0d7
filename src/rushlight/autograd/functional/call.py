"""One call of the user's function, checked and recorded."""
from __future__ import annotations

from rushlight.autograd.entry import grad
from rushlight.autograd.functional import strictness
from rushlight.autograd.grad_mode import enable_grad
from rushlight.dispatch.levels import Tensor
from rushlight.dispatch.namespace import tensors as F


class Call:
    """func(*inputs) on the tape: `inputs` and `outputs` are tuples of tensors, whatever the user gave and got.

    `create_graph`: results may be differentiated again, also by the user's own inputs. `strict`: what does not depend on an input
    is an error, where it would be zero. `name` is that of the public function, for messages.
    """

    def __init__(self, name, func, inputs, create_graph, strict):
        self.name, self.create_graph, self.strict = name, create_graph, strict
        inputs, self.takes_tuple = as_tuple(inputs, "inputs", name)
        with enable_grad():
            self.inputs = tuple([_variable(x, create_graph) for x in inputs])
            outputs = func(*self.inputs)
        self.outputs, self.gives_tuple = as_tuple(outputs, "outputs of the user-provided function", name)
        if strict:
            strictness.require_grad(self.outputs, strictness.OUTPUT)

    def require_scalar(self):
        """RuntimeError unless the output is one tensor of one element."""
        if self.gives_tuple or len(self.outputs) != 1:
            raise RuntimeError(f"The function given to {self.name} should return a single Tensor")
        if self.outputs[0].numel() != 1:
            raise RuntimeError(f"The Tensor returned by the function given to {self.name} should contain a single element")

    def vector(self, v, like, is_tuple, missing):
        """The user's v as a tuple with the shapes of `like`; ones for a lone scalar. RuntimeError with the text `missing` if it
        is needed and not there.
        """
        if v is None:
            if len(like) != 1 or like[0].numel() != 1:
                raise RuntimeError(missing)
            return (F.ones_like(like[0].detach()),)
        v, _ = as_tuple(v, "v", self.name)
        if len(v) != len(like):
            raise RuntimeError(f"v is a tuple of invalid length: should be {len(like)} but got {len(v)}." if is_tuple else
                               "The given v should contain a single Tensor.")
        for i, (own, wanted) in enumerate(zip(v, like)):
            if own.shape != wanted.shape:
                where = f"Entry {i} in " if is_tuple else ""
                raise RuntimeError(f"{where}v has invalid size: should be {wanted.shape} but got {own.shape}.")
        return v

    def filled(self, grads, like, texts):
        """The gradients with zeros for None. With `strict`, RuntimeError for what depends on nothing, in the words of `texts`."""
        if self.strict:
            strictness.check(grads, texts, self.create_graph)
        return tuple([F.zeros_like(x.detach()) if g is None else g for g, x in zip(grads, like)])

    def outputs_and(self, results, is_tuple):
        """What the user gets: the outputs and the results, each as a tuple only where the user has one."""
        return (give_back(self.outputs, self.gives_tuple, self.create_graph), give_back(results, is_tuple, self.create_graph))


def as_tuple(value, what, name):
    """A tensor, or tensors, as a tuple; and whether it was one. TypeError for anything else."""
    is_tuple = isinstance(value, tuple)
    values = value if is_tuple else (value,)
    for i, v in enumerate(values):
        if not isinstance(v, Tensor):
            which = f"value at index {i}" if is_tuple else f"given {what}"
            raise TypeError(f"The {what} given to {name} must be either a Tensor or a tuple of Tensors but the {which} has type "
                            f"{type(v)}.")
    return values, is_tuple


def _variable(tensor, create_graph):
    """A tensor of our own that requires grad; connected to the user's where a graph is wanted."""
    if create_graph and tensor.requires_grad:
        return F.view_as(tensor, tensor)
    return tensor.detach().requires_grad_()


def gradients(outputs, inputs, weights, create_graph):
    """The gradients of the outputs that have any, weighted; None where nothing arrives."""
    pairs = [(o, w) for o, w in zip(outputs, weights) if o is not None and o.requires_grad]
    if not pairs:
        return (None,) * len(inputs)
    outputs, weights = zip(*pairs)
    return grad(outputs, inputs, weights, create_graph=create_graph, allow_unused=True)


def give_back(values, is_tuple, keep_graph):
    """The values as the user wants them: alone or as a tuple, and off the tape unless its graph is wanted."""
    values = values if keep_graph else tuple([v.detach() for v in values])
    return values if is_tuple else values[0]
