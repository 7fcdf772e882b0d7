"""The text form of random tensors."""
import numpy as np
import pytest
import rushlight
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

torch = pytest.importorskip("torch")

DTYPES = ["float16", "float32", "float64", "complex64", "complex128", "int8", "int16", "int32", "int64", "uint8", "bool"]
SHAPES = st.one_of(hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=9),
                   st.sampled_from([(1001,), (7, 200), (1, 40, 30), (3, 4, 5, 20)]))
SCALES = st.sampled_from([1.0, 1e-6, 1e-3, 10.0, 1e4, 1e9])


@st.composite
def arrays(draw):
    """Arrays whose elements are of one order of magnitude, or integers, or anything at all."""
    dtype, shape = np.dtype(draw(st.sampled_from(DTYPES))), draw(SHAPES)
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    kind = draw(st.sampled_from(["scaled", "integers", "any"]))
    if kind == "any" and np.prod(shape) < 100:
        return draw(hnp.arrays(dtype, shape))
    values = rng.standard_normal(shape) * draw(SCALES) if kind == "scaled" else rng.integers(-100, 100, shape)
    with np.errstate(all="ignore"):
        return np.asarray(values).astype(dtype)


@settings(max_examples=400, deadline=None)
@given(arrays(), st.booleans())
def test_same_text(array, requires_grad):
    theirs, ours = torch.from_numpy(array.copy()), rushlight.from_numpy(array.copy())
    if requires_grad and array.dtype.kind in "fc":
        theirs.requires_grad_()
        ours.requires_grad_()
    assert repr(ours) == repr(theirs)


@settings(max_examples=100, deadline=None)
@given(arrays(), st.sampled_from([None, True, False]), st.integers(0, 8), st.integers(1, 5), st.sampled_from([40, 80, 200]))
def test_same_text_with_options(array, sci_mode, precision, edgeitems, linewidth):
    options = dict(precision=precision, edgeitems=edgeitems, linewidth=linewidth, sci_mode=sci_mode, threshold=50)
    texts = []
    for library in (torch, rushlight):
        library.set_printoptions(**options)
        try:
            texts.append(repr(library.from_numpy(array.copy())))
        finally:
            library.set_printoptions(profile="default")
    assert texts[1] == texts[0]
