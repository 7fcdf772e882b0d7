"""Element types that can be named and not computed with."""
import copy
import pickle

import pytest

import rushlight as torch
from rushlight.dtypes import NAMES_ONLY
from rushlight.errors import NotImplementedByRushlight


@pytest.mark.parametrize("make", [
    lambda d: torch.empty(2, dtype=d), lambda d: torch.ones(2, dtype=d),
    lambda d: torch.tensor([1, 2], dtype=d), lambda d: torch.ones(2).to(d), lambda d: torch.ones(2).type(d),
    lambda d: torch.ones(2).sum(dtype=d)], ids="empty ones tensor to type sum".split())
@pytest.mark.parametrize("d", NAMES_ONLY, ids=str)
def test_no_tensor_has_one(d, make):
    with pytest.raises(NotImplementedByRushlight, match=str(d)):
        make(d)


def test_a_result_that_would_have_one_is_refused():
    with pytest.raises(NotImplementedByRushlight, match="complex32"):
        torch.ones(2, dtype=torch.float16) * 1j
    with pytest.raises(NotImplementedByRushlight, match="complex32"):
        torch.ones(2).chalf()


def test_they_are_types_like_any_other():
    assert isinstance(torch.complex32, torch.dtype) and torch.chalf is torch.complex32
    assert (torch.complex32.is_complex, torch.complex32.is_signed, torch.complex32.itemsize) == (True, True, 4)
    assert torch.complex32.to_real() is torch.float16 and torch.float16.to_complex() is torch.complex32
    for d in NAMES_ONLY:
        assert copy.deepcopy(d) is d and pickle.loads(pickle.dumps(d)) is d
    with pytest.raises(RuntimeError, match="not supported for quantized"):
        assert torch.quint8.is_signed


@pytest.mark.parametrize("other, common", [
    ("float16", "complex32"), ("bfloat16", "complex64"), ("float32", "complex64"), ("float64", "complex128"),
    ("complex64", "complex64"), ("int32", "complex32"), ("bool", "complex32")])
def test_promotion_with_complex32(other, common):
    assert torch.promote_types(getattr(torch, other), torch.complex32) is getattr(torch, common)


def test_no_promotion_with_quantized_types():
    with pytest.raises(RuntimeError, match="not handled yet"):
        torch.promote_types(torch.quint8, torch.float32)


@pytest.mark.parametrize("other", [torch.float32, torch.int8, torch.complex64, torch.complex32])
def test_no_promotion_with_float8(other):
    with pytest.raises(RuntimeError, match="Float8 Types is not supported"):
        torch.promote_types(torch.float8_e5m2, other)


@pytest.mark.parametrize("name, limits", [
    ("bfloat16", (16, 0.0078125, 3.3895313892515355e+38, -3.3895313892515355e+38, 1.1754943508222875e-38, 0.01)),
    ("float8_e4m3fn", (8, 0.125, 448.0, -448.0, 0.015625, 1.0)),
    ("float8_e4m3fnuz", (8, 0.125, 240.0, -240.0, 0.0078125, 1.0)),
    ("float8_e5m2", (8, 0.25, 57344.0, -57344.0, 6.103515625e-05, 1.0)),
    ("float8_e5m2fnuz", (8, 0.125, 57344.0, -57344.0, 3.0517578125e-05, 1.0)),
    ("float8_e8m0fnu", (8, 1.0, 1.7014118346046923e+38, 5.877471754111438e-39, 5.877471754111438e-39, 1.0))])
def test_limits_of_the_types_that_numpy_has_not(name, limits):
    info = torch.finfo(getattr(torch, name))
    assert (info.bits, info.eps, info.max, info.min, info.tiny, info.resolution) == limits
    assert info.smallest_normal == info.tiny and info.dtype == name


def test_integers_of_less_than_a_byte_stand_beside_no_integer():
    assert (torch.uint4.is_signed, torch.int4.is_signed, torch.uint4.itemsize) == (False, True, 1)
    with pytest.raises(RuntimeError, match="is not supported"):
        torch.promote_types(torch.uint4, torch.int8)
    assert torch.promote_types(torch.uint4, torch.float16) is torch.float16
