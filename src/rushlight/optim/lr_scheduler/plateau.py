"""A rate that falls when a metric stops improving."""
from __future__ import annotations

import warnings
from math import inf

from rushlight.optim.lr_scheduler.scheduler import (
    EPOCH_DEPRECATION_WARNING, LRScheduler, for_each_group, require_optimizer, set_option)

_BETTER = {("min", "rel"): lambda a, best, threshold: a < best * (1.0 - threshold),
           ("min", "abs"): lambda a, best, threshold: a < best - threshold,
           ("max", "rel"): lambda a, best, threshold: a > best * (threshold + 1.0),
           ("max", "abs"): lambda a, best, threshold: a > best + threshold}


class ReduceLROnPlateau(LRScheduler):
    """Multiplies the rate by `factor` when a metric has not improved for more than `patience` epochs."""

    def __init__(self, optimizer, mode="min", factor=0.1, patience=10, threshold=1e-4, threshold_mode="rel", cooldown=0, min_lr=0,
                 eps=1e-8):
        if factor >= 1.0:
            raise ValueError("Factor should be < 1.0.")
        self.factor, self.optimizer = factor, require_optimizer(optimizer)
        self.default_min_lr = None if isinstance(min_lr, (list, tuple)) else min_lr
        self.min_lrs = for_each_group("min_lr", min_lr, optimizer, "expected {groups} min_lrs, got {given}")
        self.patience, self.cooldown, self.eps, self.last_epoch = patience, cooldown, eps, 0
        self._last_lr = self._rates()
        self._init_is_better(mode, threshold, threshold_mode)
        self._reset()

    def _init_is_better(self, mode, threshold, threshold_mode):
        if mode not in ("min", "max"):
            raise ValueError(f"mode {mode} is unknown!")
        if threshold_mode not in ("rel", "abs"):
            raise ValueError(f"threshold mode {threshold_mode} is unknown!")
        self.mode_worse = inf if mode == "min" else -inf
        self.mode, self.threshold, self.threshold_mode = mode, threshold, threshold_mode

    def _reset(self):
        self.best, self.cooldown_counter, self.num_bad_epochs = self.mode_worse, 0, 0

    def step(self, metrics, epoch=None):
        """Looks at the metric of an epoch, and lowers the rates if it is time."""
        current = float(metrics)
        if epoch is None:
            epoch = self.last_epoch + 1
        else:
            warnings.warn(EPOCH_DEPRECATION_WARNING, UserWarning, stacklevel=2)
        self.last_epoch = epoch
        if self._is_better(current, self.best):
            self.best, self.num_bad_epochs = current, 0
        else:
            self.num_bad_epochs += 1
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self._reduce_lr(epoch)
            self.cooldown_counter, self.num_bad_epochs = self.cooldown, 0
        self._last_lr = self._rates()

    def _reduce_lr(self, epoch):
        if len(self.optimizer.param_groups) != len(self.min_lrs):
            self._extend_min_lrs()
        for group, lowest in zip(self.optimizer.param_groups, self.min_lrs):
            old = float(group["lr"])
            new = max(old * self.factor, lowest)
            if old - new > self.eps:
                set_option(group, "lr", new)

    def _extend_min_lrs(self):
        """Covers groups that were added since."""
        missing = len(self.optimizer.param_groups) - len(self.min_lrs)
        if self.default_min_lr is None:
            raise RuntimeError(f"The number of param groups in the `optimizer` ({len(self.optimizer.param_groups)}) differs from "
                               f"when `ReduceLROnPlateau` was initialized ({len(self.min_lrs)}), usually due to a new param "
                               "group being added to the optimizer. Please modify the `min_lrs` field to match the length of the "
                               "`optimizer` param groups.")
        self.min_lrs = [*self.min_lrs, *[self.default_min_lr] * missing]

    @property
    def in_cooldown(self):
        """Whether the rate was lowered so recently that the metric is not judged yet."""
        return self.cooldown_counter > 0

    def _is_better(self, a, best):
        return _BETTER[self.mode, self.threshold_mode](a, best, self.threshold)

    def load_state_dict(self, state_dict):
        """Takes over what state_dict() returned."""
        super().load_state_dict(state_dict)
        self._init_is_better(self.mode, self.threshold, self.threshold_mode)
