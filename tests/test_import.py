"""What `import rushlight` brings in: NumPy, and nothing else that has to be installed."""
import subprocess
import sys

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
print(rushlight.conv1d(rushlight.ones(1, 1, 3), rushlight.ones(1, 1, 2)).tolist(), rushlight.hann_window(2).tolist())
"""


def test_families_without_methods_wait_to_be_asked_for():
    run = subprocess.run([sys.executable, "-c", LATER], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[[[2.0, 2.0]]] [0.0, 1.0]"
