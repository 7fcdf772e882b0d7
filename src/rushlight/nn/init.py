"""torch.nn.init: tensors filled in place, from the random numbers that torch would draw."""
from __future__ import annotations

import functools
import math
import warnings

from rushlight.autograd.grad_mode import no_grad
from rushlight.dispatch.namespace import tensors as F


def filling(fill):
    """Decorates a filler: it records nothing, and returns the tensor it was given."""
    @functools.wraps(fill)
    def filled(tensor, *args, **kwargs):
        with no_grad():
            fill(tensor, *args, **kwargs)
        return tensor
    return filled

# ---------------------------------------------------------------- how wide to spread

GAINS = {"sigmoid": 1, "tanh": 5.0 / 3, "relu": math.sqrt(2.0), "selu": 3.0 / 4, "linear": 1,
         **{f"conv{kind}{n}d": 1 for kind in ("", "_transpose") for n in (1, 2, 3)}}


def calculate_gain(nonlinearity, param=None):
    """Returns the factor that keeps the variance through a nonlinearity; `param` is the slope of "leaky_relu"."""
    if nonlinearity in GAINS:
        return GAINS[nonlinearity]
    if nonlinearity != "leaky_relu":
        raise ValueError(f"Unsupported nonlinearity {nonlinearity}")
    if param is None:
        param = 0.01
    if isinstance(param, bool) or not isinstance(param, (int, float)):
        raise ValueError(f"negative_slope {param} not a valid number")
    return math.sqrt(2.0 / (1 + param ** 2))


def _calculate_fan_in_and_fan_out(tensor):
    """How many inputs one output sees, and how many outputs one input reaches."""
    if tensor.dim() < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    outputs, inputs, *window = tensor.shape
    return inputs * math.prod(window), outputs * math.prod(window)


def _calculate_correct_fan(tensor, mode):
    mode = mode.lower()
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(f"Mode {mode} not supported, please use one of ['fan_in', 'fan_out']")
    return _calculate_fan_in_and_fan_out(tensor)[mode == "fan_out"]

# ---------------------------------------------------------------- one distribution


@filling
def uniform_(tensor, a=0.0, b=1.0, generator=None):
    """Fills with numbers drawn evenly from [a, b)."""
    tensor.uniform_(a, b, generator=generator)


@filling
def normal_(tensor, mean=0.0, std=1.0, generator=None):
    """Fills with normal numbers."""
    tensor.normal_(mean, std, generator=generator)


@filling
def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    """Fills with normal numbers that lie in [a, b]: those outside are drawn again."""
    if mean < a - 2 * std or mean > b + 2 * std:
        warnings.warn("mean is more than 2 std from [a, b] in nn.init.trunc_normal_. "
                      "The distribution of values may be incorrect.", stacklevel=3)
    share = _below((b - mean) / std) - _below((a - mean) / std)
    if share > 0.3:
        _redraw_normal(tensor, mean, std, a, b, generator)
    else:
        _reject_uniform(tensor, mean, std, a, b, generator)


def _below(x):
    """The share of a standard normal distribution below `x`."""
    return (1.0 + math.erf(x / math.sqrt(2.0))) / 2.0


def _redraw_normal(tensor, mean, std, a, b, generator):
    tensor.normal_(mean, std, generator=generator)
    while (outside := (tensor < a) | (tensor > b)).any():
        fresh = F.empty_like(tensor).normal_(mean, std, generator=generator)
        tensor.copy_(F.where(outside, fresh, tensor))


def _reject_uniform(tensor, mean, std, a, b, generator):
    """Where little of the distribution lies in [a, b]: even draws, kept as often as the density says."""
    peak = -0.5 * ((min(max(mean, a), b) - mean) / std) ** 2

    def rejected(drawn):
        density = drawn.sub(mean).div_(std).pow_(2).mul_(-0.5).sub_(peak)
        return F.empty_like(tensor).uniform_(generator=generator).log_() > density
    pending = rejected(tensor.uniform_(a, b, generator=generator))
    while pending.any():
        fresh = F.empty_like(tensor).uniform_(a, b, generator=generator)
        tensor.copy_(F.where(pending, fresh, tensor))
        pending &= rejected(fresh)

# ---------------------------------------------------------------- fixed values


@filling
def constant_(tensor, val):
    """Fills with `val`."""
    tensor.fill_(val)


@filling
def ones_(tensor):
    """Fills with ones."""
    tensor.fill_(1.0)


@filling
def zeros_(tensor):
    """Fills with zeros."""
    tensor.zero_()


@filling
def eye_(tensor):
    """Fills with the identity matrix."""
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    tensor.zero_().fill_diagonal_(1)


@filling
def dirac_(tensor, groups=1):
    """Fills the weight of a convolution so that it passes its first channels on, in each group."""
    if tensor.dim() not in (3, 4, 5):
        raise ValueError("Only tensors with 3, 4, or 5 dimensions are supported")
    outputs, inputs, *window = tensor.shape
    if outputs % groups:
        raise ValueError("dim 0 must be divisible by groups")
    middle = tuple([size // 2 for size in window])
    tensor.zero_()
    for group in range(groups):
        for channel in range(min(outputs // groups, inputs)):
            tensor[(group * (outputs // groups) + channel, channel, *middle)] = 1

# ---------------------------------------------------------------- spread by the number of inputs and outputs


@filling
def xavier_uniform_(tensor, gain=1.0, generator=None):
    """Fills evenly, with variance 2 / (inputs + outputs) times gain**2 (Glorot and Bengio, 2010)."""
    bound = math.sqrt(3.0) * _xavier_spread(tensor, gain)
    tensor.uniform_(-bound, bound, generator=generator)


@filling
def xavier_normal_(tensor, gain=1.0, generator=None):
    """Fills with normal numbers of variance 2 / (inputs + outputs) times gain**2 (Glorot and Bengio, 2010)."""
    tensor.normal_(0.0, _xavier_spread(tensor, gain), generator=generator)


def _xavier_spread(tensor, gain):
    return gain * math.sqrt(2.0 / float(sum(_calculate_fan_in_and_fan_out(tensor))))


@filling
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Fills evenly, with variance gain**2 / inputs (He and others, 2015); `a` is the slope of the leaky_relu that follows."""
    if _is_empty(tensor):
        return
    bound = math.sqrt(3.0) * _kaiming_spread(tensor, a, mode, nonlinearity)
    tensor.uniform_(-bound, bound, generator=generator)


@filling
def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Fills with normal numbers of variance gain**2 / inputs (He and others, 2015); `a` as in kaiming_uniform_."""
    if _is_empty(tensor):
        return
    tensor.normal_(0, _kaiming_spread(tensor, a, mode, nonlinearity), generator=generator)


def _is_empty(tensor):
    if 0 in tensor.shape:
        warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=4)
        return True
    return False


def _kaiming_spread(tensor, a, mode, nonlinearity):
    fan = _calculate_correct_fan(tensor, mode)
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)

# ---------------------------------------------------------------- structured


@filling
def orthogonal_(tensor, gain=1, generator=None):
    """Fills with orthogonal rows or columns (Saxe and others, 2013); further dimensions count as columns."""
    if tensor.dim() < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if not tensor.numel():
        return
    rows = tensor.shape[0]
    drawn = tensor.new_empty((rows, tensor.numel() // rows)).normal_(0, 1, generator=generator)
    wide = rows < drawn.shape[1]
    q, r = F.linalg_qr(drawn.t() if wide else drawn)
    q = q * F.sign(F.diagonal(r))                         # the decomposition that LAPACKs agree on
    tensor.copy_((q.t() if wide else q).reshape(tensor.shape)).mul_(gain)


@filling
def sparse_(tensor, sparsity, std=0.01, generator=None):
    """Fills with normal numbers, a share `sparsity` of each column with zeros (Martens, 2010)."""
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    rows, columns = tensor.shape
    zeros = math.ceil(sparsity * rows)
    tensor.normal_(0, std, generator=generator)
    for column in range(columns):
        tensor[F.randperm(rows)[:zeros], column] = 0

# ---------------------------------------------------------------- what other programs call by torch's private names


def _no_grad_fill_(tensor, val):
    return constant_(tensor, val)


def _no_grad_zero_(tensor):
    return zeros_(tensor)


def _no_grad_uniform_(tensor, a, b, generator=None):
    return uniform_(tensor, a, b, generator)


def _no_grad_normal_(tensor, mean, std, generator=None):
    return normal_(tensor, mean, std, generator)


def _no_grad_trunc_normal_(tensor, mean, std, a, b, generator=None):
    return trunc_normal_(tensor, mean, std, a, b, generator)

# ---------------------------------------------------------------- the names from before the underscore


def _make_deprecate(meth):
    name = meth.__name__[:-1]

    def deprecated_init(*args, **kwargs):
        warnings.warn(f"`nn.init.{name}` is now deprecated in favor of `nn.init.{name}_`.", FutureWarning, stacklevel=2)
        return meth(*args, **kwargs)
    deprecated_init.__name__ = name
    deprecated_init.__doc__ = f"The old name of {name}_."
    return deprecated_init


uniform = _make_deprecate(uniform_)
normal = _make_deprecate(normal_)
constant = _make_deprecate(constant_)
eye = _make_deprecate(eye_)
dirac = _make_deprecate(dirac_)
xavier_uniform = _make_deprecate(xavier_uniform_)
xavier_normal = _make_deprecate(xavier_normal_)
kaiming_uniform = _make_deprecate(kaiming_uniform_)
kaiming_normal = _make_deprecate(kaiming_normal_)
orthogonal = _make_deprecate(orthogonal_)
sparse = _make_deprecate(sparse_)
