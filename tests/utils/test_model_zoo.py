"""torch.utils.model_zoo: the progress bar that is there without the package of that name."""
import importlib
import sys

from rushlight.utils import model_zoo


def test_a_bar_without_the_package(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    bar = importlib.reload(model_zoo).tqdm
    assert list(bar("ab")) == ["a", "b"]
    with bar(total=None) as counted:
        counted.update(3)
    quiet = bar(range(2), disable=True)
    assert list(quiet) == [0, 1] and quiet.n == 2
    assert capsys.readouterr().err == "\r50.0%\r100.0%\n\r3\n"
