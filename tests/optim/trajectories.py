"""Programs for rushlight and PyTorch: what an optimizer does to parameters in 50 steps, and a scheduler to rates."""
import numpy as np

STEPS = 50
SHAPES = ((3, 5), (), (4,))
COMMON = ({}, {"weight_decay": 0.1, "maximize": True})
OPTIMIZERS = {
    "SGD": (*COMMON, {"momentum": 0.9}, {"momentum": 0.9, "nesterov": True, "weight_decay": 0.1},
            {"momentum": 0.9, "dampening": 0.3}),
    "Adam": (*COMMON, {"amsgrad": True}, {"decoupled_weight_decay": True, "weight_decay": 0.1}),
    "AdamW": COMMON,
    "Adamax": COMMON,
    "NAdam": (*COMMON, {"decoupled_weight_decay": True, "weight_decay": 0.1}),
    "RAdam": (*COMMON, {"decoupled_weight_decay": True, "weight_decay": 0.1}),
    "Adagrad": (*COMMON, {"lr_decay": 0.1, "initial_accumulator_value": 0.1}),
    "Adadelta": COMMON,
    "RMSprop": (*COMMON, {"momentum": 0.9}, {"centered": True}, {"centered": True, "momentum": 0.9}),
    "Rprop": ({}, {"etas": (0.4, 1.5)}),
    "ASGD": (*COMMON, {"t0": 10, "lambd": 0.1}),
    "Adafactor": (*COMMON, {"d": 2.0, "eps": (1e-5, 1e-2)}),
    "Muon": ({}, {"nesterov": False, "adjust_lr_fn": "match_rms_adamw"}),
    "LBFGS": ({"lr": 0.1}, {"line_search_fn": "strong_wolfe"},
              {"line_search_fn": "strong_wolfe", "max_iter": 7, "history_size": 3}),
}
CASES = [(name, number, dtype) for name, options in OPTIMIZERS.items() for number in range(len(options))
         for dtype in ("float32", "float64") if (name, dtype) != ("LBFGS", "float32")]     # it magnifies the last bits


def key(name, number, dtype):
    return f"{name}/{number}/{dtype}"


def run(torch, name, number, dtype):
    """The parameters after the steps, and their states, as arrays by name."""
    rng = np.random.default_rng(0)
    params = [torch.nn.Parameter(torch.tensor(rng.standard_normal(shape), dtype=getattr(torch, dtype)))
              for shape in (SHAPES if name != "Muon" else SHAPES[:1])]
    optimizer = getattr(torch.optim, name)(params, **OPTIMIZERS[name][number])
    (minimize if name == "LBFGS" else follow)(torch, optimizer, params, rng)
    kept = {f"param{i}": p for i, p in enumerate(params)}
    for i, p in enumerate(params):
        kept.update({f"{name}{i}": value for name, value in optimizer.state[p].items() if name not in _NOT_COMPARED})
    return {name: value.detach().numpy() if hasattr(value, "detach") else np.array(value) for name, value in kept.items()}


_NOT_COMPARED = ("al", "d", "t", "old_dirs", "old_stps", "ro", "H_diag", "prev_flat_grad", "prev_loss")


def follow(torch, optimizer, params, rng):
    """Steps along random gradients, some of whose elements are 0."""
    for step in range(STEPS):
        for param in params:
            grad = np.array(rng.standard_normal(tuple(param.shape)))
            if step % 7 == 3 and grad.ndim:
                grad[..., :1] = 0
            param.grad = torch.tensor(grad, dtype=param.dtype)
        optimizer.step()


def minimize(torch, optimizer, params, rng):
    """Three steps down a function with a valley."""
    def closure():
        optimizer.zero_grad()
        loss = sum(((p - 1) ** 4).sum() + ((p ** 2 - p.roll(1)) ** 2).sum() for p in params if p.dim())
        loss = loss + (params[1] - 3) ** 2
        loss.backward()
        return loss
    for _ in range(3):
        optimizer.step(closure)


# ---------------------------------------------------------------- rates

SCHEDULERS = {
    "LambdaLR": ("LambdaLR", (lambda epoch: 0.9 ** epoch,), {}),
    "MultiplicativeLR": ("MultiplicativeLR", (lambda epoch: 0.9,), {}),
    "StepLR": ("StepLR", (2,), {}), "MultiStepLR": ("MultiStepLR", ([2, 2, 1],), {}), "ConstantLR": ("ConstantLR", (), {}),
    "LinearLR": ("LinearLR", (), {}), "ExponentialLR": ("ExponentialLR", (0.9,), {}),
    "PolynomialLR": ("PolynomialLR", (), {"power": 2.0}),
    "CosineAnnealingLR": ("CosineAnnealingLR", (4,), {"eta_min": 0.01}), "restarts": ("CosineAnnealingWarmRestarts", (3, 2), {}),
    "triangular": ("CyclicLR", ([0.05, 0.06], 0.3, 2, 3), {}),
    "triangular2": ("CyclicLR", (0.05, 0.3, 2, None, "triangular2"), {}),
    "exp_range": ("CyclicLR", (0.05, 0.3, 2, 3, "exp_range", 0.9), {}),
    "own scale": ("CyclicLR", (0.05, 0.3, 2, 3), {"scale_fn": lambda x: 0.5 ** x, "scale_mode": "iterations"}),
    "OneCycleLR": ("OneCycleLR", (0.5, 14), {}),
    "three phases": ("OneCycleLR", ([0.5, 0.6], 14), {"three_phase": True, "anneal_strategy": "linear"}),
    "SWALR": ("SWALR", (0.05, 4), {}), "SWALR linear": ("SWALR", ([0.05, 0.3], 3, "linear"), {}),
}
STARTS = (-1, 0, 1, 3)
JUMPS = ((5, 2, None, 7), (0, 1.5, None, 2.25))


def optimizer_with_rates(torch, start):
    groups = [{"params": [torch.nn.Parameter(torch.ones(1))], "lr": rate} for rate in (0.1, 0.2)]
    optimizer = torch.optim.SGD(groups, momentum=0.9)
    if start != -1:
        for group in optimizer.param_groups:
            group["initial_lr"] = 2 * group["lr"]
    return optimizer


def rates(torch, name, start=-1, epochs=(None,) * 9):
    """[last epoch, the rates, the momentum] at the start, and after each epoch; the error that ended it."""
    kind, args, options = SCHEDULERS[name]
    home = torch.optim.swa_utils if kind == "SWALR" else torch.optim.lr_scheduler
    rows = []
    try:
        optimizer = optimizer_with_rates(torch, start)
        scheduler = getattr(home, kind)(optimizer, *args, last_epoch=start, **options)
        for epoch in (*epochs, "end"):
            groups = optimizer.param_groups
            rows.append([scheduler.last_epoch, *[group["lr"] for group in groups], groups[0]["momentum"]])
            if epoch != "end":
                optimizer.step()
                scheduler.step() if epoch is None else scheduler.step(epoch)
    except Exception as error:
        rows.append(type(error).__name__)
    return rows
