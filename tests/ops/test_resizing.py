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


BYTES = [       # of arange(20) * 37 modulo 256 as a (4, 5) image: what PyTorch 2.13 gives
    ("bilinear", {"size": (2, 3)}, [105, 39, 101, 91, 153, 129]),
    ("bilinear", {"size": (3, 7)},
     [31, 52, 66, 62, 88, 115, 136, 150, 171, 161, 96, 122, 94, 42, 55, 76, 103, 129, 155, 164, 160]),
    ("bilinear", {"size": (3, 3), "antialias": True}, [71, 70, 111, 166, 124, 81, 80, 138, 153]),
    ("bilinear", {"size": (2, 4), "align_corners": True}, [0, 49, 99, 148, 43, 92, 142, 191]),
    ("bilinear", {"size": (4, 3)}, [12, 74, 136, 197, 3, 65, 126, 188, 79, 55, 117, 179]),
    ("bicubic", {"size": (2, 3)}, [117, 21, 102, 81, 170, 130]),
    ("bicubic", {"size": (3, 7)},
     [27, 50, 66, 61, 83, 118, 142, 170, 207, 183, 96, 131, 88, 15, 49, 70, 102, 130, 160, 169, 165]),
    ("bicubic", {"size": (3, 3), "antialias": True}, [65, 62, 113, 176, 130, 72, 69, 145, 161]),
    ("bicubic", {"size": (2, 4), "align_corners": True}, [0, 51, 97, 148, 43, 94, 140, 191]),
    ("bicubic", {"size": (4, 3)}, [10, 74, 138, 209, 3, 67, 124, 188, 77, 53, 117, 181]),
]


@pytest.mark.parametrize(("mode", "options", "expected"), BYTES)
def test_bytes_are_interpolated_in_whole_numbers(mode, options, expected):
    x = (torch.arange(20).reshape(1, 1, 4, 5) * 37 % 256).to(torch.uint8)
    assert F.interpolate(x, mode=mode, **options).flatten().tolist() == expected
