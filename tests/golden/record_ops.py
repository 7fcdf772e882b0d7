"""Records what PyTorch gives for the samples of every op, in ops.npz. Run it where torch 2.13 is installed:

    PYTHONPATH=src:. python tests/golden/record_ops.py
"""
import pathlib
import warnings

import numpy as np
import torch
from rushlight.dispatch.op import registry
import rushlight

from tests.ops.samples import UP_TO_PHASE, Make, calls_for

rushlight.ops.load_all()

PREFIXES = {"linalg_": torch.linalg, "fft_": torch.fft, "special_": torch.special}


# Ours that stand for one overload of torch's.
OVERLOADS = {
    "max_all": torch.max, "max_dim": torch.max, "min_all": torch.min, "min_dim": torch.min,
    "median_all": torch.median, "median_dim": torch.median, "nanmedian_all": torch.nanmedian, "nanmedian_dim": torch.nanmedian,
    "index": None, "linear": torch.nn.functional.linear, "conjugate": torch.conj,
    "histogram_in_parts": torch.histogram, "histogram_between": torch.histogram,
}
OVERLOADS.update({f"{name}_corrected": getattr(torch, name) for name in ("var", "std", "var_mean", "std_mean")})


def torch_function(op):
    """The function of the same name, wherever torch keeps it; None if there is none."""
    if op.name in OVERLOADS:
        return OVERLOADS[op.name]
    for prefix, home in PREFIXES.items():
        if op.name.startswith(prefix):
            return getattr(home, op.name.removeprefix(prefix), None)
    namespace, methods, functional = torch, torch.Tensor, torch.nn.functional
    homes = (namespace, functional, methods) if op.public else (methods,) if op.method else (functional, namespace, methods)
    for home in homes:
        if hasattr(home, op.name) and not op.name.startswith("_"):
            return getattr(home, op.name)
    return None


def outputs_of(result):
    if isinstance(result, torch.Tensor):
        return [result]
    return [o for r in result for o in outputs_of(r)] if isinstance(result, (tuple, list)) else []


def record(op):
    function = torch_function(op)
    if function is None:
        return {}
    make = Make(torch.tensor, op.name, np.float32)
    found = {}
    for i, call in enumerate(calls_for(op, make)):
        for j, out in enumerate(outputs_of(function(*call.args, **call.kwargs))):
            out = out.abs() if j in UP_TO_PHASE.get(op.name, ()) else out
            found[f"{op.name}/{i}/{j}"] = out.detach().resolve_conj().resolve_neg().numpy()
    return found


def main():
    golden = {}
    for op in registry.values():
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                golden.update(record(op))
        except Exception as error:
            print(f"{op.name}: {type(error).__name__}: {str(error)[:100]}")
    path = pathlib.Path(__file__).with_name("ops.npz")
    np.savez_compressed(path, **golden)
    print(f"{len({k.split('/')[0] for k in golden})} ops, {len(golden)} arrays, {path.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
