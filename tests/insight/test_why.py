"""Every program in examples/why/ gets the explanation that was read and found right: tests/golden/why/."""
import contextlib
import io
from pathlib import Path

import pytest
import rushlight
from rushlight import alias
from rushlight.insight import recording

HERE = Path(__file__).parents[1]
PROGRAMS = sorted((HERE.parent / "examples" / "why").glob("*.py"))


@pytest.fixture(autouse=True)
def an_empty_notebook():
    recording.notebook = recording.Notebook()


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_the_true_cause_is_named(path):
    alias.install_as_torch(force=True)
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(path.read_text(), str(path), "exec"), {"__name__": "__main__", "__file__": str(path)})
    finally:
        alias.uninstall_as_torch()
    assert printed.getvalue() == (HERE / "golden" / "why" / f"{path.stem}.txt").read_text()


def test_there_are_ten():
    assert len(PROGRAMS) >= 10


def test_without_notes_it_says_what_it_can():
    w = rushlight.ones(2, requires_grad=True)
    assert "no backward pass that reached it has run" in rushlight.explain(w)
    hidden = w * 2
    assert "Call retain_grad() on it before backward()" in rushlight.explain(hidden)
    hidden.sum().backward()
    assert "Its .grad is there, of shape [2]" in rushlight.explain(w)
    with rushlight.no_grad():
        view = w[0]
    assert "none flows on to what it is a view of: it was made under torch.no_grad()" in rushlight.explain(view)
    with rushlight.inference_mode():
        assert "made in inference mode" in rushlight.explain(rushlight.ones(2))
    assert "only floating point" in rushlight.explain(rushlight.ones(2, dtype=rushlight.int64))


def test_a_freed_graph_is_named():
    w = rushlight.ones(2, requires_grad=True)
    loss = (w * w).sum()
    hidden = w * w
    hidden.sum().backward()
    assert "Its graph was freed" in rushlight.explain(hidden)
    assert "Its graph was freed" not in rushlight.explain(loss)


def test_only_tensors_are_explained():
    with pytest.raises(TypeError, match="takes a tensor, not float"):
        rushlight.explain(1.0)


def test_explaining_leaves_nothing_switched_on():
    from rushlight.autograd import engine
    from rushlight.dispatch import levels
    with rushlight.explaining():
        assert levels.slow_path and engine.Sweep is not engine.PlainSweep
    assert not levels.slow_path and engine.Sweep is engine.PlainSweep and levels.active.level is None


def test_results_are_the_same_while_explaining():
    def run():
        w = rushlight.arange(4.0, requires_grad=True)
        (w.view(2, 2).softmax(1)[:, 0] * rushlight.ones(2)).sum().backward()
        return w.grad
    plain = run()
    with rushlight.explaining():
        assert rushlight.equal(run(), plain)
