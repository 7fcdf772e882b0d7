"""What writing and reading a large checkpoint costs beside PyTorch: time, and memory beyond the file.

    python benchmarks/checkpoints.py [--megabytes N] [--rounds N]

Both libraries read the same file, which PyTorch wrote where it is installed, and write the same tensors. Times are medians of
rounds in which they take turns. "peak" is what the process grew by at most, in a process of its own, over the size of the file.
"""
import argparse
import importlib.util
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TASKS = {
    "load": lambda library, path: library.load(path),
    "load, mmap": lambda library, path: total(library.load(path, mmap=True)),
    "load, older format": lambda library, path: library.load(path.with_suffix(".old")),
    "save": lambda library, path: library.save(state(library, path), path.with_suffix(".out")),
    "save, older format": lambda library, path: library.save(state(library, path), path.with_suffix(".out"),
                                                             _use_new_zipfile_serialization=False),
}
_states = {}


def state(library, path):
    """The tensors in the file, read once."""
    if library not in _states:
        _states[library] = library.load(path)
    return _states[library]


def total(tensors):
    """The sum of all numbers: it reads every page of a map."""
    return sum(float(tensor.sum()) for tensor in tensors.values())


def write(library, path, megabytes):
    """Makes the files to read: a dict of tensors of four megabytes."""
    tensors = {f"layer.{i}": library.full((1024, 1024), float(i)) for i in range(megabytes // 4)}
    library.save(tensors, path)
    library.save(tensors, path.with_suffix(".old"), _use_new_zipfile_serialization=False)


def measure(task, libraries, path, rounds):
    """Milliseconds, one figure for each library."""
    times = [[_timed(task, library, path) for library in libraries] for _ in range(rounds + 1)][1:]
    return [statistics.median(column) * 1e3 for column in zip(*times)]


def _timed(task, library, path):
    began = time.perf_counter()
    task(library, path)
    return time.perf_counter() - began


def peak(name, library, path):
    """By how much a process grows for the task, as a share of the file."""
    run = subprocess.run([sys.executable, __file__, "--alone", name, "--library", library.__name__, str(path)],
                         capture_output=True, text=True, check=True)
    return int(run.stdout) * 1024 / path.stat().st_size


def grow(name, library, path):
    """Prints by how many kilobytes this process grows for the task."""
    if name.startswith("save"):
        state(library, path)
    Path("/proc/self/clear_refs").write_text("5")           # forgets the highest size so far
    before = _kilobytes("VmRSS")
    TASKS[name](library, path)
    print(_kilobytes("VmHWM") - before)


def _kilobytes(field):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(field + ":"))


def compare(path, libraries, rounds):
    """Prints a line for each task."""
    print(f"{'':20}{'ms':>8}{'torch ms':>10}{'ratio':>8}{'peak':>8}{'torch peak':>12}")
    for name, task in TASKS.items():
        times = measure(task, libraries, path, rounds)
        peaks = [peak(name, library, path) for library in libraries] if Path("/proc/self/clear_refs").exists() else []
        beside = f"{times[1]:10.1f}{times[0] / times[1]:8.2f}" if len(times) > 1 else " " * 18
        print(f"{name:20}{times[0]:8.1f}{beside}{''.join(f'{p:{w}.2f}' for p, w in zip(peaks, (8, 12)))}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--alone", choices=TASKS, help=argparse.SUPPRESS)
    parser.add_argument("--library", help=argparse.SUPPRESS)
    parser.add_argument("path", nargs="?", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.alone:
        return grow(options.alone, importlib.import_module(options.library), options.path)
    libraries = [importlib.import_module(name) for name in ("rushlight", "torch") if importlib.util.find_spec(name)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "checkpoint.pt")
        write(libraries[-1], path, options.megabytes)
        compare(path, libraries, options.rounds)


if __name__ == "__main__":
    main()
