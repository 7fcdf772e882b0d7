"""Schedules with a formula, in two forms: from the rate before (so that schedulers can be chained), and from the initial rate."""
from __future__ import annotations

from collections import Counter
from math import cos, pi

from rushlight.optim.lr_scheduler.scheduler import LRScheduler


class _Schedule(LRScheduler):
    """A schedule given by `_next`, the rate that follows another, and `_closed`, the rate of an epoch."""

    def get_lr(self):
        self._warn_outside_step()
        return [self._next(rate, base) for rate, base in zip(self._rates(), self.base_lrs)]

    def _get_closed_form_lr(self):
        return [self._closed(base) for base in self.base_lrs]


class StepLR(_Schedule):
    """Multiplies the rate by `gamma` every `step_size` epochs."""

    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1):
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def _next(self, rate, base):
        return rate if self.last_epoch == 0 or self.last_epoch % self.step_size != 0 else rate * self.gamma

    def _closed(self, base):
        return base * self.gamma ** (self.last_epoch // self.step_size)


class MultiStepLR(_Schedule):
    """Multiplies the rate by `gamma` at each of the `milestones`."""

    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1):
        self.milestones, self.gamma = Counter(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def _next(self, rate, base):
        times = self.milestones.get(self.last_epoch)
        return rate if times is None else rate * self.gamma ** times

    def _closed(self, base):
        return base * self.gamma ** sum(milestone <= self.last_epoch for milestone in self.milestones.elements())


class ConstantLR(_Schedule):
    """Multiplies the rate by `factor` for the first `total_iters` epochs."""

    def __init__(self, optimizer, factor=1.0 / 3, total_iters=5, last_epoch=-1):
        if not 0 <= factor <= 1.0:
            raise ValueError("Constant multiplicative factor expected to be between 0 and 1.")
        self.factor, self.total_iters = factor, total_iters
        super().__init__(optimizer, last_epoch)

    def _next(self, rate, base):
        if self.last_epoch == 0:
            return rate * self.factor
        return rate * (1.0 / self.factor) if self.last_epoch == self.total_iters else rate

    def _closed(self, base):
        return base * (self.factor + (self.last_epoch >= self.total_iters) * (1 - self.factor))


class LinearLR(_Schedule):
    """Moves the factor of the rate in a line from `start_factor` to `end_factor` in `total_iters` epochs."""

    def __init__(self, optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5, last_epoch=-1):
        if not 0 < start_factor <= 1.0:
            raise ValueError("Starting multiplicative factor expected to be greater than 0 and less or equal to 1.")
        if not 0 <= end_factor <= 1.0:
            raise ValueError("Ending multiplicative factor expected to be between 0 and 1.")
        self.start_factor, self.end_factor, self.total_iters = start_factor, end_factor, total_iters
        super().__init__(optimizer, last_epoch)

    def _next(self, rate, base):
        if self.last_epoch == 0:
            return rate * self.start_factor
        if self._is_initial or self.last_epoch > self.total_iters:
            return rate
        slope = self.end_factor - self.start_factor
        return rate * (1.0 + slope / (self.total_iters * self.start_factor + (self.last_epoch - 1) * slope))

    def _closed(self, base):
        passed = min(self.total_iters, self.last_epoch)
        return base * (self.start_factor + (self.end_factor - self.start_factor) * passed / self.total_iters)


class ExponentialLR(_Schedule):
    """Multiplies the rate by `gamma` every epoch."""

    def __init__(self, optimizer, gamma, last_epoch=-1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _next(self, rate, base):
        return rate if self._is_initial else rate * self.gamma

    def _closed(self, base):
        return base * self.gamma ** self.last_epoch


class PolynomialLR(_Schedule):
    """Lets the rate fall to 0 in `total_iters` epochs, as a power of the way that is left."""

    def __init__(self, optimizer, total_iters=5, power=1.0, last_epoch=-1):
        self.total_iters, self.power = total_iters, power
        super().__init__(optimizer, last_epoch)

    def _next(self, rate, base):
        if self._is_initial or self.last_epoch > self.total_iters:
            return rate
        left, left_before = [1.0 - epoch / self.total_iters for epoch in (self.last_epoch, self.last_epoch - 1)]
        return rate * (left / left_before) ** self.power

    def _closed(self, base):
        return base * (1.0 - min(self.total_iters, self.last_epoch) / self.total_iters) ** self.power


class CosineAnnealingLR(_Schedule):
    """Half a cosine from the initial rate to `eta_min` in `T_max` epochs, then back, and so on (Loshchilov and Hutter, 2016)."""

    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1):
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def _next(self, rate, base):
        epoch, period, lowest = self.last_epoch, self.T_max, self.eta_min
        if self._is_initial:
            return rate
        if self._step_count == 1 and epoch > 0:
            return lowest + (base - lowest) * (1 + cos(epoch * pi / period)) / 2
        if (epoch - 1 - period) % (2 * period) == 0:
            return rate + (base - lowest) * (1 - cos(pi / period)) / 2
        return (1 + cos(pi * epoch / period)) / (1 + cos(pi * (epoch - 1) / period)) * (rate - lowest) + lowest

    def _closed(self, base):
        return self.eta_min + (base - self.eta_min) * (1 + cos(pi * self.last_epoch / self.T_max)) / 2
