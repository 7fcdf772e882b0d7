"""An interpreter of pickles that runs no code of theirs: it builds containers, and calls what `allowed` lists.

It knows the opcodes that torch's files use, keeps its stack in a list (so depth costs no recursion), and refuses the rest.
"""
from __future__ import annotations

import pickle
import struct
import warnings
from collections import Counter, OrderedDict

from rushlight.pickling import _rebuild_tensor
from rushlight.serialization import allowed
from rushlight.serialization.reading import read_exactly, read_line

STACK_LIMIT, DEPTH_LIMIT = 1_000_000, 10_000
DEFAULT_PROTOCOL = 2


class UnsupportedGlobal(pickle.UnpicklingError):
    """A name that is not allowed; the user can allow it."""


class BlockedGlobal(pickle.UnpicklingError):
    """A name out of a module that nobody can allow."""


class Unpickler:
    """Reads one pickle from a file. `persistent_load` makes the storages that it names."""

    def __init__(self, file, persistent_load, *, encoding="utf-8"):
        self.file, self.persistent_load, self.encoding = file, persistent_load, encoding
        self.stack, self.frames, self.memo = [], [], {}
        self.standard, self.users = allowed.standard_globals(), allowed.users_globals()
        self.users_objects = {id(found) for found in self.users.values()}

    def load(self):
        """The object. UnpicklingError for what is refused or makes no sense, EOFError for a pickle that is cut off."""
        try:
            return self._run()
        except (pickle.UnpicklingError, EOFError, NotImplementedError, RuntimeError):
            raise
        except (IndexError, KeyError, TypeError, ValueError, AttributeError, OverflowError, struct.error) as error:
            raise pickle.UnpicklingError(f"{type(error).__name__}: {error}") from error

    def _run(self):
        read, stack_limit = self.file.read, STACK_LIMIT
        while True:
            code = read(1)
            if code == b".":
                return self.stack.pop()
            handler = HANDLERS.get(code)
            if handler is None:
                _refuse(code)
            handler(self)
            if len(self.stack) > stack_limit:
                raise pickle.UnpicklingError(f"more than {stack_limit:,} values wait to be put into a container")

    def read(self, count):
        return read_exactly(self.file, count)

    def push(self, value):
        self.stack.append(value)

    def pop_frame(self):
        """The values since the last mark."""
        values, self.stack = self.stack, self.frames.pop()
        return values


def _refuse(code):
    if not code:
        raise EOFError("the pickle ends before it is complete")
    raise pickle.UnpicklingError(f"Unsupported operand {code[0]}")


# ---------------------------------------------------------------- values

def _proto(u):
    protocol = u.read(1)[0]
    if protocol != DEFAULT_PROTOCOL:
        warnings.warn(f"Detected pickle protocol {protocol} in the checkpoint, which was not the default pickle protocol used by "
                      f"`torch.load` ({DEFAULT_PROTOCOL}). The weights_only Unpickler might not support all instructions "
                      f"implemented by this protocol, please file an issue for adding support if you encounter this.",
                      stacklevel=7)


def _binint(u):
    u.push(int.from_bytes(u.read(4), "little", signed=True))


def _binunicode(u):
    u.push(u.read(int.from_bytes(u.read(4), "little")).decode("utf-8", "surrogatepass"))


def _short_binstring(u):
    text = u.read(u.read(1)[0])
    u.push(text if u.encoding == "bytes" else text.decode(u.encoding))


def _long1(u):
    u.push(int.from_bytes(u.read(u.read(1)[0]), "little", signed=True))


# ---------------------------------------------------------------- containers

def _mark(u):
    if len(u.frames) >= DEPTH_LIMIT:
        raise pickle.UnpicklingError(f"containers are nested more than {DEPTH_LIMIT:,} deep")
    u.frames.append(u.stack)
    u.stack = []


def _tuple(u):
    values = u.pop_frame()
    u.push(tuple(values))


def _short_tuple(size):
    def handler(u):
        stack = u.stack
        if len(stack) < size:
            raise IndexError("the stack is empty")
        stack[-size:] = [tuple(stack[-size:])]
    return handler


def _append(u):
    value = u.stack.pop()
    _check(u.stack[-1], (list,), "Can only append to lists")
    u.stack[-1].append(value)


def _appends(u):
    values = u.pop_frame()
    _check(u.stack[-1], (list,), "Can only extend lists")
    u.stack[-1].extend(values)


_MAPPINGS = (dict, OrderedDict, Counter)


def _setitem(u):
    value, key = u.stack.pop(), u.stack.pop()
    _check(u.stack[-1], _MAPPINGS, "Can only SETITEM for dict, collections.OrderedDict, collections.Counter")
    allowed.check_key(key)
    u.stack[-1][key] = value


def _setitems(u):
    values = u.pop_frame()
    _check(u.stack[-1], _MAPPINGS, "Can only SETITEMS for dict, collections.OrderedDict, collections.Counter")
    if len(values) % 2:
        raise IndexError("a key without a value")
    into = u.stack[-1]
    for key, value in zip(values[::2], values[1::2]):
        allowed.check_key(key)
        into[key] = value


def _check(container, kinds, rule):
    if type(container) not in kinds:
        raise pickle.UnpicklingError(f"{rule}, but got {type(container)}")


# ---------------------------------------------------------------- the memo

def _get(size):
    def handler(u):
        u.push(u.memo[int.from_bytes(u.read(size), "little")])
    return handler


def _put(size):
    def handler(u):
        u.memo[int.from_bytes(u.read(size), "little")] = u.stack[-1]
    return handler


# ---------------------------------------------------------------- objects

def _global(u):
    module, name = read_line(u.file).decode(), read_line(u.file).decode()
    full = allowed.qualified(module, name)
    if module.partition(".")[0] in allowed.BLOCKED:
        raise BlockedGlobal(f"Trying to load unsupported GLOBAL {full} whose module {module} is blocked.")
    found = u.standard.get(full)
    found = u.users.get(full) if found is None else found
    if found is None:
        raise UnsupportedGlobal(
            f"Unsupported global: GLOBAL {full} was not an allowed global by default. Please use "
            f"`torch.serialization.add_safe_globals([{full}])` or the `torch.serialization.safe_globals([{full}])` context "
            f"manager to allowlist this global if you trust this class/function.")
    u.push(found)


def _reduce(u):
    args, function = u.stack.pop(), u.stack.pop()
    if type(args) is not tuple:
        raise TypeError(f"arguments come in a tuple, not in a {type(args).__name__}")
    u.push(function(*args) if id(function) in u.users_objects else allowed.call(function, args))


def _newobj(u):
    args, cls = u.stack.pop(), u.stack.pop()
    if type(args) is not tuple:
        raise TypeError(f"arguments come in a tuple, not in a {type(args).__name__}")
    u.push(cls.__new__(cls, *args) if id(cls) in u.users_objects else allowed.call(cls, args))


def _build(u):
    state, made = u.stack.pop(), u.stack[-1]
    kind = type(made)
    if kind in BUILDERS:
        BUILDERS[kind](made, state)
    elif id(kind) not in u.users_objects:
        raise pickle.UnpicklingError("Can only build Tensor, Parameter, OrderedDict or types allowlisted via `add_safe_globals`, "
                                     f"but got {kind}")
    elif hasattr(made, "__setstate__"):
        made.__setstate__(state)
    else:
        _set_attributes(made, state)


def _set_attributes(made, state):
    state, slots = state if type(state) is tuple and len(state) == 2 else (state, None)
    made.__dict__.update(state or {})
    for name, value in (slots or {}).items():
        setattr(made, name, value)


def _build_tensor(made, state):
    """The state of the files of old versions: (storage, offset, size, stride)."""
    if state:
        storage, offset, size, stride = state
        made.set_(allowed.call(_rebuild_tensor, (storage, offset, size, stride)))


def _build_ordered(made, state):
    made.__dict__.update(state)


BUILDERS = {allowed.Tensor: _build_tensor, allowed.Parameter: lambda made, state: made.__setstate__(state),
            OrderedDict: _build_ordered}


def _persistent(u):
    pid = u.stack.pop()
    if type(pid) not in (tuple, int):
        raise pickle.UnpicklingError(f"persistent_load id must be tuple or int, but got {type(pid)}")
    if type(pid) is tuple and not (pid and type(pid[0]) in (str, bytes) and pid[0] in ("storage", b"storage")):
        raise pickle.UnpicklingError(f"Only persistent_load of storage is allowed, but got {type(pid[0]) if pid else pid}")
    u.push(u.persistent_load(pid))


HANDLERS = {
    b"\x80": _proto, b"(": _mark,
    b"N": lambda u: u.push(None), b"\x88": lambda u: u.push(True), b"\x89": lambda u: u.push(False),
    b"J": _binint, b"K": lambda u: u.push(u.read(1)[0]), b"M": lambda u: u.push(int.from_bytes(u.read(2), "little")),
    b"G": lambda u: u.push(struct.unpack(">d", u.read(8))[0]), b"X": _binunicode, b"U": _short_binstring, b"\x8a": _long1,
    b"]": lambda u: u.push([]), b"}": lambda u: u.push({}), b")": lambda u: u.push(()), b"\x8f": lambda u: u.push(set()),
    b"t": _tuple, b"\x85": _short_tuple(1), b"\x86": _short_tuple(2), b"\x87": _short_tuple(3),
    b"a": _append, b"e": _appends, b"s": _setitem, b"u": _setitems,
    b"h": _get(1), b"j": _get(4), b"q": _put(1), b"r": _put(4),
    b"c": _global, b"R": _reduce, b"\x81": _newobj, b"b": _build, b"Q": _persistent,
}
