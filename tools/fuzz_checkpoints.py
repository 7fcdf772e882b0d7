"""Feeds torch.load with damaged files: what it does must be an error of the kinds that it promises, soon, in little memory.

    python tools/fuzz_checkpoints.py [--runs 200000] [--seed 0] [--keep FOLDER]

The files are the golden ones, damaged in bytes, or in the pickle or a record within an archive that is whole. They are read in
child processes of a bounded size; a crash, a hang, another error, or any step out of the process is a finding.
"""
import argparse
import io
import os
import pickle
import random
import resource
import signal
import struct
import sys
import time
import warnings
from pathlib import Path

import numpy as np

import rushlight as torch
from rushlight import serialization
from rushlight.serialization.archive import ArchiveReader
from rushlight.serialization.archive_writer import ArchiveWriter

GOLDEN = Path(__file__).parents[1] / "tests/golden/checkpoints"
PROMISED = (pickle.UnpicklingError, RuntimeError, EOFError, NotImplementedError, ValueError)
SECONDS, BYTES, BATCH = 10, 2 << 30, 1000
OUTSIDE = ("os.", "subprocess.", "socket.", "shutil.", "ctypes.", "open", "import", "exec", "compile", "code.")
NUMBERS = [struct.pack(f, n) for f in ("<B", "<H", "<I", "<Q") for n in (0, 1, 0x7F, 0x80, 0xFF)] + [
    b"\xff\xff", b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", b"\xff" * 8, b"\x00\x00\x00\x80"]
OPCODES = [bytes([code]) for code in (b"(.012BCFGHIJKLMNPQRSTUVX]abcdeghijlopqrstu})"
                                      b"\x80\x81\x82\x85\x86\x87\x88\x89\x8a\x8b\x8f\x93\x94\x95")]
NAMES = [b"cos\nsystem\n", b"c__builtin__\neval\n", b"c__builtin__\nbytearray\n", b"c__builtin__\nset\n", b"ctorch\nTensor\n",
         b"ctorch\nSize\n", b"ctorch\nFloatStorage\n", b"ctorch._tensor\n_rebuild_from_type_v2\n", b"ccollections\nOrderedDict\n",
         b"ctorch.nn.parameter\nParameter\n", b"ctorch\ndevice\n", b"c_codecs\nencode\n", b"ctorch._utils\n_rebuild_tensor_v3\n"]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--runs", type=int, default=200_000)
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--keep", type=Path, default=None, help="where to put files that were findings")
    options = arguments.parse_args()
    start, counts, findings = time.time(), {}, 0
    for first in range(0, options.runs, BATCH):
        findings += run_batch(range(first, min(first + BATCH, options.runs)), options, counts)
    print(f"{options.runs} files in {time.time() - start:.0f} s: {findings} findings")
    for kind, count in sorted(counts.items(), key=lambda row: -row[1]):
        print(f"{count:9} {kind}")
    sys.exit(bool(findings))


# ---------------------------------------------------------------- one batch, in a child process

def run_batch(numbers, options, counts):
    """The number of findings; what the files led to is added to `counts`."""
    results, write_end = os.pipe()
    child = os.fork()
    if not child:
        os.close(results)
        work(numbers, options, os.fdopen(write_end, "w", buffering=1))
        os._exit(0)
    os.close(write_end)
    with os.fdopen(results) as lines:
        done = [line.rstrip("\n").split("\t", 1) for line in lines]
    _, status = os.waitpid(child, 0)
    for _, outcome in done:
        counts[outcome] = counts.get(outcome, 0) + 1
    bad = [(int(number), outcome) for number, outcome in done if outcome.startswith("FINDING")]
    if status:
        bad.append((numbers[len(done)], f"FINDING: the process ended with {status}"))
    for number, outcome in bad:
        report(number, outcome, options)
    rest = numbers[len(done) + 1:] if status else ()
    return len(bad) + (run_batch(rest, options, counts) if rest else 0)


def report(number, outcome, options):
    print(f"file {number}: {outcome}", flush=True)
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
        (options.keep / f"{options.seed}_{number}.pt").write_bytes(damaged(options.seed, number))


def work(numbers, options, results):
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGALRM, stop)
    warnings.showwarning = lambda *_: None                          # Python's opens the source file, to show the line
    for path in SEEDS:
        outcome_of(SEEDS[path])                                 # what is imported lazily is imported now
    sys.addaudithook(watch)
    for number in numbers:
        data = damaged(options.seed, number)
        results.write(f"{number}\t{outcome_of(data)}\n")


class Late(BaseException):
    """Reading took too long."""


class Outside(BaseException):
    """Reading reached out of the process."""


watching = False


def stop(*_):
    raise Late


def watch(event, _):
    if watching and event.startswith(OUTSIDE):
        raise Outside(event)


def outcome_of(data):
    """One line: what reading the file led to."""
    global watching
    signal.alarm(SECONDS)
    watching = True
    try:
        touch(torch.load(io.BytesIO(data), map_location="cpu"), 10_000)
        outcome = "read"
    except PROMISED as error:
        outcome = type(error).__name__
    except MemoryError:
        outcome = "FINDING: MemoryError"
    except BaseException as error:
        outcome = f"FINDING: {type(error).__name__}: {error}".replace("\n", " ")[:200]
    watching = False
    signal.alarm(0)
    return outcome


def touch(obj, most):
    """Reads the first elements of every tensor among the first `most` values in there."""
    waiting = [obj]
    while waiting and most:
        most -= 1
        value = waiting.pop()
        if isinstance(value, torch.Tensor):
            value._data.reshape(-1)[:100].tolist() if value.numel() < 1 << 20 else np.sum(value._data.ravel("K")[:1])
        elif isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, (list, tuple)):
            waiting += value


# ---------------------------------------------------------------- damage

SEEDS = {path.name: path.read_bytes() for path in sorted(GOLDEN.glob("*.pt"))}


def damaged(seed, number):
    """File `number` of a series."""
    dice = random.Random(f"{seed} {number}")
    data = SEEDS[dice.choice(list(SEEDS))]
    if data.startswith(b"PK") and dice.random() < 0.6:
        return damaged_inside(data, dice)
    return mutated(data, dice)


def damaged_inside(data, dice):
    """An archive that is whole, around a damaged pickle; now and then with a damaged record besides."""
    reader, written = ArchiveReader(io.BytesIO(data)), io.BytesIO()
    writer = ArchiveWriter(written)
    for name in reader.get_all_records():
        if name in ("version", ".data/serialization_id"):
            continue
        record = reader.get_record(name)
        if name == "data.pkl" or dice.random() < 0.05:
            record = mutated(record, dice)
        writer.write_record(name, record, len(record))
    writer.write_end_of_file()
    return written.getvalue()


def mutated(data, dice):
    data = bytearray(data)
    for _ in range(dice.choice((1, 1, 1, 2, 3, 8))):
        dice.choice(DAMAGES)(data, dice)
    return bytes(data)


def place(data, dice):
    return dice.randrange(len(data) + 1)


def flip(data, dice):
    if data:
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)


def overwrite(data, dice):
    at, value = place(data, dice), dice.choice(NUMBERS + OPCODES)
    data[at:at + len(value)] = value


def insert(data, dice):
    at = place(data, dice)
    data[at:at] = dice.choice(NUMBERS + OPCODES + NAMES)


def cut(data, dice):
    at = place(data, dice)
    del data[at:at + dice.choice((1, 2, 4, 16, 100))]


def cut_off(data, dice):
    del data[place(data, dice):]


def repeat(data, dice):
    start = place(data, dice)
    part = data[start:start + dice.choice((1, 2, 8, 60))]
    at = place(data, dice)
    data[at:at] = part * dice.choice((1, 1, 2, 100, 3000))


def splice(data, dice):
    other = SEEDS[dice.choice(list(SEEDS))]
    start, at = dice.randrange(len(other)), place(data, dice)
    part = other[start:start + dice.choice((4, 30, 200))]
    data[at:at + dice.choice((0, len(part)))] = part


DAMAGES = (flip, flip, overwrite, overwrite, insert, insert, cut, cut_off, repeat, splice)


if __name__ == "__main__":
    assert serialization.get_safe_globals() == []
    main()
