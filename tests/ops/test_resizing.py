"""Images made larger or smaller: which dtypes, and which not."""
import pytest

import rushlight as torch
from rushlight.nn import functional as F


@pytest.mark.parametrize("mode", ["nearest", "nearest-exact"])
@pytest.mark.parametrize("dims", [1, 2, 3])
def test_the_nearest_byte_is_a_byte(mode, dims):
    x = torch.arange(2 ** dims, dtype=torch.uint8).reshape(1, 1, *[2] * dims)
    out = F.interpolate(x, size=4, mode=mode)
    assert out.dtype is torch.uint8
    assert out.flatten()[:4].tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize(("dtype", "mode", "dims", "options"), [
    (torch.int64, "nearest", 2, {}), (torch.bool, "bilinear", 2, {}), (torch.uint8, "linear", 1, {}),
    (torch.float16, "bilinear", 2, {"antialias": True}), (torch.bfloat16, "bicubic", 2, {"antialias": True})])
def test_other_dtypes_are_refused(dtype, mode, dims, options):
    with pytest.raises(NotImplementedError, match="not implemented for"):
        F.interpolate(torch.ones(1, 1, *[4] * dims).to(dtype), size=6, mode=mode, **options)
