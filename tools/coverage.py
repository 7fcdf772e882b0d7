"""Writes docs/coverage.md: what is built, and what of it is compared with values recorded from PyTorch.

    python tools/coverage.py            # write it
    python tools/coverage.py --check    # exit 1 if it is out of date
"""
import collections
import sys
from pathlib import Path

import numpy as np
import rushlight
import rushlight.nn.functional as functional
from rushlight.dispatch.op import registry
from rushlight.tensor import Tensor

ROOT = Path(__file__).resolve().parents[1]
PAGE, GOLDEN = ROOT / "docs" / "coverage.md", ROOT / "tests" / "golden" / "ops.npz"
NAMESPACES = {"linalg_": "linalg.", "fft_": "fft.", "special_": "special.", "signal_windows_": "signal.windows."}

rushlight.ops.load_all()

HEAD = """# What is built

Written by tools/coverage.py from the declarations and from tests/golden/ops.npz: do not edit. A name that is not built raises an
error that says so. Functions that only sort out their arguments and call these (`max`, `where`, `split`, `to` and others) are
not listed.

- **gradient**: *rule* has derivative formulas, *composite* is made of ops that have them, *none* has no gradient.
- **compared**: how many results `make test` compares with what PyTorch 2.13 gave for the same inputs.

"""


def public_name(op):
    """Where a user finds the op, or None for a helper of other ops."""
    for prefix, home in NAMESPACES.items():
        if op.name.startswith(prefix):
            return home + op.name.removeprefix(prefix)
    if op.public or hasattr(rushlight, op.name) and getattr(rushlight, op.name) is op.function:
        return op.name
    if hasattr(functional, op.name):
        return "nn.functional." + op.name
    return "Tensor." + op.name if op.method else None


def row(op, compared):
    gradient = "composite" if op.composite else "rule" if op.vjps and not op.refuses else "none"
    forms = [form for form, yes in (("method", hasattr(Tensor, op.name)), ("in place", op.inplace), ("`out=`", op.out)) if yes]
    return f"| `{public_name(op)}` | {', '.join(forms)} | {gradient} | {compared or ''} |"


def page():
    """The text of docs/coverage.md."""
    with np.load(GOLDEN) as golden:
        compared = collections.Counter(key.split("/")[0] for key in golden.files)
    ops = sorted((op for op in registry.values() if public_name(op)), key=public_name)
    found = sum(1 for op in ops if compared[op.name])
    results = sum(compared[op.name] for op in ops)
    total = f"{len(ops)} operations, {found} of them compared with PyTorch's values ({results} results).\n\n"
    table = ["| name | also | gradient | compared |", "|---|---|---|---|", *(row(op, compared[op.name]) for op in ops)]
    return HEAD + total + "\n".join(table) + "\n"


def main():
    text = page()
    if "--check" not in sys.argv:
        PAGE.write_text(text)
    elif not PAGE.exists() or PAGE.read_text() != text:
        sys.exit("docs/coverage.md is out of date: run tools/coverage.py")


if __name__ == "__main__":
    main()
