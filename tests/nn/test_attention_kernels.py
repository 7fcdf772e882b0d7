"""torch.nn.attention: the choice of a kernel, where there is one."""
import pickle

import pytest

import rushlight as torch
from rushlight.errors import NotImplementedByRushlight
from rushlight.nn.attention import SDPBackend, sdpa_kernel


def test_math_computes():
    x = torch.eye(2)[None]
    expected = torch.nn.functional.scaled_dot_product_attention(x, x, x)
    for chosen in (SDPBackend.MATH, [SDPBackend.FLASH_ATTENTION, SDPBackend.MATH]):
        with sdpa_kernel(chosen):
            assert torch.equal(torch.nn.functional.scaled_dot_product_attention(x, x, x), expected)


@pytest.mark.parametrize("chosen", [SDPBackend.FLASH_ATTENTION, [SDPBackend.EFFICIENT_ATTENTION], []])
def test_other_kernels_are_refused(chosen):
    with pytest.raises(NotImplementedByRushlight, match="SDPBackend.MATH alone"):
        with sdpa_kernel(chosen):
            pass


def test_names():
    assert (repr(SDPBackend.MATH), str(SDPBackend.ERROR)) == ("<SDPBackend.MATH: 0>", "SDPBackend.ERROR")
    assert pickle.loads(pickle.dumps(SDPBackend.MATH)) is SDPBackend.MATH
    with pytest.raises(ImportError, match="flex_attention"):
        from rushlight.nn.attention import flex_attention               # noqa: F401
