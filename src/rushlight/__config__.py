"""torch.__config__: what computes."""
from __future__ import annotations

import numpy as np

from rushlight import version
from rushlight.backends.threads import get_num_threads


def show():
    """The versions, as text."""
    return f"rushlight {version.RUSHLIGHT}, on NumPy {np.__version__}\n"


def parallel_info():
    """The number of threads, as text."""
    return f"rushlight parallel backend: a pool of its own\n\tget_num_threads(): {get_num_threads()}\n"
