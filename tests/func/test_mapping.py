"""vmap: what goes in, what comes out, and what it refuses. Texts and values as PyTorch has them."""
import pytest
import rushlight as torch
from rushlight.func import vmap

X = torch.arange(6.0).reshape(3, 2)
M = torch.arange(12).reshape(3, 4)


def test_dimensions():
    assert vmap(lambda a: a * 2 + a.sum())(X).tolist() == [[1, 3], [9, 11], [17, 19]]
    assert vmap(lambda a: a * 2, in_dims=1, out_dims=1)(X).tolist() == (X * 2).tolist()
    assert vmap(lambda a: a.sum(), in_dims=-1)(X).tolist() == [6, 9]
    assert vmap(lambda a, b: a @ b, (0, None))(X, torch.ones(2)).tolist() == [1, 5, 9]
    assert vmap(lambda d: d["a"] + d["b"], ({"a": 0, "b": None},))({"a": X, "b": torch.ones(2)}).tolist() == (X + 1).tolist()
    rows, total = vmap(lambda a: (a, torch.ones(2)), out_dims=(0, None))(X)
    assert rows.shape == (3, 2) and total.shape == (2,)


def test_nested():
    outer = vmap(lambda a: vmap(lambda b: a * b)(X[:, 0]))(X[:, 1])
    assert outer.tolist() == [[0, 2, 4], [0, 6, 12], [0, 10, 20]]
    assert vmap(vmap(lambda a: a + 1))(X).tolist() == (X + 1).tolist()


def test_promotion_sees_the_rank_of_a_sample():
    column = torch.ones(3, dtype=torch.float64)             # 0-d for a sample: no reason to widen
    assert vmap(lambda a, s: a * s)(X, column).dtype is torch.float32


def test_chunks():
    assert vmap(lambda a: a.sum(), chunk_size=2)(X).tolist() == [1, 5, 9]


def test_leaves_made_inside_have_gradients_sample_by_sample():
    def gradient(sample):
        leaf = torch.zeros(2, requires_grad=True)
        return torch.autograd.grad(leaf * 3, leaf, sample)[0]
    assert vmap(gradient)(torch.eye(2)).tolist() == [[3, 0], [0, 3]]


def test_copies_into_samples():
    source = torch.arange(4.0).reshape(2, 2)
    assert vmap(lambda s: s.new_zeros(2, 2).copy_(s))(source).tolist() == [[[0, 1], [0, 1]], [[2, 3], [2, 3]]]


def test_in_place_writes_reach_the_argument():
    x = X.clone()
    vmap(lambda a: a.add_(1))(x)
    assert x.tolist() == (X + 1).tolist()
    with pytest.raises(RuntimeError, match=r"vmap: inplace arithmetic\(self, \*extra_args\) is not possible"):
        vmap(lambda a, b: a.mul_(b), (None, 0))(torch.zeros(2), X)


@pytest.mark.parametrize(("call", "error", "text"), [
    (lambda: vmap(lambda a: a.sum().item())(X), RuntimeError, "calling .item"),
    (lambda: vmap(lambda a: X[a.sum() > 0])(X), RuntimeError, "calling .item"),
    (lambda: vmap(lambda a, b: a)(X, torch.zeros(4)), ValueError, r"got sizes \[3, 4\] for the mapped dimension"),
    (lambda: vmap(lambda a: a, in_dims=(0, 0))(X), ValueError, "in_dims is not compatible with the structure of `inputs`"),
    (lambda: vmap(lambda a: a, in_dims=(2,))(X), ValueError, "satisfy -2 <= in_dim < 2"),
    (lambda: vmap(lambda a: a)(3), ValueError, "We cannot vmap over non-Tensor"),
    (lambda: vmap(lambda a: a, in_dims=[0])(X), ValueError, "expected `in_dims` to be int"),
    (lambda: vmap(lambda a: 1)(X), ValueError, "must only return Tensors, got type <class 'int'>"),
    (lambda: vmap(lambda a: a, out_dims=None)(X), ValueError, "can not return a BatchedTensor when out_dim is None"),
    (lambda: vmap(lambda a: a, out_dims=3)(X), IndexError, r"expected to be in range of \[-2, 1\], but got 3"),
    (lambda: vmap(lambda a: a[a > 2])(X), RuntimeError, "batch over indexing with a boolean mask"),
    (lambda: vmap(lambda a: a.nonzero())(X), RuntimeError, "aten::nonzero"),
    (lambda: vmap(lambda a: a.requires_grad_())(X), RuntimeError, "inside of a function being transformed"),
])
def test_refusals(call, error, text):
    with pytest.raises(error, match=text):
        call()


def test_repr_names_the_level():
    seen = []
    vmap(lambda a: seen.append(repr(a)) or a)(torch.ones(2))
    assert seen == ["BatchedTensor(lvl=1, bdim=0, value=\n    tensor([1., 1.])\n)"]


def test_randomness():
    with torch.random.fork_rng():
        check_randomness()


def check_randomness():
    with pytest.raises(RuntimeError, match="randomness error mode"):
        vmap(lambda a: torch.rand(2))(X)
    torch.manual_seed(0)
    same = vmap(lambda a: torch.rand(2), randomness="same")(X)
    torch.manual_seed(0)
    different = vmap(lambda a: torch.rand(2), randomness="different")(X)
    assert (same == same[0]).all() and not (different == different[0]).all()
    torch.manual_seed(0)
    assert (different == torch.rand(3, 2)).all()
    with pytest.raises(RuntimeError, match="same randomness with a batched tensor input"):
        vmap(torch.poisson, randomness="same")(X)
    with pytest.raises(RuntimeError, match="different inplace randomness on an unbatched tensor"):
        vmap(lambda a: torch.zeros(2).uniform_(), randomness="different")(X)


@pytest.mark.parametrize("look, expected", [
    (lambda i: M[i], [[0, 1, 2, 3], [8, 9, 10, 11]]), (lambda i: M[i, 2], [2, 10]), (lambda i: M[:, i], [[0, 4, 8], [2, 6, 10]]),
    (lambda i: M[i, i], [0, 10]), (lambda i: M[i, None, 1:3], [[[1, 2]], [[9, 10]]]),
    (lambda i: M[1:, i - 1], [[7, 11], [5, 9]]), (lambda i: M[i, torch.tensor([1, 3])], [[1, 3], [9, 11]])])
def test_an_index_of_each_sample(look, expected):
    assert vmap(look)(torch.tensor([0, 2])).tolist() == expected


def test_writing_at_an_index_of_each_sample():
    def written(i):
        rows = torch.zeros(3, 2) * i
        rows[i] = 1.0
        rows[1:, i - 1] = 5.0
        return rows
    assert vmap(written)(torch.tensor([0, 2])).tolist() == [[[1, 1], [0, 5], [0, 5]], [[0, 0], [0, 5], [1, 5]]]


def test_gradients_inside_are_for_grad_and_vjp():
    w = torch.ones(3, requires_grad=True)
    with pytest.raises(RuntimeError, match="element 0 of tensors does not require grad and does not have a grad_fn"):
        vmap(lambda x: torch.autograd.grad((x * w).sum(), w)[0])(torch.ones(2, 3))
