"""torch.futures: values that come later."""
import threading

import pytest

from rushlight.futures import Future, collect_all, wait_all


def test_callbacks_run_when_the_value_comes():
    first, seen = Future(), []
    following = first.then(lambda done: done.value() + 1)
    first.add_done_callback(lambda done: seen.append(done.wait()))
    assert not first.done() and not following.done()
    first.set_result(3)
    first.add_done_callback(lambda done: seen.append(done))
    assert (first.wait(), following.wait(), seen) == (3, 4, [3, first])


def test_a_value_from_another_thread():
    future = Future()
    threading.Timer(0.01, future.set_result, ["here"]).start()
    assert future.wait() == "here"


def test_errors():
    broken = Future()
    following = broken.then(lambda done: done.value())
    with pytest.raises(RuntimeError, match="before the Future is completed"):
        broken.value()
    with pytest.raises(AssertionError, match="3 is of type <class 'int'>, not an Exception"):
        broken.set_exception(3)
    broken.set_exception(ValueError("lost"))
    with pytest.raises(ValueError, match="lost"):
        broken.wait()
    with pytest.raises(RuntimeError, match="Got the following error when running the callback: ValueError: lost"):
        following.wait()
    with pytest.raises(RuntimeError, match="Attempting to mark a completed Future as complete again"):
        broken.set_result(1)
    with pytest.raises(NotImplementedError, match="on the CPU"):
        Future(devices=["cuda:0"])


def test_several():
    parts = [Future(), Future()]
    together = collect_all(parts)
    parts[1].set_result("b")
    assert not together.done()
    parts[0].set_result("a")
    assert together.wait() == parts and wait_all(parts) == ["a", "b"] and wait_all([]) == []
    late, broken = Future(), Future()
    broken.set_exception(ValueError("lost"))
    with pytest.raises(ValueError, match="lost"):
        collect_all([late, broken]).wait()
