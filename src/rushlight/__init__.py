"""PyTorch's tensors and autograd, in Python, on NumPy."""
from rushlight import dtypes, ops                                                               # noqa: F401
from rushlight.dtypes import *                                                                  # noqa: F401,F403
from rushlight.tensor import Tensor                                                             # noqa: F401
from rushlight.size import *                                                                    # noqa: F401,F403
from rushlight.device import device                                                             # noqa: F401
from rushlight.construction import tensor, as_tensor, from_numpy                                # noqa: F401
from rushlight.dispatch.methods import public
from rushlight.autograd.grad_mode import *                                                      # noqa: F401,F403
from rushlight.printing import set_printoptions                                                 # noqa: F401
from rushlight import autograd                                                                  # noqa: F401

globals().update(public)
