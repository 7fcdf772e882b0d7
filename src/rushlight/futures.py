"""torch.futures: results that another thread will have."""
from __future__ import annotations

from concurrent import futures
from typing import Generic, TypeVar

T = TypeVar("T")
__all__ = ["Future", "collect_all", "wait_all"]


class Future(Generic[T]):
    """A value that set_result() will bring, or the error that set_exception() will."""

    def __init__(self, *, devices=None):
        if devices:
            from rushlight.errors import refuse
            refuse("Future(devices=...): results are on the CPU")
        self._result = futures.Future()

    def done(self):
        """Whether the value or the error is there."""
        return self._result.done()

    def wait(self):
        """The value, when it is there; raises the error."""
        return self._result.result()

    def value(self):
        """The value. RuntimeError before it is there."""
        if not self.done():
            raise RuntimeError("Future.value() before the Future is completed; wait() waits for that")
        return self._result.result()

    def set_result(self, result):
        """Brings the value, and runs the callbacks."""
        self._complete(self._result.set_result, result)

    def set_exception(self, result):
        """Brings an error, and runs the callbacks."""
        assert isinstance(result, Exception), f"{result} is of type {type(result)}, not an Exception."
        self._complete(self._result.set_exception, result)

    def _complete(self, setter, value):
        try:
            setter(value)
        except futures.InvalidStateError:
            raise RuntimeError("Attempting to mark a completed Future as complete again. Note that a Future can only be marked "
                               "completed once.") from None

    def add_done_callback(self, callback):
        """Calls callback(self) when this is done, at once if it is."""
        self._result.add_done_callback(lambda _: callback(self))

    def then(self, callback):
        """The Future of what callback(self) will return."""
        following = Future()
        self.add_done_callback(lambda _: _run(following, callback, self))
        return following


def _run(following, callback, done):
    try:
        following.set_result(callback(done))
    except Exception as error:
        text = f"Got the following error when running the callback: {type(error).__name__}: {error}"
        following.set_exception(RuntimeError(text))


def collect_all(futures):
    """A Future of the list `futures`, done when all of them are, or at the first error."""
    together, waiting = Future(), set(range(len(futures)))
    if not futures:
        together.set_result([])
    for place, future in enumerate(futures):
        future.add_done_callback(lambda done, place=place: _count(together, waiting, place, done, futures))
    return together


def _count(together, waiting, place, done, futures):
    waiting.discard(place)
    if together.done():
        return
    if done._result.exception() is not None:
        together.set_exception(done._result.exception())
    elif not waiting:
        together.set_result(list(futures))


def wait_all(futures):
    """The values of all."""
    return [future.wait() for future in collect_all(futures).wait()]
