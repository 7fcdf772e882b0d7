"""torch.nn.utils.stateless: a call of a module with other tensors in the place of its parameters and buffers."""
from __future__ import annotations

import warnings
from contextlib import contextmanager

from rushlight.dispatch import levels

__all__ = ["functional_call"]


def functional_call(module, parameters_and_buffers, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """The older name of torch.func.functional_call."""
    warnings.warn("`torch.nn.utils.stateless.functional_call` is deprecated as of PyTorch 2.0 and will be removed in a future "
                  "version of PyTorch. Please use `torch.func.functional_call` instead which is a drop-in replacement.",
                  FutureWarning, stacklevel=2)
    return _functional_call(module, parameters_and_buffers, args, kwargs, tie_weights=tie_weights, strict=strict)


def _functional_call(module, parameters_and_buffers, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """What module(*args, **kwargs) gives with the named tensors in the place of its own.

    What the call leaves under these names goes back to the dictionary.
    """
    if args is None:
        args = ()
    elif not isinstance(args, tuple):
        args = (args,)
    with _reparametrize_module(module, parameters_and_buffers, tie_weights, strict):
        return module(*args, **({} if kwargs is None else kwargs))


@contextmanager
def _reparametrize_module(module, parameters_and_buffers, tie_weights=False, strict=False):
    """Inside, the named tensors stand in the place of the module's own."""
    given = parameters_and_buffers
    named = _with_tied(module, given) if tie_weights else given
    if strict:
        _check_names(module, named, given)
    held = {}
    try:
        for path, value in named.items():
            held[path] = _swap(module, path, value)
        yield
    finally:
        for path, value in reversed(held.items()):
            left = _swap(module, path, value)
            if path in given and left is not _ABSENT:
                given[path] = left


def _with_tied(module, given):
    """The dictionary, with the values for all names of a tensor that has several."""
    names = {}
    for name, value in _named_tensors(module):
        names.setdefault(id(value), []).append(name)
    named = dict(given)
    for tied in names.values():
        values = {name: given[name] for name in tied if name in given}
        if len({id(value) for value in values.values()}) > 1:
            raise ValueError(f"functional_call got multiple values for keys {sorted(values)}, which are tied. Consider using "
                             f"tie_weights=False")
        for value in values.values():
            named.update(dict.fromkeys(tied, value))
    return named


def _named_tensors(module):
    yield from module.named_parameters(remove_duplicate=False)
    yield from module.named_buffers(remove_duplicate=False)


def _check_names(module, named, given):
    own = [name for name, _ in _named_tensors(module)]
    wrong = {"Unexpected": set(given) - set(own), "Missing": set(own) - set(named)}
    errors = [f"{text} key(s): {', '.join(map(repr, sorted(keys)))}." for text, keys in wrong.items() if keys]
    if errors:
        raise RuntimeError("Error(s) in reparametrizing for {}:\n\t{}".format(module._get_name(), "\n\t".join(errors)))


_ABSENT = object()


def _swap(module, path, value):
    """Puts a tensor (or nothing, for _ABSENT) under a dotted name, past all registration, and returns what was there."""
    parent, _, name = path.rpartition(".")
    module = module.get_submodule(parent)
    if value is not None and value is not _ABSENT and not isinstance(value, levels.Tensor):
        raise TypeError(f"{value} is not an instance of torch.Tensor")
    table = next((t for t in (module._parameters, module._buffers) if name in t), module.__dict__)
    if table is module.__dict__ and hasattr(module, name):
        return _swap_attribute(module, name, value)
    before = table.get(name, _ABSENT)
    if value is _ABSENT:
        table.pop(name, None)
    else:
        table[name] = value
    return before


def _swap_attribute(module, name, value):
    """The same for an attribute that is neither parameter nor buffer, such as the weight that weight_norm makes."""
    before = getattr(module, name)
    if not isinstance(before, levels.Tensor):
        raise TypeError(f"attribute `{name}`: {before} is not an instance of torch.Tensor")
    if value is _ABSENT:
        delattr(module, name)
    else:
        setattr(module, name, value)
    return before
