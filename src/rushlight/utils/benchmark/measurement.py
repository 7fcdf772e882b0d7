"""What a Timer found."""
from __future__ import annotations

import dataclasses
import statistics

_UNITS = ((1, "s"), (1e-3, "ms"), (1e-6, "us"), (0, "ns"))


@dataclasses.dataclass(repr=False)
class Measurement:
    """The seconds of several rounds of `number_per_run` runs each."""
    number_per_run: int
    raw_times: list
    stmt: str
    num_threads: int = 1
    label: str | None = None
    sub_label: str | None = None
    description: str | None = None

    @property
    def times(self):
        """Seconds of one run, for each round."""
        return [seconds / self.number_per_run for seconds in self.raw_times]

    mean = property(lambda self: statistics.fmean(self.times), doc="The mean of the rounds, in seconds.")
    median = property(lambda self: statistics.median(self.times), doc="The median of the rounds, in seconds.")

    @property
    def iqr(self):
        """The width of the middle half of the rounds, in seconds; 0 for one."""
        if len(self.times) == 1:
            return 0.0
        low, _, high = statistics.quantiles(self.times, n=4, method="inclusive")
        return high - low

    @property
    def title(self):
        """The label, or else the statement, and what was added to it."""
        return (self.label or self.stmt.strip()) + (f": {self.sub_label}" if self.sub_label else "")

    def __repr__(self):
        rounds = f"{len(self.raw_times)} measurement{'s' * (len(self.raw_times) > 1)}, {self.number_per_run} runs "
        threads = f"{self.num_threads} thread{'s' * (self.num_threads > 1)}"
        middle = [f"  Median: {_shown(self.median)}", f"  IQR:    {_shown(self.iqr)}"] if len(self.raw_times) > 1 else [
            f"  {_shown(self.mean)}"]
        return "\n".join([f"<{type(self).__module__}.Measurement object at {id(self):#x}>", self.title,
                          *([self.description] if self.description else []), *middle,
                          f"  {rounds}{'per measurement' if len(self.raw_times) > 1 else ''}, {threads}"])


def _shown(seconds):
    scale, unit = next((scale or 1e-9, unit) for scale, unit in _UNITS if seconds >= scale)
    return f"{seconds / scale:.2f} {unit}"
