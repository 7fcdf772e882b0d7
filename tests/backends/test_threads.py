"""Big elementwise work in pieces: the same bits, with whatever number of threads, after a fork too."""
import os
import threading

import numpy as np
import pytest
import rushlight as torch
from rushlight.backends import threads
from rushlight.dispatch.op import registry

N = threads.BIG + 12_345


@pytest.fixture
def two_threads():
    before = threads.get_num_threads()
    threads.set_num_threads(2)
    yield
    threads.set_num_threads(before)


def big(seed=0, dtype=np.float32):
    return np.random.default_rng(seed).normal(size=N).astype(dtype)


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64, np.float16])
def test_pieces_give_the_bits_of_the_whole(two_threads, dtype):
    x, y = big(1).astype(dtype), big(2).astype(dtype)
    assert np.array_equal(threads.elementwise(np.multiply, x, y), x * y)
    assert np.array_equal(threads.elementwise(np.exp, x), np.exp(x), equal_nan=True)
    assert np.array_equal(threads.elementwise(np.add, x, dtype(3)), x + dtype(3))


def test_the_pool_is_used_for_big_inputs_only(two_threads, monkeypatch):
    asked = []
    real = threads._get_pool
    monkeypatch.setattr(threads, "_get_pool", lambda: asked.append(1) or real())
    torch.exp(torch.from_numpy(big()[:threads.BIG - 1]))
    assert not asked
    torch.exp(torch.from_numpy(big()))
    assert asked


def test_one_thread_means_none(monkeypatch):
    before = threads.get_num_threads()
    threads.set_num_threads(1)
    monkeypatch.setattr(threads, "_get_pool", lambda: pytest.fail("a pool was made"))
    assert torch.exp(torch.from_numpy(big())).shape == (N,)
    threads.set_num_threads(before)


def test_strided_and_broadcast_inputs_stay_whole(two_threads):
    x = big()[::2]
    assert np.array_equal(threads.elementwise(np.negative, x), -x)
    wide = np.ones((N, 1), np.float32)
    assert threads.elementwise(np.add, wide, np.ones(2, np.float32)).shape == (N, 2)


def test_gradients_of_big_inputs(two_threads):
    x = torch.from_numpy(big()).requires_grad_()
    torch.sin(x).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), np.cos(x.detach().numpy()), rtol=1e-6)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this platform")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_after_a_fork(two_threads):
    x = torch.from_numpy(big())
    torch.exp(x)                                                # the parent has a pool now
    child = os.fork()
    if child == 0:
        os._exit(0 if torch.equal(torch.exp(x), torch.exp(x)) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_from_several_threads_at_once(two_threads):
    x, results = torch.from_numpy(big()), []
    wanted = torch.exp(x)
    workers = [threading.Thread(target=lambda: results.append(torch.equal(torch.exp(x), wanted))) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert results == [True] * 4


def test_no_warning_comes_from_any_thread(two_threads, recwarn):
    torch.log(torch.from_numpy(-np.abs(big())))
    assert not recwarn.list


KEYWORDS = [op for op in registry.values() if op.family.promotes_inputs and op.keyword_only and len(op.tensors) <= 2]


@pytest.mark.parametrize("op", KEYWORDS, ids=lambda op: op.name)
def test_big_inputs_take_the_same_keywords(op, two_threads):
    """Elementwise ops with keyword options on more elements than one thread gets: as piece by piece."""
    big = torch.linspace(0.1, 1.0, threads.BIG + 5)
    inputs = [big] * len(op.tensors)
    options = {p.name: {"approximate": "tanh", "rounding_mode": "floor", "alpha": 2}.get(p.name, p.default)
               for p in op.parameters if p.keyword_only}
    whole = op.function(*inputs, **options)
    parts = [op.function(*[t[a:b] for t in inputs], **options) for a, b in ((0, 1000), (1000, big.numel()))]
    assert torch.equal(whole[:1000], parts[0]) and torch.allclose(whole[1000:], parts[1], rtol=1e-6)


def test_a_piece_that_has_pieces_does_them_itself(two_threads):
    seen, out = [], np.zeros(4 * threads.BIG)

    def inner(start, stop):
        seen.append((threading.current_thread().name, stop - start))

    def outer(start, stop):
        threads.in_pieces(inner, stop - start)
        out[start:stop] = threads.elementwise(np.negative, np.ones(stop - start))

    done = threading.Thread(target=threads.in_pieces, args=(outer, out.size), daemon=True)
    done.start()
    done.join(30)
    assert not done.is_alive()                                      # one thread of the pool waited for itself
    assert sorted(size for _, size in seen) == [2 * threads.BIG] * 2 and len(set(seen)) == 2
    assert (out == -1).all()
    threads.in_pieces(inner, 2 * threads.BIG)                       # and afterwards work is cut again
    assert [size for _, size in seen[2:]] == [threads.BIG] * 2


def test_a_fused_kernel_inside_a_piece(two_threads):
    x = torch.linspace(-3, 3, 4 * threads.BIG)
    result = []
    done = threading.Thread(target=lambda: result.append(torch.nn.functional.gelu(x)), daemon=True)
    done.start()
    done.join(60)
    assert result and torch.allclose(result[0][::1001], torch.nn.functional.gelu(x[::1001].clone()), atol=1e-6)
