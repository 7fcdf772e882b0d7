"""`F`: the operations at one level, found by name.

    arrays    over bare backend arrays: no tape, no wrapping
    tensors   over Tensors: records the tape, so a rule that runs here can be differentiated again

A namespace binds an op the first time somebody names it.
"""


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
