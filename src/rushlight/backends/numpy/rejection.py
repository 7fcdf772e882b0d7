"""Samplers that draw until a draw is accepted: how much they take from the stream depends on the data.

All draws are doubles and all arithmetic is float64, unfused. Poisson: multiplication below rate 10, Hörmann's transformed
rejection (PTRS) from there. Binomial: geometric gaps below a mean of 10, Hörmann's BTRS from there. Gamma: Marsaglia and Tsang.
Where the parameter is the same everywhere, whole blocks of attempts are judged at once.
"""
from __future__ import annotations

import math

import numpy as np

from rushlight import dtypes
from rushlight.backends.numpy.exact import to_float
from rushlight.backends.numpy.mt19937 import Reader, engine_of
from rushlight.dtypes import FLOATING, dtype_of

_BLOCK_FROM = 256               # equal parameters from where blocks of attempts pay
float32 = np.float32


def _log(x):
    return math.log(x) if x > 0.0 else -math.inf


def _all_equal(values):
    return values.size > _BLOCK_FROM and bool((values == values[0]).all())


def _attempts(engine, n, judge, rate):
    """`n` accepted values of judge(U, V), whose every attempt takes two doubles; the stream ends after the last one used."""
    accepted, got = [], 0
    with engine.lock:
        while got < n:
            count = int((n - got) / rate) + 64
            mark = engine.mark()
            draws = engine.doubles(2 * count).reshape(-1, 2)
            values, good = judge(draws[:, 0] - 0.5, draws[:, 1])
            at = np.nonzero(good)[0]
            if got + len(at) >= n:
                at = at[:n - got]
                engine.rewind(mark, 4 * (int(at[-1]) + 1))
            accepted.append(values[at])
            got += len(at)
    return np.concatenate(accepted)


# ---------------------------------------------------------------- poisson

def poisson(rates, generator):
    """Poisson numbers of the given rates, row-major."""
    dtype = dtype_of(rates)
    if dtype.category != FLOATING:
        raise NotImplementedError(f'"poisson_cpu" not implemented for \'{dtype.scalar_name}\'')
    flat = rates.astype(np.float64).reshape(-1)
    if not (flat >= 0).all():
        raise RuntimeError("invalid Poisson rate, expected rate to be non-negative")
    engine = engine_of(generator)
    if _all_equal(flat) and flat[0] >= 10:
        values = _poisson_block(engine, flat.size, float(flat[0]))
    else:
        with engine.lock, Reader(engine) as numbers:
            values = np.array([_poisson(rate, numbers.uniform) for rate in flat.tolist()], np.float64)
    return to_float(values, dtype).reshape(rates.shape)


def _poisson(rate, uniform):
    if rate >= 10:
        return _ptrs(rate, uniform)
    if rate == 0:
        return 0
    count, product, limit = 0, uniform(), math.exp(-rate)
    while product > limit:
        count += 1
        product *= uniform()
    return count


def _ptrs_constants(rate):
    b = 0.931 + 2.53 * math.sqrt(rate)
    a = -0.059 + 0.02483 * b
    return a, b, 1.1239 + 1.1328 / (b - 3.4), 0.9277 - 3.6224 / (b - 2)


def _ptrs(rate, uniform):
    a, b, inverse_alpha, v_r = _ptrs_constants(rate)
    while True:
        u, v = uniform() - 0.5, uniform()
        us = 0.5 - abs(u)
        if us == 0.0:
            continue
        k = math.floor((2 * a / us + b) * u + rate + 0.43)
        if us >= 0.07 and v <= v_r:
            return k
        if k < 0 or (us < 0.013 and v > us):
            continue
        if (_log(v) + math.log(inverse_alpha) - math.log(a / (us * us) + b)
                <= -rate + k * math.log(rate) - math.lgamma(k + 1.0)):
            return k


def _poisson_block(engine, n, rate):
    a, b, inverse_alpha, v_r = _ptrs_constants(rate)
    spread = 30 * math.sqrt(rate)
    low = max(0, int(rate - spread - 40))
    table = np.array([math.lgamma(k + 1.0) for k in range(low, int(rate + spread + 80))])

    def judge(u, v):
        us = 0.5 - np.abs(u)
        k = np.floor((2 * a / us + b) * u + rate + 0.43)
        rejected = (k < 0) | ((us < 0.013) & (v > us)) | (us == 0)
        slow = (np.log(v) + math.log(inverse_alpha) - np.log(a / (us * us) + b)
                <= -rate + k * math.log(rate) - _log_factorials(np.where(rejected, rate, k), table, low))
        return k, ((us >= 0.07) & (v <= v_r)) | (~rejected & slow)
    return _attempts(engine, n, judge, 0.8)


def _log_factorials(k, table, low):
    """The logarithm of k!, from a table that begins at `low` where that has it."""
    at = k.astype(np.int64) - low
    found = table[np.minimum(np.maximum(at, 0), len(table) - 1)]
    for i in np.flatnonzero((at < 0) | (at >= len(table))).tolist():
        found[i] = math.lgamma(k[i] + 1.0)
    return found


# ---------------------------------------------------------------- binomial

_STIRLING = (0.0810614667953272, 0.0413406959554092, 0.0276779256849983, 0.02079067210376509, 0.0166446911898211,
             0.0138761288230707, 0.0118967099458917, 0.0104112652619720, 0.00925546218271273, 0.00833056343336287)


def binomial(count, prob, generator):
    """Numbers of successes in `count` trials of probability `prob`, row-major."""
    dtype = dtype_of(count)
    if dtype.category != FLOATING:
        raise NotImplementedError(f'"binomial_cpu" not implemented for \'{dtype.scalar_name}\'')
    kind = np.float64 if dtype is dtypes.float64 else float32
    shape = np.broadcast_shapes(count.shape, prob.shape)
    counts, probs = [np.broadcast_to(np.asarray(x.astype(kind)), shape).reshape(-1) for x in (count, prob)]
    engine = engine_of(generator)
    if _all_equal(counts) and _all_equal(probs):
        values = _binomial_block(engine, counts.size, counts[0], probs[0])
    else:
        values = None
    if values is None:
        with engine.lock, Reader(engine) as numbers:
            values = [_binomial(n, p, numbers.uniform) for n, p in zip(counts, probs)]
    return to_float(np.array(values, np.float64), dtype).reshape(shape)


def _binomial(n, p, uniform):
    kind = type(p)
    if n <= 0 or p <= 0:
        return 0.0
    if p >= 1:
        return float(n)
    if p > 0.5:
        return float(n) - _binomial(n, kind(1.0 - float(p)), uniform)
    return _btrs(n, p, uniform) if float(n * p) >= 10.0 else _binomial_by_gaps(float(n), p, uniform)


def _binomial_by_gaps(n, p, uniform):
    log_failure = float(type(p)(math.log1p(-float(p))))
    total, count = 0.0, 0
    while True:
        u = uniform()
        total += math.ceil(math.log(u) / log_failure) if u > 0 else math.inf
        if total > n:
            return count
        count += 1


class _BtrsConstants:
    """What BTRS computes once from (n, p), in the type of the tensor where torch does."""

    def __init__(self, n, p):
        one = type(p)(1)
        deviation = float(np.sqrt(n * p * (one - p)))
        self.n = float(n)
        self.b = 1.15 + 2.53 * deviation
        self.a = -0.0873 + 0.0248 * self.b + 0.01 * float(p)
        self.c = float(n * p) + 0.5
        self.v_r = 0.92 - 4.2 / self.b
        self.r = float(p / (one - p))
        self.alpha = (2.83 + 5.1 / self.b) * deviation
        self.m = math.floor(float((n + one) * p))
        self.log_mode = (self.m + 0.5) * math.log((self.m + 1) / (self.r * (self.n - self.m + 1)))
        self.tails = _stirling(self.m), _stirling(self.n - self.m)


def _stirling(k):
    if k < 10:
        return _STIRLING[int(k)]
    square = (k + 1) * (k + 1)
    return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1)


def _btrs(n, p, uniform):
    t = _BtrsConstants(n, p)
    while True:
        u, v = uniform() - 0.5, uniform()
        us = 0.5 - abs(u)
        if us == 0.0:
            continue
        k = math.floor((2 * t.a / us + t.b) * u + t.c)
        if k < 0 or k > t.n:
            continue
        if us >= 0.07 and v <= t.v_r:
            return k
        bound = (t.log_mode + (t.n + 1) * math.log((t.n - t.m + 1) / (t.n - k + 1))
                 + (k + 0.5) * math.log(t.r * (t.n - k + 1) / (k + 1)) + t.tails[0] + t.tails[1] - _stirling(k)
                 - _stirling(t.n - k))
        if _log(v * t.alpha / (t.a / (us * us) + t.b)) <= bound:
            return k


def _binomial_block(engine, size, n, p):
    """Equal parameters in blocks; None where BTRS is not the method for them."""
    flip = bool(0.5 < p < 1)
    q = type(p)(1.0 - float(p)) if flip else p
    if not (n > 0 and 0 < p < 1 and float(n * q) >= 10.0):
        return None
    t = _BtrsConstants(n, q)

    def judge(u, v):
        us = 0.5 - np.abs(u)
        k = np.floor((2 * t.a / us + t.b) * u + t.c)
        rejected = (us == 0) | (k < 0) | (k > t.n)
        inside = np.where(rejected, 0.0, k)
        bound = (t.log_mode + (t.n + 1) * np.log((t.n - t.m + 1) / (t.n - inside + 1))
                 + (inside + 0.5) * np.log(t.r * (t.n - inside + 1) / (inside + 1)) + t.tails[0] + t.tails[1]
                 - _stirling_of(inside) - _stirling_of(t.n - inside))
        slow = np.log(v * t.alpha / (t.a / (us * us) + t.b)) <= bound
        return k, ~rejected & (((us >= 0.07) & (v <= t.v_r)) | slow)
    successes = _attempts(engine, size, judge, 0.75)
    return float(n) - successes if flip else successes


def _stirling_of(k):
    small = np.array(_STIRLING)[np.minimum(k, 9).astype(np.int64)]
    square = (k + 1) * (k + 1)
    return np.where(k < 10, small, (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1))


# ---------------------------------------------------------------- gamma and dirichlet

def standard_gamma(alpha, generator):
    """Gamma numbers of shape `alpha` and scale 1, row-major."""
    dtype = dtype_of(alpha)
    kind = np.float64 if dtype is dtypes.float64 else float32
    flat = alpha.astype(kind).reshape(-1)
    engine = engine_of(generator)
    with engine.lock, Reader(engine) as numbers:
        values = np.array([_gamma(a, numbers, kind) for a in flat.tolist()], np.float64)
    return np.maximum(to_float(values, dtype), dtypes.finfo(dtype).tiny).reshape(alpha.shape)


def _gamma(alpha, numbers, kind):
    """One gamma number; `alpha` is a Python float that `kind` holds."""
    scale = 1.0
    if alpha < 1.0:
        if alpha == 0.0:
            return 0.0
        scale = math.pow(1 - numbers.uniform(), float(kind(kind(1.0) / kind(alpha))))
        alpha = float(kind(kind(alpha) + kind(1.0)))
    d = float(kind(kind(alpha) - kind(float32(1.0) / float32(3.0))))
    c, squeeze = 1.0 / math.sqrt(9.0 * d), float(float32(0.0331))
    while True:
        x = numbers.normal()
        y = 1.0 + c * x
        if y <= 0:
            continue
        v, u, xx = y * y * y, 1 - numbers.uniform(), x * x
        if u < 1.0 - squeeze * xx * xx or math.log(u) < 0.5 * xx + d * (1.0 - v + math.log(v)):
            return scale * d * v


def dirichlet(alpha, generator):
    """Points of the simplex, a row for each row of `alpha`."""
    dtype = dtype_of(alpha)
    kind = np.float64 if dtype is dtypes.float64 else float32
    gammas = standard_gamma(np.asarray(alpha.astype(kind)).astype(np.float64), generator)
    points = (gammas / _row_sums(gammas)[..., None]).astype(kind)
    highest = np.nextafter(kind(1), kind(0))
    return to_float(np.minimum(np.maximum(points, np.finfo(kind).tiny), highest), dtype)


def _row_sums(x):
    """Sums along the last dimension in the order in which torch adds rows: vectors of four, four of them side by side."""
    vectors, steps = x.shape[-1] // 4, x.shape[-1] // 16
    fours = x[..., :4 * vectors].reshape(*x.shape[:-1], vectors, 4)
    sides = _in_levels([fours[..., 4 * k:4 * k + 4, :] for k in range(steps)]) if steps else np.zeros((4, 4))
    lanes = sides[..., 0, :]
    for k in range(4 * steps, vectors):
        lanes = lanes + fours[..., k, :]
    for k in (1, 2, 3):
        lanes = lanes + sides[..., k, :]
    total, rest = lanes[..., 0], x[..., 4 * vectors:]
    if rest.shape[-1]:
        total = total + sum(rest[..., k] for k in range(rest.shape[-1]))
    return ((total + lanes[..., 1]) + lanes[..., 2]) + lanes[..., 3]


def _in_levels(parts):
    """The sum of arrays: sixteen of them make one of the level above, and so on."""
    sums = [0.0] * 4
    for count, part in enumerate(parts, 1):
        sums[0] = sums[0] + part
        for level in range(3):
            if count % 16 ** (level + 1):
                break
            sums[level + 1], sums[level] = sums[level + 1] + sums[level], 0.0
    return ((sums[0] + sums[1]) + sums[2]) + sums[3]
