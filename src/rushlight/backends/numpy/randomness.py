"""Random numbers, bit for bit those of torch's CPU generator.

Samplers return flat arrays in the order in which torch fills memory; `filled_like` lays them out. What each draws from the
stream, word by word, is part of the contract: a program's next numbers depend on it.
"""
from __future__ import annotations

import math
import warnings

import numpy as np

from rushlight import dtypes
from rushlight.backends.numpy.exact import fma32, fma64, libm, narrowed, to_float
from rushlight.backends.numpy.mt19937 import engine_of
from rushlight.backends.numpy.normals import few_normals, normal, pairwise_normals
from rushlight.dispatch.arguments import broadcast_shape
from rushlight.dtypes import COMPLEX, FLOATING, dtype_of

_DIGITS = {dtypes.float64: 53, dtypes.float32: 24, dtypes.float16: 11, dtypes.bfloat16: 8}
_C_NAMES = {dtypes.uint16: "short unsigned int", dtypes.uint32: "unsigned int", dtypes.uint64: "long unsigned int",
            dtypes.uint8: "unsigned char", dtypes.int8: "signed char", dtypes.int16: "short", dtypes.int32: "int",
            dtypes.int64: "long", dtypes.bool: "bool", dtypes.float16: "c10::Half", dtypes.bfloat16: "c10::BFloat16",
            dtypes.float32: "float", dtypes.float64: "double"}
_LONG = 1 << 64
_FEW = 64               # a loop over libm beats vectors with their check of ties up to there


# ---------------------------------------------------------------- laying out

def filled_like(x, sample):
    """sample(n, dtype) in the shape and strides of `x`, slowest axis first; complex numbers are filled part by part."""
    dtype = dtype_of(x)
    if x.flags.c_contiguous and dtype.category < COMPLEX:
        return sample(x.size, dtype).reshape(x.shape)
    out = np.empty_like(x.view(np.ndarray))
    if dtype.category == COMPLEX:
        values = sample(2 * x.size, dtype.to_real()).view(dtype.numpy)
    else:
        values = sample(x.size, dtype).view(np.ndarray)
    if out.flags.c_contiguous:
        out.reshape(-1)[...] = values
    else:
        ordered = out.transpose(_axes_by_stride(out))
        ordered[...] = values.reshape(ordered.shape)
    return out.view(type(x))


def _axes_by_stride(x):
    return sorted(range(x.ndim), key=lambda d: -abs(x.strides[d]))


def _refuse(kernel, dtype):
    raise NotImplementedError(f'"{kernel}" not implemented for \'{dtype.scalar_name}\'')


# ---------------------------------------------------------------- uniform

def uniform_like(x, low, high, generator):
    """Uniform numbers in [low, high), in the shape, strides and type of `x`."""
    dtype = dtype_of(x)
    if low or high != 1 or dtype.category != FLOATING:
        _check_uniform(dtype, low, high)
    engine = engine_of(generator)
    return filled_like(x, lambda n, dtype: uniform(engine, n, low, high, dtype))


def _check_uniform(dtype, low, high):
    if dtype.category < FLOATING:
        _refuse("check_uniform_bounds", dtype)
    limit = dtypes.highest(dtype)
    name = "float" if dtype is dtypes.float32 else _C_NAMES.get(dtype.to_real(), dtype.name)
    for bound, value in (("from", low), ("to", high)):
        if not -limit <= value <= limit:
            raise RuntimeError(f"{bound} is out of bounds for {name}")
    if low > high:
        raise RuntimeError(f"uniform_ expects to return a [from, to) range, but found from={low:g} > to={high:g}")
    if high - low > limit:
        raise RuntimeError(f"uniform_ expects to-from <= std::numeric_limits<{dtype.scalar_name}>::max(), but found to={high:g} "
                           f"and from={low:g} which result in to-from to exceed the limit")


def uniform(engine, n, low, high, dtype):
    """`n` uniform numbers; float64 has 53 random bits, every other type 24."""
    if dtype is dtypes.float64:
        numbers = engine.doubles(n)
        if low == 0 and high == 1:
            return numbers
        numbers = fma64(numbers, np.float64(high) - np.float64(low), low)
        return _below(numbers, np.float64(high), np.float64(low))
    numbers = engine.floats(n)
    if low == 0 and high == 1 and dtype is dtypes.float32:
        return numbers
    low32, high32 = np.float32(low), np.float32(high)
    if low or high != 1:
        numbers = fma32(numbers, high32 - low32, low32)
    return _below(to_float(numbers, dtype), to_float(high32, dtype), to_float(low32, dtype))


def _below(numbers, high, low):
    """Rounding may reach the upper bound, which is no member: it becomes the lower one."""
    reached = numbers == high
    if reached.any():
        numbers[reached] = low
    return numbers


# ---------------------------------------------------------------- integers

def random_like(x, low, high, generator):
    """Integers in [low, high), in the shape, strides and type of `x`; to the top of the type where `high` is None."""
    dtype = dtype_of(x)
    if dtype.category == COMPLEX or (low is None and dtype in (dtypes.uint16, dtypes.uint32, dtypes.uint64)):
        _refuse("random_kernel_cpu" if high is None and low is None else "random_from_to_kernel_cpu", dtype)
    engine = engine_of(generator)
    if low is None:
        return filled_like(x, lambda n, dtype: any_integers(engine, n, dtype))
    if high is None and low == -(1 << 63):
        _check_full_range(dtype)
        return filled_like(x, lambda n, dtype: _to_integers(engine.long_words(n).view(np.int64), dtype))
    low, span = _range(dtype, low, high)
    return filled_like(x, lambda n, dtype: integers(engine, n, low, span, dtype))


def _check_full_range(dtype):
    kernel = "random_full_64_bits_range_kernel_cpu"
    if dtype in (dtypes.bool, dtypes.float16):
        _refuse(kernel, dtype)
    if dtype not in (dtypes.int64, dtypes.float32, dtypes.float64, dtypes.bfloat16):
        raise RuntimeError(f"{kernel} handles only int64, double, float and bfloat16")


def _range(dtype, low, high):
    """The lower bound and the count of integers from it, both brought to numbers that the type can hold."""
    if high is not None and low >= high:
        raise RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")
    digits = _DIGITS.get(dtype)
    top = int(dtypes.highest(dtype))
    if digits is not None:
        low = _lifted(low, dtype, digits)
        high = None if high is None else _lowered(high, dtype, digits)
    if high is None:
        high = (1 << digits if digits else top) + 1
    bottom = -top if digits else 0 if not dtype.is_signed else -top - 1
    for bound, value in (("from", low), ("to - 1", high - 1)):
        if not bottom <= value <= top:
            raise RuntimeError(f"{bound} is out of bounds for {_C_NAMES[dtype]}")
        if digits and abs(value) > 1 << digits:
            warnings.warn(f"{bound} is out of bounds [-(2^{digits}), 2^{digits}]. Due to precision limitations {_C_NAMES[dtype]} "
                          f"can support discrete uniform distribution only within this range. This warning will become an error "
                          f"in version 1.7 release, please fix the code in advance", stacklevel=2)
    return low, (high - low) % _LONG


def _lifted(low, dtype, digits):
    """`low`, or the next integer above it that the floating type holds."""
    rounded = _round_trip(low + 1, dtype)
    return low if rounded >= low else rounded + (1 << (abs(low + 1).bit_length() - digits))


def _lowered(high, dtype, digits):
    rounded = _round_trip(high - 1, dtype)
    return high if rounded < high else rounded - (1 << (abs(high - 1).bit_length() - digits))


def _round_trip(value, dtype):
    number = to_float(np.array([value], np.int64), dtype).tolist()[0]
    return int(number) if -2.0 ** 63 <= number < 2.0 ** 63 else -(1 << 63)


def integers(engine, n, low, span, dtype):
    """`n` integers from `low`, reduced modulo `span` as torch does; the bias is part of the stream."""
    if span >= 1 << 28:
        values = engine.long_words(n)
        values %= np.uint64(span)
    else:
        values = engine.words(n)
        values -= values // np.uint32(span) * np.uint32(span)           # NumPy divides three times as fast as it takes remainders
        values = values.astype(np.uint64)
    if low:
        values += np.uint64(low % _LONG)
    return _to_integers(values.view(np.int64), dtype)


def any_integers(engine, n, dtype):
    """`n` integers between zero and the top of the type."""
    if dtype is dtypes.int64:
        return (engine.long_words(n) & np.uint64(2 ** 63 - 1)).view(np.int64)
    if dtype is dtypes.float64:
        return (engine.long_words(n) % np.uint64(2 ** 53 + 1)).astype(np.float64)
    words = engine.words(n)
    if dtype in _DIGITS:
        return _to_integers((words % np.uint32((1 << _DIGITS[dtype]) + 1)).astype(np.int64), dtype)
    return (words & np.uint32(dtypes.highest(dtype))).astype(dtype.numpy)


def _to_integers(values, dtype):
    return to_float(values, dtype) if dtype in _DIGITS else values.astype(dtype.numpy, copy=False)


# ---------------------------------------------------------------- normal

def normal_like(x, mean, std, generator):
    """Normal numbers in the shape, strides and type of `x`."""
    dtype = dtype_of(x)
    if std < 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
    if dtype.category < FLOATING:
        _refuse("normal_kernel_cpu", dtype)
    engine, contiguous = engine_of(generator), x.flags.c_contiguous
    if dtype.category == COMPLEX:
        if isinstance(mean, complex):
            return filled_like(x, lambda n, d: normal(engine, n, 0.0, std / math.sqrt(2), d, contiguous)) + x.dtype.type(mean)
        std = std / math.sqrt(2)
    return filled_like(x, lambda n, d: normal(engine, n, mean, std, d, contiguous))


def normal_from(mean, std, generator):
    """A normal number for each mean and standard deviation, row-major; either may be a number."""
    if not isinstance(std, np.ndarray):
        return normal_like(np.empty_like(mean, order="C"), 0, std, generator) + mean
    if not (std >= 0).all():
        raise RuntimeError("normal expects all elements of std >= 0.0")
    if not isinstance(mean, np.ndarray):
        return normal_like(np.empty_like(std, order="C"), 0, 1, generator) * std + mean
    shape = broadcast_shape((mean.shape, std.shape))
    return normal_like(np.empty(shape, mean.dtype).view(type(mean)), 0, 1, generator) * std + mean


# ---------------------------------------------------------------- transforms of one double

def exponential_like(x, rate, generator):
    """Exponential numbers of that rate."""
    dtype = dtype_of(x)
    if rate <= 0:
        raise RuntimeError(f"exponential_ expects lambda > 0.0, but found lambda={rate:g}")
    if dtype.category < FLOATING:
        raise RuntimeError(f"Exponential distribution is a continuous probability distribution. dtype must be a floating point "
                           f"but you specified {dtype.scalar_name}")
    if dtype.category == COMPLEX:
        _refuse("exponential_cpu", dtype)
    engine = engine_of(generator)
    return filled_like(x, lambda n, dtype: exponential(engine, n, rate, dtype))


def exponential(engine, n, rate, dtype):
    scale = -1.0 / rate
    return _transformed(engine, n, lambda u: scale * np.log1p(-u), lambda u: scale * libm(math.log1p, -u), dtype)


def cauchy_like(x, median, sigma, generator):
    """Cauchy numbers."""
    dtype = dtype_of(x)
    if sigma <= 0:
        raise RuntimeError(f"cauchy_ expects sigma > 0.0, but found sigma={sigma:g}")
    if dtype.category < FLOATING:
        raise RuntimeError(f"Cauchy distribution is a continuous probability distribution. dtype must be a floating point but "
                           f"you specified {_C_NAMES.get(dtype, dtype.name)}")
    if dtype.category == COMPLEX:
        _refuse("cauchy_cpu", dtype)
    engine = engine_of(generator)
    if math.isinf(median):
        engine.doubles(x.size)
        return np.full(x.shape, median)
    return filled_like(x, lambda n, dtype: _transformed(
        engine, n, lambda u: fma64(np.tan(math.pi * (u - 0.5)), sigma, median),
        lambda u: fma64(libm(math.tan, math.pi * (u - 0.5)), sigma, median), dtype))


def _transformed(engine, n, fast, exact, dtype):
    numbers = engine.doubles(n)
    if dtype is dtypes.float64 or n < _FEW:
        return to_float(exact(numbers), dtype)
    return narrowed(lambda at: exact(numbers[at]), fast(numbers), dtype)


def log_normal_like(x, mean, std, generator):
    """Numbers whose logarithm is normal."""
    dtype = dtype_of(x)
    if std <= 0:
        raise RuntimeError(f"log_normal_ expects std > 0.0, but found std={std:g}")
    if dtype.category != FLOATING:
        _refuse("log_normal_cpu", dtype)
    engine = engine_of(generator)
    return filled_like(x, lambda n, dtype: _log_normal(engine, n, mean, std, dtype))


def _log_normal(engine, n, mean, std, dtype):
    if n < _FEW:
        normals = np.array(few_normals(engine, n), np.float64)
        return to_float(libm(math.exp, fma64(normals, std, mean)), dtype)
    exact = dtype is dtypes.float64
    normals, exact_at = pairwise_normals(engine, n, exact)
    scaled = fma64(normals, std, mean)
    if exact:
        return to_float(libm(math.exp, scaled), dtype)
    return narrowed(lambda at: libm(math.exp, fma64(exact_at(at), std, mean)), np.exp(scaled), dtype, band=1 << 14)


def geometric_like(x, p, generator):
    """Numbers of trials up to the first success of probability `p`."""
    dtype = dtype_of(x)
    if not 0 < p < 1:
        raise RuntimeError(f"geometric_ expects p to be in (0, 1), but got p={p:g}")
    if dtype.category == COMPLEX or dtype is dtypes.bool:
        _refuse("geometric_cpu", dtype)
    engine = engine_of(generator)
    return filled_like(x, lambda n, dtype: _geometric(engine, n, p, dtype))


def _geometric(engine, n, p, dtype):
    numbers, failure = engine.doubles(n), math.log1p(-p)
    trials = np.log(numbers) / failure
    near = np.abs(trials - np.rint(trials)) <= np.abs(trials) * 1e-14      # where a last bit decides the rounding up
    if near.any():
        trials[near] = libm(_log, numbers[near]) / failure
    trials = np.ceil(trials)
    return to_float(trials, dtype) if dtype in _DIGITS else trials.astype(np.int64).astype(dtype.numpy)


def _log(x):
    return math.log(x) if x > 0.0 else -math.inf


# ---------------------------------------------------------------- yes or no

def keep_mask(x, probability, generator=None):
    """True with that probability, in the shape and strides of `x`: what dropout keeps. Two words an element, in any type."""
    engine = engine_of(generator)
    bools = np.empty_like(x.view(np.ndarray), np.bool_)
    threshold = np.uint64(math.ceil(probability * 2.0 ** 53))
    return filled_like(bools, lambda n, dtype: engine.fractions(n) < threshold)


def bernoulli_like(x, p, generator):
    """Ones with probability `p`, in the type of `x`."""
    if not 0 <= p <= 1:
        raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p:g}")
    if dtype_of(x).category == COMPLEX:
        _refuse("bernoulli_scalar_cpu_", dtype_of(x))
    return dtypes.cast(keep_mask(x, p, generator), dtype_of(x))


def bernoulli_from(p, generator):
    """True with the probabilities in `p`, row-major: float64 probabilities take two words, others one."""
    dtype = dtype_of(p)
    if dtype.category != FLOATING:
        _refuse("bernoulli_tensor_cpu_self_" if dtype.category == COMPLEX else "bernoulli_tensor_cpu_p_", dtype)
    if not np.all((p >= 0) & (p <= 1)):
        raise RuntimeError("Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be improved?  "
                           "If so, please report an enhancement request to PyTorch.)")
    engine = engine_of(generator)
    if dtype is dtypes.float64:
        return engine.doubles(p.size).reshape(p.shape) < p
    return engine.floats(p.size).reshape(p.shape) < p.astype(np.float32)


# ---------------------------------------------------------------- permutations

_LOOP_BELOW = 1000              # a Python loop beats the vectorised shuffle up to there


def randperm(n, dtype, generator):
    """A permutation of 0..n-1."""
    engine = engine_of(generator)
    if n >= 0xFFFFFFFF // 20:
        return dtypes.cast(_shuffled_inside_out(engine, n), dtype)
    if n < 2:
        return dtypes.cast(np.arange(n, dtype=np.int64), dtype)
    partners = engine.words(n - 1)
    partners %= np.arange(n, 1, -1, dtype=np.uint32)
    partners += np.arange(n - 1, dtype=np.uint32)
    return dtypes.cast((_shuffled if n >= _LOOP_BELOW else _shuffled_by_loop)(partners.astype(np.int64)), dtype)


def _shuffled_by_loop(partners):
    items = list(range(len(partners) + 1))
    for i, j in enumerate(partners.tolist()):
        items[i], items[j] = items[j], items[i]
    return np.array(items, np.int64)


def _shuffled_inside_out(engine, n):
    items = np.empty(n, np.int64)
    for i, word in enumerate(engine.long_words(n)):
        j = int(word) % (i + 1)
        items[i] = items[j] if j < i else i
        items[j] = i
    return items


def _shuffled(partners):
    """Fisher and Yates without a loop: a value is found by following, for a position, the last step before that wrote there."""
    n = len(partners) + 1
    steps, positions = _sorted_by_partner(partners)
    same = positions[1:] == positions[:-1]
    previous = np.full(n - 1, -1, np.int32)                 # the step before that had the same partner
    previous[steps[1:][same]] = steps[:-1][same]
    ends = np.append(~same, True)
    last, at = steps[ends], positions[ends]                 # the last step that hit a position, itself not counted
    own = last == at
    last[own] = previous[last[own]]
    known = last >= 0
    holds = np.arange(n, dtype=np.int32)                    # what stands at position k just before step k
    holds[at[known]] = last[known]
    holds = _followed(holds)
    items = partners.astype(np.int32)
    earlier = previous >= 0
    items[earlier] = holds[previous[earlier]]
    still = np.nonzero(partners == np.arange(n - 1))[0]
    items[still] = holds[still]
    return np.append(items, holds[-1]).astype(np.int64)


def _sorted_by_partner(partners):
    """The steps grouped by partner, in order, and their partners."""
    bits = len(partners).bit_length()
    keys = (partners << bits) | np.arange(len(partners))
    keys.sort()                                             # faster than argsort: NumPy vectorises it for int64
    return (keys & ((1 << bits) - 1)).astype(np.int32), (keys >> bits).astype(np.int32)


def _followed(links):
    """Every chain of links followed to its end, by doubling."""
    while True:
        further = links[links]
        if np.array_equal(further, links):
            return links
        links = further


# ---------------------------------------------------------------- multinomial

def multinomial(p, count, replacement, generator):
    """Positions drawn with the weights in each row of `p`."""
    engine = engine_of(generator)
    rows = p if p.ndim == 2 else p[None]
    chosen = _with_replacement(engine, rows, count) if replacement and count > 1 else _without(engine, rows, count)
    return chosen if p.ndim == 2 else chosen[0]


def _without(engine, rows, count):
    """The `count` largest of weight / exponential number, which is a race that each entrant wins in proportion to its weight."""
    dtype = dtype_of(rows)
    races = dtypes.cast(rows / exponential(engine, rows.size, 1.0, dtype).reshape(rows.shape), dtype)
    races = np.asarray(races.astype(np.float32)) if dtype is dtypes.bfloat16 else races
    if count == 1:
        return np.argmax(races, -1)[:, None]
    if 8 * count < races.shape[-1]:
        at = np.sort(np.argpartition(-races, count, axis=-1)[:, :count], -1)
    else:
        at = np.broadcast_to(np.arange(races.shape[-1]), races.shape)
    order = np.argsort(-np.take_along_axis(races, at, -1), axis=-1, kind="stable")[:, :count]
    return np.take_along_axis(at, order, -1)


def _with_replacement(engine, rows, count):
    kind = np.float64 if dtype_of(rows) is dtypes.float64 else np.float32
    chosen = np.empty((len(rows), count), np.int64)
    for i, row in enumerate(rows):
        cumulative = np.cumsum(row.astype(kind), dtype=kind)
        cumulative = cumulative / cumulative[-1]
        cumulative[-1] = 1
        chosen[i] = np.searchsorted(cumulative.astype(np.float64), engine.doubles(count), side="left")
    return chosen
