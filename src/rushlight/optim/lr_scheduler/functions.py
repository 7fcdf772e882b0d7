"""Schedules that the user gives as functions of the epoch."""
from __future__ import annotations

import types

from rushlight.optim.lr_scheduler.scheduler import LRScheduler


class _FunctionLR(LRScheduler):
    """A function of the epoch for each group, or one for all."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        self.optimizer = optimizer
        groups = len(optimizer.param_groups)
        self.lr_lambdas = list(lr_lambda) if isinstance(lr_lambda, (list, tuple)) else [lr_lambda] * groups
        if len(self.lr_lambdas) != groups:
            raise ValueError(f"Expected {groups} lr_lambdas, but got {len(self.lr_lambdas)}")
        super().__init__(optimizer, last_epoch)

    def state_dict(self):
        """What the scheduler keeps. Functions are not saved; of other callables, what they hold is."""
        state = {name: value for name, value in self.__dict__.items() if name not in ("optimizer", "lr_lambdas")}
        state["lr_lambdas"] = [None if isinstance(function, types.FunctionType) else function.__dict__.copy()
                               for function in self.lr_lambdas]
        return state

    def load_state_dict(self, state_dict):
        """Takes over what state_dict() returned, and fills the callables again."""
        self.__dict__.update({name: value for name, value in state_dict.items() if name != "lr_lambdas"})
        for function, held in zip(self.lr_lambdas, state_dict["lr_lambdas"]):
            if held is not None:
                function.__dict__.update(held)


class LambdaLR(_FunctionLR):
    """The initial rate times a function of the epoch."""

    def get_lr(self):
        self._warn_outside_step()
        return [base * function(self.last_epoch) for function, base in zip(self.lr_lambdas, self.base_lrs)]


class MultiplicativeLR(_FunctionLR):
    """The rate before, times a function of the epoch."""

    def get_lr(self):
        self._warn_outside_step()
        if self._is_initial:
            return self._rates()
        return [rate * function(self.last_epoch) for function, rate in zip(self.lr_lambdas, self._rates())]
