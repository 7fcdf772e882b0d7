"""What `import rushlight` brings in: NumPy, and nothing else that has to be installed."""
import subprocess
import sys
from importlib import import_module

import pytest

CODE = """
import sys
before = set(sys.modules)
import rushlight
loaded = {name.split(".")[0] for name in set(sys.modules) - before}
print(sorted(name for name in loaded - set(sys.stdlib_module_names) if "cython" not in name))
"""


def test_numpy_is_the_only_requirement():
    run = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "['numpy', 'rushlight']"


def test_importing_says_nothing():
    run = subprocess.run([sys.executable, "-W", "error", "-c", "import rushlight"], capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


LATER = """
import sys
import rushlight
assert "rushlight.ops.convolution" not in sys.modules
print({first})
"""


@pytest.mark.parametrize("first, wanted", [
    ("rushlight.conv1d(rushlight.ones(1, 1, 3), rushlight.ones(1, 1, 2)).tolist()", "[[[2.0, 2.0]]]"),
    ("rushlight.hann_window(2).tolist()", "[0.0, 1.0]"),
    ("rushlight.fft.fft(rushlight.ones(2)).tolist()", "[(2+0j), 0j]"),
    ("rushlight.signal.windows.hann(2).tolist()", "[0.0, 0.0]"),
    ("rushlight.nn.functional.embedding(rushlight.tensor([1]), rushlight.ones(2, 1)).tolist()", "[[1.0]]"),
    ("rushlight.dropout(rushlight.ones(1), 0.0, True).tolist()", "[1.0]"),
    ("rushlight.layer_norm(rushlight.zeros(2), (2,)).tolist()", "[0.0, 0.0]"),
    ("rushlight.cosine_similarity(rushlight.zeros(2), rushlight.ones(2), 0).tolist()", "0.0"),
])
def test_families_without_methods_wait_to_be_asked_for(first, wanted):
    """Whichever of them is asked for first."""
    run = subprocess.run([sys.executable, "-c", LATER.replace("{first}", first)], capture_output=True, text=True)
    assert (run.stdout.strip(), run.stderr) == (wanted, "")


@pytest.mark.parametrize("module, name", [
    ("nn", "Linear"), ("optim", "Adam"), ("distributions", "Normal"), ("nn.modules", "GRU")])
def test_a_module_that_loads_names_when_they_are_used_has_all_of_them_in_its_dictionary(module, name):
    lazy = import_module(f"rushlight.{module}")
    names = vars(lazy)
    assert names[name] is getattr(lazy, name) and {*lazy.__dir__()} <= {*names}
