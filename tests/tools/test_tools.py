"""The tools: the stub generator, the coverage page and the size report."""
import ast
import importlib.util
from pathlib import Path

import pytest

from rushlight.op_methods import OpMethods

TOOLS = Path(__file__).parents[2] / "tools"


def load(name):
    spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def make_stubs():
    return load("make_stubs")


def test_the_stubs_are_current(make_stubs):
    assert make_stubs.STUB.read_text() == make_stubs.stub_text(), "run python tools/make_stubs.py"


def test_the_stubs_are_python_and_name_every_method(make_stubs):
    tree = ast.parse(make_stubs.stub_text())
    methods = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    assert methods == {name for name, value in vars(OpMethods).items() if callable(value)}


def test_a_stub_shows_signature_and_docstring(make_stubs):
    text = make_stubs.stub_text()
    assert "    def exp_(self) -> Tensor: ...\n" in text
    assert '    def exp(self) -> Tensor:\n        """Returns' in text
    assert "    def __add__(self, other: Tensor | Number, *, alpha: Any = 1) -> Tensor: ...\n" in text


def test_a_stale_stub_is_noticed(make_stubs, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(make_stubs, "STUB", tmp_path / "op_methods.pyi")
    assert make_stubs.main(["--check"]) == 1
    assert "out of date" in capsys.readouterr().err
    assert make_stubs.main([]) == 0 == make_stubs.main(["--check"])


def test_the_size_report_finds_the_longest(tmp_path):
    (tmp_path / "short.py").write_text("def one():\n    return 1\n")
    (tmp_path / "long.py").write_text("def two():\n" + "    x = 1\n" * 9)
    text = load("size_report").report(tmp_path)
    assert text.splitlines()[0] == "2 files, 12 lines, 2 functions"
    assert text.index("long.py:1 two") < text.index("short.py:1 one")


def test_the_coverage_page_is_current():
    coverage = load("coverage")
    assert coverage.PAGE.read_text() == coverage.page(), "run python tools/coverage.py"
