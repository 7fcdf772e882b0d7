"""Writes down what a function and its backward pass ask of the backend, as a straight-line program.

The declarations run unmodified: every call of an op goes through `levels.active.level`, which hands its forward a backend that
records, and the engine runs the rules over a namespace bound to that backend. What flows through is `Traced`, arrays with values,
so that shapes, dtypes and Python's own decisions are those of the example.
"""
from __future__ import annotations

import keyword

import numpy as np

from rushlight import dtypes
from rushlight.autograd.entry import grad
from rushlight.autograd.grad_mode import enable_grad
from rushlight.backends import numpy as numpy_backend
from rushlight.dispatch import levels
from rushlight.dispatch.eager import eager
from rushlight.dispatch.wrapping import wrap, zeros_of
from rushlight.dispatch.namespace import Namespace, here
from rushlight.dispatch.op import registry
from rushlight.errors import refuse


def trace(function, *examples, name="step"):
    """The text of name(xp, *arrays): what function(*examples) computes, then its gradients at the examples that require them.

    `function` returns a scalar tensor. Options and numbers are written in; run the text with `run`.
    """
    program = Program()
    with Recording(program), enable_grad():
        inputs = [program.input(t) for t in examples]
        loss = function(*inputs)
        leaves = [t for t in inputs if t.requires_grad]
        seed = wrap(program.xp.ones_like(loss._data))
        results = [loss, *grad(loss, leaves, seed)]
    return program.text(name, [r._data.name for r in results])


def run(text, xp, *arrays):
    """Executes a traced program over the backend `xp`."""
    scope = {"dtypes": dtypes, "np": np}
    exec(compile(text, "<rushlight trace>", "exec"), scope)
    made = next(value for key, value in scope.items() if getattr(value, "__module__", None) is None and callable(value))
    return made(xp, *arrays)


class Recording:
    """Inside, this thread's ops and rules run over the program's backend."""

    def __init__(self, program):
        self.program = program

    def __enter__(self):
        self.before = levels.active.level, here.arrays
        levels.active.level = lambda op, args: eager(op, args, self.program.xp)
        here.arrays = self.program.F
        levels.enter_slow_path()

    def __exit__(self, *_):
        levels.leave_slow_path()
        levels.active.level, here.arrays = self.before


# ---------------------------------------------------------------- the program

class Program:
    """Lines of the form `v3 = xp.mul(v1, v2)`, in the order in which they were asked for."""

    def __init__(self):
        self.inputs, self.lines = [], []            # names; (names, the names it uses, expression, comment)
        self.memory, self.owners = {}, []           # name -> the memory it looks at; what keeps that memory
        self.xp = Backend(self)
        self.F = Namespace("traced arrays", lambda name: registry[name].bind(self.xp, self.F))
        self.F.zeros_of = lambda shape, dtype: self.record("xp.zeros({}, {})", (shape, dtypes.of_numpy[np.dtype(dtype)]),
                                                           zeros_of(shape, dtype))

    def input(self, tensor):
        """A leaf that stands for an example."""
        self.inputs.append(f"x{len(self.inputs) + 1}")
        leaf = wrap(Traced.around(tensor._data, self, self.inputs[-1]))
        return leaf.requires_grad_() if tensor.requires_grad else leaf

    def record(self, form, args, result):
        """Adds a line that gives `result`, and returns it with its name."""
        several = type(result) in (tuple, list)
        results = [r if isinstance(r, np.ndarray) else np.asarray(r) for r in (result if several else [result])]
        names = [f"v{len(self.lines) + 1}" + (f"_{i}" if several else "") for i in range(len(results))]
        uses = []
        expression = form.format(*[self.written(a, uses) for a in args])
        self.lines.append((names, uses, expression, ", ".join(map(_described, results))))
        made = [Traced.around(r, self, n) for r, n in zip(results, names)]
        return type(result)(made) if several else made[0]

    def record_write(self, form, args):
        """Adds a line that writes into its first argument."""
        uses = []
        self.lines.append(((), uses, form.format(*[self.written(a, uses) for a in args]), ""))

    def remember(self, name, array):
        while isinstance(array.base, np.ndarray):
            array = array.base
        self.owners.append(array)
        self.memory[name] = id(array)

    def written(self, value, uses):
        """An argument as it stands in the text."""
        if isinstance(value, Traced):
            uses.append(value.name)
            return value.name
        if type(value) in (tuple, list):
            inner = ", ".join(self.written(v, uses) for v in value)
            return f"[{inner}]" if type(value) is list else f"({inner}{',' if len(value) == 1 else ''})"
        if isinstance(value, dtypes.dtype):
            return f"dtypes.{value.name}"
        if isinstance(value, np.dtype):
            return f"np.dtype({value.name!r})"
        if isinstance(value, (np.ndarray, np.generic)):
            if value.ndim:
                raise RuntimeError("the traced function uses a tensor that is none of its arguments: pass it as one")
            return f"np.array({value.item()!r}, {value.dtype.name!r})"
        if value is None or value is Ellipsis or isinstance(value, (bool, int, float, complex, str, slice)):
            return "..." if value is Ellipsis else _number(value)
        refuse(f"a trace of a call with {value!r}")

    def text(self, name, results):
        """The program as Python, without the lines that nothing needs."""
        if not name.isidentifier() or keyword.iskeyword(name):
            raise ValueError(f"{name!r} cannot be the name of a function")
        needed, kept = set(results), []
        for names, uses, expression, comment in reversed(self.lines):
            if needed.intersection(names):
                kept.append(f"    {', '.join(names)} = {expression}".ljust(64) + f"# {comment}")
            elif not names and self.memory[uses[0]] in {self.memory[n] for n in needed}:
                kept.append(f"    {expression}")
            else:
                continue
            needed.update(uses)
        return "\n".join([f"def {name}(xp, {', '.join(self.inputs)}):", *reversed(kept), f"    return {', '.join(results)}", ""])


def _number(value):
    return f"float('{value}')" if isinstance(value, float) and (value != value or abs(value) == np.inf) else repr(value)


def _described(array):
    return f"{dtypes.dtype_of(array).name}{list(array.shape)}"


# ---------------------------------------------------------------- what flows through it

class Backend:
    """The vocabulary of the NumPy backend, each word of which writes a line."""

    def __init__(self, program):
        self._program = program

    def __getattr__(self, name):
        kernel = getattr(numpy_backend, name)
        if not callable(kernel):
            return kernel

        def recorded(*args, **options):
            result = kernel(*_bare(args), **_bare(options))
            form = f"xp.{name}({', '.join(['{}'] * len(args) + [f'{o}={{}}' for o in options])})"
            if result is None:
                return self._program.record_write(form, (*args, *options.values()))
            if not _is_array(result):
                return result                       # a fact about shapes
            return self._program.record(form, (*args, *options.values()), result)
        recorded.__name__ = name
        setattr(self, name, recorded)
        return recorded


def _is_array(result):
    if type(result) in (tuple, list):
        return bool(result) and all(map(_is_array, result))
    return isinstance(result, (np.ndarray, np.generic))


def _bare(value):
    """The value without its stand-ins."""
    if isinstance(value, Traced):
        return value.view(np.ndarray)
    if type(value) in (tuple, list):
        return type(value)(map(_bare, value))
    return {k: _bare(v) for k, v in value.items()} if type(value) is dict else value


UFUNCS = {kernel: name for name, kernel in vars(numpy_backend).items() if isinstance(kernel, np.ufunc)}
METHODS = ("reshape", "transpose", "swapaxes", "squeeze", "astype", "copy", "__getitem__")


class Traced(np.ndarray):
    """An array that has a name in a program. Operators and the methods that kernels and rules use write lines."""

    @classmethod
    def around(cls, array, program, name):
        fresh = array.base is None and array.flags.forc
        made = np.ndarray.__new__(cls, array.shape, array.dtype, order="C" if array.flags.c_contiguous else "F") if fresh \
            else array.view(cls)                    # a result that owns its memory stays one: the engine asks
        if fresh:
            made.view(np.ndarray)[...] = array
        made.program, made.name = program, name
        program.remember(name, made)
        return made

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **options):
        if method != "__call__" or out is not None or options or ufunc not in UFUNCS:
            refuse(f"a trace of numpy.{ufunc.__name__} in this form")
        return getattr(_program_of(inputs).xp, UFUNCS[ufunc])(*inputs)

    def __array_function__(self, function, types, args, kwargs):
        refuse(f"a trace of numpy.{function.__name__}: name it as xp.{function.__name__}")

    def __setitem__(self, index, value):
        refuse("a trace of a write into memory")


def _program_of(values):
    return next(v.program for v in values if isinstance(v, Traced))


def _recorded_method(name):
    def method(self, *args, **options):
        result = getattr(np.ndarray, name)(self.view(np.ndarray), *_bare(args), **options)
        if name == "__getitem__":
            return self.program.record("{}[{}]", (self, *args), result)
        places = ["{}"] * len(args) + [f"{o}={{}}" for o in options]
        return self.program.record(f"{{}}.{name}({', '.join(places)})", (self, *args, *options.values()), result)
    method.__name__ = name
    return method


for _name in METHODS:
    setattr(Traced, _name, _recorded_method(_name))
