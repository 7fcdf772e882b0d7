"""Random numbers, bit for bit those of torch's CPU generator.

Samplers return flat arrays in the order in which torch fills memory; `filled` lays them out, and holds the stream's lock. What
each draws from the stream, word by word, is part of the contract: a program's next numbers depend on it.
"""
from __future__ import annotations

import functools
import math
import warnings

import numpy as np

from rushlight import dtypes
from rushlight.backends.numpy.exact import fma, fma32, fma64, libm, listed, narrowed, to_float
from rushlight.backends.numpy.layouts import as_long
from rushlight.backends.numpy.mt19937 import engine_of
from rushlight.backends.numpy.normals import few_normals, fill_in_blocks, pairwise, pairwise_normals
from rushlight.dispatch.arguments import broadcast_shape
from rushlight.dtypes import COMPLEX, FLOATING, dtype_of

_DIGITS = {dtypes.float64: 53, dtypes.float32: 24, dtypes.float16: 11, dtypes.bfloat16: 8}
_C_NAMES = {dtypes.uint16: "short unsigned int", dtypes.uint32: "unsigned int", dtypes.uint64: "long unsigned int",
            dtypes.uint8: "unsigned char", dtypes.int8: "signed char", dtypes.int16: "short", dtypes.int32: "int",
            dtypes.int64: "long", dtypes.bool: "bool", dtypes.float16: "c10::Half", dtypes.bfloat16: "c10::BFloat16",
            dtypes.float32: "float", dtypes.float64: "double"}
_LONG = 1 << 64
_FEW = 64               # up to there, a loop over Python's numbers beats vectors and their check of ties
_PIECE = 1 << 15        # numbers that are drawn at once: their words fit in the cache of a core


# ---------------------------------------------------------------- laying out

def filled(x, generator, sample, *parameters):
    """`x`, with sample(engine, n, dtype, *parameters) written into it in the order of its memory, slowest axis first.

    Much is drawn piece by piece, so that words are still in cache when they become numbers. Complex numbers are filled part by
    part."""
    engine, dtype = engine_of(generator), dtype_of(x)
    if x.size > _PIECE or not x.flags.c_contiguous or dtype.category == COMPLEX:
        return _filled_in_pieces(x, engine, dtype, sample, parameters)
    with engine.lock:
        values = sample(engine, x.size, dtype, *parameters)
    x[...] = values if x.ndim == 1 else values.reshape(x.shape)
    return x


def _filled_in_pieces(x, engine, dtype, sample, parameters):
    numbers = flat = _in_memory_order(x)
    if dtype.category == COMPLEX:
        dtype = dtype.to_real()
        numbers = flat.view(dtype.numpy)
    with engine.lock:
        for start in range(0, numbers.size, _PIECE):
            piece = numbers[start:start + _PIECE]
            piece[...] = sample(engine, piece.size, dtype, *parameters).view(np.ndarray)
    _put_in_memory_order(x, flat)
    return x


def _in_memory_order(x):
    """A flat array for the elements of `x`: its own memory where that is row-major."""
    return x.view(np.ndarray).reshape(-1) if x.flags.c_contiguous else np.empty(x.size, x.dtype)


def _put_in_memory_order(x, flat):
    """Brings into `x` what was written into `flat`, unless that is its own memory."""
    if not x.flags.c_contiguous:
        ordered = x.view(np.ndarray).transpose(sorted(range(x.ndim), key=lambda d: -abs(x.strides[d])))
        ordered[...] = flat.reshape(ordered.shape)


def _refuse(kernel, dtype):
    raise NotImplementedError(f'"{kernel}" not implemented for \'{dtype.scalar_name}\'')


# ---------------------------------------------------------------- uniform

def fill_uniform(x, low, high, generator):
    """`x`, filled with uniform numbers in [low, high)."""
    dtype = dtype_of(x)
    if low or high != 1 or dtype.category != FLOATING:
        _check_uniform(dtype, low, high)
    return filled(x, generator, uniform, low, high)


def _check_uniform(dtype, low, high):
    if dtype.category < FLOATING:
        _refuse("check_uniform_bounds", dtype)
    limit = _highest(dtype)
    name = "float" if dtype is dtypes.float32 else _C_NAMES.get(dtype.to_real(), dtype.name)
    for bound, value in (("from", low), ("to", high)):
        if not -limit <= value <= limit:
            raise RuntimeError(f"{bound} is out of bounds for {name}")
    if low > high:
        raise RuntimeError(f"uniform_ expects to return a [from, to) range, but found from={low:g} > to={high:g}")
    if high - low > limit:
        raise RuntimeError(f"uniform_ expects to-from <= std::numeric_limits<{dtype.scalar_name}>::max(), but found to={high:g} "
                           f"and from={low:g} which result in to-from to exceed the limit")


def uniform(engine, n, dtype, low, high):
    """`n` uniform numbers; float64 has 53 random bits, every other type 24."""
    if dtype is dtypes.float64:
        numbers = engine.doubles(n)
        if low == 0 and high == 1:
            return numbers
        numbers = fma64(numbers, np.float64(high) - np.float64(low), low)
        return _below(numbers, np.float64(high), np.float64(low))
    numbers = engine.floats(n)
    if dtype is dtypes.float32 and low == 0 and high == 1:
        return numbers
    low32, high32, width, is_exact, reaches_high = _spread(low, high)
    if is_exact:
        numbers = numbers * width
        numbers += low32
        if dtype is dtypes.float32 and not reaches_high:
            return numbers
    else:
        fma32(numbers, width, low32, out=numbers)
    return _below(to_float(numbers, dtype), to_float(high32, dtype), to_float(low32, dtype))


@functools.lru_cache(256)
def _spread(low, high):
    """The bounds as float32, the width as a double, whether u * width + low has no more bits than a double for all u of 24 bits,
    so that it is rounded only when it becomes a float32, and whether it may then reach the upper bound."""
    low, high = np.float32(low), np.float32(high)
    width = np.float64(high - low)
    width_bits, low_bits = math.frexp(width)[1], math.frexp(low)[1]
    highest = max(width_bits, low_bits)
    is_exact = low == 0.0 or width != 0.0 and highest - width_bits <= 4 and highest - low_bits <= 28
    return np.float64(low), high, width, is_exact, np.float32((1 - 2.0 ** -24) * width + np.float64(low)) >= high


def _below(numbers, high, low):
    """Rounding may reach the upper bound, which is no member: it becomes the lower one."""
    reached = numbers == high
    if reached.any():
        numbers[reached] = low
    return numbers


# ---------------------------------------------------------------- integers

def fill_random(x, low, high, generator):
    """`x`, filled with integers in [low, high); to the top of the type where `high` is None."""
    dtype = dtype_of(x)
    if dtype.category == COMPLEX or (low is None and dtype in (dtypes.uint16, dtypes.uint32, dtypes.uint64)):
        _refuse("random_kernel_cpu" if high is None and low is None else "random_from_to_kernel_cpu", dtype)
    if low is None:
        return filled(x, generator, any_integers)
    if high is None and low == -(1 << 63):
        _check_full_range(dtype)
        return filled(x, generator, _longs)
    return filled(x, generator, integers, *_range(dtype, low, high))


def _longs(engine, n, dtype):
    return _to_integers(engine.long_words(n).view(np.int64), dtype)


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
    top = int(_highest(dtype))
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


_highest = functools.cache(dtypes.highest)


@functools.lru_cache(256)
def _lifted(low, dtype, digits):
    """`low`, or the next integer above it that the floating type holds."""
    rounded = _round_trip(low + 1, dtype)
    return low if rounded >= low else rounded + (1 << (abs(low + 1).bit_length() - digits))


@functools.lru_cache(256)
def _lowered(high, dtype, digits):
    rounded = _round_trip(high - 1, dtype)
    return high if rounded < high else rounded - (1 << (abs(high - 1).bit_length() - digits))


def _round_trip(value, dtype):
    number = to_float(np.array([value], np.int64), dtype).tolist()[0]
    return int(number) if -2.0 ** 63 <= number < 2.0 ** 63 else -(1 << 63)


def integers(engine, n, dtype, low, span):
    """`n` integers from `low`, reduced modulo `span` as torch does; the bias is part of the stream."""
    if span >= 1 << 28:
        values = engine.long_words(n)
        values %= np.uint64(span)
    elif n <= _FEW and low + span < 1 << 63:
        return _to_integers(np.array([word % span + low for word in engine.listed_words(n)], np.int64), dtype)
    else:
        values = engine.words(n)
        values -= values // np.uint32(span) * np.uint32(span)           # NumPy divides three times as fast as it takes remainders
        if not low:
            return values.view(np.int32) if dtype.category < FLOATING else _to_integers(values.view(np.int32), dtype)
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
    span = (1 << _DIGITS[dtype] if dtype in _DIGITS else int(_highest(dtype))) + 1
    if n <= _FEW:
        return _to_integers(np.array([word % span for word in engine.listed_words(n)], np.int64), dtype)
    words = engine.words(n)
    words %= np.uint32(span)
    return _to_integers(words.view(np.int32), dtype)


def _to_integers(values, dtype):
    return to_float(values, dtype) if dtype in _DIGITS else values.astype(dtype.numpy, copy=False)


# ---------------------------------------------------------------- normal

def fill_normal(x, mean, std, generator):
    """`x`, filled with normal numbers."""
    dtype = dtype_of(x)
    if std < 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
    if dtype.category < FLOATING:
        _refuse("normal_kernel_cpu", dtype)
    if dtype.category == COMPLEX:
        if isinstance(mean, complex):
            x[...] = fill_normal(x, 0.0, std, generator) + x.dtype.type(mean)
            return x
        std = std / math.sqrt(2)
    size = x.size if dtype.category < COMPLEX else 2 * x.size
    if size < 16 or not x.flags.c_contiguous:
        return filled(x, generator, pairwise, float(mean), float(std))
    flat, engine, real = _in_memory_order(x), engine_of(generator), dtype.to_real()
    with engine.lock:
        fill_in_blocks(engine, flat.view(real.numpy), mean, std, real)
    return x


def normal_from(mean, std, generator):
    """A normal number for each mean and standard deviation, row-major; either may be a number."""
    if not isinstance(std, np.ndarray):
        return fill_normal(np.empty_like(mean, order="C"), 0, std, generator) + mean
    if not (std >= 0).all():
        raise RuntimeError("normal expects all elements of std >= 0.0")
    if not isinstance(mean, np.ndarray):
        return fill_normal(np.empty_like(std, order="C"), 0, 1, generator) * std + mean
    shape = broadcast_shape((mean.shape, std.shape))
    return fill_normal(np.empty(shape, mean.dtype).view(type(mean)), 0, 1, generator) * std + mean


# ---------------------------------------------------------------- transforms of one double

def fill_exponential(x, rate, generator):
    """`x`, filled with exponential numbers of that rate."""
    dtype = dtype_of(x)
    if rate <= 0:
        raise RuntimeError(f"exponential_ expects lambda > 0.0, but found lambda={rate:g}")
    if dtype.category < FLOATING:
        raise RuntimeError(f"Exponential distribution is a continuous probability distribution. dtype must be a floating point "
                           f"but you specified {dtype.scalar_name}")
    if dtype.category == COMPLEX:
        _refuse("exponential_cpu", dtype)
    return filled(x, generator, exponential, rate)


def exponential(engine, n, dtype, rate):
    scale = -1.0 / rate
    return _transformed(engine, n, dtype, lambda u: scale * np.log1p(-u), lambda u: scale * math.log1p(-u))


def fill_cauchy(x, median, sigma, generator):
    """`x`, filled with Cauchy numbers."""
    dtype = dtype_of(x)
    if sigma <= 0:
        raise RuntimeError(f"cauchy_ expects sigma > 0.0, but found sigma={sigma:g}")
    if dtype.category < FLOATING:
        raise RuntimeError(f"Cauchy distribution is a continuous probability distribution. dtype must be a floating point but "
                           f"you specified {_C_NAMES.get(dtype, dtype.name)}")
    if dtype.category == COMPLEX:
        _refuse("cauchy_cpu", dtype)
    return filled(x, generator, _cauchy, float(median), float(sigma))


def _cauchy(engine, n, dtype, median, sigma):
    if math.isinf(median):
        engine.words(2 * n)
        return np.full(n, median, dtype.numpy)
    return _transformed(engine, n, dtype, lambda u: fma64(np.tan(math.pi * (u - 0.5)), sigma, median),
                        lambda u: fma(math.tan(math.pi * (u - 0.5)), sigma, median))


def _transformed(engine, n, dtype, fast, exact):
    """Numbers made of one double each: `exact` maps a Python float, `fast` an array, up to a few units in the last place."""
    if n < _FEW:
        return listed(map(exact, engine.few_doubles(n)), dtype)
    numbers = engine.doubles(n)
    if dtype is dtypes.float64:
        return listed(map(exact, numbers.tolist()), dtype)
    return narrowed(lambda at: list(map(exact, numbers[at].tolist())), fast(numbers), dtype)


def fill_log_normal(x, mean, std, generator):
    """`x`, filled with numbers whose logarithm is normal."""
    dtype = dtype_of(x)
    if std <= 0:
        raise RuntimeError(f"log_normal_ expects std > 0.0, but found std={std:g}")
    if dtype.category != FLOATING:
        _refuse("log_normal_cpu", dtype)
    return filled(x, generator, _log_normal, float(mean), float(std))


def _log_normal(engine, n, dtype, mean, std):
    if n < _FEW:
        return listed([_exp(fma(z, std, mean)) for z in few_normals(engine, n)], dtype)
    exact = dtype is dtypes.float64
    normals, exact_at = pairwise_normals(engine, n, exact)
    scaled = fma64(normals, std, mean)
    if exact:
        return libm(_exp, scaled)
    return narrowed(lambda at: libm(_exp, fma64(exact_at(at), std, mean)), np.exp(scaled), dtype, band=1 << 14)


def _exp(x):
    return math.exp(x) if x < 709.0 else float(np.exp(x))


def fill_geometric(x, p, generator):
    """`x`, filled with numbers of trials up to the first success of probability `p`."""
    dtype = dtype_of(x)
    if not 0 < p < 1:
        raise RuntimeError(f"geometric_ expects p to be in (0, 1), but got p={p:g}")
    if dtype.category == COMPLEX or dtype is dtypes.bool:
        _refuse("geometric_cpu", dtype)
    return filled(x, generator, _geometric, p)


def _geometric(engine, n, dtype, p):
    failure = math.log1p(-p)
    if n < _FEW:
        trials = np.array([math.ceil(math.log(u) / failure) if u else math.inf for u in engine.few_doubles(n)])
    else:
        numbers = engine.doubles(n)
        trials = np.log(numbers) / failure
        near = np.abs(trials - np.rint(trials)) <= np.abs(trials) * 1e-14  # where a last bit decides the rounding up
        if near.any():
            trials[near] = libm(_log, numbers[near]) / failure
        trials = np.ceil(trials)
    return to_float(trials, dtype) if dtype in _DIGITS else trials.astype(np.int64)


def _log(x):
    return math.log(x) if x > 0.0 else -math.inf


# ---------------------------------------------------------------- yes or no

def survivors(x, keep, generator):
    """What dropout multiplies by, in `x`: 1 / keep with probability `keep`, else 0."""
    fill_bernoulli(x, keep, generator)
    x *= _reciprocal(keep, dtype_of(x))
    return x


@functools.lru_cache(256)
def _reciprocal(number, dtype):
    return 1.0 / number if dtype is dtypes.float64 else to_float(np.float32(1) / np.float32(number), dtype)


def fill_bernoulli(x, p, generator):
    """`x`, filled with ones of probability `p`, and zeros: two words an element, in any type."""
    if not 0 <= p <= 1:
        raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p:g}")
    if dtype_of(x).category == COMPLEX:
        _refuse("bernoulli_scalar_cpu_", dtype_of(x))
    return filled(x, generator, _bernoulli, p)


def _bernoulli(engine, n, dtype, p):
    hits = engine.doubles(n) < p
    return hits if dtype is not dtypes.bfloat16 else dtypes.cast(hits, dtype)


def bernoulli_from(p, generator):
    """True with the probabilities in `p`, row-major: float64 probabilities take two words, others one."""
    dtype = dtype_of(p)
    if dtype.category != FLOATING:
        _refuse("bernoulli_tensor_cpu_self_" if dtype.category == COMPLEX else "bernoulli_tensor_cpu_p_", dtype)
    extremes = p.ravel().tolist() if p.size <= _FEW else (p.min(), p.max())
    if [value for value in extremes if not 0.0 <= value <= 1.0]:
        raise RuntimeError("Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be improved?  "
                           "If so, please report an enhancement request to PyTorch.)")
    engine = engine_of(generator)
    with engine.lock:
        numbers = engine.doubles(p.size) if dtype is dtypes.float64 else engine.floats(p.size)
    return numbers.reshape(p.shape) < (p if dtype in (dtypes.float64, dtypes.float32) else p.astype(np.float32))


# ---------------------------------------------------------------- multinomial

def multinomial(p, count, replacement, generator):
    """Positions drawn with the weights in each row of `p`."""
    engine = engine_of(generator)
    rows = p if p.ndim == 2 else p[None]
    with engine.lock:
        chosen = _with_replacement(engine, rows, count) if replacement and count > 1 else _without(engine, rows, count)
    return chosen if p.ndim == 2 else chosen[0]


def _without(engine, rows, count):
    """The `count` largest of weight / exponential number, which is a race that each entrant wins in proportion to its weight."""
    dtype = dtype_of(rows)
    races = dtypes.cast(rows / exponential(engine, rows.size, dtype, 1.0).reshape(rows.shape), dtype)
    races = np.asarray(races.astype(np.float32)) if dtype is dtypes.bfloat16 else races
    if count == 1:
        return as_long(np.argmax(races, -1)[:, None])
    if 8 * count < races.shape[-1]:
        at = np.sort(np.argpartition(-races, count, axis=-1)[:, :count], -1)
    else:
        at = np.broadcast_to(np.arange(races.shape[-1]), races.shape)
    order = np.argsort(-np.take_along_axis(races, at, -1), axis=-1, kind="stable")[:, :count]
    return as_long(np.take_along_axis(at, order, -1))


def _with_replacement(engine, rows, count):
    kind = np.float64 if dtype_of(rows) is dtypes.float64 else np.float32
    chosen = np.empty((len(rows), count), np.int64)
    for i, row in enumerate(rows):
        cumulative = np.cumsum(row.astype(kind), dtype=kind)
        cumulative = cumulative / cumulative[-1]
        cumulative[-1] = 1
        chosen[i] = np.searchsorted(cumulative.astype(np.float64), engine.doubles(count), side="left")
    return chosen
