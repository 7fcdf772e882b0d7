"""What drawing random numbers costs beside PyTorch, at 3, 1,000 and a million elements, on NumPy alone and with Numba.

    python benchmarks/drawing.py [--rounds N] [--only REGEX] [--sizes 3 1000 1000000] [--cpu]

Both libraries run in one process and take turns, each on the threads that it takes by default; a figure is the median over the
rounds. With --cpu it is processor time, of all threads together: on a busy machine the one that can be compared. Where numba or
PyTorch is not installed, that column is missing.
"""
import argparse
import os
import re
import statistics
import time
import timeit

import rushlight
from rushlight.backends import jit

try:
    import torch
except ImportError:
    torch = None

# `m` is the library and `F` its functional; `x` is a float32 vector of n elements, `y` an int64 one, `p` probabilities.
CALLS = ["m.rand(n)", "m.randn(n)", "m.randint(0, 10, (n,))", "m.randint(0, 1 << 40, (n,))", "m.randperm(n)", "m.rand_like(x)",
         "m.randn_like(x)", "m.randint_like(x, 10)", "m.rand(n, dtype=m.float64)", "m.randn(n, dtype=m.float64)",
         "m.normal(0.5, 2.0, (n,))", "m.normal(x, 2.0)", "x.uniform_()", "x.uniform_(-0.1, 0.1)", "x.normal_()",
         "x.normal_(0.5, 2.0)", "x.random_()", "y.random_(100)", "x.bernoulli_(0.3)", "x.bernoulli_(p)", "m.bernoulli(p)",
         "F.dropout(x, 0.4)", "x.exponential_()", "x.geometric_(0.3)", "x.cauchy_()", "x.log_normal_()",
         "m.multinomial(p, min(n, 1000), True)", "m.poisson(p)"]
SIZES = [3, 1000, 1_000_000]
ROUND = 2.5e-4          # seconds: so short that what the scheduler takes away falls into few rounds


def timer(library, call, n, clock):
    """A function that times one call of `library`, in seconds, over a round."""
    scope = {"m": library, "F": library.nn.functional, "n": n, "x": library.ones(n), "y": library.arange(n),
             "p": library.full((n,), 0.3)}
    made = timeit.Timer(call, timer=clock, globals=scope)
    made.timeit(3)
    number = max(1, int(ROUND / (made.timeit(3) / 3)))
    return lambda: made.timeit(number) / number


def compiling(wanted, run):
    """Runs `run` with the compiled kernels, or without."""
    os.environ["RUSHLIGHT_JIT"] = "1" if wanted else "0"
    jit.available.cache_clear()
    return run()


def contestants(call, n, clock):
    """A function for each column that gives the time of one call."""
    columns = [lambda ours=ours, wanted=wanted: compiling(wanted, ours)
               for wanted in (False, True) if not wanted or numba_found
               for ours in [compiling(wanted, lambda: timer(rushlight, call, n, clock))]]
    return columns + ([timer(torch, call, n, clock)] if torch else [])


def numba_is_here():
    """Whether kernels can be compiled, whatever the environment says of wanting them."""
    return compiling(True, jit.available)


def measure(call, n, rounds, clock):
    """Microseconds per call, one for each column."""
    columns = contestants(call, n, clock)
    times = [[column() for column in columns] for _ in range(max(5, rounds // 4) if n > 10_000 else rounds)]
    return [statistics.median(column) * 1e6 for column in zip(*times)]


def line(call, n, times):
    """The columns of one call: microseconds, and behind ours the multiple of PyTorch's."""
    ours, theirs = (times[:-1], times[-1]) if torch else (times, None)
    cells = [f"{t:12.2f}" + (f" = {t / theirs:5.2f}" if torch else "") for t in ours]
    return f"{call:38}{n:>9}" + "".join(cells) + (f"{theirs:12.2f}" if torch else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=41)
    parser.add_argument("--only", default="", help="only calls that match this regular expression")
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES)
    parser.add_argument("--cpu", action="store_true", help="processor time instead of time that passes")
    chosen = parser.parse_args()
    clock = time.process_time if chosen.cpu else time.perf_counter
    columns = ["numpy"] + ["numba"] * numba_found
    width = 20 if torch else 12
    print(f"{'microseconds, and multiples of PyTorch' if torch else 'microseconds':38}{'n':>9}"
          + "".join(f"{name:>{width}}" for name in columns) + (f"{'PyTorch':>12}" if torch else ""))
    for call in CALLS:
        if re.search(chosen.only, call):
            for n in chosen.sizes:
                print(line(call, n, measure(call, n, chosen.rounds, clock)), flush=True)


numba_found = numba_is_here()

if __name__ == "__main__":
    main()
