"""What small calls cost beside PyTorch: forward, forward that records, and backward, on 1 to 100 elements.

    python benchmarks/small_ops.py [--rounds N] [--only REGEX]

Both libraries run in one process and take turns, PyTorch on one thread; each figure is the median over the rounds. Where
PyTorch is not installed, rushlight's own times are shown alone.
"""
import argparse
import math
import re
import statistics
import subprocess
import sys
import timeit
import warnings

import numpy as np
import rushlight

try:
    import torch
except ImportError:
    torch = None

# `m` is the library and `F` its functional; `a` and `b` are vectors of n positive numbers, `p` and `q` square matrices with about
# n elements, `w` a row of them, `s` its shape, `y` a class for each row, `c` a mask of the matrices.
CALLS = ["a + b", "a * b", "a * 2.0", "a ** 2", "m.exp(a)", "m.sigmoid(a)", "F.relu(a)", "a.sum()", "a.mean()", "p.sum(1)",
         "a.max()", "p.argmax(1)", "p @ q", "F.linear(p, q, w)", "p.softmax(1)", "F.cross_entropy(p, y)", "F.mse_loss(p, q)",
         "F.layer_norm(p, s, w, w)", "F.embedding(y, p)", "p[0]", "p[:, :1]", "p[y]", "p.reshape(-1)", "p.t()", "p.unsqueeze(0)",
         "m.cat((a, b))", "m.stack((a, b))", "m.where(c, p, q)", "p.clamp(0.6, 1.0)", "p.clone()", "a[0].item()",
         "(a * b).sum()"]
SIZES = [1, 10, 100]
MODES = ["forward", "recording", "backward"]


def inputs(library, n, requires_grad):
    rng = np.random.default_rng(n)
    side = math.isqrt(n)
    shapes = {"a": (n,), "b": (n,), "p": (side, side), "q": (side, side), "w": (side,)}
    made = {name: library.tensor((rng.random(shape) + 0.5).astype(np.float32)) for name, shape in shapes.items()}
    constants = {"s": (side,), "y": library.tensor(rng.integers(0, side, side)),
                 "c": library.tensor(rng.random((side, side)) > 0.5)}
    return {name: t.requires_grad_(requires_grad) for name, t in made.items()} | constants


class NoGradient(Exception):
    """The result of the call is a constant: there is no backward to time."""


def timer(library, call, n, mode):
    """A Timer for one call of one library, and how often it should repeat it in a round.

    A round takes 0.25 ms, so that what the scheduler takes away falls into few of them.
    """
    scope = {"m": library, "F": library.nn.functional, **inputs(library, n, requires_grad=mode != "forward")}
    statement = call
    if mode == "backward":
        scope["out"] = eval(call, scope)
        if not getattr(scope["out"], "requires_grad", False):
            raise NoGradient
        scope["g"] = library.ones_like(scope["out"]).detach()
        statement = "out.backward(g, retain_graph=True)"
    made = timeit.Timer(statement, globals=scope)
    made.timeit(20)
    return made, max(5, int(2.5e-4 / (made.timeit(20) / 20)))


def measure(libraries, call, n, mode, rounds):
    """Microseconds per call, one for each library."""
    timers = [timer(library, call, n, mode) for library in libraries]
    times = [[made.timeit(number) / number for made, number in timers] for _ in range(rounds)]
    return [statistics.median(column) * 1e6 for column in zip(*times)]


def compare(libraries, calls, rounds):
    """{(call, n, mode): times}, printing a line for each call and size."""
    print(f"{'call':24}{'n':>4}" + "".join(f"{mode:>28}" for mode in MODES))
    print(" " * 28 + "".join(f"{'us' if len(libraries) == 1 else 'us / torch us = ratio':>28}" for _ in MODES))
    seen = {}
    for call in calls:
        for n in SIZES:
            cells = []
            for mode in MODES:
                try:
                    seen[call, n, mode] = times = measure(libraries, call, n, mode, rounds)
                    cells.append(cell(times))
                except Exception as error:                          # a gap in one library: say so, and go on
                    cells.append(type(error).__name__)
            print(f"{call:24}{n:>4}" + "".join(f"{text:>28}" for text in cells), flush=True)
    return seen


def cell(times):
    return f"{times[0]:.2f}" if len(times) == 1 else f"{times[0]:.2f} / {times[1]:.2f} = {times[0] / times[1]:.2f}"


def geometric_means(seen):
    for mode in MODES:
        ratios = [ours / theirs for (_, _, m), (ours, theirs) in seen.items() if m == mode]
        if ratios:
            print(f"geometric mean, {mode:10} {math.exp(statistics.fmean(map(math.log, ratios))):.2f} of PyTorch's time "
                  f"({len(ratios)} figures, worst {max(ratios):.2f})")


def import_time(name, tries=5):
    """The least milliseconds that `python -X importtime` gives for `import name`, and those of NumPy inside it."""
    best = []
    for _ in range(tries):
        run = subprocess.run([sys.executable, "-X", "importtime", "-c", f"import {name}"], capture_output=True, text=True)
        rows = re.findall(r"import time: +\d+ \| +(\d+) \| +(\S+)", run.stderr)
        cumulative = {module: int(us) / 1000 for us, module in rows}
        best.append((cumulative[name], cumulative.get("numpy", 0.0)))
    return min(best)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=41)
    parser.add_argument("--only", default="", help="only calls that match this regular expression")
    chosen = parser.parse_args()
    libraries = [rushlight]
    if torch is None:
        print("PyTorch is not installed here: these are rushlight's times alone.\n")
    else:
        torch.set_num_threads(1)
        libraries.append(torch)
    warnings.simplefilter("ignore")
    seen = compare(libraries, [call for call in CALLS if re.search(chosen.only, call)], chosen.rounds)
    print()
    if torch is not None:
        geometric_means(seen)
    for library in libraries:
        total, numpy = import_time(library.__name__)
        print(f"import {library.__name__}: {total:.0f} ms, {numpy:.0f} of them NumPy's")


if __name__ == "__main__":
    main()
