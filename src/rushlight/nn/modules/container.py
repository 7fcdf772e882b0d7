"""Modules that hold modules, or parameters, in a sequence or under keys."""
from __future__ import annotations

import operator
import warnings
from collections import OrderedDict, abc
from itertools import chain, islice

from rushlight.dispatch import levels
from rushlight.nn.modules.module import Module, _indented
from rushlight.nn.parameter import Parameter


def _position(index, length):
    """The position that an index means, as the key of a child. IndexError if it is out of range."""
    index = operator.index(index)
    if not -length <= index < length:
        raise IndexError(f"index {index} is out of range")
    return str(index % length)


class _Numbered(Module):
    """Children under the keys "0", "1", ... (or names, in a Sequential), in order."""

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def __dir__(self):
        return [key for key in super().__dir__() if not key.isdigit()]

    def append(self, module):
        """Adds a module at the end."""
        self.add_module(str(len(self)), module)
        return self

    def insert(self, index, module):
        """Puts a module before position `index`."""
        children = [*self]
        children.insert(index, module)
        self._renumber(children)

    def pop(self, key):
        """Removes a module, and returns it."""
        found = self[key]
        del self[key]
        return found

    def _renumber(self, children):
        self._modules = {str(i): module for i, module in enumerate(children)}


class Sequential(_Numbered):
    """Calls its modules one after the other, each with what the one before returned. Takes modules, or an OrderedDict of them."""

    def __init__(self, *args):
        super().__init__()
        is_named = len(args) == 1 and isinstance(args[0], OrderedDict)
        for name, module in args[0].items() if is_named else enumerate(args):
            self.add_module(name if is_named else str(name), module)

    def forward(self, input):
        for module in self:
            input = module(input)
        return input

    def _key(self, index):
        return next(islice(self._modules, int(_position(index, len(self))), None))

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return type(self)(OrderedDict(list(self._modules.items())[idx]))
        return self._modules[self._key(idx)]

    def __setitem__(self, idx, module):
        setattr(self, self._key(idx), module)

    def __delitem__(self, idx):
        for key in list(self._modules)[idx] if isinstance(idx, slice) else [self._key(idx)]:
            delattr(self, key)
        self._renumber([*self])

    def __add__(self, other):
        self._require_sequential(other, "add")
        return Sequential(*self, *other)

    def __iadd__(self, other):
        self._require_sequential(other, "add")
        return self.extend(list(other))

    @staticmethod
    def _require_sequential(other, verb):
        if not isinstance(other, Sequential):
            raise ValueError(f"{verb} operator supports only objects of Sequential class, but {type(other)} is given.")

    def __mul__(self, other):
        if not isinstance(other, int):
            raise TypeError(f"unsupported operand type(s) for *: {type(self)} and {type(other)}")
        if other <= 0:
            raise ValueError(f"Non-positive multiplication factor {other} for {type(self)}")
        return Sequential(*(module for _ in range(other) for module in self))

    __rmul__ = __mul__

    def __imul__(self, other):
        return self.extend(list(self * other)[len(self):])

    def insert(self, index, module):
        """Puts a module before position `index`."""
        if not isinstance(module, Module):
            raise AssertionError(f"module should be of type: {Module}")
        if not -len(self) <= index <= len(self):
            raise IndexError(f"Index out of range: {index}")
        super().insert(index, module)
        return self

    def extend(self, sequential):
        """Adds several modules at the end."""
        for module in sequential:
            self.append(module)
        return self


class ModuleList(_Numbered):
    """A list whose modules are children."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return type(self)(list(self)[idx])
        return self._modules[_position(idx, len(self))]

    def __setitem__(self, idx, module):
        setattr(self, _position(idx, len(self)), module)

    def __delitem__(self, idx):
        for key in list(self._modules)[idx] if isinstance(idx, slice) else [_position(idx, len(self))]:
            delattr(self, key)
        self._renumber([*self])

    def __iadd__(self, modules):
        return self.extend(modules)

    def __add__(self, other):
        return ModuleList([*self, *other])

    def extend(self, modules):
        """Adds several modules at the end."""
        if not isinstance(modules, abc.Iterable):
            raise TypeError(f"ModuleList.extend should be called with an iterable, but got {type(modules).__name__}")
        for module in modules:
            self.append(module)
        return self

    def __repr__(self):
        """Equal modules in a row share a line."""
        groups = []
        for number, text in enumerate(map(repr, self)):
            if groups and groups[-1][2] == text:
                groups[-1][1] = number
            else:
                groups.append([number, number, text])
        lines = [f"({a}): {_indented(text)}" if a == b else f"({a}-{b}): {b - a + 1} x {_indented(text)}"
                 for a, b, text in groups]
        return f"{self._get_name()}(" + ("\n  " + "\n  ".join(lines) + "\n" if lines else "") + ")"


class ModuleDict(Module):
    """A dictionary whose modules are children, in the order in which they came."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key):
        return self._modules[key]

    def __setitem__(self, key, module):
        self.add_module(key, module)

    def __delitem__(self, key):
        del self._modules[key]

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules)

    def __contains__(self, key):
        return key in self._modules

    def clear(self):
        """Removes everything."""
        self._modules.clear()

    def pop(self, key):
        """Removes a module, and returns it."""
        return self._modules.pop(key)

    def keys(self):
        return self._modules.keys()

    def items(self):
        return self._modules.items()

    def values(self):
        return self._modules.values()

    def update(self, modules):
        """Takes the modules of a mapping, or of (key, module) pairs."""
        for key, module in _pairs(modules, "ModuleDict"):
            self[key] = module


def _pairs(values, owner, shown=None):
    """(key, value) pairs of a mapping or of pairs. TypeError, ValueError for anything else."""
    if not isinstance(values, abc.Iterable):
        raise TypeError(f"{owner}.update should be called with an iterable of key/value pairs, but got {type(values).__name__}")
    if isinstance(values, (OrderedDict, ModuleDict, ParameterDict, abc.Mapping)):
        yield from values.items()
        return
    for number, pair in enumerate(values):
        if not isinstance(pair, abc.Iterable):
            raise TypeError(f"{shown or owner} update sequence element #{number} should be Iterable; is{type(pair).__name__}")
        if len(pair) != 2:
            raise ValueError(f"{shown or owner} update sequence element #{number} has length {len(pair)}; 2 is required")
        yield pair


class Container(Module):
    """A module that holds the modules it is given by keyword: the older form of Module."""

    def __init__(self, **kwargs):
        super().__init__()
        warnings.warn("`nn.Container` is deprecated. All of its functionality is now implemented in `nn.Module`. Subclass that "
                      "instead.", FutureWarning, stacklevel=2)
        for name, module in kwargs.items():
            self.add_module(name, module)


# ---------------------------------------------------------------- of parameters

def _described(value):
    """A tensor in the words of the representation of a list of parameters."""
    size = "x".join(map(str, value.size()))
    kind = "Parameter" if isinstance(value, Parameter) else "Tensor"
    return f"{kind} containing: [{{}} of size {size}]"


def _as_parameter(value):
    return Parameter(value) if isinstance(value, levels.Tensor) and not isinstance(value, Parameter) else value


class ParameterList(Module):
    """A list whose tensors are parameters; it may hold other values too."""

    def __init__(self, values=None):
        super().__init__()
        self._size = 0
        if values is not None:
            self.extend(values)

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return type(self)([self[i] for i in range(len(self))[idx]])
        return getattr(self, _position(idx, len(self)))

    def __setitem__(self, idx, param):
        setattr(self, _position(idx, len(self)), _as_parameter(param))

    def __len__(self):
        return self._size

    def __iter__(self):
        return iter(self[i] for i in range(len(self)))

    def __iadd__(self, parameters):
        return self.extend(parameters)

    def __dir__(self):
        return [key for key in super().__dir__() if not key.isdigit()]

    def append(self, value):
        """Adds a value at the end, a tensor as a parameter."""
        self._size += 1
        self[len(self) - 1] = value
        return self

    def extend(self, values):
        """Adds several values at the end."""
        if not isinstance(values, abc.Iterable) or isinstance(values, levels.Tensor):
            raise TypeError(f"ParameterList.extend should be called with an iterable, but got {type(values).__name__}")
        for value in values:
            self.append(value)
        return self

    def extra_repr(self):
        shown = [_described(v).format(v.dtype) if isinstance(v, levels.Tensor) else f"Object of type: {type(v).__name__}"
                 for v in self]
        return "\n".join(f"  ({i}): {text}" for i, text in enumerate(shown))

    def __call__(self, *args, **kwargs):
        raise RuntimeError("ParameterList should not be called.")


class ParameterDict(Module):
    """A dictionary whose tensors are parameters, in the order in which they came; it may hold other values too."""

    def __init__(self, parameters=None):
        super().__init__()
        self._keys = {}
        if parameters is not None:
            self.update(parameters)

    def _key_to_attr(self, key):
        if not isinstance(key, str):
            raise TypeError(f"Index given to ParameterDict cannot be used as a key as it is not a string (type is "
                            f"'{type(key).__name__}'). Open an issue on github if you need non-string keys.")
        return key

    def __getitem__(self, key):
        return getattr(self, self._key_to_attr(key))

    def __setitem__(self, key, value):
        self._keys[key] = None
        setattr(self, self._key_to_attr(key), _as_parameter(value))

    def __delitem__(self, key):
        del self._keys[key]
        delattr(self, self._key_to_attr(key))

    def __len__(self):
        return len(self._keys)

    def __iter__(self):
        return iter(self._keys)

    def __reversed__(self):
        return reversed(list(self._keys))

    def __contains__(self, key):
        return key in self._keys

    def copy(self):
        """A new ParameterDict of the same values."""
        return ParameterDict(OrderedDict(self.items()))

    def setdefault(self, key, default=None):
        """The value of a key, which gets `default` if there is none."""
        if key not in self:
            self[key] = default
        return self[key]

    def clear(self):
        """Removes everything."""
        for key in list(self._keys):
            del self[key]

    def pop(self, key):
        """Removes a value, and returns it."""
        value = self[key]
        del self[key]
        return value

    def popitem(self):
        """Removes the newest (key, value) pair, and returns it."""
        key = next(reversed(self._keys))
        return key, self.pop(key)

    def get(self, key, default=None):
        """The value of a key, or `default`."""
        return self[key] if key in self else default

    def fromkeys(self, keys, default=None):
        """A new ParameterDict with one value for all keys."""
        return ParameterDict((key, default) for key in keys)

    def keys(self):
        return self._keys.keys()

    def items(self):
        return ((key, self[key]) for key in self._keys)

    def values(self):
        return (self[key] for key in self._keys)

    def update(self, parameters):
        """Takes the values of a mapping (sorted by key, if it is a plain one), or of (key, value) pairs."""
        pairs = list(_pairs(parameters, "ParametersDict", "ParameterDict"))
        if isinstance(parameters, abc.Mapping) and not isinstance(parameters, OrderedDict):
            pairs.sort()
        for key, value in pairs:
            self[key] = value

    def extra_repr(self):
        shown = [_described(v).format(v.type()) if isinstance(v, levels.Tensor) else f"Object of type: {type(v).__name__}"
                 for v in self.values()]
        return "\n".join(f"  ({key}): {text}" for key, text in zip(self._keys, shown))

    def __call__(self, input):
        raise RuntimeError("ParameterDict should not be called.")

    def __or__(self, other):
        made = self.copy()
        made.update(other)
        return made

    def __ror__(self, other):
        return ParameterDict(OrderedDict(chain(other.items(), self.items())))

    def __ior__(self, other):
        self.update(other)
        return self
