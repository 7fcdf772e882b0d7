"""torch.save and torch.load: what they take, what they keep, what they refuse."""
import collections
import copy
import gzip
import io
import os
import pathlib
import pickle
import subprocess
import sys
import warnings
import zipfile

import pytest

import rushlight as torch
from rushlight.serialization import (
    LoadEndianness, get_crc32_options, get_default_load_endianness, get_default_mmap_options, set_crc32_options,
    set_default_load_endianness, set_default_mmap_options, skip_data)


def round_trip(obj, weights_only=None, map_location=None, **options):
    file = io.BytesIO()
    torch.save(obj, file, **options)
    file.seek(0)
    return torch.load(file, weights_only=weights_only, map_location=map_location)


class Thing:
    """A class of the user's."""

    def __init__(self, value):
        self.value = value


class Labelled(torch.Tensor):
    """A tensor subclass of the user's."""
    __slots__ = ("label",)


# ---------------------------------------------------------------- files

@pytest.mark.parametrize("zipped", (True, False))
def test_paths_files_and_buffers(tmp_path, zipped):
    options = {"_use_new_zipfile_serialization": zipped}
    path = tmp_path / "zażółć.pt"
    torch.save(torch.ones(2), path, **options)
    assert torch.load(str(path)).tolist() == torch.load(path).tolist() == [1, 1]
    with path.open("wb") as file:
        torch.save(torch.ones(3), file, **options)
    with path.open("rb") as file, gzip.open(tmp_path / "packed", "wb") as packed:
        packed.write(file.read())
    with gzip.open(tmp_path / "packed") as packed:
        assert torch.load(packed).tolist() == [1, 1, 1]


def test_the_folder_in_the_archive_is_called_as_the_file(tmp_path):
    torch.save(1, tmp_path / "model.v2.pt")
    with zipfile.ZipFile(tmp_path / "model.v2.pt") as archive:
        assert archive.testzip() is None
        assert archive.namelist() == [f"model.v2/{name}" for name in (
            "data.pkl", ".format_version", ".storage_alignment", "byteorder", "version", ".data/serialization_id")]


def test_numbers_begin_at_multiples_of_64():
    file = io.BytesIO()
    torch.save([torch.ones(n) for n in range(1, 9)], file)
    with torch.serialization._open_zipfile_reader(io.BytesIO(file.getvalue())) as archive:
        assert [archive.get_record_offset(f"data/{n}") % 64 for n in range(8)] == [0] * 8
        assert archive.get_record("byteorder") == b"little"
        assert archive.serialization_id().isdigit() and len(archive.serialization_id()) == 40


def test_older_files_follow_one_another():
    file = io.BytesIO()
    for obj in (torch.ones(2), [torch.zeros(1)]):
        pickle.dump("between", file)
        torch.save(obj, file, _use_new_zipfile_serialization=False)
    file.seek(0)
    assert pickle.load(file) == "between" and torch.load(file).tolist() == [1, 1]
    assert pickle.load(file) == "between" and torch.load(file, weights_only=False)[0].tolist() == [0]


def test_an_interrupted_save_leaves_the_old_file(tmp_path):
    class Interrupted:
        def __reduce__(self):
            raise KeyboardInterrupt

    path = tmp_path / "model.pt"
    torch.save(torch.ones(2), path)
    before = path.read_bytes()
    for options in ({}, {"_use_new_zipfile_serialization": False}):
        with pytest.raises(KeyboardInterrupt):
            torch.save([torch.zeros(1000), Interrupted()], path, **options)
    assert path.read_bytes() == before and os.listdir(tmp_path) == ["model.pt"]


def test_a_killed_save_leaves_the_old_file(tmp_path):
    path = tmp_path / "model.pt"
    torch.save(torch.ones(2), path)
    code = ("import os, sys, rushlight as torch\nfrom rushlight.serialization import archive_writer\n"
            "archive_writer.ArchiveWriter.write_end_of_file = lambda self: os._exit(9)\n"
            "torch.save(torch.zeros(1000), sys.argv[1])")
    assert subprocess.run([sys.executable, "-c", code, path]).returncode == 9
    assert torch.load(path).tolist() == [1, 1]


def test_a_replaced_file_keeps_its_permissions_and_links_stay(tmp_path):
    path, link = tmp_path / "model.pt", tmp_path / "latest.pt"
    torch.save(1, path)
    path.chmod(0o640)
    link.symlink_to(path)
    torch.save(2, link)
    assert link.is_symlink() and torch.load(path) == 2 and path.stat().st_mode & 0o777 == 0o640


def test_what_is_no_file():
    with pytest.raises(RuntimeError, match="Parent directory .*nowhere does not exist"):
        torch.save(1, "/nowhere/model.pt")
    with pytest.raises(FileNotFoundError):
        torch.load("/nowhere/model.pt")
    with pytest.raises(AttributeError, match="expected 'f' to be string, path, or a file-like object with a 'write' attribute"):
        torch.save(1, 5)
    with pytest.raises(AttributeError, match="You can only torch.load from a file that is seekable. Please pre-load the data"):
        torch.load(5)


# ---------------------------------------------------------------- memory

@pytest.mark.parametrize("weights_only", (True, False))
@pytest.mark.parametrize("zipped", (True, False))
def test_shared_memory_stays_shared(weights_only, zipped):
    x = torch.arange(6.).reshape(2, 3)
    a, b, c, d = round_trip((x, x[1], x.t(), x), weights_only, _use_new_zipfile_serialization=zipped)
    assert a is d and b.storage_offset() == 3 and c.stride() == (1, 3)
    a.fill_(7)
    assert b.tolist() == [7, 7, 7] and c.untyped_storage() is a.untyped_storage() and b._version == a._version == 1


def test_one_memory_has_one_type():
    x = torch.ones(3, dtype=torch.complex64)
    with pytest.raises(RuntimeError, match="Cannot save multiple tensors or storages that view the same data as different types"):
        torch.save([x, x.imag], io.BytesIO())


def test_mapped_files(tmp_path):
    path = tmp_path / "model.pt"
    torch.save({"a": torch.arange(4.), "b": torch.ones(2)}, path)
    loaded = torch.load(path, mmap=True)
    loaded["a"].fill_(5)
    assert loaded["a"].tolist() == [5] * 4 and torch.load(path)["a"].tolist() == [0, 1, 2, 3]
    with set_default_mmap_options(2 if get_default_mmap_options() == 1 else 1):
        torch.load(path, mmap=True)["a"].fill_(5)
    assert torch.load(path)["a"].tolist() == [5] * 4
    with pytest.raises(ValueError, match="f must be a file path in order to use the mmap argument"):
        torch.load(io.BytesIO(), mmap=True)
    with pytest.raises(ValueError, match="expected mmap.MAP_PRIVATE or mmap.MAP_SHARED, but got 7"):
        set_default_mmap_options(7)


def test_without_memory():
    assert round_trip(torch.ones(2, 3).t(), map_location="meta").stride() == (1, 3)
    assert round_trip(torch.ones(2), map_location="meta", _use_new_zipfile_serialization=False).is_meta
    assert round_trip(torch.ones(2, device="meta"), map_location="cpu").is_meta


def test_skipped_data():
    file = io.BytesIO()
    with skip_data():
        torch.save(torch.ones(3), file)
    file.seek(0)
    assert torch.load(file).tolist() == [0, 0, 0]
    assert round_trip(torch.ones(3)).tolist() == [1, 1, 1]
    file = io.BytesIO()
    torch.save(torch.ones(3), file)
    file.seek(0)
    with skip_data():
        assert torch.load(file).tolist() == [0, 0, 0]


def test_checksums_can_be_left_out():
    assert get_crc32_options()
    set_crc32_options(False)
    try:
        file = io.BytesIO()
        torch.save(torch.ones(3), file)
    finally:
        set_crc32_options(True)
    assert zipfile.ZipFile(file).testzip() is not None
    file.seek(0)
    assert torch.load(file).tolist() == [1, 1, 1]


def test_byte_order_of_files_that_do_not_say():
    file = io.BytesIO()
    with torch.serialization._open_zipfile_writer(file) as archive:
        pickled = io.BytesIO()
        torch.save(torch.tensor([1], dtype=torch.int16), pickled)
        with zipfile.ZipFile(pickled) as source:
            for name, data in (("data.pkl", source.read("archive/data.pkl")), ("data/0", b"\x00\x01")):
                archive.write_record(name, data, len(data))
        archive.finished = True
        archive._write_directory()
    assert get_default_load_endianness() is None
    for chosen, value in ((None, 256), (LoadEndianness.LITTLE, 256), (LoadEndianness.BIG, 1)):
        set_default_load_endianness(chosen)
        try:
            file.seek(0)
            assert torch.load(file).item() == value
        finally:
            set_default_load_endianness(None)
    with pytest.raises(TypeError, match="Invalid argument type in function set_default_load_endianness"):
        set_default_load_endianness("big")


# ---------------------------------------------------------------- what a file may name

def test_classes_need_to_be_allowed():
    file = io.BytesIO()
    torch.save(Thing(torch.ones(1)), file)
    name = f"{__name__}.Thing"
    file.seek(0)
    with pytest.raises(pickle.UnpicklingError) as error:
        torch.load(file)
    assert "Weights only load failed. This file can still be loaded, to do so you have two options" in str(error.value)
    assert f"Unsupported global: GLOBAL {name} was not an allowed global by default. Please use " \
           f"`torch.serialization.add_safe_globals([{name}])`" in str(error.value)
    file.seek(0)
    assert torch.serialization.get_unsafe_globals_in_checkpoint(file) == [name]
    for allowed in (Thing, (Thing, name)):
        file.seek(0)
        with torch.serialization.safe_globals([allowed]):
            assert torch.serialization.get_safe_globals() == [allowed]
            assert torch.load(file).value.tolist() == [1]
    assert torch.serialization.get_safe_globals() == []
    file.seek(0)
    assert torch.load(file, weights_only=False).value.tolist() == [1]


def test_adding_and_clearing():
    torch.serialization.add_safe_globals([Thing])
    try:
        assert round_trip(Thing(3)).value == 3
    finally:
        torch.serialization.clear_safe_globals()
    with pytest.raises(pickle.UnpicklingError):
        round_trip(Thing(3))


def test_code_runs_only_when_asked_for(capsys):
    class Greeting:
        def __reduce__(self):
            return print, ("hello",)

    with pytest.raises(pickle.UnpicklingError, match=r"GLOBAL print was not an allowed global"):
        round_trip(Greeting())
    assert capsys.readouterr().out == ""
    assert round_trip(Greeting(), weights_only=False) is None
    assert capsys.readouterr().out == "hello\n"


def test_subclasses():
    made = torch.ones(2).as_subclass(Labelled)
    made.label, made.note = "a", "b"
    for loaded in (round_trip(made, False), copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert (type(loaded), loaded.label, loaded.note, loaded.tolist()) == (Labelled, "a", "b", [1, 1])


def test_arguments():
    with pytest.raises(RuntimeError, match="Can not safely load weights when explicit pickle_module is specified"):
        torch.load(io.BytesIO(), weights_only=True, pickle_module=pickle)
    with pytest.warns(UserWarning, match="pickle_load_args only works if `weights_only=False`"), \
            pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        torch.load(io.BytesIO(), colour=1)
    with pytest.raises(TypeError, match="map_location is a string, a device, a dict or a function, not int"):
        round_trip(torch.ones(1), map_location=5)
    with pytest.raises(RuntimeError, match=r"don't know how to restore data location of torch.storage.UntypedStorage \(tagged "
                                           r"with nowhere\)"):
        round_trip(torch.ones(1), map_location="nowhere")


def test_text_of_python_2():
    old = b"\x80\x02U\x02\xc5\xbcq\x00."
    file = io.BytesIO()
    with torch.serialization._open_zipfile_writer(file) as archive:
        archive.write_record("data.pkl", old, len(old))
    for encoding, text in (("utf-8", "ż"), ("latin1", "Å¼"), ("bytes", b"\xc5\xbc")):
        file.seek(0)
        assert torch.load(file, weights_only=False, encoding=encoding) == text
        file.seek(0)
        with pytest.warns(UserWarning, match="pickle_load_args only works"):
            assert torch.load(file, encoding=encoding) == text


def test_older_files_of_python_2():
    """Every string of such a file is bytes, also those that name the storages."""
    written = io.BytesIO()
    torch.save(torch.ones(2), written, _use_new_zipfile_serialization=False)
    head = written.getvalue()[:written.getvalue().index(b"uu.") + 3]
    old = (head + b"\x80\x02]ctorch._utils\n_rebuild_tensor_v2\n((U\x07storagectorch\nFloatStorage\nU\x017U\x03cpuK\x01NtQ"
           b"K\x00K\x01\x85K\x01\x85\x89NtRaU\x02\xc5\xbc\x86.\x80\x02]U\x017a.\x01\0\0\0\0\0\0\0\0\0\x80?")
    for weights_only in (True, False):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            [loaded], text = torch.load(io.BytesIO(old), weights_only=weights_only, encoding="bytes")
        assert loaded.tolist() == [1] and text == b"\xc5\xbc"


def test_devices_can_be_registered():
    from rushlight.serialization.locations import _package_registry
    before = list(_package_registry)
    torch.serialization.register_package(5, lambda storage: "toaster:0", lambda storage, location: None)
    try:
        file = io.BytesIO()
        torch.save(torch.ones(1), file)
    finally:
        _package_registry[:] = before
    file.seek(0)
    with pytest.raises(RuntimeError, match="tagged with toaster:0"):
        torch.load(file)
    file.seek(0)
    assert torch.load(file, map_location={"toaster:0": "cpu"}).tolist() == [1]


def test_what_comes_back():
    ordered = collections.OrderedDict(weight=torch.ones(1))
    ordered._metadata = {"version": 1}
    assert round_trip(ordered)._metadata == {"version": 1}
    generator = round_trip(torch.Generator().manual_seed(3), weights_only=False)
    assert torch.rand(2, generator=generator).tolist() == torch.rand(2, generator=torch.Generator().manual_seed(3)).tolist()
    assert round_trip(torch.nn.functional.relu, weights_only=False) is torch.nn.functional.relu
    assert round_trip(pathlib.PurePosixPath("a"), weights_only=False) == pathlib.PurePosixPath("a")
    assert round_trip(torch.float8_e4m3fn) is torch.float8_e4m3fn
    result = round_trip((torch.ones(1, requires_grad=True) * 2).requires_grad_())
    assert result.requires_grad and result.is_leaf


@pytest.mark.filterwarnings("ignore:Lazy modules")
def test_modules(seeded):
    model = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.ReLU(), torch.nn.LazyLinear(1))
    model[0].register_forward_hook(torch.nn.functional.relu)
    file = io.BytesIO()
    torch.save(model[:2], file)
    file.seek(0)
    names = ["torch.nn.functional.relu"] + [f"torch.nn.modules.{name}" for name in ("activation.ReLU", "container.Sequential",
                                                                                    "linear.Linear")]
    assert torch.serialization.get_unsafe_globals_in_checkpoint(file) == names
    file.seek(0)
    with torch.serialization.safe_globals([torch.nn.Sequential, torch.nn.Linear, torch.nn.ReLU, torch.nn.functional.relu]):
        loaded = torch.load(file)
    assert repr(loaded) == repr(model[:2]) and torch.equal(loaded[0].weight, model[0].weight)
    assert repr(round_trip(model, weights_only=False)) == repr(model)


def test_hooks_are_not_written():
    x = torch.ones(1, requires_grad=True)
    x.register_hook(lambda grad: grad)
    with pytest.warns(UserWarning, match="backward hook .* on tensor will not be serialized"):
        assert round_trip(x).requires_grad
