"""torch.utils.swap_tensors: two tensors that become each other."""
from __future__ import annotations

import weakref

from rushlight.autograd.node import AccumulateGrad


def swap_tensors(t1, t2):
    """Exchanges class, memory, gradient and all attributes of two tensors. RuntimeError if somebody knows one weakly."""
    for name, tensor in (("t1", t1), ("t2", t2)):
        own = getattr(tensor._edge, "leaf", None) if type(tensor._edge) is AccumulateGrad else None
        if any(reference is not own for reference in weakref.getweakrefs(tensor)):
            raise RuntimeError(f"Cannot swap {name} because it has weakref associated with it")
    t1.__class__, t2.__class__ = t2.__class__, t1.__class__
    first, second = dict(t1.__dict__), dict(t2.__dict__)
    for tensor, attributes in ((t1, second), (t2, first)):
        tensor.__dict__.clear()
        tensor.__dict__.update(attributes)
        if type(tensor._edge) is AccumulateGrad:
            tensor._edge = _successor(tensor._edge, tensor)


def _successor(edge, tensor):
    """The end of the tape at a tensor whose memory came from the leaf of `edge`; graphs that end there raise from now on."""
    made = AccumulateGrad(tensor._data, weakref.ref(tensor))
    made.hooks, edge.leaf = edge.hooks, _poisoned
    return made


def _poisoned():
    raise RuntimeError("Trying to execute AccumulateGrad node that was poisoned by swap_tensors: what was recorded before "
                       "swap_tensors, or before a conversion of a module under "
                       "torch.__future__.set_swap_module_params_on_conversion(True), cannot run backward after it.")
