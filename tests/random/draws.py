"""Every way to draw numbers, as functions of the library, a size and a type: for the tests, and for recording from PyTorch.

A draw may be None: PyTorch refuses that size or type.
"""
from __future__ import annotations

import hashlib

import numpy as np

SEEDS = (0, 1, 42, 1234, 2 ** 31, 2 ** 63 - 1)
SIZES = (0, 1, 2, 15, 16, 17, 100, 1000, 4099)
FLOATS = ("float32", "float64", "float16", "bfloat16")
WIDE = ("float32", "float64")


def _strided(m, n, t):
    return m.empty(n, 2, dtype=t)[:, 0]


def _rows(m, n, t):
    return m.empty(max(n // 4, 1), 4, dtype=t)


def _turned(m, n, t):
    return m.empty(2, n, 3, dtype=t).permute(2, 0, 1)


def _pictures(m, n, t):
    return m.empty(2, n, 3, 2, dtype=t).to(memory_format=m.channels_last)


def _signs(m, n, t):
    return (m.arange(6 * n) % 3 - 1).to(t).reshape(n, 2, 3)


def _weights(m, n, t):
    return (m.arange(n) % 7 + 1).to(t)


# name -> (draw, element types)
DRAWS = {
    "rand": (lambda m, n, t: m.rand(n, dtype=t), FLOATS),
    "randn": (lambda m, n, t: m.randn(n, dtype=t), FLOATS),
    "rand_like": (lambda m, n, t: m.rand_like(m.empty(n, 2, dtype=t)), FLOATS),
    "randn_like": (lambda m, n, t: m.randn_like(m.empty(2, n, dtype=t)), FLOATS),
    "randint": (lambda m, n, t: m.randint(3, 1000, (n,), dtype=t), ("int64", "int32", "float32")),
    "randint wide": (lambda m, n, t: m.randint(-2 ** 40, 2 ** 40, (n,), dtype=t), ("int64", "float64")),
    "randint_like": (lambda m, n, t: m.randint_like(m.empty(n, dtype=t), 100), ("int64", "float32")),
    "randperm": (lambda m, n, t: m.randperm(n, dtype=t), ("int64", "int32")),
    "normal of size": (lambda m, n, t: m.normal(1.5, 0.3, (n,), dtype=t), FLOATS),
    "normal from means": (lambda m, n, t: m.normal(_weights(m, n, t), 0.5), WIDE),
    "normal from deviations": (lambda m, n, t: m.normal(0.5, _weights(m, n, t)), WIDE),
    "normal from both": (lambda m, n, t: m.normal(_weights(m, n, t), _weights(m, n, t)), WIDE),
    "uniform_": (lambda m, n, t: m.empty(n, dtype=t).uniform_(-0.25, 0.75), FLOATS),
    "uniform_ strided": (lambda m, n, t: _strided(m, n, t).uniform_(), FLOATS),
    "normal_": (lambda m, n, t: m.empty(n, dtype=t).normal_(-1, 2), FLOATS),
    "normal_ strided": (lambda m, n, t: _strided(m, n, t).normal_(), FLOATS),
    "uniform_ turned": (lambda m, n, t: _turned(m, n, t).uniform_(-3, 1), FLOATS),
    "uniform_ far from zero": (lambda m, n, t: m.empty(n, dtype=t).uniform_(999.5, 1000.25), WIDE),
    "normal_ turned": (lambda m, n, t: _turned(m, n, t).normal_(1, 2), FLOATS),
    "normal_ of pictures": (lambda m, n, t: _pictures(m, n, t).normal_(), FLOATS),
    "rand of complex": (lambda m, n, t: m.rand(n, dtype=t), ("complex64", "complex128")),
    "randn of complex": (lambda m, n, t: m.randn(n, dtype=t), ("complex64", "complex128")),
    "exponential_ turned": (lambda m, n, t: _turned(m, n, t).exponential_(), FLOATS),
    "log_normal_ strided": (lambda m, n, t: _strided(m, n, t).log_normal_(), FLOATS),
    "cauchy_ of pictures": (lambda m, n, t: _pictures(m, n, t).cauchy_(), FLOATS),
    "geometric_ turned": (lambda m, n, t: _turned(m, n, t).geometric_(0.4), (*FLOATS, "int32")),
    "random_ turned": (lambda m, n, t: _turned(m, n, t).random_(5, 77), (*FLOATS, "int16")),
    "bernoulli_ of pictures": (lambda m, n, t: _pictures(m, n, t).bernoulli_(0.6), FLOATS),
    "bernoulli turned": (lambda m, n, t: m.bernoulli(_turned(m, n, t).fill_(0.4)), FLOATS),
    "randn_like turned": (lambda m, n, t: m.randn_like(_turned(m, n, t)), FLOATS),
    "random_": (lambda m, n, t: m.empty(n, dtype=t).random_(), (*FLOATS, "int64", "int32", "uint8", "bool")),
    "random_ to": (lambda m, n, t: m.empty(n, dtype=t).random_(100), (*FLOATS, "int64")),
    "random_ from to": (lambda m, n, t: m.empty(n, dtype=t).random_(-7, 90), (*FLOATS, "int64")),
    "bernoulli_": (lambda m, n, t: m.empty(n, dtype=t).bernoulli_(0.3), (*FLOATS, "int64", "bool")),
    "bernoulli_ of tensor": (lambda m, n, t: m.empty(n, dtype=t).bernoulli_(_weights(m, n, m.float32) / 8), FLOATS),
    "bernoulli": (lambda m, n, t: m.bernoulli(_weights(m, n, t) / 8), FLOATS),
    "exponential_": (lambda m, n, t: m.empty(n, dtype=t).exponential_(1.5), FLOATS),
    "geometric_": (lambda m, n, t: m.empty(n, dtype=t).geometric_(0.3), (*FLOATS, "int64")),
    "cauchy_": (lambda m, n, t: m.empty(n, dtype=t).cauchy_(0.5, 2), FLOATS),
    "log_normal_": (lambda m, n, t: m.empty(n, dtype=t).log_normal_(0.5, 0.7), FLOATS),
    "multinomial with replacement": (lambda m, n, t: m.multinomial(_weights(m, n, t), 2 * n, True) if n else None, FLOATS),
    "poisson": (lambda m, n, t: m.poisson(_weights(m, n, t)), WIDE),
    "poisson of large rates": (lambda m, n, t: m.poisson(_weights(m, n, t) * 10), WIDE),
    "binomial": (lambda m, n, t: m.binomial(_weights(m, n, t) * 9, m.full((n,), 0.3, dtype=t)), WIDE),
    "gamma": (lambda m, n, t: m._standard_gamma(_weights(m, n, t) / 2), WIDE),
    "dirichlet": (lambda m, n, t: m._sample_dirichlet(_weights(m, 4 * n, t).reshape(n, 4)), WIDE),
    "dirichlet of long rows": (lambda m, n, t: m._sample_dirichlet(_weights(m, n // 23 * 23, t).reshape(-1, 23)), WIDE),
    "multinomial of rows": (lambda m, n, t: m.multinomial(_weights(m, 5 * n, t).reshape(n, 5), 7, True) if n else None, WIDE),
    "gumbel_softmax": (lambda m, n, t: m.nn.functional.gumbel_softmax(_weights(m, n, t), hard=True) if n else None, WIDE),
    "fractional_max_pool2d": (lambda m, n, t: m.nn.functional.fractional_max_pool2d(m.rand(1, n, 7, 7, dtype=t), 2, 3)
                              if n else None, WIDE),
    "fractional_max_pool3d": (lambda m, n, t: m.nn.functional.fractional_max_pool3d(m.rand(1, n, 5, 5, 5, dtype=t), 2, 3)
                              if 0 < n <= 100 else None, WIDE),
    "dropout turned": (lambda m, n, t: m.nn.functional.dropout(_turned(m, n, t).fill_(1), 0.3), FLOATS),
    "dropout1d": (lambda m, n, t: m.nn.functional.dropout1d(m.ones(2, n, 3, dtype=t), 0.4) if n else None, FLOATS),
    "dropout3d": (lambda m, n, t: m.nn.functional.dropout3d(m.ones(2, n, 1, 2, 2, dtype=t), 0.4) if n else None, FLOATS),
    "feature_dropout": (lambda m, n, t: m.feature_dropout(m.ones(2, n, 2, dtype=t), 0.4, True) if n else None, FLOATS),
    "dropout": (lambda m, n, t: m.nn.functional.dropout(m.ones(n, dtype=t), 0.4), FLOATS),
    "alpha_dropout": (lambda m, n, t: m.nn.functional.alpha_dropout(m.ones(n, dtype=t), 0.4, True), FLOATS),
    "dropout2d": (lambda m, n, t: m.nn.functional.dropout2d(m.ones(2, n, 2, 2, dtype=t), 0.4) if n else None, FLOATS),
    "feature_alpha_dropout": (lambda m, n, t: m.nn.functional.feature_alpha_dropout(m.ones(2, n, 2, dtype=t), 0.4, True)
                              if n else None, FLOATS),
    "rrelu": (lambda m, n, t: m.nn.functional.rrelu(-m.ones(n, dtype=t), training=True), (*WIDE, "bfloat16")),
    "rrelu of both signs": (lambda m, n, t: m.nn.functional.rrelu(_signs(m, n, t), 0.2, 0.7, training=True),
                            (*WIDE, "bfloat16")),
    "init.uniform_": (lambda m, n, t: m.nn.init.uniform_(_rows(m, n, t), -2, 3), FLOATS),
    "init.normal_": (lambda m, n, t: m.nn.init.normal_(_rows(m, n, t), 1, 3), FLOATS),
    "init.trunc_normal_": (lambda m, n, t: m.nn.init.trunc_normal_(_rows(m, n, t), 0.1, 0.5, -1, 1), FLOATS),
    "init.trunc_normal_ far out": (lambda m, n, t: m.nn.init.trunc_normal_(_rows(m, n, t), 0, 1, 2, 4), WIDE),
    "init.xavier_uniform_": (lambda m, n, t: m.nn.init.xavier_uniform_(_rows(m, n, t), 2), FLOATS),
    "init.xavier_normal_": (lambda m, n, t: m.nn.init.xavier_normal_(_rows(m, n, t)), FLOATS),
    "init.kaiming_uniform_": (lambda m, n, t: m.nn.init.kaiming_uniform_(_rows(m, n, t), 5 ** 0.5), FLOATS),
    "init.kaiming_normal_": (lambda m, n, t: m.nn.init.kaiming_normal_(_rows(m, n, t), mode="fan_out"), FLOATS),
    "init.sparse_": (lambda m, n, t: m.nn.init.sparse_(_rows(m, n, t), 0.3), WIDE),
    "Linear": (lambda m, n, t: m.nn.Linear(n, 3, dtype=t).weight.detach() if n else None, FLOATS),
    "Conv2d": (lambda m, n, t: m.nn.Conv2d(min(n, 20), 4, 3, dtype=t).bias.detach() if n else None, WIDE),
    "Embedding": (lambda m, n, t: m.nn.Embedding(n, 3, dtype=t).weight.detach() if n else None, FLOATS),
    "RandomSampler": (lambda m, n, t: m.tensor(list(m.utils.data.RandomSampler(range(n)))) if n else None, ("int64",)),
    "WeightedRandomSampler": (lambda m, n, t: m.tensor(list(m.utils.data.WeightedRandomSampler([1.0] * n, n))) if n else None,
                              ("int64",)),
    "random_split": (lambda m, n, t: m.tensor(m.utils.data.random_split(range(n), [n - 3, 3])[0].indices) if n > 3 else None,
                     ("int64",)),
    "DataLoader": (lambda m, n, t: m.cat(list(m.utils.data.DataLoader(range(n), 16, shuffle=True))) if 0 < n <= 100 else None,
                   ("int64",)),
}

# Within 1e-6 only: (n + 1, 5) matrices.
ORTHOGONAL_SIZES = (0, 1, 2, 15, 16, 17, 100)


def orthogonal(m, n):
    return m.nn.init.orthogonal_(m.empty(n + 1, 5), 1.5)


# Equal but for ties, which torch's sort leaves in no order: (weights, how many)
def race(m, n):
    return m.multinomial(m.arange(1.0, n + 1), max(n // 2, 1)) if n else None


def fingerprint(m, name, dtype, seed):
    """A hash of what a draw gives for every size, and of the generator's state after each."""
    draw, _ = DRAWS[name]
    digest = hashlib.sha256()
    for n in SIZES:
        m.manual_seed(seed)
        drawn = draw(m, n, getattr(m, dtype))
        if drawn is not None:
            digest.update(as_bytes(m, drawn))
        digest.update(m.get_rng_state().numpy().tobytes())
    return digest.hexdigest()[:16]


def as_bytes(m, tensor):
    tensor = tensor.detach().contiguous()
    if tensor.dtype == m.bfloat16:
        tensor = tensor.view(m.int16)
    return np.ascontiguousarray(tensor.numpy()).tobytes()
