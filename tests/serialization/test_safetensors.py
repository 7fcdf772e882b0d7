"""The safetensors format: to the byte what the official library writes, its errors, lazy slices, headers made to do harm."""
import importlib.util
import json
import struct
import sys

import numpy as np
import pytest

import rushlight as torch
from rushlight.safetensors import SafetensorError, deserialize, safe_open
from rushlight.safetensors import numpy as safetensors_numpy
from rushlight.safetensors import torch as safetensors_torch
from rushlight.safetensors.torch import load, load_file, load_model, save, save_file, save_model

X = torch.arange(6.).reshape(2, 3)


def file_of(header, data=b"", length=None):
    header = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(header) if length is None else length) + header + data


def entry(dtype="F32", shape=(2,), offsets=(0, 8), **others):
    return {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets), **others}


@pytest.fixture
def path(tmp_path):
    save_file({"a": X, "s": torch.tensor(3.), "e": torch.zeros(0, 2)}, tmp_path / "x.safetensors", metadata={"k": "v"})
    return tmp_path / "x.safetensors"


# ---------------------------------------------------------------- writing

def test_bytes():
    """Recorded from safetensors 0.8."""
    tensors = {"b": torch.ones(3), "a": torch.ones(2, 2, dtype=torch.int64), "c": torch.ones(1, dtype=torch.uint8)}
    written = save(tensors, {"k": "v"})
    assert written == (b'\xc0\x00\x00\x00\x00\x00\x00\x00{"__metadata__":{"k":"v"},"a":{"dtype":"I64","shape":[2,2],'
                       b'"data_offsets":[0,32]},"b":{"dtype":"F32","shape":[3],"data_offsets":[32,44]},"c":{"dtype":"U8","shape":[1],'
                       b'"data_offsets":[44,45]}} ' + struct.pack("<4q3f", 1, 1, 1, 1, 1, 1, 1) + b"\x01")
    assert save({}) == b"\x08\x00\x00\x00\x00\x00\x00\x00{}      "


def test_every_type():
    names = ("uint8 int8 int16 int32 int64 uint16 uint32 uint64 float16 bfloat16 float32 float64 complex64 bool").split()
    tensors = {name: torch.arange(6).reshape(2, 3).to(getattr(torch, name)) for name in names}
    header = json.loads(save(tensors)[8:].split(b"}}")[0] + b"}}")
    assert sorted(header, key=lambda name: header[name]["data_offsets"]) == [
        "uint64", "int64", "float64", "complex64", "float32", "uint32", "int32", "bfloat16", "float16", "uint16", "int16", "int8",
        "uint8", "bool"]
    loaded = load(save(tensors))
    assert list(loaded) == sorted(names)
    assert all(loaded[name].dtype is tensors[name].dtype and torch.equal(loaded[name], tensors[name]) for name in names)


@pytest.mark.parametrize("tensors, error, text", (
    ({"a": X.t()}, ValueError, "You are trying to save a non contiguous tensor: `a`"),
    ({"a": X, "b": X}, RuntimeError, "Some tensors share memory"),
    ({"a": X, "b": X[1]}, RuntimeError, "Some tensors share memory"),
    ({"a": 5}, ValueError, "Key `a` is invalid, expected torch.Tensor but received <class 'int'>"),
    ([X], ValueError, "Expected a dict of"),
    ({1: X}, TypeError, "'int' object is not an instance of 'str'"),
    ({"a": X.to(torch.complex128)}, KeyError, "complex128"),
), ids=range(7))
def test_what_is_not_written(tensors, error, text):
    with pytest.raises(error, match=text):
        save(tensors)


def test_parts_that_do_not_overlap():
    assert load(save({"a": X[0], "b": X[1]}))["b"].tolist() == [3, 4, 5]
    assert type(load(save({"a": torch.nn.Parameter(X)}))["a"]) is torch.Tensor
    with pytest.raises(TypeError, match="argument 'metadata'"):
        save({"a": X}, metadata={"k": 1})


def test_an_interrupted_save_leaves_the_old_file(path, monkeypatch):
    before = path.read_bytes()
    monkeypatch.setattr("rushlight.safetensors.files.np.ascontiguousarray", lambda array: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        save_file({"a": X}, path)
    assert path.read_bytes() == before and [p.name for p in path.parent.iterdir()] == [path.name]
    with pytest.raises(SafetensorError, match="Error while serializing"):
        save_file({"a": X}, "/nowhere/x")


# ---------------------------------------------------------------- reading

def test_files(path):
    assert {name: tensor.tolist() for name, tensor in load_file(path).items()} == {"a": X.tolist(), "e": [], "s": 3}
    assert torch.load_file(path)["e"].shape == (0, 2)
    with pytest.raises(FileNotFoundError):
        load_file("/nowhere/x")
    with pytest.raises(TypeError, match="'str' object is not an instance of 'bytes'"):
        load("abc")


def test_lazily(path):
    with safe_open(path, framework="pt") as file:
        assert (file.keys(), file.offset_keys(), file.metadata()) == (["a", "e", "s"], ["a", "e", "s"], {"k": "v"})
        assert file.get_tensor("a").tolist() == X.tolist()
        part = file.get_slice("a")
        assert (part.get_shape(), part.get_dtype()) == ([2, 3], "F32")
        for index in (0, -1, slice(None), (slice(None), 1), (slice(None), slice(-2, None)), slice(3, 1), ..., (..., 0), [0, 1],
                      slice(None, None, 2), ()):
            assert part[index].tolist() == X[index].tolist()
        assert file.get_slice("s")[...].item() == 3
        with pytest.raises(IndexError):
            part[5]
        with pytest.raises(SafetensorError, match="File does not contain tensor zz"):
            file.get_tensor("zz")
    with pytest.raises(SafetensorError, match="File is closed"):
        file.keys()
    assert isinstance(safe_open(path, framework="np").get_tensor("a"), np.ndarray)
    with pytest.raises(SafetensorError, match="framework xx is invalid"):
        safe_open(path, framework="xx")


def test_read_when_asked(path):
    with safe_open(path, "pt", backend="pread") as file:
        assert {name: tensor.tolist() for name, tensor in file.get_tensors().items()} == {"a": X.tolist(), "e": [], "s": 3}
        assert file.get_slice("a")[1:, 0].tolist() == [3]
    with pytest.raises(SafetensorError, match="File is closed"):
        file.get_tensor("a")
    assert load_file(path, backend="pread")["s"].item() == 3
    for read in (load_file, lambda path, backend: safe_open(path, "pt", backend=backend)):
        with pytest.raises(SafetensorError, match='backend "x" is invalid'):
            read(path, backend="x")


def test_arrays(path):
    arrays = {"a": np.arange(6, dtype=">f4").reshape(2, 3), "b": np.array(True), "c": np.zeros((0, 2), np.uint16)}
    arrays["again"] = arrays["a"].T
    safetensors_numpy.save_file(arrays, path, {"k": "v"})
    read = safetensors_numpy.load_file(path)
    assert all(np.array_equal(read[name], arrays[name]) and read[name].shape == arrays[name].shape for name in arrays)
    assert read["a"].dtype == np.dtype("<f4") and safetensors_numpy.load(path.read_bytes()).keys() == arrays.keys()
    (name, found), *_ = deserialize(safetensors_numpy.save({"n": np.int16([1, 2])}))
    assert (name, found) == ("n", {"dtype": "I16", "shape": [2], "data": b"\1\0\2\0"})


def test_what_no_array_can_be():
    with pytest.raises(SafetensorError, match='Unknown dtype "str32"'):
        safetensors_numpy.save({"a": np.array(["x"])})
    with pytest.raises(KeyError, match="BF16"):
        safetensors_numpy.load(save({"a": torch.ones(2, dtype=torch.bfloat16)}))


@pytest.mark.parametrize("data, text", (
    (b"", "header too small"),
    (file_of({}, length=200_000_000), "header too large"),
    (file_of({}, length=5000), "invalid header length"),
    (file_of(b"\xff\xff"), "invalid UTF-8 in header"),
    (file_of(b"{]"), "invalid JSON in header"),
    (file_of(b"[]"), "invalid JSON in header: invalid type"),
    (file_of(b"[" * 1_000_000), "invalid JSON in header"),
    (file_of(b'{"a":' + b"9" * 10_000 + b"}"), "invalid JSON in header"),
    (file_of({"a": entry(shape=(4,), offsets=(0, 16))}, bytes(8)), "incomplete metadata, file not fully covered"),
    (file_of({"a": entry(shape=(3,))}, bytes(8)), "invalid shape, data type, or offset for tensor"),
    (file_of({"a": entry(offsets=(8, 16))}, bytes(16)), "invalid offset for tensor `a`"),
    (file_of({"a": entry()}, bytes(16)), "incomplete metadata, file not fully covered"),
    (file_of({"a": entry(), "b": entry()}, bytes(8)), "invalid offset for tensor `b`"),
    (file_of({"a": entry(offsets=(8, 0))}, bytes(8)), "invalid offset for tensor"),
    (file_of({"a": entry(offsets=(-8, 0))}, bytes(8)), "invalid JSON in header: invalid value"),
    (file_of({"a": entry(shape=(-2,))}, bytes(8)), "invalid JSON in header: invalid value"),
    (file_of({"a": entry(shape=(2.0,))}, bytes(8)), "invalid JSON in header: invalid value"),
    (file_of({"a": entry(shape=(2 ** 40, 2 ** 40))}, bytes(8)), "overflow computing buffer size"),
    (file_of({"a": entry("X")}, bytes(8)), "unknown variant `X`"),
    (file_of({"a": {"dtype": "F32", "shape": [2]}}, bytes(8)), "missing field"),
    (file_of({"a": 1}, bytes(8)), "missing field"),
    (file_of(b'{"a":1,"a":1}'), "a name is there twice"),
    (file_of({"__metadata__": {"a": 1}}), "expected strings"),
), ids=range(23))
def test_headers_made_to_do_harm(data, text):
    with pytest.raises(SafetensorError, match=text):
        load(data)


def test_types_that_are_not_here():
    with pytest.raises(NotImplementedError, match="safetensors of type F8_E4M3"):
        load(file_of({"a": entry("F8_E4M3", (8,))}, bytes(8)))
    assert load(file_of({"a": entry(colour=1)}, bytes(8)))["a"].tolist() == [0, 0]


# ---------------------------------------------------------------- modules

def tied():
    first, second = torch.nn.Linear(2, 2), torch.nn.Linear(2, 2)
    second.weight = first.weight
    return torch.nn.Sequential(first, second)


def test_modules(tmp_path, seeded):
    model, other = tied(), tied()
    save_model(model, tmp_path / "m")
    with safe_open(tmp_path / "m", "pt") as file:
        assert file.keys() == ["0.bias", "0.weight", "1.bias"] and file.metadata() == {"1.weight": "0.weight"}
    assert load_model(other, tmp_path / "m") == (set(), [])
    assert all(torch.equal(a, b) for a, b in zip(model.parameters(), other.parameters(), strict=True))
    alone = torch.nn.Linear(1, 1)
    assert load_model(alone, tmp_path / "m", strict=False) == ({"bias", "weight"}, ["0.bias", "0.weight", "1.bias"])
    with pytest.raises(RuntimeError, match='Missing key.s. in state_dict: "bias", "weight"\n    Unexpected key'):
        load_model(alone, tmp_path / "m")


# ---------------------------------------------------------------- under the alias

@pytest.mark.skipif(importlib.util.find_spec("safetensors") is not None, reason="the official library is installed")
def test_under_the_alias(as_torch):
    import safetensors.torch
    assert safetensors.torch.save is save and safetensors.safe_open is safe_open
    as_torch.uninstall_as_torch()
    assert "safetensors" not in sys.modules and importlib.util.find_spec("safetensors") is None


def test_what_may_stand_for_what():
    whole = torch.zeros(3, 3)
    state = {"z": whole, "y": whole.view(9), "x": whole[:1]}
    assert safetensors_torch._remove_duplicate_names(state) == {"y": ["x", "z"]}
    assert safetensors_torch._remove_duplicate_names(state, preferred_names=["z"]) == {"z": ["x", "y"]}
    assert safetensors_torch._remove_duplicate_names(state, discard_names=["y"]) == {"z": ["x", "y"]}
    with pytest.raises(RuntimeError, match="None is covering the entire storage"):
        safetensors_torch._remove_duplicate_names({"x": whole[:1]})


def test_what_overlaps():
    memory, strided = torch.zeros(4), torch.zeros(16)[::4]
    assert safetensors_torch._find_shared_tensors({"a": memory[:2], "b": memory[2:], "c": memory[:1]}) == [{"a", "c"}, {"b"}]
    assert safetensors_torch._find_shared_tensors({"none": torch.zeros(0), "nowhere": torch.zeros(2, device="meta")}) == []
    assert safetensors_torch._end_ptr(strided) - strided.data_ptr() == 52
    assert (safetensors_torch.storage_size(memory[1:]), safetensors_torch.storage_ptr(memory[1:])) == (16, memory.data_ptr())


def test_a_model_that_shares_refuses_a_file_with_both(tmp_path, seeded):
    pair = torch.nn.ModuleList([torch.nn.Linear(2, 2), torch.nn.Linear(2, 2)])
    safetensors_torch.save_model(pair, tmp_path / "pair")
    with pytest.raises(RuntimeError, match='Unexpected key.s. in state_dict: "1.bias", "1.weight"'):
        safetensors_torch.load_model(torch.nn.ModuleList([pair[0], pair[0]]), tmp_path / "pair")


def test_what_cannot_be_saved(tmp_path, seeded):
    with pytest.raises(NotImplementedError, match="Cannot copy out of meta tensor"):
        safetensors_torch.save({"nowhere": torch.zeros(2, device="meta")})
    model = torch.nn.Linear(2, 3)
    model.weight = torch.nn.Parameter(torch.zeros(2, 3).t())
    with pytest.raises(ValueError, match="use save_model.*force_contiguous=True"):
        safetensors_torch.save_model(model, tmp_path / "model", force_contiguous=False)
