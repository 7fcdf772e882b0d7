"""torch.utils.benchmark: times are those of the statement, and said in words."""
import itertools

import pytest

import rushlight as torch
from rushlight.utils import benchmark


def ticking(step):
    clock = itertools.count()
    return lambda: next(clock) * step


def test_a_round():
    seen, threads = [], torch.get_num_threads()
    found = benchmark.Timer("seen.append(x)", globals={"seen": seen, "x": torch.ones(1)}, timer=ticking(0.5)).timeit(200)
    assert len(seen) == 202 and (found.number_per_run, found.raw_times, found.mean) == (200, [0.5], 0.0025)
    assert torch.get_num_threads() == threads
    assert repr(found).split("\n")[1:] == ["seen.append(x)", "  2.50 ms", "  1 measurement, 200 runs , 1 thread"]


def test_rounds_until_the_time_is_spent():
    calls = []
    timer = benchmark.Timer("pass", label="nothing", sub_label="at all", num_threads=2, timer=ticking(2 ** -7))
    found = timer.blocked_autorange(callback=lambda number, seconds: calls.append(seconds), min_run_time=0.05)
    assert sum(found.raw_times) >= 0.05 and calls == found.raw_times and found.iqr < 1e-9
    assert "nothing: at all" in repr(found) and "2 threads" in repr(found) and "Median: 7.81 ms" in repr(found)
    assert timer.adaptive_autorange(min_run_time=0.02).median == 2 ** -7


def test_the_middle_of_the_rounds():
    found = benchmark.Measurement(2, [2.0, 4.0, 6.0, 8.0, 20.0], "s")
    assert (found.median, found.mean, found.iqr) == (3.0, 4.0, 2.0)


@pytest.mark.parametrize("call", [
    lambda: benchmark.Timer(language="c++"), lambda: benchmark.Timer(env="x"), lambda: benchmark.Timer().collect_callgrind(),
    lambda: benchmark.Compare([])])
def test_what_is_not_built(call):
    with pytest.raises(NotImplementedError, match="rushlight does not implement"):
        call()


def test_what_is_said_of_a_machine(capsys):
    from rushlight.utils import collect_env
    collect_env.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("PyTorch version: 2.13") and "Is CUDA available: False" in lines
