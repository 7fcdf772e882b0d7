"""rearrange: what patterns mean, and which mean nothing. Values and texts are PyTorch's."""
import pytest

import rushlight as torch
from rushlight.func import rearrange
from rushlight.func.patterns import DimensionBindError

X = torch.arange(24).reshape(2, 3, 4)


@pytest.mark.parametrize("pattern, lengths, expected", [
    ("b c d -> d c b", {}, X.permute(2, 1, 0)),
    ("b c d->b(c d)", {}, X.reshape(2, 12)),
    ("b (c1 c2) d -> c1 b c2 d", {"c1": 3}, X.permute(1, 0, 2).unsqueeze(2)),
    ("b c (d e) -> e d c b", {"d": 2}, X.reshape(2, 3, 2, 2).permute(3, 2, 1, 0)),
    ("b ... -> ... b", {}, X.permute(1, 2, 0)),
    ("b ... -> b (...)", {}, X.reshape(2, 12)),
    ("b c d ... -> (b c ...) d", {}, X.reshape(6, 4)),
    ("b c d -> b 1 c () d", {}, X[:, None, :, None]),
    ("b c d -> b c d", {"b": 2}, X)])
def test_patterns(pattern, lengths, expected):
    made = rearrange(X, pattern, **lengths)
    assert made.shape == expected.shape and torch.equal(made, expected)


def test_lists_scalars_and_dimensions_of_size_one():
    assert rearrange([torch.ones(2), torch.zeros(2)], "a b -> b a").tolist() == [[1, 0], [1, 0]]
    assert rearrange(torch.tensor(1), " -> ").shape == () and rearrange(X[:1], "1 c d -> d c").shape == (4, 3)
    assert torch.func.rearrange is rearrange


def test_it_is_differentiated_and_mapped():
    x = X.float().requires_grad_()
    (rearrange(x, "b c d -> d (b c)") * torch.arange(24.0).reshape(4, 6)).sum().backward()
    assert x.grad[1, 2].tolist() == [5, 11, 17, 23]
    assert torch.equal(torch.func.vmap(lambda a: rearrange(a, "c d -> d c"))(X), X.mT)


@pytest.mark.parametrize("pattern, lengths, error, text", [
    ("b c d -> b c", {}, ValueError, r"Identifiers only on one side of rearrange expression \(should be on both\): {'d'}"),
    ("b c -> c b", {}, ValueError, r"Number of dimensions in pattern \(2\) must be equal to the number of dimensions in the"),
    ("b c d", {}, ValueError, "Pattern must contain a single '->' separator"),
    ("b c d -> b b c", {}, ValueError, "Indexing expression contains duplicate dimension 'b'"),
    ("b c d -> ... b c d", {}, ValueError, "Ellipsis found in right side, but not left side of a pattern"),
    ("(...) d -> d (...)", {}, ValueError, "Ellipsis is parenthesis in the left side is not allowed"),
    ("b c d -> b c d", {"e": 3}, ValueError, "Identifiers not found in rearrange expression: {'e'}"),
    ("b 3 d -> b d 3", {}, ValueError, "rearrange only supports unnamed axes of size 1"),
    ("b_ c d -> b_ c d", {}, ValueError, "Invalid axis identifier: b_"),
    ("b c ((d e)) -> b c d e", {"d": 2}, ValueError, r"Axis composition is one-level \(brackets inside brackets not allowed\)"),
    ("b (c d -> b", {}, ValueError, r"Imbalanced parentheses in expression: 'b \(c d '"),
    ("b c) d -> b c d", {}, ValueError, "Brackets are not balanced"),
    ("b .. d -> d b", {}, ValueError, r"Expression may contain dots only inside ellipsis \(...\)"),
    ("b ... c ... -> b", {}, ValueError, "only one ellipsis for tensor"),
    ("b (c1 c2) d -> c1 b c2 d", {}, DimensionBindError, "cannot infer the sizes of two dimensions at once"),
    ("b (c1 c2) d -> c1 b c2 d", {"c1": 2}, DimensionBindError, r"does not evenly fit into larger dimension: 3 vs \(2, '\?'\)"),
    ("1 c d -> c d", {}, DimensionBindError, "do not match"),
    ("b c d -> b c d", {"b": 5}, DimensionBindError, r"Dimension sizes to do not match \(2 != 5\)")])
def test_patterns_that_mean_nothing(pattern, lengths, error, text):
    with pytest.raises(error, match=text):
        rearrange(X, pattern, **lengths)
