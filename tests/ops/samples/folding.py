"""Samples: reductions, running sums, order statistics, counts."""
from __future__ import annotations

from tests.ops.samples import call, samples, values_of


# ---------------------------------------------------------------- sums and products

@samples("sum", "mean")
def sums(make):
    yield call(make(2, 3, 4))
    yield call(make(2, 3, 4), 1)
    yield call(make(2, 3, 4), (0, -1), True)
    yield call(make())
    yield call(make.complex(2, 3), -1)
    yield call(make(0, 3), 0)
    yield call(make(2, 3), dtype=make(1).dtype)


@samples("nansum", "nanmean")
def sums_of_numbers(make):
    yield call(make(2, 3, 4).log())
    yield call(make(2, 3, 4), 1)
    yield call(make(2, 3, 4), (0, -1), True)


@samples("prod")
def prod(make):
    yield call(make(2, 3))
    yield call(make(2, 3, 4), 1)
    yield call(make(2, 3, 4), -1, True)
    yield call(make(2, 3) * make.ints(2, 3, high=2), 1)
    yield call(make.complex(2, 3), 1)
    yield call(make(2, 4) * make.ints(4, high=2), 1)
    yield call(make.ints(2, 3), 0)
    yield call(make.bools(3))
    yield call(make(0, 2), 0)


@samples("sum_to_size")
def sum_to_size(make):
    yield call(make(2, 3, 4), 3, 1)
    yield call(make(2, 3, 4), (2, 1, 4))


@samples("logsumexp")
def logsumexp(make):
    yield call(make(2, 3, 4), 1)
    yield call(make(2, 3, 4), (0, -1), True)
    yield call(make(), 0)
    yield call(make.complex(2, 3), 1)
    yield call(make.ints(2, 3), 1)
    yield call(make(0, 2), 0)


@samples("linalg_vector_norm")
def vector_norm(make):
    yield call(make(2, 3, 4))
    for ord in (2, 1, 3, 0.5, 0, float("inf"), -float("inf")):
        yield call(make(2, 3, 4), ord, (0, 2))
    yield call(make(2, 3, 4), 2, 1, True)
    yield call(make.complex(2, 3), 2, 1)
    yield call(make.complex(2, 3), 3)
    yield call(make.complex(2, 3), float("inf"), 1)
    yield call(make.complex(2, 3), 1)


@samples("dist")
def dist(make):
    for p in (2, 1, 3, 0, float("inf")):
        yield call(make(2, 3), make(3), p)
    yield call(make.complex(2, 3), make.complex(3))


@samples("renorm")
def renorm(make):
    yield call(make(3, 4), 2, 0, 1.9)
    yield call(make(3, 4), 1, -1, 3.0)
    yield call(make(2, 3, 4), 3, 1, 2.0)
    yield call(make.complex(2, 3), 2, 0, 1.5)


# ---------------------------------------------------------------- extremes

@samples("amax", "amin")
def extremes(make):
    yield call(make(2, 3, 4))
    yield call(make(2, 3, 4), 1)
    yield call(make(2, 3, 4), (0, -1), True)
    yield call(make())
    yield call(make.ints(2, 5, high=3), 1)


@samples("aminmax")
def aminmax(make):
    yield call(make(2, 3, 4))
    yield call(make(2, 3, 4), dim=1)
    yield call(make(2, 3, 4), dim=-1, keepdim=True)


@samples("max_all", "min_all", "median_all", "nanmedian_all")
def of_all(make):
    yield call(make(2, 3, 4))
    yield call(make(5))
    yield call(make())
    yield call(make.ints(3, 4))


@samples("max_dim", "min_dim", "median_dim", "nanmedian_dim")
def along_a_dimension(make):
    yield call(make(2, 3, 4), 1)
    yield call(make(2, 3, 4), -1, True)
    yield call(make(), 0)
    yield call(make.ints(1, 5), 0)
    yield call(make(2, 6), 1)


@samples("argmax", "argmin")
def positions(make):
    yield call(make(2, 3, 4))
    yield call(make(2, 3, 4), 1)
    yield call(make(2, 3, 4), -1, True)


@samples("all", "any")
def truth(make):
    yield call(make.bools(2, 3, 4))
    yield call(make.bools(2, 3, 4), 1)
    yield call(make.ints(2, 3, 4, high=2), (0, 2), True)
    yield call(make(3))
    yield call(make.complex(3))
    yield call(make.bools(0, 2), 0)


@samples("count_nonzero")
def count_nonzero(make):
    yield call(make.ints(2, 3, high=2))
    yield call(make.ints(2, 3, high=2), 1)
    yield call(make.bools(2, 3, 4), (0, 2))
    yield call(make.complex(2, 3), 0)


@samples("hash_tensor")
def hash_tensor(make):
    yield values_of(make(2, 3))
    yield values_of(make(2, 3), 1, keepdim=True)
    yield values_of(make.ints(2, 3, 4), (0, 2))


# ---------------------------------------------------------------- running

@samples("cumsum")
def cumsum(make):
    yield call(make(2, 3), 0)
    yield call(make(2, 3, 4), -2)
    yield call(make(), 0)
    yield call(make.complex(2, 3), 1)
    yield call(make.ints(2, 3), 0)
    yield call(make.bools(4), 0)
    yield call(make(2, 0), 1)


@samples("cumsum_backwards")
def cumsum_backwards(make):
    yield call(make(2, 3, 4), -2)


@samples("cumprod")
def cumprod(make):
    yield call(make(2, 3), 0)
    yield call(make(2, 3, 2), -2)
    yield call(make(), 0)
    yield call(make(2, 4) * make.ints(2, 4, high=3), 1)
    yield call(make.complex(2, 3), 1)
    yield call(make.ints(2, 3), 0)
    yield call(make(4) * make.ints(4, high=2) * make.ints(4, high=2), 0)


@samples("logcumsumexp")
def logcumsumexp(make):
    yield call(make(2, 3), 0)
    yield call(make(2, 3, 2), -2)
    yield call(make(), 0)
    yield call(make.complex(2, 3, low=-1, high=1), 1)


@samples("linear_recurrence")
def linear_recurrence(make):
    yield call(make(2, 4), make(2, 4), 1)
    yield call(make(4, 2), make(4, 2), 0, True)


@samples("shift_along")
def shift_along(make):
    yield call(make(2, 4), 1, 1)
    yield call(make(4, 2), 0, -1, 0.5)


@samples("cummax", "cummin")
def running_extremes(make):
    yield call(make(2, 5), 1)
    yield call(make(3, 2, 2), 0)
    yield call(make(), 0)
    yield call(make.ints(8), 0)


@samples("diff")
def diff(make):
    yield call(make(2, 4))
    yield call(make(4, 2), 2, 0)
    yield call(make(2, 4), prepend=make(2, 1), append=make(2, 2))
    yield call(make.bools(5))
    yield call(make.complex(2, 3), 1, 0)
    yield call(make.ints(2, 3))
    yield call(make(2, 3), 0)


# ---------------------------------------------------------------- spread

@samples("var_corrected", "std_corrected", "var_mean_corrected", "std_mean_corrected")
def spread(make):
    yield call(make(2, 3, 4), None)
    yield call(make(2, 3, 4), 1, correction=0)
    yield call(make(2, 3, 4), (0, -1), correction=2, keepdim=True)
    yield call(make.complex(2, 3), 1)
    yield call(make.complex(3, 2), None, correction=0)
    yield call(make(2, 3), -1, correction=0.5)


@samples("cov")
def cov(make):
    yield call(make(3, 5))
    yield call(make(5), correction=0)
    yield call(make(3, 5), fweights=make.ints(5, low=1))
    yield call(make(3, 5), aweights=make(5, low=0.5))
    yield call(make.complex(2, 4))


@samples("corrcoef")
def corrcoef(make):
    yield call(make(3, 5))
    yield call(make.complex(2, 4))


# ---------------------------------------------------------------- order statistics and counts

@samples("mode")
def mode(make):
    yield call(make(2, 5))
    yield call(make.ints(2, 5, high=3), 0, True)
    yield call(make())


@samples("kthvalue")
def kthvalue(make):
    yield call(make(2, 5), 2)
    yield call(make(5, 2), 3, 0, True)


@samples("quantile", "nanquantile")
def quantile(make):
    yield call(make(2, 5), 0.35)
    yield call(make(2, 5), make(3, low=0, high=1), 1)
    yield call(make(2, 5), 0.6, 0, True)
    for interpolation in ("lower", "higher", "nearest", "midpoint"):
        yield call(make(2, 5), 0.6, 1, interpolation=interpolation)
    yield call(make(5), make(2, low=0, high=1), 0)
    yield call(make(5), make(low=0, high=1), 0, True)


@samples("bincount")
def bincount(make):
    yield call(make.ints(9))
    yield call(make.ints(9), make(9))
    yield call(make.ints(9), minlength=8)
    yield call(make.ints(0))


@samples("histc")
def histc(make):
    yield call(make(9), 4)
    yield call(make(2, 9), 5, -1, 1)
    yield call(make(9))


@samples("histogram_in_parts")
def histogram_in_parts(make):
    yield call(make(9), 4)
    yield call(make(9), 4, range=(-1.0, 1.0), weight=make(9), density=False)


@samples("histogram_between")
def histogram_between(make):
    yield call(make(9), make(4).sort().values)
    yield call(make(9), make(4).sort().values, weight=make(9, low=0.1), density=True)
