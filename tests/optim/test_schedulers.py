"""Schedulers beside their rates: errors, warnings, states, compositions, plateaus."""
import gc
import pickle
import warnings
import weakref

import pytest

import rushlight as torch
from rushlight.optim import lr_scheduler as S


def optimizer(groups=1, **options):
    options = {"lr": 0.1, **options}
    return torch.optim.SGD([{"params": [torch.nn.Parameter(torch.ones(2))], "lr": 0.1 * (i + 1)} for i in range(groups)],
                           **options)


SGD = "which is different from SGD."


@pytest.mark.parametrize("make, error, text", [
    (lambda o: S.StepLR(5, 3), TypeError, "int is not an Optimizer"),
    (lambda o: S.StepLR(o, 3, last_epoch=2), KeyError, "param 'initial_lr' is not specified in param_groups[0] when resuming"),
    (lambda o: S.LambdaLR(optimizer(2), [lambda e: 1]), ValueError, "Expected 2 lr_lambdas, but got 1"),
    (lambda o: S.ConstantLR(o, factor=2), ValueError, "Constant multiplicative factor expected to be between 0 and 1."),
    (lambda o: S.LinearLR(o, start_factor=0), ValueError, "Starting multiplicative factor expected to be greater than 0 and "
                                                          "less"),
    (lambda o: S.LinearLR(o, end_factor=-1), ValueError, "Ending multiplicative factor expected to be between 0 and 1."),
    (lambda o: S.SequentialLR(o, [], [1]), ValueError, "SequentialLR expects at least one scheduler, but got no scheduler."),
    (lambda o: S.SequentialLR(o, [S.StepLR(o, 1), 5], [1]), TypeError, "SequentialLR at index 1 should have `optimizer` as its"),
    (lambda o: S.SequentialLR(o, [S.StepLR(o, 1), S.StepLR(optimizer(), 1)], [1]), ValueError, SGD),
    (lambda o: S.SequentialLR(o, [S.StepLR(o, 1), S.StepLR(o, 1)], [1, 2]), ValueError, "to be equal to 2"),
    (lambda o: S.SequentialLR(o, [S.StepLR(o, 1), S.ReduceLROnPlateau(o)], [1]), ValueError, "does not support "
                                                                                             "`ReduceLROnPlateau`"),
    (lambda o: S.ChainedScheduler([]), ValueError, "ChainedScheduler expects at least one scheduler to be chained"),
    (lambda o: S.ChainedScheduler([S.StepLR(o, 1)], optimizer=optimizer()), ValueError, SGD),
    (lambda o: S.CosineAnnealingWarmRestarts(o, 0), ValueError, "Expected positive integer T_0, but got 0"),
    (lambda o: S.CosineAnnealingWarmRestarts(o, 2, T_mult=0), ValueError, "Expected integer T_mult >= 1, but got 0"),
    (lambda o: S.CosineAnnealingWarmRestarts(o, 2).step(-1), ValueError, "Expected non-negative epoch, but got -1"),
    (lambda o: S.ReduceLROnPlateau(o, factor=1.0), ValueError, "Factor should be < 1.0."),
    (lambda o: S.ReduceLROnPlateau(o, mode="x"), ValueError, "mode x is unknown!"),
    (lambda o: S.ReduceLROnPlateau(o, min_lr=[1, 2]), ValueError, "expected 1 min_lrs, got 2"),
    (lambda o: S.CyclicLR(torch.optim.Adagrad([torch.nn.Parameter(torch.ones(1))]), 0.1, 0.2), ValueError,
     "optimizer must support momentum or beta1 with `cycle_momentum` option enabled"),
    (lambda o: S.CyclicLR(o, 0.1, 0.2, mode="x"), ValueError, "mode is invalid and scale_fn is None"),
    (lambda o: S.CyclicLR(o, [0.1, 0.2], 0.2), ValueError, "base_lr has 2 values, param_groups has 1."),
    (lambda o: S.OneCycleLR(o, 1), ValueError, "You must define either total_steps OR (epochs AND steps_per_epoch)"),
    (lambda o: S.OneCycleLR(o, 1, epochs=1, steps_per_epoch=0), ValueError, "Expected positive integer steps_per_epoch, but got "
                                                                            "0"),
    (lambda o: S.OneCycleLR(o, 1, total_steps=5, pct_start=2), ValueError, "Expected float between 0 and 1 pct_start, but got 2"),
    (lambda o: S.OneCycleLR(o, 1, total_steps=5, anneal_strategy="x"), ValueError, "anneal_strategy must be one of 'cos' or "
                                                                                   "'linear'"),
])
def test_refused(make, error, text):
    with pytest.raises(error) as info:
        make(optimizer())
    assert text in str(info.value)


def test_warnings():
    o = optimizer()
    scheduler = S.StepLR(o, 1)
    with pytest.warns(UserWarning, match=r"Detected call of `lr_scheduler.step\(\)` before `optimizer.step\(\)`"):
        scheduler.step()
    with pytest.warns(UserWarning, match="The epoch parameter in `scheduler.step"):
        scheduler.step(3)
    with pytest.warns(UserWarning, match="To get the last learning rate computed by the scheduler"):
        scheduler.get_lr()
    o = optimizer()
    scheduler = S.StepLR(o, 1)
    o.step = lambda: None
    with pytest.warns(UserWarning, match=r"`optimizer.step\(\)` has been overridden after learning rate scheduler"):
        scheduler.step()


def test_one_cycle_ends():
    o = optimizer(momentum=0.9)
    scheduler = S.OneCycleLR(o, 1, total_steps=3)
    for _ in range(3):
        o.step()
        scheduler.step()
    with pytest.raises(ValueError, match="Tried to step 4 times. The specified number of total steps is 3"):
        scheduler.step()


def test_its_state():
    o = optimizer()
    assert S.StepLR(o, 3).state_dict() == {
        "step_size": 3, "gamma": 0.1, "base_lrs": [0.1], "last_epoch": 0, "_step_count": 1, "_is_initial": False,
        "_get_lr_called_within_step": False, "_last_lr": [0.1]}


class Halves:
    def __init__(self):
        self.factor = 0.5

    def __call__(self, epoch):
        return self.factor


@pytest.mark.parametrize("make", [
    lambda o: S.LambdaLR(o, Halves()), lambda o: S.StepLR(o, 2), lambda o: S.MultiStepLR(o, [1, 3]),
    lambda o: S.OneCycleLR(o, 1.0, 20), lambda o: S.CosineAnnealingLR(o, 4),
    lambda o: S.SequentialLR(o, [S.ConstantLR(o), S.ExponentialLR(o, 0.5)], [2]), lambda o: S.CyclicLR(o, 0.1, 0.5, 2),
    lambda o: S.ChainedScheduler([S.StepLR(o, 2), S.ExponentialLR(o, 0.5)])])
def test_going_on_from_a_state(make):
    first, second = optimizer(momentum=0.9), optimizer(momentum=0.9)
    scheduler, other = make(first), make(second)
    for _ in range(3):
        first.step()
        scheduler.step()
    second.step()
    second.load_state_dict(first.state_dict())
    other.load_state_dict(pickle.loads(pickle.dumps(scheduler.state_dict())))
    scheduler.step()
    other.step()
    assert other.get_last_lr() == scheduler.get_last_lr() and first.param_groups[0]["lr"] == second.param_groups[0]["lr"]


def test_functions_are_not_saved_and_callables_are():
    assert S.LambdaLR(optimizer(), lambda e: 1.0).state_dict()["lr_lambdas"] == [None]
    assert S.LambdaLR(optimizer(), Halves()).state_dict()["lr_lambdas"] == [{"factor": 0.5}]
    cyclic = S.CyclicLR(optimizer(momentum=0.9), 0.1, 0.5, scale_fn=Halves())
    assert cyclic.state_dict()["_scale_fn_custom"] == {"factor": 0.5}


def test_one_after_the_other():
    o = optimizer(2)
    scheduler = S.SequentialLR(o, [S.StepLR(o, 1), S.ExponentialLR(o, 0.5)], [2])
    seen = [scheduler.get_last_lr()]
    for _ in range(4):
        o.step()
        scheduler.step()
        seen.append(scheduler.get_last_lr())
    assert seen == [[0.1, 0.2], [0.010000000000000002, 0.020000000000000004], [0.1, 0.2], [0.05, 0.1], [0.025, 0.05]]


def test_all_at_once():
    o = optimizer()
    scheduler = S.ChainedScheduler([S.StepLR(o, 1), S.ExponentialLR(o, 0.5)])
    o.step()
    scheduler.step()
    assert scheduler.get_last_lr() == [0.005000000000000001]


@pytest.mark.parametrize("mode, threshold_mode, metrics, lrs", [
    ("min", "rel", [1, 0.9, 0.9, 0.9, 0.9, 0.5, 0.6, 0.6, 0.6], [1, 1, 1, 1, 0.1, 0.1, 0.1, 0.1, 0.1]),
    ("max", "abs", [1, 2, 2, 2, 2, 2, 2, 2, 3], [1, 1, 1, 1, 0.1, 0.1, 0.1, 0.1, 0.1]),
])
def test_plateaus(mode, threshold_mode, metrics, lrs):
    o = optimizer()
    o.param_groups[0]["lr"] = 1.0
    scheduler = S.ReduceLROnPlateau(o, mode, patience=2, threshold_mode=threshold_mode, cooldown=2)
    seen = []
    for metric in metrics:
        scheduler.step(torch.tensor(float(metric)))
        seen.append(o.param_groups[0]["lr"])
    assert seen == lrs and scheduler.get_last_lr() == lrs[-1:]


def test_rates_that_are_tensors():
    rate = torch.tensor(0.5)
    o = torch.optim.SGD([torch.nn.Parameter(torch.ones(1))], lr=rate)
    scheduler = S.StepLR(o, 1)
    o.step()
    scheduler.step()
    assert o.param_groups[0]["lr"] is rate and abs(rate.item() - 0.05) < 1e-8 and scheduler.base_lrs[0].item() == 0.5


def test_neither_keeps_the_other_alive():
    gc.disable()
    try:
        o = optimizer()
        scheduler = S.LambdaLR(o, lambda e: 1.0)
        o.step()
        scheduler.step()
        references = weakref.ref(o), weakref.ref(scheduler)
        del scheduler, o
        assert [reference() for reference in references] == [None, None]
    finally:
        gc.enable()


def test_a_schedule_of_ones_own():
    class Own(S.LRScheduler):
        def get_lr(self):
            return [base / (1 + self.last_epoch) for base in self.base_lrs]

    o = optimizer()
    scheduler = Own(o)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        o.step()
        scheduler.step()
    assert scheduler.get_last_lr() == [0.05]
