"""tmp"""
from rushlight import dtypes
from rushlight.dtypes import *
from rushlight.ops import elementwise, reduction, shape
from rushlight.tensor import Tensor
from rushlight.construction import tensor, as_tensor, from_numpy
from rushlight.dispatch.methods import public
from rushlight.autograd.grad_mode import *
from rushlight.printing import set_printoptions
globals().update(public)
