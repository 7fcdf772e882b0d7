"""What every scheduler has: it counts epochs, and sets the rate of each group to what its schedule says."""
from __future__ import annotations

import warnings
from functools import wraps
from weakref import ref

from rushlight.optim.optimizer import Optimizer
from rushlight.tensor import Tensor

EPOCH_DEPRECATION_WARNING = (
    "The epoch parameter in `scheduler.step()` was not necessary and is being deprecated where possible. Please use "
    "`scheduler.step()` to step the scheduler. During the deprecation, if epoch is different from None, the closed form is used "
    "instead of the new chainable form, where available. Please open an issue if you are unable to replicate your use case: "
    "https://github.com/pytorch/pytorch/issues/new/choose.")
_SEE = "See more details at https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate"
_OVERRIDDEN = ("Seems like `optimizer.step()` has been overridden after learning rate scheduler initialization. Please, make "
               f"sure to call `optimizer.step()` before `lr_scheduler.step()`. {_SEE}")
_WRONG_ORDER = ("Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you should call "
                "them in the opposite order: `optimizer.step()` before `lr_scheduler.step()`.  Failure to do this will result in "
                f"PyTorch skipping the first value of the learning rate schedule. {_SEE}")


class LRScheduler:
    """The base of all schedulers: a subclass gives `get_lr`, the rates of the groups after `last_epoch` epochs."""
    _get_lr_called_within_step = False
    _is_initial = False

    def __init__(self, optimizer, last_epoch=-1):
        self.optimizer = require_optimizer(optimizer)
        for number, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", _own(group["lr"]))
            elif "initial_lr" not in group:
                raise KeyError(f"param 'initial_lr' is not specified in param_groups[{number}] when resuming scheduler with "
                               "last_epoch >= 0.\nThis typically happens when:\n1. You're trying to resume training from a "
                               "checkpoint but haven't properly loaded the optimizer state\n2. You're using last_epoch >= 0 for "
                               "a fresh training run (not recommended)")
        self.base_lrs = [_own(group["initial_lr"]) for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        _notice_steps(optimizer)
        self._initial_step()

    def _initial_step(self):
        """Sets the rates of the first epoch."""
        self._step_count = 0
        self._is_initial = True
        try:
            self.step()
        finally:
            self._is_initial = False

    def get_lr(self):
        """The rates that the next epoch has, one for each group."""
        raise NotImplementedError

    def get_last_lr(self):
        """The rates that were set last."""
        return self._last_lr

    def step(self, epoch=None):
        """Goes to the next epoch, or to the one named, and sets the rates."""
        if self._step_count == 1:
            self._check_order()
        self._step_count += 1
        if epoch is not None:
            warnings.warn(EPOCH_DEPRECATION_WARNING, UserWarning, stacklevel=2)
        self._update_lr(epoch)

    def _check_order(self):
        """Warns at the second step if the optimizer has made none."""
        if not hasattr(self.optimizer.step, "_wrapped_by_lr_sched"):
            warnings.warn(_OVERRIDDEN, UserWarning, stacklevel=3)
        elif not getattr(self.optimizer, "_opt_called", False):
            warnings.warn(_WRONG_ORDER, UserWarning, stacklevel=3)

    def _update_lr(self, epoch=None):
        self._get_lr_called_within_step = True
        try:
            if epoch is None:
                self.last_epoch += 1
                rates = self.get_lr()
            else:
                self.last_epoch = epoch
                rates = getattr(self, "_get_closed_form_lr", self.get_lr)()
        finally:
            self._get_lr_called_within_step = False
        for group, rate in zip(self.optimizer.param_groups, rates):
            set_option(group, "lr", rate)
        self._last_lr = self._rates()

    def _rates(self):
        """The rates that the groups have now."""
        return [_own(group["lr"]) for group in self.optimizer.param_groups]

    def _warn_outside_step(self):
        if not self._get_lr_called_within_step:
            warnings.warn("To get the last learning rate computed by the scheduler, please use `get_last_lr()`.", UserWarning,
                          stacklevel=3)

    def state_dict(self):
        """Everything that the scheduler keeps, but the optimizer."""
        return {name: value for name, value in self.__dict__.items() if name != "optimizer"}

    def load_state_dict(self, state_dict):
        """Takes over what state_dict() returned."""
        self.__dict__.update(state_dict)


class _LRScheduler(LRScheduler):
    """The name that LRScheduler once had."""


def require_optimizer(optimizer):
    """The optimizer. TypeError if it is none."""
    if not isinstance(optimizer, Optimizer):
        raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
    return optimizer


def set_option(group, name, value):
    """Sets an option of a group; a Tensor keeps its identity."""
    if isinstance(group[name], Tensor):
        group[name].fill_(value.item() if isinstance(value, Tensor) else value)
    else:
        group[name] = value


def _own(value):
    return value.clone() if isinstance(value, Tensor) else value


def _notice_steps(optimizer):
    """Makes the optimizer remember that it has stepped, without a reference from its `step` back to it."""
    if hasattr(optimizer.step, "_wrapped_by_lr_sched"):
        return
    function, reference = getattr(optimizer.step, "__func__", None) or _unbound(optimizer.step), ref(optimizer)

    @wraps(function)
    def step(*args, **kwargs):
        optimizer = reference()
        optimizer._opt_called = True
        return function(optimizer, *args, **kwargs)
    step._wrapped_by_lr_sched = True
    optimizer.step = step


def _unbound(step):
    """A `step` that was put on the optimizer as a plain function, in the form of a method."""
    @wraps(step)
    def method(optimizer, *args, **kwargs):
        return step(*args, **kwargs)
    return method


def for_each_group(name, value, optimizer, what):
    """`value` for each group: a list of that length, or one value for all. ValueError if the length is another."""
    groups = len(optimizer.param_groups)
    if not isinstance(value, (list, tuple)):
        return [value] * groups
    if len(value) != groups:
        raise ValueError(what.format(name=name, given=len(value), groups=groups))
    return list(value)
