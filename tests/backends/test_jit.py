"""Compiled kernels against the NumPy ones that they replace."""
import os
import threading

import numpy as np
import pytest

from rushlight.backends import jit, threads
from rushlight.backends.numpy import activations, normals, permutations
from rushlight.backends.quiet import quiet

needs_numba = pytest.mark.skipif(not jit.available(), reason="numba is not installed (pip install rushlight[jit])")


def draw(size, seed=0):
    return (np.random.RandomState(seed).randn(size) * 3).astype("f4")


@pytest.fixture
def reference(monkeypatch):
    """Runs a kernel without the compiler."""
    def run(kernel, *values):
        with monkeypatch.context() as patch:
            patch.setattr(jit, "available", lambda: False)
            return quiet.run(kernel, *values)
    return run


@needs_numba
@pytest.mark.parametrize("size", [jit.BIG, threads.BIG + 3], ids=["one piece", "several pieces"])
def test_gelu(reference, size):
    x = draw(size)
    np.testing.assert_allclose(jit.gelu(x), reference(activations.gelu, x, "none"), rtol=2e-6, atol=1e-6)


@needs_numba
@pytest.mark.parametrize("size", [jit.BIG, threads.BIG + 3], ids=["one piece", "several pieces"])
def test_gelu_backward(reference, size):
    x, grad = draw(size), draw(size, 1)
    np.testing.assert_allclose(jit.gelu_grad(grad, x), reference(activations.gelu_grad, grad, x, "none"), rtol=1e-5, atol=2e-6)


@needs_numba
def test_the_ends_of_the_line(reference):
    x = np.array([0, -0.0, 1e-30, -1e-30, 5, -5, 13, -13, 88, -88, 1e30, -1e30, np.inf], "f4")
    one = np.ones_like(x)
    np.testing.assert_allclose(jit.gelu(x), reference(activations.gelu, x, "none"), rtol=1e-6, atol=1e-6)
    finite = x[:-1]
    wanted = reference(activations.gelu_grad, one[:-1], finite, "none")
    np.testing.assert_allclose(jit.gelu_grad(one[:-1], finite), wanted, atol=1e-6)
    assert np.isnan(jit.gelu(np.array([np.nan], "f4"))).all()


@needs_numba
def test_the_op_takes_it_for_big_inputs_only(monkeypatch):
    import rushlight
    from rushlight.nn.functional import gelu
    asked = []
    monkeypatch.setattr(jit, "gelu", lambda x: asked.append(x.size) or x)
    for size in (jit.BIG - 1, jit.BIG):
        gelu(rushlight.from_numpy(draw(size)))
    assert asked and min(asked) >= jit.BIG or asked == []
    assert jit.BIG - 1 not in asked


@needs_numba
def test_other_types_and_layouts_stay_with_numpy():
    x = draw(4 * jit.BIG)
    assert jit.suits(x) and jit.suits(x, x)
    assert not jit.suits(x[::2]) and not jit.suits(x.astype("f8")) and not jit.suits(x, x[:-1]) and not jit.suits(x[:9])


@needs_numba
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this platform")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_after_a_fork():
    x = draw(threads.BIG)
    wanted = jit.gelu(x)                        # the pool and the kernel exist before the fork
    jit.gelu_grad.loop = None                   # and one kernel has still to be compiled
    child = os.fork()
    if child == 0:
        code = 1
        try:
            jit.gelu_grad(x, x)
            code = 0 if np.array_equal(jit.gelu(x), wanted) else 2
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0


@needs_numba
def test_from_several_threads():
    x, results = draw(threads.BIG), []
    jit.gelu.loop = None                        # they meet at the compiler
    users = [threading.Thread(target=lambda: results.append(jit.gelu(x))) for _ in range(4)]
    for user in users:
        user.start()
    for user in users:
        user.join()
    assert len(results) == 4 and all(np.array_equal(r, results[0]) for r in results)


def test_it_can_be_switched_off(monkeypatch):
    monkeypatch.setenv("RUSHLIGHT_JIT", "0")
    assert not jit.available.__wrapped__()


@needs_numba
def test_normals_are_the_same_bits(monkeypatch):
    n = jit.BIG + 16 * 5
    uniforms = np.random.default_rng(3).integers(0, 1 << 24, n).astype(np.float32) * np.float32(2.0 ** -24)
    uniforms[:3] = 0, 1 - 2.0 ** -24, 2.0 ** -24
    compiled, plain = uniforms.copy(), uniforms.copy()
    normals._box_muller32(compiled, 0.5, 2.0, work=None)
    monkeypatch.setattr(jit, "available", lambda: False)
    normals._box_muller32(plain, 0.5, 2.0, normals._Work(n // 2))
    assert np.array_equal(compiled.view(np.int32), plain.view(np.int32))


@needs_numba
def test_a_shuffle_makes_the_same_swaps(reference):
    partners = np.random.default_rng(4).integers(np.arange(jit.BIG), jit.BIG + 1)
    items = np.arange(jit.BIG + 1)
    permutations._shuffle(items, partners)
    plain = np.arange(jit.BIG + 1)
    reference(permutations._shuffle, plain, partners)
    assert np.array_equal(items, plain)
