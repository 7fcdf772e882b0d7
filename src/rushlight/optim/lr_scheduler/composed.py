"""Schedulers made of schedulers: one after the other, or all at once."""
from __future__ import annotations

from bisect import bisect_right

from rushlight.optim.lr_scheduler.plateau import ReduceLROnPlateau
from rushlight.optim.lr_scheduler.scheduler import LRScheduler


class _Composed(LRScheduler):
    """Several schedulers of one optimizer."""

    def state_dict(self):
        """What the scheduler keeps, with the states of its parts."""
        state = {name: value for name, value in self.__dict__.items() if name not in ("optimizer", "_schedulers")}
        return {**state, "_schedulers": [scheduler.state_dict() for scheduler in self._schedulers]}

    def load_state_dict(self, state_dict):
        """Takes over what state_dict() returned."""
        self.__dict__.update({name: value for name, value in state_dict.items() if name != "_schedulers"})
        for scheduler, state in zip(self._schedulers, state_dict["_schedulers"]):
            scheduler.load_state_dict(state)

    def _check_same_optimizer(self, schedulers, optimizer):
        for index, scheduler in enumerate(schedulers):
            if scheduler.optimizer is not optimizer:
                raise ValueError(f"{type(self).__name__} expects all schedulers to belong to the same optimizer, but got "
                                 f"scheduler {type(scheduler).__name__} at index {index} has {scheduler.optimizer}, which is "
                                 f"different from {type(optimizer).__name__}.")


class SequentialLR(_Composed):
    """One scheduler after the other: the next takes over at each of the `milestones`."""

    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1):
        if len(schedulers) < 1:
            raise ValueError("SequentialLR expects at least one scheduler, but got no scheduler.")
        for index, scheduler in enumerate(schedulers):
            if not hasattr(scheduler, "optimizer"):
                raise TypeError(f"SequentialLR at index {index} should have `optimizer` as its attribute.")
            if isinstance(scheduler, ReduceLROnPlateau):
                raise ValueError("SequentialLR does not support `ReduceLROnPlateau` scheduler as it requires additional kwargs "
                                 f"to be specified when calling `step`, but got one at index {index} in the given schedulers "
                                 "sequence.")
        self._check_same_optimizer(schedulers, optimizer)
        if len(milestones) != len(schedulers) - 1:
            raise ValueError("Sequential Schedulers expects number of schedulers provided to be one more than the number of "
                             f"milestone points, but got number of schedulers {len(schedulers)} and the number of milestones to "
                             f"be equal to {len(milestones)}")
        self._schedulers, self._milestones, self.last_epoch, self.optimizer = schedulers, milestones, last_epoch + 1, optimizer
        self._begin_again()

    def _begin_again(self):
        """Undoes the first step that each scheduler has made, and makes that of the first scheduler."""
        for group in self.optimizer.param_groups:
            group["lr"] = group["initial_lr"]
        self.recursive_undo()
        self._schedulers[0]._initial_step()
        self._last_lr = self._schedulers[0].get_last_lr()

    def recursive_undo(self, sched=None):
        """Takes one epoch from every scheduler, those within others too."""
        scheduler = self if sched is None else sched
        if hasattr(scheduler, "_schedulers"):
            for part in scheduler._schedulers:
                self.recursive_undo(part)
        elif hasattr(scheduler, "last_epoch"):
            scheduler.last_epoch -= 1

    def step(self):
        """Goes to the next epoch; at a milestone, the next scheduler starts."""
        self.last_epoch += 1
        index = bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[index]
        if index > 0 and self._milestones[index - 1] == self.last_epoch:
            scheduler._update_lr(0)
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()


class ChainedScheduler(_Composed):
    """All schedulers at once, each going on from the rates that the one before has set."""

    def __init__(self, schedulers, optimizer=None):
        if len(schedulers) < 1:
            raise ValueError("ChainedScheduler expects at least one scheduler to be chained, but got no scheduler.")
        optimizer = optimizer or schedulers[0].optimizer
        self._check_same_optimizer(schedulers, optimizer)
        self._schedulers, self.optimizer = schedulers, optimizer
        self._last_lr = self._rates()

    def step(self):
        """Goes to the next epoch."""
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = self._rates()
