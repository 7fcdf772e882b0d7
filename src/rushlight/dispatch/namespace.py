"""`F`: the operations at one level, found by name.

    arrays    over bare backend arrays: no tape, no wrapping
    tensors   over Tensors: records the tape, so a rule that runs here can be differentiated again

A namespace binds an op the first time somebody names it. An ordinary backward pass runs rules over `here.arrays`, which is
`arrays` unless a trace put a namespace over its own stand-ins for arrays there.
"""
import threading


class Namespace:
    """The operations at one level."""

    def __init__(self, name, bind):
        self._name, self._bind = name, bind

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        bound = self._bind(name)
        setattr(self, name, bound)
        return bound

    def __repr__(self):
        return f"<operations over {self._name}>"


def _unbound(name):
    raise AttributeError(f"operation {name!r} was asked for before rushlight.dispatch was loaded")


arrays = Namespace("arrays", _unbound)
tensors = Namespace("tensors", _unbound)


class _Here(threading.local):
    """What this thread runs rules over while no graph is created."""
    arrays = arrays


here = _Here()
