"""Which names a file may use when it is loaded with weights_only=True: torch's list, and what the user adds to it."""
from __future__ import annotations

import _codecs
import functools
import threading
from collections import Counter, OrderedDict
from types import BuiltinFunctionType, FunctionType

from rushlight import dtypes
from rushlight.construction import TYPED_TENSORS, tensortype
from rushlight.device import device
from rushlight.nn.parameter import Parameter
from rushlight.pickling import REBUILDERS, _rebuild_from_type_v2
from rushlight.serialization import names
from rushlight.size import Size
from rushlight.storage import TYPED_STORAGES, TypedStorage, UntypedStorage
from rushlight.tensor import Tensor

BLOCKED = ("sys", "os", "posix", "nt")
LARGEST_KEY = 10_000


class _Users(threading.local):
    def __init__(self):
        self.globals = []


_users = _Users()


def add_safe_globals(safe_globals):
    """Allows classes and functions in files; a pair (object, "module.name") says under which name."""
    _users.globals += [g for g in safe_globals if g not in _users.globals]


def get_safe_globals():
    """What the user allowed."""
    return list(_users.globals)


def clear_safe_globals():
    """Takes back what the user allowed."""
    _users.globals = []


class safe_globals:
    """Within it, these classes and functions are allowed in files."""

    def __init__(self, safe_globals):
        self.added = safe_globals

    def __enter__(self):
        self.previous = get_safe_globals()
        add_safe_globals(self.added)

    def __exit__(self, *_):
        _users.globals = self.previous


def users_globals():
    """What the user allowed, by the name that files use."""
    return dict((g[1], g[0]) if isinstance(g, tuple) else (qualified(*_name_of(g)), g) for g in _users.globals)


def _name_of(found):
    return names.torch_name(found) or (found.__module__, found.__qualname__)


def qualified(module, name):
    """The name that errors, and the user, call a global by."""
    return name if module in ("builtins", "__builtin__") else f"{module}.{name}"


@functools.cache
def standard_globals():
    """What is always allowed, by name."""
    rows = {"collections.OrderedDict": OrderedDict, "collections.Counter": Counter, "_codecs.encode": _codecs.encode,
            "torch.nn.parameter.Parameter": Parameter, "torch.serialization._get_layout": names.get_layout,
            "torch.Size": Size, "torch.Tensor": Tensor, "torch.device": device, "torch.storage.TypedStorage": TypedStorage,
            "torch.storage.UntypedStorage": UntypedStorage, "torch._tensor._rebuild_from_type_v2": _rebuild_from_type_v2}
    rows |= {kind.__name__: kind for kind in (set, bytearray, complex)}
    rows |= {f"torch.{name}": kind for name, kind in TYPED_STORAGES.items()}
    rows |= {f"torch.cuda.{name}": kind for name, kind in TYPED_STORAGES.items()}
    rows |= {f"torch.{kind.__name__}": kind for kind in TYPED_TENSORS}
    rows |= {f"torch.{d.name}": d for d in (*dtypes.ALL, *dtypes.NAMES_ONLY)}
    return rows | {f"torch._utils.{f.__name__}": f for f in REBUILDERS}


# ---------------------------------------------------------------- what a file may do with them

# Note [No repr, no hash, no comparison of what a file made]
# A file can make a tuple of the same tuple twice, thirty times over, or a tuple a million deep: to hash or print one takes for
# ever, or the C stack; to compare a tensor runs an operation. So keys are measured before they are hashed, errors name types and
# not values, and what should be a string is compared when it is known to be one.

def call(function, args):
    """What function(*args) gives, for a function of the standard list: never more memory than the arguments take."""
    checked = _CALLS.get(function) if isinstance(function, (type, FunctionType, BuiltinFunctionType, tensortype)) else None
    if checked is None:
        raise ValueError(f"Trying to call reduce for unrecognized function {_named(function)}")
    return checked(function, *args)


def check_key(key):
    """ValueError for a key that would take long to hash."""
    if not isinstance(key, tuple):
        return
    waiting, seen = [key], 0
    while waiting:
        seen += 1
        value = waiting.pop()
        if isinstance(value, tuple):
            if seen + len(waiting) + len(value) > LARGEST_KEY:
                raise ValueError(f"a key holds more than {LARGEST_KEY} values")
            waiting += value


def _named(value):
    return repr(value) if isinstance(value, (type, FunctionType, int, float)) else f"of {type(value)}"


def _plain(function, *args):
    return function(*args)


def _of_numbers_and_text(function, *args):
    if all(isinstance(a, (str, int, float)) or a is None for a in args):
        return function(*args)
    raise ValueError(f"{function.__name__} takes numbers and text, not {_types(args)}")


def _empty_only(kind, *args):
    if args:
        raise ValueError(f"a file may make an empty {kind.__name__} only, not one of {_types(args)}")
    return kind()


def _container(kind, *args):
    if len(args) > 1 or args and not isinstance(args[0], (list, tuple, dict, set)):
        raise ValueError(f"a {kind.__name__} is made of a container, not of {_types(args)}")
    for element in args[0] if args and kind is not Size else ():
        check_key(element)
    return kind(*args)


def _bytearray(kind, *args):
    if not args or isinstance(args[0], (str, bytes)):
        return kind(*args)
    raise ValueError(f"a bytearray is made of text or bytes, not of {_types(args)}")


def _encode(function, *args):
    if len(args) == 2 and all(type(a) is str for a in args) and args[1] in ("latin1", "latin-1", "utf-8", "utf8", "ascii"):
        return function(*args)
    raise ValueError(f"text is encoded as latin1, utf-8 or ascii here, not {_types(args)}")


def _rebuilt_as(function, rebuild, new_type, args, state):
    if not isinstance(rebuild, FunctionType) or rebuild not in REBUILDERS or type(args) is not tuple:
        raise ValueError(f"a tensor is not rebuilt by what is {_named(rebuild)}")
    if not (isinstance(new_type, type) and issubclass(new_type, Tensor)):
        raise ValueError(f"a tensor is not rebuilt as what is {_named(new_type)}")
    return function(rebuild, new_type, args, state)


def _types(args):
    return [type(a).__name__ for a in args]


_CALLS = {**dict.fromkeys((*REBUILDERS, Parameter), _plain), _rebuild_from_type_v2: _rebuilt_as,
          **dict.fromkeys((names.get_layout, device, complex), _of_numbers_and_text),
          **dict.fromkeys((Size, OrderedDict, Counter, set), _container), bytearray: _bytearray, _codecs.encode: _encode,
          **dict.fromkeys((Tensor, *TYPED_TENSORS), _empty_only)}
