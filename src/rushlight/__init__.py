"""PyTorch's tensors and autograd, in Python, on NumPy."""
from rushlight import dtypes, ops                                                               # noqa: F401
from rushlight.dtypes import *                                                                  # noqa: F401,F403
from rushlight.tensor import Tensor                                                             # noqa: F401
from rushlight.size import *                                                                    # noqa: F401,F403
from rushlight.device import device                                                             # noqa: F401
from rushlight.construction import (                                                             # noqa: F401
    tensor, as_tensor, asarray, from_numpy, from_dlpack, frombuffer, set_default_tensor_type, FloatTensor, DoubleTensor, HalfTensor,
    BFloat16Tensor, ByteTensor, CharTensor, ShortTensor, IntTensor, LongTensor, BoolTensor)
from rushlight.storage import UntypedStorage, TypedStorage, TYPED_STORAGES                       # noqa: F401
from rushlight import random                                                                     # noqa: F401
from rushlight.random import (                                                                   # noqa: F401
    Generator, default_generator, manual_seed, seed, initial_seed, get_rng_state, set_rng_state)
from rushlight.dispatch.methods import public
from rushlight.autograd.grad_mode import *                                                      # noqa: F401,F403
from rushlight.printing import set_printoptions                                                 # noqa: F401
from rushlight import autograd, version                                                         # noqa: F401
from rushlight import torch_backends as backends                                                # noqa: F401

__version__ = version.RUSHLIGHT
globals().update({**public, **TYPED_STORAGES})
from rushlight import fft, linalg, special                                                      # noqa: E402,F401

# Loaded when first asked for: name -> its module; a module that is named after itself.
_LAZY = {"install_as_torch": "alias", "uninstall_as_torch": "alias",
         **{name: name for name in ("_dynamo", "accelerator", "alias", "compiler", "cuda", "jit", "nn")}}


def __getattr__(name):
    from importlib import import_module
    home = _LAZY.get(name)
    if home is None:
        from rushlight.errors import missing_attribute
        raise missing_attribute("torch", name)
    module = import_module(f"rushlight.{home}")
    return module if home == name else getattr(module, name)
