"""assert_close: what is close, what is compared with what, and PyTorch's words for a difference."""
import numpy as np
import pytest
import rushlight as torch
from rushlight.testing import assert_allclose, assert_close

t = torch.tensor
nan, inf = float("nan"), float("inf")


@pytest.mark.parametrize("actual, expected, options", [
    (t([1.0, 2.0]), t([1.0, 2.0 + 1e-6]), {}), (1.0, 1.0 + 1e-8, {}), (1, 1, {}), (True, True, {}), (None, None, {}),
    (t([1.0]), t([1.0], dtype=torch.float64), dict(check_dtype=False)), (1, 1.0, dict(check_dtype=False)),
    (t([nan]), t([nan]), dict(equal_nan=True)), (nan, nan, dict(equal_nan=True)), (t([inf]), t([inf]), {}),
    ([1.0, t(2.0)], (1.0, t(2.0)), {}), ({"a": [t(1.0)]}, {"a": [t(1.0)]}, {}), (np.ones(2), np.ones(2), {}), ([], [], {}),
    (np.float64(1), 1.0, {}), (t([1, 2]), t([1, 3]), dict(rtol=0, atol=2)), (t([]), t([]), {}),
    (torch.nn.Parameter(t([1.0])), t([1.0]), {})])
def test_close(actual, expected, options):
    assert_close(actual, expected, **options)


CASES = [
    (t([1.0, 2.0]), t([1.0, 3.0]), {}, """Tensor-likes are not close!

Mismatched elements: 1 / 2 (50.0%)
Greatest absolute difference: 1.0 at index (1,) (up to 1e-05 allowed)
Greatest relative difference: 0.3333333432674408 at index (1,) (up to 1.3e-06 allowed)"""),
    (t([[1.0, 2.0], [3.0, 4.0]]), t([[1.0, 3.0], [3.0, 40.0]]), {}, """Tensor-likes are not close!

Mismatched elements: 2 / 4 (50.0%)
Greatest absolute difference: 36.0 at index (1, 1) (up to 1e-05 allowed)
Greatest relative difference: 0.8999999761581421 at index (1, 1) (up to 1.3e-06 allowed)"""),
    (t([inf, 1]), t([inf, 2]), {}, """Tensor-likes are not close!

Mismatched elements: 1 / 2 (50.0%)
Greatest absolute difference: 1.0 at index (1,) (up to 1e-05 allowed)
Greatest relative difference: 0.5 at index (1,) (up to 1.3e-06 allowed)"""),
    (t([1, 250], dtype=torch.uint8), t([1, 3], dtype=torch.uint8), {}, """Tensor-likes are not equal!

Mismatched elements: 1 / 2 (50.0%)
Greatest absolute difference: 247 at index (1,)
Greatest relative difference: 82.33333587646484 at index (1,)"""),
    (t([True, False]), t([True, True]), {}, """Tensor-likes are not equal!

Mismatched elements: 1 / 2 (50.0%)
Greatest absolute difference: 1 at index (1,)
Greatest relative difference: 1.0 at index (1,)"""),
    (t([1.0], dtype=torch.float16), t([1.1], dtype=torch.float64), dict(check_dtype=False), """Tensor-likes are not close!

Mismatched elements: 1 / 1 (100.0%)
Greatest absolute difference: 0.10000000000000009 at index (0,) (up to 1e-05 allowed)
Greatest relative difference: 0.09090909090909098 at index (0,) (up to 0.001 allowed)"""),
    (t(1), t(2.0), dict(check_dtype=False), """Scalars are not close!

Expected 2.0 but got 1.0.
Absolute difference: 1.0 (up to 1e-05 allowed)
Relative difference: 0.5 (up to 1.3e-06 allowed)"""),
    (2, 0, {}, "Scalars are not equal!\n\nExpected 0 but got 2.\nAbsolute difference: 2\nRelative difference: inf"),
    ([[t(1.0), {"a": [1.0, 2.0]}]], [[t(1.0), {"a": [1.0, 3.0]}]], {}, """Scalars are not close!

Expected 3.0 but got 2.0.
Absolute difference: 1.0 (up to 1e-07 allowed)
Relative difference: 0.3333333333333333 (up to 1e-07 allowed)

The failure occurred for item [0][1]['a'][1]"""),
    (True, False, {}, "Booleans mismatch: True is not False"),
    (None, 1, {}, "None mismatch: None is not 1"),
    (1, 1.0, {}, "The (d)types do not match: <class 'int'> != <class 'float'>."),
    (t([1.0, 2]), t([1.0]), {}, "The values for attribute 'shape' do not match: torch.Size([2]) != torch.Size([1])."),
    (t([1.0]), t([1]), {}, "The values for attribute 'dtype' do not match: torch.float32 != torch.int64."),
    (torch.ones(2, 3), torch.ones(3, 2).T, dict(check_stride=True),
     "The values for attribute 'stride()' do not match: (3, 1) != (1, 2)."),
    ([1.0, [1, 2]], [2.0, [1]], {}, "The length of the sequences mismatch: 2 != 1\n\nThe failure occurred for item [1]"),
    ({"a": 1, "c": 1}, {"a": 1, "b": 1}, {}, "The keys of the mappings do not match:\nMissing keys in the actual mapping: ['b']\n"
                                             "Additional keys in the actual mapping: ['c']"),
    (1.0, 2.0, dict(msg="mine"), "mine"),
    (True, False, dict(msg=lambda text: f"<{text}>"), "<Booleans mismatch: True is not False>"),
    ([1], [1, 2], dict(msg="mine"), "The length of the sequences mismatch: 1 != 2")]


@pytest.mark.parametrize("actual, expected, options, text", CASES)
def test_texts(actual, expected, options, text):
    with pytest.raises(AssertionError) as caught:
        assert_close(actual, expected, **options)
    assert str(caught.value) == text


def test_without_elements():
    assert_close(torch.ones(2, device="meta"), torch.ones(2, device="meta"))
    assert_close(torch.ones(2, device="meta"), torch.zeros(2), check_device=False)
    with pytest.raises(AssertionError, match="^The values for attribute 'device' do not match: meta != cpu.$"):
        assert_close(torch.ones(2, device="meta"), torch.ones(2))


@pytest.mark.parametrize("actual, expected", [
    ("a", "a"), (object(), object()), ({1}, {1}), (np.ones(2), torch.ones(2)), (t(1.0), 1.0), ([1.0], {0: 1.0}), (True, 1),
    (np.array(["a"]), np.array(["a"]))])
def test_what_cannot_be_compared(actual, expected):
    with pytest.raises(TypeError, match="No comparison pair was able to handle inputs of type"):
        assert_close(actual, expected)


def test_options():
    with pytest.raises(TypeError, match="No comparison pair"):
        assert_close(torch.nn.Parameter(t([1.0])), t([1.0]), allow_subclasses=False)
    for given, missing in (("rtol", "atol"), ("atol", "rtol")):
        with pytest.raises(ValueError, match=f"must be either specified or omitted, but got no {missing}"):
            assert_close(1.0, 1.0, **{given: 0})


def test_the_predecessor():
    def check(*args, **options):
        with pytest.warns(FutureWarning, match="assert_allclose.* is deprecated since 1.12"):
            assert_allclose(*args, **options)
    check([1.0, 2], t([1.0, 2]))
    check(t([nan]), t([nan], dtype=torch.float64))
    with pytest.raises(AssertionError, match=r"at index \(0,\) \(up to 0.0001 allowed\)"):
        check(t([1.0]), t([2.0]))
    with pytest.raises(AssertionError, match="^mine$"):
        check(1.0, 2.0, msg="mine")
