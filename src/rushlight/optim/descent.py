"""The moulds of the optimizers: those that change a parameter as a whole, and those that have a rule for its elements.

A subclass of Descent says which `arrays` of the parameter's shape its state holds, how a state begins (`new_state`), and what a
step does: `rule(F, group, state)` works out the numbers of this step, and returns the function that changes the arrays.
"""
from __future__ import annotations

import numpy as np

from rushlight import construction
from rushlight.backends import threads
from rushlight.backends.quiet import quiet
from rushlight.dispatch import levels
from rushlight.dispatch.overlap import check_single_locations
from rushlight.dispatch.writing import count_write
from rushlight.ops.complexes import view_as_real
from rushlight.optim.arithmetic import Arrays, Tensors
from rushlight.optim.optimizer import Optimizer, grad_mode_of, loss_of, scalar_dtype

BLOCK = 1 << 15         # elements: the arrays of a rule's block stay in cache while its ten passes run over them
_RULE_DTYPES = (np.dtype(np.float32), np.dtype(np.float64))


class TensorDescent(Optimizer):
    """An optimizer that changes one parameter after the other (`update`), each with a state of its own (`new_state`)."""

    def step(self, closure=None):
        """Changes every parameter that has a gradient. Returns the loss, if a closure computes it."""
        with grad_mode_of(self):
            loss = loss_of(closure)
            for group in self.param_groups:
                for param in group["params"]:
                    if param._grad is not None:
                        _check_options(group, param)
                        self.update(group, param, param._grad, self._state_of(group, param))
        return loss

    def _state_of(self, group, param):
        state = self.state.get(param)
        if not state:
            state = self.new_state(group, param)
            if state:
                self.state[param] = state
        return state

    def new_state(self, group, param):
        """The state of a parameter before its first step."""
        return {}

    def update(self, group, param, grad, state):
        """Changes the parameter and its state."""
        raise NotImplementedError


class Descent(TensorDescent):
    """An optimizer whose rule works element by element."""
    arrays = ()

    def update(self, group, param, grad, state):
        tensors = [param, grad, *[state.get(name) for name in self.arrays]]
        if param._data.dtype.kind == "c":
            tensors = [t if t is None else view_as_real(t) for t in tensors]
        if _are_bare(tensors) and not self.defaults["differentiable"]:
            _run_on_arrays(self.rule(Arrays, group, state), tensors)
        else:
            self.rule(Tensors, group, state)(*tensors)

    def rule(self, F, group, state):
        """The change of this step: a function of the parameter, its gradient, and the state's `arrays` (None where absent)."""
        raise NotImplementedError


def _check_options(group, param):
    """Refuses in a step what torch refuses there."""
    if group.get("capturable"):
        raise AssertionError("If capturable=True, params and state_steps must be on supported devices: "
                             "['cuda', 'xpu', 'hpu', 'privateuseone', 'xla'].")
    if group.get("foreach") and group.get("differentiable"):
        raise AssertionError("_foreach ops don't support autograd")
    if group.get("fused") and not param.is_floating_point():
        raise RuntimeError("`fused=True` requires all the params to be floating point Tensors of supported devices: ['mps', "
                           f"'cuda', 'xpu', 'hpu', 'cpu', 'mtia', 'privateuseone'] but {param.dtype} and cpu")


# ---------------------------------------------------------------- the parts of a state

def scalar(value, group):
    """A number of the state, as the 0-d tensor that torch keeps."""
    return construction.tensor(float(value), dtype=scalar_dtype(group.get("fused")))


def moments(param, *names):
    """Zeros in the form of the parameter, under these names."""
    return {name: filled(param, 0) for name in names}


def filled(param, value):
    """A tensor like the parameter, with this value everywhere."""
    return param.detach().clone().fill_(value)


def count_step(state):
    """How many steps there were, with this one."""
    step = state["step"]
    step += 1
    return step.item()


def prepared(F, group, param, grad):
    """The gradient to go down: turned round to maximize, with the weight decay added."""
    if group["maximize"]:
        grad = -grad
    decay = group.get("weight_decay", 0)
    return grad + param * F.number(decay) if decay != 0 else grad


def decayed(F, group, param, grad):
    """The gradient to go down; a decoupled weight decay is taken from the parameter at once."""
    if not group["decoupled_weight_decay"]:
        return prepared(F, group, param, grad)
    F.mul_(param, 1 - F.number(group["lr"]) * F.number(group["weight_decay"]))
    return -grad if group["maximize"] else grad


# ---------------------------------------------------------------- running a rule

def _are_bare(tensors):
    """Whether the rule may run on the arrays: plain tensors of one type, with nothing active that must see the operations."""
    plain, data = levels.plain, tensors[0]._data
    dtype, shape = data.dtype, data.shape
    if dtype not in _RULE_DTYPES or tensors[0]._inference:
        return False
    for t in tensors:
        if t is not None and (type(t) not in plain or t._data.dtype is not dtype or t._data.shape != shape):
            return False
    return True


def _run_on_arrays(change, tensors):
    arrays = [t if t is None else t._data for t in tensors]
    data = arrays[0]
    if data.size <= BLOCK or not _flatten(arrays):
        if not data.flags.forc:
            check_single_locations(data)
        quiet.run(change, *arrays)
    else:
        threads.in_pieces(lambda start, stop: quiet.run(_in_blocks, change, arrays, start, stop), data.size)
    for tensor in tensors[:1] + tensors[2:]:
        if tensor is not None:
            count_write(tensor)


def _flatten(arrays):
    """Replaces the arrays by flat views, if all are laid out in one order."""
    present = [a for a in arrays if a is not None]
    order = "C" if all(a.flags.c_contiguous for a in present) else "F"
    if order == "F" and not all(a.flags.f_contiguous for a in present):
        return False
    arrays[:] = [a if a is None else a.reshape(-1, order=order) for a in arrays]
    return True


def _in_blocks(change, arrays, start, stop):
    for low in range(start, stop, BLOCK):
        high = min(low + BLOCK, stop)
        change(*[a if a is None else a[low:high] for a in arrays])

