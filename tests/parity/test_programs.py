"""Programs that print the same, to the byte, under PyTorch and under rushlight."""
from pathlib import Path

import pytest

from tests.parity.running import run_both

pytest.importorskip("torch")
PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))


@pytest.mark.filterwarnings("ignore")           # both libraries warn; what they say is not compared here
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_same_output(path, seeded):
    theirs, ours = run_both(path)
    assert ours == theirs
