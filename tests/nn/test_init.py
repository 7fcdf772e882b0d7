"""torch.nn.init: the bits and the random state that PyTorch 2.13 leaves, and its errors."""
import hashlib
import math

import pytest

import rushlight as torch
from rushlight.nn import init

# A filler, its arguments, the digest of a 5 x 7 tensor filled after manual_seed(0), and the next random number.
FILLED = [
    ("uniform_", (-0.3, 0.7), "f8af04e093c6", 0.03171950578689575),
    ("normal_", (0.5, 0.2), "4364b9cde378", 0.9970665574073792),
    ("trunc_normal_", (), "f56a1e81a3f4", 0.28198742866516113),
    ("trunc_normal_", (0.0, 1.0, 1.0, 2.0), "64c70961835c", 0.5159291625022888),
    ("xavier_uniform_", (), "239474d4f953", 0.03171950578689575),
    ("xavier_normal_", (2.0,), "0b13828de0e2", 0.9970665574073792),
    ("kaiming_uniform_", (2.23606797749979,), "7dc393bba76d", 0.03171950578689575),
    ("kaiming_normal_", (0, 'fan_out', 'relu'), "64c68f660011", 0.9970665574073792),
    ("sparse_", (0.3,), "1df115690a46", 0.18719732761383057),
]
ORTHOGONAL = [[0.57398093, -0.10929461, -0.81154215], [-0.34541512, -0.93088269, -0.11893554]]


@pytest.mark.parametrize("name, arguments, digest, after", FILLED)
def test_fills_with_torchs_bits(name, arguments, digest, after):
    torch.manual_seed(0)
    tensor = torch.empty(5, 7)
    assert getattr(init, name)(tensor, *arguments) is tensor
    assert hashlib.sha1(tensor.numpy().tobytes()).hexdigest()[:12] == digest
    assert torch.rand(()).item() == after


@pytest.mark.parametrize("shape", [(4, 6), (6, 4), (3, 2, 2)])
def test_orthogonal_rows_or_columns(shape):
    filled = init.orthogonal_(torch.empty(shape), gain=2.0).reshape(shape[0], -1)
    narrow = filled if filled.shape[0] >= filled.shape[1] else filled.t()
    assert torch.allclose(narrow.t() @ narrow, 4 * torch.eye(narrow.shape[1]), atol=1e-5)


def test_orthogonal_is_torchs_up_to_rounding():
    torch.manual_seed(0)
    expected = torch.tensor(ORTHOGONAL)
    assert torch.allclose(init.orthogonal_(torch.empty(2, 3)), expected, atol=1e-6)


def test_a_generator_is_drawn_from():
    torch.manual_seed(1)
    expected = init.xavier_normal_(torch.empty(3, 4))
    made = init.xavier_normal_(torch.empty(3, 4), generator=torch.Generator().manual_seed(1))
    assert torch.equal(made, expected)


def test_fixed_values():
    assert init.eye_(torch.empty(2, 3)).tolist() == [[1, 0, 0], [0, 1, 0]]
    assert init.constant_(torch.empty(2), 3).tolist() == [3, 3]
    weight = init.dirac_(torch.empty(4, 2, 3), groups=2)
    x = torch.randn(1, 4, 5)
    assert torch.equal(torch.nn.functional.conv1d(x, weight, padding=1, groups=2), x)


def test_parameters_that_require_gradients_are_filled():
    parameter = torch.nn.Parameter(torch.zeros(3, 3))
    assert init.ones_(parameter).requires_grad
    assert parameter.grad_fn is None


@pytest.mark.parametrize("name, gain", [("linear", 1), ("conv_transpose2d", 1), ("tanh", 5 / 3), ("relu", math.sqrt(2)),
                                        ("leaky_relu", math.sqrt(2 / (1 + 0.01 ** 2))), ("selu", 0.75)])
def test_gains(name, gain):
    assert init.calculate_gain(name) == gain


@pytest.mark.parametrize("call, text", [
    (lambda: init.calculate_gain("foo"), "Unsupported nonlinearity foo"),
    (lambda: init.calculate_gain("leaky_relu", True), "negative_slope True not a valid number"),
    (lambda: init.kaiming_uniform_(torch.empty(3)), "fewer than 2 dimensions"),
    (lambda: init.kaiming_uniform_(torch.empty(3, 3), mode="x"), "Mode x not supported, please use one of "),
    (lambda: init.eye_(torch.empty(3)), "Only tensors with 2 dimensions are supported"),
    (lambda: init.dirac_(torch.empty(3, 3)), "Only tensors with 3, 4, or 5 dimensions are supported"),
    (lambda: init.dirac_(torch.empty(3, 3, 2), 2), "dim 0 must be divisible by groups"),
    (lambda: init.orthogonal_(torch.empty(3)), "Only tensors with 2 or more dimensions are supported"),
    (lambda: init.sparse_(torch.empty(3), 0.1), "Only tensors with 2 dimensions are supported"),
])
def test_refuses(call, text):
    with pytest.raises(ValueError, match=text):
        call()


def test_warnings():
    with pytest.warns(UserWarning, match="zero-element tensors is a no-op"):
        init.kaiming_normal_(torch.empty(0, 3))
    with pytest.warns(UserWarning, match="mean is more than 2 std"):
        init.trunc_normal_(torch.empty(3), mean=5.0)
    with pytest.warns(FutureWarning, match="`nn.init.uniform` is now deprecated in favor of `nn.init.uniform_`"):
        init.uniform(torch.empty(2))
