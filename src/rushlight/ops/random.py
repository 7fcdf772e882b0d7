"""Random tensors, in torch's own stream: see backends/numpy/randomness.py."""
from __future__ import annotations

from rushlight import dtypes
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Number, Size, Tensor
from rushlight.dispatch.namespace import tensors as F
from rushlight.dispatch.op import by_hand, op
from rushlight.dispatch.out_dtypes import any_cast, castable
from rushlight.ops.arithmetic import underived
from rushlight.ops.creation import as_int, as_ints

# ---------------------------------------------------------------- of a size


@op(families.factory, method=False)
def rand(xp, size: Size, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False,
         pin_memory=False) -> Tensor:
    """Returns numbers drawn uniformly from [0, 1)."""
    return xp.fill_uniform(xp.empty(size, dtype or dtypes.get_default_dtype()), 0, 1, generator)


@op(families.factory, method=False)
def randn(xp, size: Size, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False,
          pin_memory=False) -> Tensor:
    """Returns standard normal numbers."""
    return xp.fill_normal(xp.empty(size, dtype or dtypes.get_default_dtype()), 0, 1, generator)


@op(families.factory, method=False)
def randperm(xp, n, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor:
    """Returns the integers 0 to n - 1 in random order."""
    n = as_int(n, "randperm", "n")
    if n < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension {n}: [{n}]")
    dtype = dtype or dtypes.int64
    if dtype is not dtypes.int64:
        xp.representable(max(n - 1, 0), dtype)
    return xp.randperm(n, dtype, generator)


@op(families.factory, method=False, function=False)
def random_integers(xp, low, high, size, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False,
                    pin_memory=False) -> Tensor:
    """Returns integers drawn uniformly from [low, high)."""
    return xp.fill_random(xp.empty(size, dtype or dtypes.int64), low, high, generator)


@by_hand(method=False)
def randint(*args, low=None, high=None, size=None, out=None, **options):
    """Returns integers drawn uniformly from [low, high). Takes (high, size) or (low, high, size)."""
    bounds = args
    if size is None:
        if len(bounds) < 2 - (high is not None):
            raise TypeError("randint() received an invalid combination of arguments: it takes (high, size) or (low, high, size)")
        *bounds, size = bounds
    low, high = _bounds("randint", bounds, low, high)
    return F.random_integers(low, high, as_ints(size, "randint", "size"), out=out, **options)


def _bounds(name, bounds, low, high):
    """(high), (low, high) and their keywords as two ints."""
    if len(bounds) + (low is not None) + (high is not None) not in (1, 2):
        raise TypeError(f"{name}() received an invalid combination of arguments: it takes (high) or (low, high)")
    if high is None:
        *bounds, high = bounds
    if low is None:
        low = bounds[-1] if bounds else 0
    return as_int(low, name, "low"), as_int(high, name, "high")

# ---------------------------------------------------------------- in the likeness of a tensor


@op(families.factory, method=False, out=False)
def rand_like(xp, input: Tensor, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False,
              memory_format=None) -> Tensor:
    """Returns numbers drawn uniformly from [0, 1), in the shape, type and strides of `input`."""
    return xp.fill_uniform(xp.empty_like(input, dtype, memory_format), 0, 1, generator)


@op(families.factory, method=False, out=False)
def randn_like(xp, input: Tensor, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False,
               memory_format=None) -> Tensor:
    """Returns standard normal numbers in the shape, type and strides of `input`."""
    return xp.fill_normal(xp.empty_like(input, dtype, memory_format), 0, 1, generator)


@op(families.factory, method=False, function=False, out=False)
def random_integers_like(xp, input: Tensor, low, high, *, generator=None, dtype=None, layout=None, device=None,
                         requires_grad=False, pin_memory=False, memory_format=None) -> Tensor:
    """Returns integers drawn uniformly from [low, high), in the shape, type and strides of `input`."""
    return xp.fill_random(xp.empty_like(input, dtype, memory_format), low, high, generator)


@by_hand(method=False)
def randint_like(input, *bounds, low=None, high=None, **options):
    """Returns integers drawn uniformly from [low, high), in the shape, type and strides of `input`."""
    return F.random_integers_like(input, *_bounds("randint_like", bounds, low, high), **options)


@op(families.factory, method=False, function=False, out=False)
def survivors(xp, input: Tensor, keep, *, generator=None) -> Tensor:
    """Returns what dropout multiplies `input` by: 1 / keep with probability `keep`, else 0."""
    castable(dtypes.float32, xp.dtype_of(input))
    return xp.survivors(xp.empty_like(input), keep, generator)

# ---------------------------------------------------------------- into a tensor


def _constant(F, grad):
    """The gradient of what was overwritten."""
    return F.zeros_like(grad)


def _overwrites(**facts):
    """Declares `op_`, which fills its input with new numbers."""
    def declare(forward):
        made = op(families.filling, function=False, method=False, out=False, **facts)(forward)
        made.vjp("input")(_constant)
        made.jvp("input")(_constant)
        return made
    return declare


@_overwrites()
def uniform(xp, input: Tensor, from_=0.0, to=1.0, *, generator=None) -> Tensor:
    """Fills with numbers drawn uniformly from [from, to)."""
    xp.fill_uniform(input, from_, to, generator)


@_overwrites()
def exponential(xp, input: Tensor, lambd=1.0, *, generator=None) -> Tensor:
    """Fills with exponential numbers of rate `lambd`."""
    xp.fill_exponential(input, lambd, generator)


@_overwrites()
def cauchy(xp, input: Tensor, median=0.0, sigma=1.0, *, generator=None) -> Tensor:
    """Fills with Cauchy numbers."""
    xp.fill_cauchy(input, median, sigma, generator)


@_overwrites()
def log_normal(xp, input: Tensor, mean=1.0, std=2.0, *, generator=None) -> Tensor:
    """Fills with numbers whose logarithm is normal."""
    xp.fill_log_normal(input, mean, std, generator)


@_overwrites()
def geometric(xp, input: Tensor, p, *, generator=None) -> Tensor:
    """Fills with numbers of trials up to the first success of probability `p`."""
    xp.fill_geometric(input, p, generator)


@_overwrites(node="RandomBackward2 if low is None else RandomBackward1 if low_is_zero else RandomBackward0")
def random_fill(xp, input: Tensor, low, high, low_is_zero, *, generator=None) -> Tensor:
    """Fills with integers from [low, high); of the whole type where no bounds are given."""
    xp.fill_random(input, low, high, generator)


@by_hand(function=False)
def random_(input, *bounds, to=None, generator=None):
    """Fills with integers drawn uniformly. Takes (), (to) or (from, to); without bounds, all that the type counts exactly."""
    if len(bounds) > 2 - (to is not None):
        raise TypeError("random_() received an invalid combination of arguments: it takes (), (to) or (from, to)")
    if to is None and not bounds:
        return input.random_fill_(None, None, False, generator=generator)
    if to is None and len(bounds) == 1:
        return input.random_fill_(0, as_int(bounds[0], "random_", "to"), True, generator=generator)
    low, high = (*bounds, to) if len(bounds) < 2 else bounds
    high = None if high is None else as_int(high, "random_", "to")
    return input.random_fill_(as_int(low, "random_", "from"), high, False, generator=generator)


@_overwrites(node="NormalBackward0")
def normal_fill(xp, input: Tensor, mean=0.0, std=1.0, *, generator=None) -> Tensor:
    """Fills with normal numbers."""
    xp.fill_normal(input, mean, std, generator)


@by_hand(function=False)
def normal_(input, mean=0, std=1, *, generator=None):
    """Fills with normal numbers."""
    return input.normal_fill_(mean, std, generator=generator)


@_overwrites(node="BernoulliBackward2")
def bernoulli_fill(xp, input: Tensor, p=0.5, *, generator=None) -> Tensor:
    """Fills with ones of probability `p`, and zeros."""
    xp.fill_bernoulli(input, p, generator)


@op(families.filling, function=False, method=False, out=False, node="BernoulliBackward1")
def bernoulli_fill_from(xp, input: Tensor, p: Tensor, *, generator=None) -> Tensor:
    """Fills with ones of the probabilities in `p`, and zeros."""
    input[...] = xp.bernoulli_from(p if p.shape == input.shape else xp.expand(p, input.shape), generator)

bernoulli_fill_from.vjp("input")(_constant)
bernoulli_fill_from.vjp("p")(_constant)


@by_hand(function=False)
def bernoulli_(input, p=0.5, *, generator=None):
    """Fills with ones of probability `p`, a number or a tensor, and zeros."""
    fill = input.bernoulli_fill_from_ if hasattr(p, "_data") else input.bernoulli_fill_
    return fill(p, generator=generator)

# ---------------------------------------------------------------- from tensors of parameters


@op(families.general, out_dtype=any_cast)
def bernoulli(xp, input: Tensor, p=None, *, generator=None) -> Tensor:
    """Returns ones of the probabilities in `input` (or of probability `p`), and zeros, in its type."""
    if p is not None:
        return xp.fill_bernoulli(xp.empty(input.shape, xp.dtype_of(input)), p, generator)
    return xp.to(xp.bernoulli_from(input, generator), xp.dtype_of(input))

bernoulli.vjp("input")(_constant)
bernoulli.jvp("input")(_constant)


@op(families.general)
def multinomial(xp, input: Tensor, num_samples, replacement=False, *, generator=None) -> Tensor:
    """Returns `num_samples` positions drawn with the weights in each row of `input`."""
    _check_weights(xp, input, num_samples, replacement)
    return xp.multinomial(input, num_samples, replacement, generator)


def _check_weights(xp, p, count, replacement):
    if p.ndim not in (1, 2):
        raise RuntimeError("prob_dist must be 1 or 2 dim")
    if not xp.dtype_of(p).is_floating_point:
        raise RuntimeError(f"multinomial only supports floating-point dtypes for input, got: {xp.dtype_of(p).scalar_name}")
    if count <= 0:
        raise RuntimeError("cannot sample n_sample <= 0 samples")
    if not replacement and count > p.shape[-1]:
        raise RuntimeError("cannot sample n_sample > prob_dist.size(-1) samples without replacement")
    if p.shape[-1] > 1 << 24:
        raise RuntimeError("number of categories cannot exceed 2^24")
    if not (xp.isfinite(p) & (p >= 0)).all():
        raise RuntimeError("probability tensor contains either `inf`, `nan` or element < 0")
    if p.size and (xp.sum(p, -1, False) <= 0).any():
        raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")


@op(families.general, out=False, method=False)
def poisson(xp, input: Tensor, generator=None) -> Tensor:
    """Returns Poisson numbers of the rates in `input`."""
    return xp.poisson(input, generator)

poisson.vjp("input")(_constant)
poisson.jvp("input")(_constant)


@op(families.general, out=False, method=False)
def binomial(xp, count: Tensor, prob: Tensor, generator=None) -> Tensor:
    """Returns numbers of successes in `count` trials of probability `prob`."""
    return xp.binomial(count, prob, generator)

binomial.vjp("prob")(_constant)


@op(families.general, out=False, method=False)
def _standard_gamma(xp, input: Tensor, generator=None) -> Tensor:
    """Returns gamma numbers of the shapes in `input` and scale 1."""
    return xp.standard_gamma(input, generator)

@_standard_gamma.vjp("input")
def standard_gamma_grad(F, grad, input, out):
    return grad * F._standard_gamma_grad(input, out)


def _all_alike(xp, name, *arrays):
    """Checks that all are of one type, and that it is a wide one."""
    dtype = xp.dtype_of(arrays[0])
    for other in arrays[1:]:
        if xp.dtype_of(other) is not dtype:
            raise RuntimeError(f"Found dtype {xp.dtype_of(other).scalar_name} but expected {dtype.scalar_name}")
    if dtype not in (dtypes.float32, dtypes.float64):
        raise NotImplementedError(f"\"{name}_cpu\" not implemented for '{dtype.scalar_name}'")


@op(families.general, out=False, method=False)
def _standard_gamma_grad(xp, input: Tensor, output: Tensor) -> Tensor:
    """Returns how the gamma numbers `output` move with their shapes `input`."""
    _all_alike(xp, "_standard_gamma_grad", input, output)
    return xp.standard_gamma_grad(input, output)

_standard_gamma_grad.vjp("input", "output")(underived("_standard_gamma_grad"))


@op(families.general, out=False, method=False)
def _dirichlet_grad(xp, x: Tensor, alpha: Tensor, total: Tensor) -> Tensor:
    """Returns how the points `x` of the simplex move with `alpha`, whose rows sum to `total`, over 1 - x."""
    _all_alike(xp, "_dirichlet_grad", x, alpha, total)
    return xp.dirichlet_grad(x, alpha, total)


@op(families.general, out=False, method=False)
def _sample_dirichlet(xp, input: Tensor, generator=None) -> Tensor:
    """Returns points of the simplex, a row for each row of `input`."""
    return xp.dirichlet(input, generator)

# ---------------------------------------------------------------- torch.normal


@op(families.factory, method=False, function=False)
def normal_of_size(xp, mean, std, size, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False,
                   pin_memory=False) -> Tensor:
    """Returns normal numbers of the given size."""
    return xp.fill_normal(xp.empty(size, dtype or dtypes.get_default_dtype()), mean, std, generator)


@op(families.general, method=False, function=False,
    node="NormalBackward1 if type(std) in ANY_NUMBER else NormalBackward2 if type(mean) in ANY_NUMBER else NormalBackward3",
    out_dtype=castable)
def normal_from(xp, mean: Tensor | Number, std: Tensor | Number, *, generator=None) -> Tensor:
    """Returns a normal number for each mean and standard deviation; either may be a number."""
    return xp.normal_from(mean, std, generator)

normal_from.vjp("mean")(_constant)
normal_from.vjp("std")(_constant)


@by_hand(method=False)
def normal(mean, std=1.0, size=None, *, generator=None, out=None, **options):
    """Returns normal numbers. Takes two numbers and a size, or a tensor for the mean, the standard deviation or both."""
    if hasattr(mean, "_data") or hasattr(std, "_data"):
        if size is not None or options:
            raise TypeError("normal() received an invalid combination of arguments: a size goes with two numbers")
        return F.normal_from(mean, std, generator=generator, out=out)
    if size is None:
        raise TypeError("normal() received an invalid combination of arguments: two numbers need a size")
    return F.normal_of_size(mean, std, as_ints(size, "normal", "size"), generator=generator, out=out, **options)
