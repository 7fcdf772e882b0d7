"""torch.optim.lr_scheduler: learning rates that change from epoch to epoch, or from batch to batch."""
from rushlight.optim.lr_scheduler.composed import ChainedScheduler, SequentialLR
from rushlight.optim.lr_scheduler.cycles import CosineAnnealingWarmRestarts, CyclicLR, OneCycleLR
from rushlight.optim.lr_scheduler.functions import LambdaLR, MultiplicativeLR
from rushlight.optim.lr_scheduler.plateau import ReduceLROnPlateau
from rushlight.optim.lr_scheduler.scheduler import EPOCH_DEPRECATION_WARNING, LRScheduler, _LRScheduler   # noqa: F401
from rushlight.optim.lr_scheduler.schedules import (
    ConstantLR, CosineAnnealingLR, ExponentialLR, LinearLR, MultiStepLR, PolynomialLR, StepLR)

__all__ = ["LambdaLR", "MultiplicativeLR", "StepLR", "MultiStepLR", "ConstantLR", "LinearLR", "ExponentialLR", "SequentialLR",
           "CosineAnnealingLR", "ChainedScheduler", "ReduceLROnPlateau", "CyclicLR", "CosineAnnealingWarmRestarts", "OneCycleLR",
           "PolynomialLR", "LRScheduler"]
