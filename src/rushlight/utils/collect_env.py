"""torch.utils.collect_env: what to say of a machine in a report."""
from __future__ import annotations

import os
import platform
import sys

import numpy

from rushlight import version
from rushlight.backends.threads import get_num_threads


def get_pretty_env_info():
    """Versions and the machine, a line each."""
    rows = {"PyTorch version": f"{version.FOLLOWS} (rushlight {version.RUSHLIGHT} stands for it)", "CUDA used to build": "none",
            "OS": platform.platform(), "Python version": sys.version.replace("\n", " "), "Is CUDA available": False,
            "CPU": f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, {get_num_threads()} threads used",
            "numpy": numpy.__version__}
    return "\n".join(f"{name}: {value}" for name, value in rows.items())


def main():
    """Prints it."""
    print(get_pretty_env_info())


if __name__ == "__main__":
    main()
