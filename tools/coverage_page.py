"""Writes docs/coverage.md: what is built, and what of it is compared with values recorded from PyTorch.

    python tools/coverage_page.py            # write it
    python tools/coverage_page.py --check    # exit 1 if it is out of date
"""
import collections
import sys
from pathlib import Path

import numpy as np
import rushlight
import rushlight.nn.functional as functional
from rushlight.batching.calls import kind_of_rule
from rushlight.dispatch.methods import public
from rushlight.dispatch.op import registry
from rushlight.op_methods import OpMethods
from rushlight.random import fork_rng
from rushlight.tensor import Tensor

sys.path.insert(0, str(Path(__file__).parent))
from measuring import dtypes_of, has_gradient

ROOT = Path(__file__).resolve().parents[1]
PAGE, GOLDEN = ROOT / "docs" / "coverage.md", ROOT / "tests" / "golden" / "ops.npz"
NAMESPACES = {"linalg_": "linalg.", "fft_": "fft.", "special_": "special.", "signal_windows_": "signal.windows."}

rushlight.ops.load_all()

HEAD = """# What is built

Written by tools/coverage_page.py from the declarations, by running the tests' samples, and from tests/golden/ops.npz: do not
edit. A name that is not built raises an error that says so.

- **dtypes**: the element types that the samples ran with: *floats* are float16, bfloat16, float32 and float64, *complex* both
  complex types, *ints* uint8 and the signed integers.
- **gradient**: whether a backward pass through a sample reached an input.
- **vmap**: *rule* and *family* run a batch at once, *composite* as its parts do, *loop* one sample at a time.
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


BY_HAND = """
## Written by hand

These sort out their arguments and call the operations above.

"""


def row(op, compared):
    gradient = {True: "yes", False: "no", None: ""}[has_gradient(op)]
    forms = [form for form, yes in (("method", hasattr(Tensor, op.name)), ("in place", op.inplace), ("`out=`", op.out)) if yes]
    cells = (f"`{public_name(op)}`", ", ".join(forms), dtypes_of(op), gradient, kind_of_rule(op.name), str(compared or ""))
    return f"| {' | '.join(cells)} |"


def page():
    """The text of docs/coverage.md."""
    with np.load(GOLDEN) as golden:
        compared = collections.Counter(key.split("/")[0] for key in golden.files)
    ops = sorted((op for op in registry.values() if public_name(op)), key=public_name)
    found = sum(1 for op in ops if compared[op.name])
    results = sum(compared[op.name] for op in ops)
    total = f"{len(ops)} operations, {found} of them compared with PyTorch's values ({results} results).\n\n"
    with fork_rng():
        rows = [row(op, compared[op.name]) for op in ops]
    table = ["| name | also | dtypes | gradient | vmap | compared |", "|---|---|---|---|---|---|", *rows]
    return HEAD + total + "\n".join(table) + "\n" + BY_HAND + by_hand_table()


def by_hand_table():
    """The functions and methods that are no ops, with the first line of what they say of themselves."""
    found = {}
    for home, names in (("", public), ("Tensor.", vars(OpMethods))):
        for name, function in names.items():
            if callable(function) and not hasattr(function, "op") and not name.startswith("_") and function not in found.values():
                found[home + name] = function
    says = {name: (function.__doc__ or "").partition("\n")[0].replace("|", "\\|") for name, function in found.items()}
    return "| name | |\n|---|---|\n" + "".join([f"| `{name}` | {says[name]} |\n" for name in sorted(says)])


def main():
    text = page()
    if "--check" not in sys.argv:
        PAGE.write_text(text)
    elif not PAGE.exists() or PAGE.read_text() != text:
        sys.exit("docs/coverage.md is out of date: run tools/coverage_page.py")


if __name__ == "__main__":
    main()
