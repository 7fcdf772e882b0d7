"""Whether operations are recorded: one flag a thread, and the context managers that set it."""
from __future__ import annotations

import functools
import inspect
import threading
import warnings


class _Mode(threading.local):
    enabled = True          # record operations on the tape
    inference = False       # make inference tensors (implies not recording)
    replays_views = False   # link a view to its written base by the view's own ops, rather than by strides
    multithreading = True   # a wish about backward, which runs in the calling thread either way


mode = _Mode()


def is_grad_enabled():
    """Whether this thread records operations."""
    return mode.enabled


def is_inference_mode_enabled():
    """Whether this thread is in inference mode."""
    return mode.inference


def is_multithreading_enabled():
    """What set_multithreading_enabled said last in this thread."""
    return mode.multithreading


def is_view_replay_enabled():
    """Whether views are linked anew by their ops: see _force_original_view_tracking."""
    return mode.replays_views


class _Switch:
    """A context manager that is a decorator too, of functions and of generator functions."""

    def clone(self):
        return type(self)()

    def __call__(self, function):
        if inspect.isclass(function):
            warnings.warn("Decorating classes is deprecated and will be disabled in future versions. You should only decorate "
                          "functions or methods. To preserve the current behavior of class decoration, you can directly decorate "
                          "the `__init__` method and nothing else.", FutureWarning, stacklevel=2)
        wrap = _guard_generator if inspect.isgeneratorfunction(function) else _guard_function
        return wrap(self.clone, function)


def _guard_function(make, function):
    @functools.wraps(function)
    def guarded(*args, **kwargs):
        with make():
            return function(*args, **kwargs)
    return guarded


def _guard_generator(make, function):
    """The mode holds while the generator runs, and not while its consumer does."""
    @functools.wraps(function)
    def guarded(*args, **kwargs):
        generator = function(*args, **kwargs)
        try:
            with make():
                item = generator.send(None)
            while True:
                try:
                    sent = yield item
                except GeneratorExit:
                    with make():
                        generator.close()
                    raise
                except BaseException as error:
                    with make():
                        item = generator.throw(error)
                else:
                    with make():
                        item = generator.send(sent)
        except StopIteration as stop:
            return stop.value
    return guarded


class _Setting(_Switch):
    """A flag of this thread that is set at once, and set back at the end of a `with` block; also a decorator."""
    flag = None             # its name in `mode`

    def __init__(self, mode_):
        self.previous, self.value = getattr(mode, self.flag), bool(mode_)
        setattr(mode, self.flag, self.value)

    def clone(self):
        return type(self)(self.value)

    def __call__(self, function):
        setattr(mode, self.flag, self.previous)
        return super().__call__(function)

    def __enter__(self):
        setattr(mode, self.flag, self.value)

    def __exit__(self, *_):
        setattr(mode, self.flag, self.previous)

    def __repr__(self):
        return f"{type(self).__name__}(mode={self.value})"


class _FixedSwitch(_Switch):
    value = None

    def __new__(cls, function=None):
        made = super().__new__(cls)
        return made if function is None else made(function)

    def __enter__(self):
        self.previous = mode.enabled
        mode.enabled = self.value and not mode.inference

    def __exit__(self, *_):
        mode.enabled = self.previous


class no_grad(_FixedSwitch):
    """Stops recording inside; also a decorator."""
    value = False


class enable_grad(_FixedSwitch):
    """Records inside, even within no_grad; also a decorator."""
    value = True


class set_grad_enabled(_Setting):
    """Sets recording to `mode` at once, and back at the end of a `with` block; also a decorator."""
    flag = "enabled"

    def __init__(self, mode):
        super().__init__(_may_record(mode))

    def __enter__(self):
        self.value = _may_record(self.value)
        super().__enter__()


def _may_record(wanted):
    """Inference mode never records."""
    return bool(wanted) and not mode.inference


class set_multithreading_enabled(_Setting):
    """Says whether backward may use several threads. On the CPU it runs in the calling thread either way, as torch's does."""
    flag = "multithreading"


class _force_original_view_tracking(_Setting):
    """Says whether a view of a tensor that was written is linked to it anew by the ops that made the view, or by its strides."""
    flag = "replays_views"


class inference_mode(_Switch):
    """Stops recording, version counting and view tracking inside: tensors made there can never be recorded."""

    def __new__(cls, mode=True):
        made = super().__new__(cls)
        if callable(mode):
            made.__init__()
            return made(mode)
        return made

    def __init__(self, mode=True):
        self.value = bool(mode)

    def clone(self):
        return inference_mode(self.value)

    def __enter__(self):
        from rushlight.dispatch import levels
        self.previous = mode.enabled, mode.inference
        mode.enabled, mode.inference = not self.value, self.value
        levels.enter_slow_path()

    def __exit__(self, *_):
        from rushlight.dispatch import levels
        mode.enabled, mode.inference = self.previous
        levels.leave_slow_path()
