"""Every program in examples/ runs unmodified under both, and its figures agree to four digits."""
import re
from pathlib import Path

import pytest

from tests.parity.running import run_both

pytest.importorskip("torch")
EXAMPLES = Path(__file__).parents[2] / "examples"
PROGRAMS = sorted(path for path in EXAMPLES.glob("*.py") if path.name not in ("picture.py",))
NUMBER = r"-?\d+\.\d+"


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_an_example_prints_the_same(path, seeded):
    theirs, ours = run_both(path)
    assert re.sub(NUMBER, "#", ours) == re.sub(NUMBER, "#", theirs)
    numbers = [[float(n) for n in re.findall(NUMBER, text)] for text in (ours, theirs)]
    assert numbers[0] and numbers[0] == pytest.approx(numbers[1], rel=1e-4, abs=2e-4)
