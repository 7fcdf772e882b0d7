"""Schedules that go up and down: cycles, one cycle, restarts."""
from __future__ import annotations

import types
from math import cos, floor, log, pi

from rushlight.optim.lr_scheduler.scheduler import LRScheduler, for_each_group, require_optimizer, set_option

_LENGTHS = "{name} must have the same length as optimizer.param_groups. {name} has {given} values, param_groups has {groups}."


class _WithMomentum(LRScheduler):
    """A schedule that may move the momentum against the rate: the option `momentum`, or the first of `betas`."""

    def _find_momentum(self, optimizer):
        if "momentum" not in optimizer.defaults and "betas" not in optimizer.defaults:
            raise ValueError("optimizer must support momentum or beta1 with `cycle_momentum` option enabled")
        self.use_beta1 = "betas" in optimizer.defaults

    def _set_momentum(self, group, momentum):
        if self.use_beta1:
            group["betas"] = (momentum, *group["betas"][1:])
        else:
            group["momentum"] = momentum


class CyclicLR(_WithMomentum):
    """Straight up from `base_lr` to `max_lr` and down again, over and over, one step per batch (Smith, 2015)."""

    def __init__(self, optimizer, base_lr, max_lr, step_size_up=2000, step_size_down=None, mode="triangular", gamma=1.0,
                 scale_fn=None, scale_mode="cycle", cycle_momentum=True, base_momentum=0.8, max_momentum=0.9, last_epoch=-1):
        self.optimizer = require_optimizer(optimizer)
        base_lrs = for_each_group("base_lr", base_lr, optimizer, _LENGTHS)
        if last_epoch == -1:
            for group, rate in zip(optimizer.param_groups, base_lrs):
                set_option(group, "lr", rate)
        self.max_lrs = for_each_group("max_lr", max_lr, optimizer, _LENGTHS)
        up, down = float(step_size_up), float(step_size_up if step_size_down is None else step_size_down)
        self.total_size, self.step_ratio = up + down, up / (up + down)
        if mode not in _SCALES and scale_fn is None:
            raise ValueError("mode is invalid and scale_fn is None")
        self.mode, self.gamma, self._scale_fn_custom = mode, gamma, scale_fn
        self.scale_mode = scale_mode if scale_fn is not None else "iterations" if mode == "exp_range" else "cycle"
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._find_momentum(optimizer)
            self.base_momentums = for_each_group("base_momentum", base_momentum, optimizer, _LENGTHS)
            self.max_momentums = for_each_group("max_momentum", max_momentum, optimizer, _LENGTHS)
            if last_epoch == -1:
                for group, highest, lowest in zip(optimizer.param_groups, self.max_momentums, self.base_momentums):
                    self._set_momentum(group, highest)
                    group["max_momentum"], group["base_momentum"] = highest, lowest
        super().__init__(optimizer, last_epoch)
        self.base_lrs = base_lrs

    def scale_fn(self, x):
        """How far a cycle goes up: of 1, as a function of the cycle or of the step."""
        return self._scale_fn_ref(x, self.gamma) if self._scale_fn_custom is None else self._scale_fn_custom(x)

    @property
    def _scale_fn_ref(self):
        return _SCALES[self.mode]

    def get_lr(self):
        self._warn_outside_step()
        cycle = floor(1 + self.last_epoch / self.total_size)
        x = 1.0 + self.last_epoch / self.total_size - cycle
        height = x / self.step_ratio if x <= self.step_ratio else (x - 1) / (self.step_ratio - 1)
        scale = self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)
        if self.cycle_momentum:
            for group, lowest, highest in zip(self.optimizer.param_groups, self.base_momentums, self.max_momentums):
                self._set_momentum(group, highest - (highest - lowest) * height * scale)
        return [base + (highest - base) * height * scale for base, highest in zip(self.base_lrs, self.max_lrs)]

    def state_dict(self):
        """What the scheduler keeps. A function of the user's is not saved; of another callable, what it holds is."""
        state = super().state_dict()
        custom = state.pop("_scale_fn_custom")
        held = None if custom is None or isinstance(custom, types.FunctionType) else custom.__dict__.copy()
        return {**state, "_scale_fn_custom": held}

    def load_state_dict(self, state_dict):
        """Takes over what state_dict() returned, and fills the user's callable again."""
        held = state_dict.get("_scale_fn_custom")
        super().load_state_dict({name: value for name, value in state_dict.items() if name != "_scale_fn_custom"})
        if held is not None:
            self._scale_fn_custom.__dict__.update(held)


_SCALES = {"triangular": lambda x, gamma: 1.0, "triangular2": lambda x, gamma: 1 / 2.0 ** (x - 1),
           "exp_range": lambda x, gamma: gamma ** x}


class OneCycleLR(_WithMomentum):
    """Once up from a low rate to `max_lr`, and down to a much lower one, one step per batch (Smith and Topin, 2017)."""

    def __init__(self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None, pct_start=0.3,
                 anneal_strategy="cos", cycle_momentum=True, base_momentum=0.85, max_momentum=0.95, div_factor=25.0,
                 final_div_factor=1e4, three_phase=False, last_epoch=-1):
        self.optimizer = require_optimizer(optimizer)
        self.total_steps = _total_steps(total_steps, epochs, steps_per_epoch)
        if not isinstance(pct_start, float) or not 0 <= pct_start <= 1:
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        self._schedule_phases = _phases(self.total_steps, pct_start, three_phase)
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        self._anneal_func_type = anneal_strategy
        highest_rates = for_each_group("max_lr", max_lr, optimizer, _LENGTHS)
        if last_epoch == -1:
            for group, highest in zip(optimizer.param_groups, highest_rates):
                lowest = highest / div_factor
                group.update(initial_lr=lowest, max_lr=highest, min_lr=lowest / final_div_factor)
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._find_momentum(optimizer)
            self._begin_momentum(optimizer, base_momentum, max_momentum, last_epoch)
        super().__init__(optimizer, last_epoch)

    def _begin_momentum(self, optimizer, base_momentum, max_momentum, last_epoch):
        highest = for_each_group("max_momentum", max_momentum, optimizer, _LENGTHS)
        lowest = for_each_group("base_momentum", base_momentum, optimizer, _LENGTHS)
        if last_epoch == -1:
            for group, high, low in zip(optimizer.param_groups, highest, lowest):
                self._set_momentum(group, high)
                group.update(max_momentum=high, base_momentum=low)

    def get_lr(self):
        self._warn_outside_step()
        if self.last_epoch > self.total_steps:
            raise ValueError(f"Tried to step {self.last_epoch} times. The specified number of total steps is {self.total_steps}")
        phase, part = self._position()
        rates = []
        for group in self.optimizer.param_groups:
            rates.append(_annealed(self._anneal_func_type, group[phase["start_lr"]], group[phase["end_lr"]], part))
            if self.cycle_momentum:
                ends = group[phase["start_momentum"]], group[phase["end_momentum"]]
                self._set_momentum(group, _annealed(self._anneal_func_type, *ends, part))
        return rates

    def _position(self):
        """The phase in which the step is, and the part of it that has passed."""
        start = 0.0
        for phase in self._schedule_phases:
            end = phase["end_step"]
            if self.last_epoch <= end or phase is self._schedule_phases[-1]:
                return phase, (self.last_epoch - start) / (end - start)
            start = end


def _total_steps(total_steps, epochs, steps_per_epoch):
    given = {"total_steps": total_steps} if total_steps is not None else {"epochs": epochs, "steps_per_epoch": steps_per_epoch}
    if None in given.values():
        raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
    for name, count in given.items():
        if count <= 0 or not isinstance(count, int):
            raise ValueError(f"Expected positive integer {name}, but got {count}")
    return total_steps if total_steps is not None else epochs * steps_per_epoch


def _phases(total_steps, pct_start, three_phase):
    up = float(pct_start * total_steps) - 1
    ways = [(up, "initial_lr", "max_lr", "max_momentum", "base_momentum"),
            (total_steps - 1, "max_lr", "min_lr", "base_momentum", "max_momentum")]
    if three_phase:
        ways[1:] = [(float(2 * pct_start * total_steps) - 2, "max_lr", "initial_lr", "base_momentum", "max_momentum"),
                    (total_steps - 1, "initial_lr", "min_lr", "max_momentum", "max_momentum")]
    names = ("end_step", "start_lr", "end_lr", "start_momentum", "end_momentum")
    return [dict(zip(names, way)) for way in ways]


def _annealed(strategy, start, end, part):
    """The value at `part` of the way from `start` to `end`."""
    if strategy == "linear":
        return (end - start) * part + start
    return end + (start - end) / 2.0 * (cos(pi * part) + 1)


class CosineAnnealingWarmRestarts(LRScheduler):
    """Half a cosine from the initial rate to `eta_min`, then a restart; each takes `T_mult` times as long as the one before."""

    def __init__(self, optimizer, T_0, T_mult=1, eta_min=0.0, last_epoch=-1):
        if T_0 <= 0 or not isinstance(T_0, int):
            raise ValueError(f"Expected positive integer T_0, but got {T_0}")
        if T_mult < 1 or not isinstance(T_mult, int):
            raise ValueError(f"Expected integer T_mult >= 1, but got {T_mult}")
        if not isinstance(eta_min, (float, int)):
            raise ValueError(f"Expected float or int eta_min, but got {eta_min} of type {type(eta_min)}")
        self.T_0 = self.T_i = T_0
        self.T_mult, self.eta_min, self.T_cur = T_mult, eta_min, last_epoch
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        self._warn_outside_step()
        return [self.eta_min + (base - self.eta_min) * (1 + cos(pi * self.T_cur / self.T_i)) / 2 for base in self.base_lrs]

    def step(self, epoch=None):
        """Goes to the next epoch, or to the one named, which may be a fraction, and sets the rates."""
        if epoch is None and self.last_epoch < 0:
            epoch = 0
        if epoch is None:
            epoch = self.last_epoch + 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur -= self.T_i
                self.T_i *= self.T_mult
        elif epoch < 0:
            raise ValueError(f"Expected non-negative epoch, but got {epoch}")
        else:
            self.T_cur, self.T_i = self._place(epoch)
        self._update_lr(floor(epoch))

    def _place(self, epoch):
        """How far the epoch is into its period, and the length of that."""
        if epoch < self.T_0:
            return epoch, self.T_0
        if self.T_mult == 1:
            return epoch % self.T_0, self.T_0
        restarts = int(log(epoch / self.T_0 * (self.T_mult - 1) + 1, self.T_mult))
        start = self.T_0 * (self.T_mult ** restarts - 1) / (self.T_mult - 1)
        return epoch - start, self.T_0 * self.T_mult ** restarts
