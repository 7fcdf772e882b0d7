"""Samples: new tensors and conversions. Tensors of random numbers have their goldens in tests/random."""
from __future__ import annotations

import numpy as np

from tests.ops.samples import call, samples, untested

untested("its values are random: tests/random",
         "rand", "randn", "randperm", "random_integers", "rand_like", "randn_like", "random_integers_like", "survivors",
         "uniform", "exponential", "cauchy", "log_normal", "geometric", "random_fill", "normal_fill", "bernoulli_fill",
         "bernoulli_fill_from", "bernoulli", "multinomial", "poisson", "binomial", "_standard_gamma", "_sample_dirichlet",
         "normal_of_size", "normal_from")
untested("it needs numbers that were drawn: tests/distributions/test_gradients.py", "_standard_gamma_grad", "_dirichlet_grad")
untested("it crosses a level of vmap: tests/func", "into_batch", "out_of_batch", "link", "sum_over_batch")
untested("it has no values: tests/dispatch/test_meta.py", "to_meta")
untested("its values are undefined",
         "empty", "empty_like", "empty_strided", "empty_permuted", "new_empty", "new_empty_strided")


@samples("zeros", "ones")
def constants(make):
    yield call(2, 3)
    yield call((2, 0))
    yield call(())


@samples("full")
def full(make):
    yield call((2, 3), 1.5)
    yield call((3,), 2)
    yield call((), True)


@samples("zeros_like", "ones_like")
def constants_like(make):
    yield call(make(2, 3))
    yield call(make.ints(3))
    yield call(make.complex())


@samples("full_like")
def full_like(make):
    yield call(make(2, 3), 1.5)
    yield call(make.ints(3), 2)


@samples("new_zeros", "new_ones")
def new_constants(make):
    yield call(make(2), 2, 3)
    yield call(make.ints(2), (3,))


@samples("new_full")
def new_full(make):
    yield call(make(2), (2, 3), 1.5)
    yield call(make.ints(2), (3,), 2)


@samples("scalar_tensor")
def scalar_tensor(make):
    yield call(1.5)
    yield call(2)


@samples("eye")
def eye(make):
    yield call(3)
    yield call(2, 3)


@samples("arange")
def arange(make):
    yield call(5)
    yield call(1, 4.5)
    yield call(1.0, -2.0, -0.5)


@samples("range")
def range_(make):
    yield call(1, 4.5)
    yield call(1.0, -2.0, -0.5)


@samples("linspace", "logspace")
def spaced(make):
    yield call(-1, 2.5, 6)
    yield call(3, 1, 1)
    yield call(0, 1, 0)


@samples("to_copy")
def to_copy(make):
    tensor = make(2, 3)
    yield call(tensor, tensor.dtype)
    yield call(tensor, tensor.dtype.to_complex())


@samples("cast_to")
def cast_to(make):
    yield call(make(2, 3), np.dtype("f8"))
    yield call(make(2, 3), np.dtype("c16"))


@samples("fft_fftfreq", "fft_rfftfreq")
def frequencies(make):
    yield call(6)
    yield call(5, 0.5)


@samples("hann_window", "hamming_window", "blackman_window", "bartlett_window", "kaiser_window")
def _periodic_windows(make):
    yield call(6)
    yield call(7, False)
    yield call(1)
    yield call(0)


@samples("signal_windows_bartlett", "signal_windows_blackman", "signal_windows_cosine", "signal_windows_exponential",
         "signal_windows_gaussian", "signal_windows_general_hamming", "signal_windows_hamming", "signal_windows_hann",
         "signal_windows_kaiser", "signal_windows_nuttall")
def _windows(make):
    yield call(6)
    yield call(7, sym=False)
    yield call(1)


@samples("signal_windows_general_cosine")
def _general_cosine(make):
    yield call(6, a=[0.5, 0.3, 0.2])
    yield call(5, a=(0.5, 0.5), sym=False)
