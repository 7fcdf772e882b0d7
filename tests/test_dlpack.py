"""Tensors exchanged by DLPack: with NumPy, with rushlight itself, and with PyTorch where it is installed."""
import gc

import numpy as np
import pytest

import rushlight as torch
from rushlight.utils.dlpack import DLDeviceType, from_dlpack, to_dlpack

try:
    import torch as pytorch
except ImportError:
    pytorch = None

DTYPES = ["float32", "float64", "float16", "bfloat16", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "bool",
          "complex64", "complex128"]
LAYOUTS = {"rows": lambda m: m.ones(2, 3), "columns": lambda m: m.ones(2, 3).t(), "part": lambda m: m.ones(6)[2:],
           "number": lambda m: m.ones(()), "every second": lambda m: m.ones(6)[::2]}


class Exporter:
    """An object with the protocol, which notes what it is asked for."""

    def __init__(self, array):
        self.array, self.wishes = array, []

    def __dlpack__(self, **wishes):
        self.wishes.append(wishes)
        return self.array.__dlpack__(**wishes)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class OldExporter(Exporter):
    """One from before the protocol had versions."""

    def __dlpack__(self, stream=None):
        return self.array.__dlpack__()


@pytest.mark.parametrize("library", [torch, pytest.param(pytorch, marks=pytest.mark.skipif(not pytorch, reason="no PyTorch"))])
@pytest.mark.parametrize("dtype", DTYPES)
def test_memory_is_shared_both_ways(library, dtype):
    for make in LAYOUTS.values():
        for capsule in (lambda x: x, lambda x: x.__dlpack__(), lambda x: x.__dlpack__(max_version=(1, 0))):
            ours, theirs = make(torch).to(getattr(torch, dtype)), make(library).to(getattr(library, dtype))
            to_them, to_us = library.from_dlpack(capsule(ours)), torch.from_dlpack(capsule(theirs))
            assert (to_us.dtype, to_us.stride(), to_us.data_ptr()) == (ours.dtype, ours.stride(), theirs.data_ptr())
            assert (to_them.dtype, to_them.stride(), to_them.data_ptr()) == (theirs.dtype, theirs.stride(), ours.data_ptr())
            to_us.zero_(), to_them.zero_()
            assert not ours.any() and not theirs.any()


def test_with_numpy():
    array, x = np.arange(6.0), torch.ones(2)
    torch.from_dlpack(array)[0] = 9
    seen = np.from_dlpack(x)                # NumPy before 2.3 does not write there
    x[0] = 5
    assert array[0] == 9 and seen.tolist() == [5, 1]
    with pytest.raises(ValueError, match="negative"):
        torch.from_dlpack(array[::-1])


def test_memory_outlives_whoever_made_it():
    made = torch.from_dlpack(np.full(1000, 3.0))
    array = np.from_dlpack(torch.full((1000,), 4.0))
    gc.collect()
    assert made.sum() == 3000 and array.sum() == 4000


def test_what_is_read_only_can_be_copied():
    array = np.ones(2)
    array.flags.writeable = False
    assert torch.from_dlpack(array, copy=True).add_(1).tolist() == [2, 2] and array.tolist() == [1, 1]


@pytest.mark.parametrize("given, asked", [
    ({}, {"max_version": (1, 0)}), ({"copy": True}, {"max_version": (1, 0), "copy": True}),
    ({"device": "cpu"}, {"max_version": (1, 0), "dl_device": (1, 0)})])
def test_what_the_other_side_is_asked_for(given, asked):
    exporter = Exporter(np.ones(2))
    torch.from_dlpack(exporter, **given)
    assert exporter.wishes == [asked]


@pytest.mark.parametrize("make", [torch.from_dlpack, torch.tensor, torch.as_tensor, torch.asarray])
@pytest.mark.parametrize("exporter", [Exporter, OldExporter])
def test_objects_with_the_protocol_become_tensors(make, exporter):
    assert make(exporter(np.float32([1, 2]))).tolist() == [1, 2]


@pytest.mark.parametrize("call, error, text", [
    (lambda: torch.ones(2, requires_grad=True).__dlpack__(), BufferError, "Can't export tensors that require gradient, use"),
    (lambda: torch.ones(2, device="meta").__dlpack__(), BufferError, "Cannot pack tensors on meta"),
    (lambda: torch.ones(2, device="meta").__dlpack_device__(), ValueError, "Unknown device type meta for Dlpack"),
    (lambda: torch.ones(2).__dlpack__(stream=1), AssertionError, "stream should be None on cpu."),
    (lambda: torch.ones(2).__dlpack__(stream="a"), TypeError, "stream must be ``int`` or ``none``"),
    (lambda: torch.from_dlpack(3), RuntimeError, "from_dlpack received an invalid capsule"),
    (lambda: torch.from_dlpack(np.ones(2), device="meta"), BufferError, "Cannot pack tensors on meta")])
def test_refusals(call, error, text):
    with pytest.raises(error, match=text):
        call()


def test_a_capsule_can_be_consumed_once():
    capsule = to_dlpack(torch.ones(2, requires_grad=True))
    assert from_dlpack(capsule).tolist() == [1, 1]
    with pytest.raises(RuntimeError, match="DLTensor capsules can be consumed only once"):
        from_dlpack(capsule)


def test_the_device():
    assert torch.ones(2).__dlpack_device__() == (1, 0) and torch.ones(2).__dlpack_device__()[0] is DLDeviceType.kDLCPU
