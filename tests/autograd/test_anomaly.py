"""Anomaly mode: which line of the program the error comes from."""
import sys
import warnings

import pytest

import rushlight as torch
from rushlight.autograd import detect_anomaly, set_detect_anomaly

ENABLED = "Anomaly Detection has been enabled. This mode will increase the runtime and should only be enabled for debugging."
NO_LINES = "No forward pass information available. Enable detect anomaly during forward pass for more information."


def roots_of(x):
    return (x - 1).sqrt()                                           # NaN below 1


@pytest.fixture
def told():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield lambda: [str(w.message) for w in caught]


def test_the_line_of_the_forward_pass(told):
    with detect_anomaly():
        y = roots_of(torch.zeros(2, requires_grad=True)).sum()
        with pytest.raises(RuntimeError, match="^Function 'SqrtBackward0' returned nan values in its 0th output.$"):
            y.backward()
    enabled, report = told()
    assert enabled == ENABLED
    assert report.startswith("Error detected in SqrtBackward0. Traceback of forward call that caused the error:\n  File ")
    assert report.rstrip().endswith("return (x - 1).sqrt()                                           # NaN below 1")


def test_without_a_line(told):
    y = roots_of(torch.zeros(2, requires_grad=True)).sum()
    with detect_anomaly(), pytest.raises(RuntimeError):
        y.backward()
    assert told() == [ENABLED, f"Error detected in SqrtBackward0. {NO_LINES}"]


def test_errors_are_reported_too(told):
    with detect_anomaly():
        x = torch.ones(2, requires_grad=True).clone()
        y = x ** 2
        x.add_(1)
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            y.sum().backward()
    assert told()[1].startswith("Error detected in PowBackward0. Traceback")


def test_a_backward_that_was_itself_recorded(told):
    class Twice(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return roots_of(grad)
    with detect_anomaly():
        x = torch.ones(2, requires_grad=True)
        weight = torch.ones(2, requires_grad=True)
        (grad,) = torch.autograd.grad((Twice.apply(x) * weight).sum(), x, create_graph=True)
        with pytest.raises(RuntimeError):
            (grad * 0).sum().backward()
    _, error, cause = told()
    assert "return (x - 1).sqrt()" in error
    assert cause.startswith("\n\nPrevious calculation was induced by TwiceBackward. Traceback of forward call that induced the ")
    assert "Twice.apply(x)" in cause


def test_nan_is_let_pass_where_that_is_wanted(told):
    x = torch.zeros(2, requires_grad=True)
    with detect_anomaly(check_nan=False):
        roots_of(x).sum().backward()
    assert x.grad.isnan().all()


def test_a_report_that_may_not_be_a_warning_goes_to_stderr(capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        mode = detect_anomaly()
    y = roots_of(torch.zeros(2, requires_grad=True)).sum()
    with mode, warnings.catch_warnings(), pytest.raises(RuntimeError, match="returned nan"):
        warnings.simplefilter("error")
        y.backward()
    assert "Error detected in SqrtBackward0" in capsys.readouterr().err and sys.stderr


def test_the_switch():
    assert (torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()) == (False, True)
    with set_detect_anomaly(True, check_nan=False):
        assert (torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()) == (True, False)
        with set_detect_anomaly(False):
            assert not torch.is_anomaly_enabled()
        assert torch.is_anomaly_enabled()
    assert not torch.is_anomaly_enabled()
    with pytest.raises(TypeError, match=r"set_anomaly_enabled\(\): argument 'enabled' \(position 1\) must be bool, not int"):
        set_detect_anomaly(1)


def test_lines_are_kept_only_while_it_is_on():
    x = torch.ones(2, requires_grad=True)
    with set_detect_anomaly(True):
        kept = (x * 2).grad_fn.metadata
        written = (x * 2).add_(1).grad_fn.metadata
        several = x.unbind()[1].grad_fn.metadata
    assert all("test_anomaly.py" in "".join(m["traceback_"]) for m in (kept, written, several))
    assert (x * 2).grad_fn.metadata == {}
