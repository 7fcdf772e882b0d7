"""The tools: the coverage page and the size report. Those of the stubs are in test_stubs.py."""
import importlib.util
from pathlib import Path

TOOLS = Path(__file__).parents[2] / "tools"


def load(name):
    spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_size_report_finds_the_longest(tmp_path):
    (tmp_path / "short.py").write_text("def one():\n    return 1\n")
    (tmp_path / "long.py").write_text("def two():\n" + "    x = 1\n" * 9)
    text = load("size_report").report(tmp_path)
    assert text.splitlines()[0] == "2 files, 12 lines, 2 functions"
    assert text.index("long.py:1 two") < text.index("short.py:1 one")


def test_the_coverage_page_is_current():
    made = load("coverage_page")
    assert made.PAGE.read_text() == made.page(), "run python tools/coverage_page.py"
