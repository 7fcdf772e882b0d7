"""Averages of models: stochastic weight averaging (Izmailov et al., 2018), exponential averages, and the rate for them."""
from __future__ import annotations

from copy import deepcopy
from itertools import chain
from math import cos, pi

from rushlight import construction, dtypes
from rushlight.autograd.grad_mode import no_grad
from rushlight.nn import Module
from rushlight.nn.modules.batchnorm import _BatchNorm
from rushlight.optim.lr_scheduler.scheduler import LRScheduler, for_each_group

# ---------------------------------------------------------------- how to average


def get_ema_avg_fn(decay=0.999):
    """avg_fn for an exponential average of one tensor."""
    _check_decay(decay)

    @no_grad()
    def ema_update(ema_param, current_param, num_averaged):
        return decay * ema_param + (1 - decay) * current_param
    return ema_update


def get_ema_multi_avg_fn(decay=0.999):
    """multi_avg_fn for an exponential average, in place."""
    _check_decay(decay)

    @no_grad()
    def ema_update(ema_param_list, current_param_list, num_averaged):
        for average, current in zip(ema_param_list, current_param_list):
            if ema_param_list[0].dtype.category >= dtypes.FLOATING:
                average.lerp_(current, 1 - decay)
            else:
                average.copy_(average * decay + current * (1 - decay))
    return ema_update


def get_swa_avg_fn():
    """avg_fn for the mean of all models, of one tensor."""
    @no_grad()
    def swa_update(averaged_param, current_param, num_averaged):
        return averaged_param + (current_param - averaged_param) / (num_averaged + 1)
    return swa_update


def get_swa_multi_avg_fn():
    """multi_avg_fn for the mean of all models, in place."""
    @no_grad()
    def swa_update(averaged_param_list, current_param_list, num_averaged):
        for average, current in zip(averaged_param_list, current_param_list):
            if averaged_param_list[0].dtype.category >= dtypes.FLOATING:
                average.lerp_(current, 1 / (float(num_averaged) + 1))
            else:
                average.addcdiv_(current - average, average.new_full((), float(num_averaged) + 1))
    return swa_update


def _check_decay(decay):
    if not 0.0 <= decay <= 1.0:
        raise ValueError(f"Invalid decay value {decay} provided. Please provide a value in [0,1] range.")


# ---------------------------------------------------------------- the average

class AveragedModel(Module):
    """A copy of a model whose parameters (and buffers, if `use_buffers`) are averages of what the model's have been."""

    def __init__(self, model, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
        super().__init__()
        if avg_fn is not None and multi_avg_fn is not None:
            raise AssertionError("Only one of avg_fn and multi_avg_fn should be provided")
        self.module = deepcopy(model) if device is None else deepcopy(model).to(device)
        self.register_buffer("n_averaged", construction.tensor(0, dtype=dtypes.int64, device=device))
        self.avg_fn, self.multi_avg_fn, self.use_buffers = avg_fn, multi_avg_fn, use_buffers

    def forward(self, *args, **kwargs):
        """The averaged model's output."""
        return self.module(*args, **kwargs)

    def update_parameters(self, model):
        """Takes the model's parameters into the average."""
        averages, currents = [[p.detach() for p in self._averaged(m)] for m in (self.module, model)]
        if self.n_averaged == 0:
            for average, current in zip(averages, currents):
                average.copy_(current)
        else:
            self._average(averages, currents)
        if not self.use_buffers:
            for average, current in zip(self.module.buffers(), model.buffers()):
                average.detach().copy_(current.detach())
        self.n_averaged += 1

    def _averaged(self, model):
        return list(chain(model.parameters(), model.buffers()) if self.use_buffers else model.parameters())

    def _average(self, averages, currents):
        if self.multi_avg_fn is not None:
            for pairs in _by_dtype(averages, currents):
                self.multi_avg_fn(*map(list, zip(*pairs)), self.n_averaged)
            return
        run = self.avg_fn or get_swa_avg_fn()
        for average, current in zip(averages, currents):
            average.copy_(run(average, current, self.n_averaged))


def _by_dtype(averages, currents):
    """The pairs of tensors, in a list for each element type."""
    groups = {}
    for pair in zip(averages, currents):
        groups.setdefault(pair[0].dtype, []).append(pair)
    return groups.values()


@no_grad()
def update_bn(loader, model, device=None):
    """Computes the statistics of the model's batch norms anew, as means over the batches of a loader."""
    momenta = {module: module.momentum for module in model.modules() if isinstance(module, _BatchNorm)}
    if not momenta:
        return
    was_training = model.training
    model.train()
    for module in momenta:
        module.reset_running_stats()
        module.momentum = None
    for batch in loader:
        batch = batch[0] if isinstance(batch, (list, tuple)) else batch
        model(batch if device is None else batch.to(device))
    for module, momentum in momenta.items():
        module.momentum = momentum
    model.train(was_training)


class SWALR(LRScheduler):
    """Takes the rates to `swa_lr` in `anneal_epochs` steps, and keeps them there."""

    def __init__(self, optimizer, swa_lr, anneal_epochs=10, anneal_strategy="cos", last_epoch=-1):
        rates = for_each_group("swa_lr", swa_lr, optimizer, "swa_lr must have the same length as optimizer.param_groups. swa_lr "
                                                            "has {given} values, param_groups has {groups}.")
        for group, rate in zip(optimizer.param_groups, rates):
            group["swa_lr"] = rate
        if anneal_strategy not in _ALPHAS:
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError(f"anneal_epochs must be equal or greater than 0, got {anneal_epochs}")
        self._anneal_strategy, self.anneal_epochs = anneal_strategy, anneal_epochs
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        self._warn_outside_step()
        step = self._step_count - 1 if self.anneal_epochs > 0 else max(1, self._step_count - 1)
        before, now = [self._alpha(max(0, s)) for s in (step - 1, step)]
        return [_mixed(group["swa_lr"], _start(group["lr"], group["swa_lr"], before), now)
                for group in self.optimizer.param_groups]

    def _alpha(self, step):
        """The share that the final rate has after so many steps."""
        return _ALPHAS[self._anneal_strategy](max(0, min(1, step / max(1, self.anneal_epochs))))


_ALPHAS = {"cos": lambda t: (1 - cos(pi * t)) / 2, "linear": lambda t: t}


def _start(rate, swa_rate, alpha):
    """The rate that the annealing set out from."""
    return swa_rate if alpha == 1 else (rate - alpha * swa_rate) / (1 - alpha)


def _mixed(swa_rate, start, alpha):
    return swa_rate * alpha + start * (1 - alpha)
