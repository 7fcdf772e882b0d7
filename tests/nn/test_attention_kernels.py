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
    with pytest.raises(ImportError, match="no_such_name"):
        from rushlight.nn.attention import no_such_name               # noqa: F401


def test_attention_by_a_function_of_scores_is_refused():
    from rushlight.nn.attention.flex_attention import BlockMask, flex_attention
    assert not isinstance(torch.ones(1), BlockMask)
    with pytest.raises(NotImplementedByRushlight, match=r"torch\.nn\.attention\.flex_attention\.flex_attention;"):
        flex_attention(*[torch.ones(1, 1, 2, 2)] * 3)
