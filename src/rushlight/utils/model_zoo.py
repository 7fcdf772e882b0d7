"""torch.utils.model_zoo: an older address of torch.hub's loader, and of the progress bar that libraries take from there."""
from __future__ import annotations

import sys

from rushlight.hub import load_state_dict_from_url as load_url                                  # noqa: F401

try:
    from tqdm import tqdm
except ImportError:
    class tqdm:
        """What libraries use of the package of that name: percents, or a count, in one line of stderr."""

        def __init__(self, iterable=(), total=None, disable=False, **kwargs):
            self.iterable, self.total, self.disable, self.n = iterable, total, disable, 0
            if total is None and hasattr(iterable, "__len__"):
                self.total = len(iterable) or None

        def update(self, n=1):
            """Goes on by n."""
            self.n += n
            if not self.disable:
                sys.stderr.write(f"\r{100 * self.n / self.total:.1f}%" if self.total else f"\r{self.n}")

        def close(self):
            """Ends the line."""
            if not self.disable:
                sys.stderr.write("\n")

        def __iter__(self):
            with self:
                for item in self.iterable:
                    yield item
                    self.update()

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.close()
