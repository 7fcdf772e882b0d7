"""The array vocabulary over NumPy, by its fast names: what ops call `xp`.

`np.sum` costs 1.8 us on four elements, `np.add.reduce` 0.55; `np.expand_dims` 1.4, `a[None]` 0.05; `np.broadcast_to` 3.3,
an ndarray made by hand 0.7; `np.clip` 1.9. Functions take `dim`, `keepdim` as torch names them; dims may be negative.
"""
from numpy import ndarray                                           # noqa: F401

from rushlight.backends.numpy.ufuncs import *                       # noqa: F403
from rushlight.backends.numpy.making import *                       # noqa: F403
from rushlight.backends.numpy.ranges import *                       # noqa: F403
from rushlight.backends.numpy.layouts import *                      # noqa: F403
from rushlight.backends.numpy.shapes import *                       # noqa: F403
from rushlight.backends.numpy.rearranging import *                  # noqa: F403
from rushlight.backends.numpy.folding import *                      # noqa: F403
from rushlight.backends.numpy.matrices import *                     # noqa: F403
from rushlight.backends.numpy.pointwise import *   # noqa: F403
from rushlight.backends.numpy.linalg import *   # noqa: F403

# Imported one after the other, when a kernel is first asked for that none before has: a sixth of the time to import rushlight.
_LATER = ("scalars", "masks", "positions", "ordering", "activations", "normalizing", "scanning", "specials", "randomness",
          "permutations", "rejection", "pseudoinverses", "distances", "windows", "transforms", "losses", "lookups", "padding",
          "pixels", "convolution", "pooling", "resizing", "recurrence", "fractions", "bunch_kaufman", "reparameterized")

_PARTS = ("depthwise", "introsort")                 # what other kernels are made of


def __getattr__(name):
    from importlib import import_module
    if name in _LATER or name in _PARTS:                # `from rushlight.backends.numpy import specials` asks here first
        return import_module(f"rushlight.backends.numpy.{name}")
    for module in _LATER:
        exported = _exported(import_module(f"rushlight.backends.numpy.{module}"))
        if name in exported:
            return globals().setdefault(name, exported[name])
    raise AttributeError(f"the backend has no kernel {name!r}")


def _exported(module):
    names = getattr(module, "__all__", None) or [n for n in vars(module) if not n.startswith("_")]
    return {name: getattr(module, name) for name in names}
