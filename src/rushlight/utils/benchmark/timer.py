"""Timer: runs a statement again and again, on as many threads as it is told."""
from __future__ import annotations

import timeit
from time import perf_counter as timer

from rushlight.backends.threads import get_num_threads, set_num_threads
from rushlight.errors import refuse
from rushlight.utils.benchmark.measurement import Measurement


class Timer:
    """A statement and what it needs; the names it uses come from `globals`, and are not changed."""

    def __init__(self, stmt="pass", setup="pass", global_setup="", timer=timer, globals=None, label=None, sub_label=None,
                 description=None, env=None, num_threads=1, language="python"):
        if language not in ("python", "py") or global_setup:
            refuse("Timer of C++")
        if env is not None:
            refuse("Timer(env=...)")
        self.facts = dict(stmt=stmt, num_threads=num_threads, label=label, sub_label=sub_label, description=description)
        self._timer = timeit.Timer(stmt, setup, timer, {} if globals is None else dict(globals))

    def timeit(self, number=1_000_000):
        """One round of `number` runs, after a hundredth of them that warms up."""
        before = get_num_threads()
        set_num_threads(self.facts["num_threads"])
        try:
            self._timer.timeit(max(number // 100, 2))
            return Measurement(number, [self._timer.timeit(number)], **self.facts)
        finally:
            set_num_threads(before)

    def blocked_autorange(self, callback=None, min_run_time=0.2):
        """Rounds of some milliseconds each, until they took `min_run_time` seconds together."""
        number, rounds = self._runs_of_a_round(min_run_time), []
        while sum(rounds) < min_run_time:
            rounds += self.timeit(number).raw_times
            if callback is not None:
                callback(number, rounds[-1])
        return Measurement(number, rounds, **self.facts)

    def _runs_of_a_round(self, min_run_time):
        number = 1
        while number < 1_000_000 and self.timeit(number).raw_times[0] < min_run_time / 1000:
            number *= 10
        return number

    def adaptive_autorange(self, threshold=0.1, *, min_run_time=0.01, max_run_time=10.0, callback=None):
        """Rounds until the middle half of them lies within `threshold` of the median, or for `max_run_time` seconds."""
        number, rounds = self._runs_of_a_round(min_run_time), []
        while sum(rounds) < max_run_time:
            rounds += self.timeit(number).raw_times
            if callback is not None:
                callback(number, rounds[-1])
            found = Measurement(number, rounds, **self.facts)
            if len(rounds) >= 4 and sum(rounds) >= min_run_time and found.iqr < threshold * found.median:
                break
        return found

    def collect_callgrind(self, number=100, **options):
        """Raises: instructions are not counted."""
        refuse("Timer.collect_callgrind")
