"""Scaling the loss up, so that gradients in float16 do not vanish, and the gradients down again."""
from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Iterable
from enum import Enum

from rushlight import construction, dtypes
from rushlight.autograd.grad_mode import no_grad
from rushlight.device import CPU
from rushlight.tensor import Tensor


class OptState(Enum):
    """How far an optimizer is since the last update()."""
    READY, UNSCALED, STEPPED = range(3)


def _fresh_state():
    return {"stage": OptState.READY, "found_inf_per_device": {}}


class GradScaler:
    """Finds the scale: up by `growth_factor` after `growth_interval` good steps, down by `backoff_factor` after a bad one."""

    def __init__(self, device="cuda", init_scale=2.0 ** 16, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000,
                 enabled=True):
        self._device, self._enabled = device, enabled
        if enabled and device == "cuda":
            warnings.warn("torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.", stacklevel=2)
            self._enabled = False
        if not self._enabled:
            return
        if not growth_factor > 1.0:
            raise AssertionError("The growth factor must be > 1.0.")
        if not backoff_factor < 1.0:
            raise AssertionError("The backoff factor must be < 1.0.")
        self._init_scale, self._scale = init_scale, None
        self._growth_factor, self._backoff_factor, self._growth_interval = growth_factor, backoff_factor, growth_interval
        self._init_growth_tracker, self._growth_tracker = 0, None
        self._per_optimizer_states = defaultdict(_fresh_state)

    def scale(self, outputs):
        """The outputs, which are a Tensor or contain Tensors, times the scale."""
        if not self._enabled:
            return outputs
        if self._scale is None:
            self._scale = construction.tensor(self._init_scale, dtype=dtypes.float32)
            self._growth_tracker = construction.tensor(self._init_growth_tracker, dtype=dtypes.int32)
        if isinstance(outputs, Tensor):
            return outputs * self._scale
        if not isinstance(outputs, Iterable):
            raise ValueError("outputs must be a Tensor or an iterable of Tensors")
        scaled = map(self.scale, outputs)
        return type(outputs)(scaled) if isinstance(outputs, (list, tuple)) else scaled

    # ---------------------------------------------------------------- a step

    def unscale_(self, optimizer):
        """Divides the gradients of an optimizer by the scale, so that they can be looked at or clipped before the step."""
        if not self._enabled:
            return
        self._require_scale("unscale_")
        state = self._per_optimizer_states[id(optimizer)]
        if state["stage"] is OptState.UNSCALED:
            raise RuntimeError("unscale_() has already been called on this optimizer since the last update().")
        if state["stage"] is OptState.STEPPED:
            raise RuntimeError("unscale_() is being called after step().")
        found_inf = self._unscale_grads(optimizer, 1.0 / self._scale.double().item(), allow_fp16=False)
        state["found_inf_per_device"] = {CPU: found_inf}
        state["stage"] = OptState.UNSCALED

    @no_grad()
    def _unscale_grads(self, optimizer, factor, allow_fp16):
        """Divides the gradients. Returns 1 as a tensor if one of them is not finite, else 0."""
        found = False
        for group in optimizer.param_groups:
            for param in group["params"]:
                if param.grad is None:
                    continue
                if param.grad.dtype is dtypes.float16 and not allow_fp16:
                    raise ValueError("Attempting to unscale FP16 gradients.")
                found = found or not param.grad.isfinite().all()
                param.grad.mul_(factor)
        return construction.tensor(float(found))

    def step(self, optimizer, *args, **kwargs):
        """Unscales the gradients unless that was done, and steps unless one of them is not finite. Returns what step() does."""
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if "closure" in kwargs:
            raise RuntimeError("Closure use is not currently supported if GradScaler is enabled.")
        self._require_scale("step")
        state = self._per_optimizer_states[id(optimizer)]
        if state["stage"] is OptState.STEPPED:
            raise RuntimeError("step() has already been called since the last update().")
        if state["stage"] is OptState.READY:
            self.unscale_(optimizer)
        if not state["found_inf_per_device"]:
            raise AssertionError("No inf checks were recorded for this optimizer.")
        is_bad = any(found.item() for found in state["found_inf_per_device"].values())
        result = None if is_bad else optimizer.step(*args, **kwargs)
        state["stage"] = OptState.STEPPED
        return result

    def update(self, new_scale=None):
        """Moves the scale, by what the steps since the last update found, or to `new_scale`."""
        if not self._enabled:
            return
        self._require_scale("update")
        if new_scale is not None:
            self._scale.copy_(new_scale) if isinstance(new_scale, Tensor) else self._scale.fill_(new_scale)
        else:
            self._adapt()
        self._per_optimizer_states = defaultdict(_fresh_state)

    def _adapt(self):
        found = [value.item() for state in self._per_optimizer_states.values()
                 for value in state["found_inf_per_device"].values()]
        if not found:
            raise AssertionError("No inf checks were recorded prior to update.")
        if any(found):
            self._scale.mul_(self._backoff_factor)
            self._growth_tracker.fill_(0)
            return
        self._growth_tracker.add_(1)
        if self._growth_tracker.item() == self._growth_interval:
            if (self._scale * self._growth_factor).isfinite():
                self._scale.mul_(self._growth_factor)
            self._growth_tracker.fill_(0)

    def _require_scale(self, what):
        if self._scale is None:
            raise AssertionError(f"Attempted {what} but _scale is None.  This may indicate your script did not use scaler.scale("
                                 "loss or outputs) earlier in the iteration.")

    # ---------------------------------------------------------------- what it knows

    def get_scale(self):
        """The scale."""
        if not self._enabled:
            return 1.0
        return self._init_scale if self._scale is None else self._scale.item()

    def get_growth_factor(self):
        return self._growth_factor

    def set_growth_factor(self, new_factor):
        self._growth_factor = new_factor

    def get_backoff_factor(self):
        return self._backoff_factor

    def set_backoff_factor(self, new_factor):
        self._backoff_factor = new_factor

    def get_growth_interval(self):
        return self._growth_interval

    def set_growth_interval(self, new_interval):
        self._growth_interval = new_interval

    def is_enabled(self):
        """Whether it does anything."""
        return self._enabled

    def _get_growth_tracker(self):
        return self._init_growth_tracker if self._growth_tracker is None else self._growth_tracker.item()

    def state_dict(self):
        """The scale, its rules, and the good steps since it last grew; nothing if disabled."""
        if not self._enabled:
            return {}
        return {"scale": self.get_scale(), "growth_factor": self._growth_factor, "backoff_factor": self._backoff_factor,
                "growth_interval": self._growth_interval, "_growth_tracker": self._get_growth_tracker()}

    def load_state_dict(self, state_dict):
        """Takes over what state_dict() returned."""
        if not self._enabled:
            return
        if not state_dict:
            raise RuntimeError("The source state dict is empty, possibly because it was saved from a disabled instance of "
                               "GradScaler.")
        self._init_scale, self._init_growth_tracker = state_dict["scale"], state_dict["_growth_tracker"]
        self._growth_factor, self._backoff_factor = state_dict["growth_factor"], state_dict["backoff_factor"]
        self._growth_interval = state_dict["growth_interval"]
        if self._scale is not None:
            self._scale.fill_(self._init_scale)
            self._growth_tracker.fill_(self._init_growth_tracker)
