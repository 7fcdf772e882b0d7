"""Files made to do harm: each gives a clear error, soon, without taking memory that is not in the file."""
import io
import struct
import time
import tracemalloc
import zipfile
import zlib
from pickle import UnpicklingError as Refused

import pytest

import rushlight as torch
from rushlight.serialization.archive_writer import ArchiveWriter

SECONDS, MEGABYTES = 30, 80          # a machine may be busy; what these files are made for takes years

STORAGE = b"(X\x07\0\0\0storagectorch\nFloatStorage\nX\x01\0\0\x000X\x03\0\0\0cpuK\x06tQ"
PROTOCOL = b"\x80\x02"


def tensor_pickle(storage=STORAGE, offset=b"K\0", size=b"K\x02\x85", stride=b"K\x01\x85"):
    """The pickle of a tensor of two of six float32, with parts exchanged."""
    return b"ctorch._utils\n_rebuild_tensor_v2\n(" + storage + offset + size + stride + b"\x89}tR."


def archive(pickled, *records):
    """An archive of that pickle; (name, bytes) pairs beside it."""
    file = io.BytesIO()
    writer = ArchiveWriter(file)
    for name, data in (("data.pkl", PROTOCOL + pickled), ("byteorder", b"little"), *records):
        writer.write_record(name, data, len(data))
    writer.write_end_of_file()
    return file.getvalue()


def with_data(pickled, nbytes=24):
    return archive(pickled, ("data/0", bytes(nbytes)))


def lying_about_size():
    """The central directory says that a record of 24 bytes has 2 GB."""
    data = with_data(tensor_pickle())
    at = data.index(b"PK\x01\x02", data.index(b"archive/data/0", data.index(b"PK\x01\x02")) - 46)
    return data[:at + 20] + struct.pack("<II", 1 << 31, 1 << 31) + data[at + 28:]


def headers_that_disagree():
    """The local header has another name than the directory."""
    data = with_data(tensor_pickle())
    return data.replace(b"archive/data/0", b"archive/data/1", 1)


def overlapping_records(count=1000):
    """A thousand records that are one and the same megabyte."""
    data = bytearray(archive(b"N.", ("data/0", bytes(1 << 20))))
    start = data.index(b"PK\x01\x02", 1 << 20)
    entry = data[data.index(b"archive/data/0", start) - 46:][:46 + len(b"archive/data/0")]
    directory = b"".join(bytes(entry[:28]) + struct.pack("<H", 17) + bytes(entry[30:46]) + b"archive/data/%04d" % i
                         for i in range(count))
    return bytes(data[:start]) + directory + b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, count, count, len(directory), start, 0)


def bomb():
    """A compressed record of a few kilobytes that becomes a gigabyte of nothing."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = b"".join(packer.compress(bytes(1 << 20)) for _ in range(1024)) + packer.flush()
    name = b"archive/data.pkl"
    local = b"PK\x03\x04" + struct.pack("<HHHHHIIIHH", 20, 0, 8, 0, 0, 0, len(packed), 1 << 30, len(name), 0) + name
    sizes = len(packed), 1 << 30, len(name)
    central = b"PK\x01\x02" + struct.pack("<HHHHHHIIIHHHHHII", 20, 20, 0, 8, 0, 0, 0, *sizes, 0, 0, 0, 0, 0, 0) + name
    end = b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, 1, 1, len(central), len(local) + len(packed), 0)
    return local + packed + central + end


def small_bomb():
    """A compressed record that is longer than it says."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("archive/data.pkl", bytes(1 << 20))
    return file.getvalue().replace(struct.pack("<I", 1 << 20), struct.pack("<I", 1 << 10))


def legacy(pickled, keys, after):
    """A file of the older format: an object, the keys of its storages, and what follows."""
    head = io.BytesIO()
    torch.save(None, head, _use_new_zipfile_serialization=False)
    head = head.getvalue()
    return head[:head.index(b"uu.") + 3] + PROTOCOL + pickled + keys + after


def resized(numel, storage=STORAGE):
    """The reference to a storage, with another number of elements."""
    return storage.replace(b"K\x06", numel)


OLD_STORAGE = STORAGE.replace(b"tQ", b"NtQ")
ONE_KEY = b"\x80\x02]X\x01\0\0\x000a."
REBUILD_AS = b"ctorch._tensor\n_rebuild_from_type_v2\n("
DOUBLED = b")" + b"q\0h\0\x86" * 60                          # a tuple of 2 ** 60 empty ones
NEGATIVE, MANY_TERA, SIXTY_FOUR_GIGA = b"J\xff\xff\xff\xff", b"\x8a\x06\0\0\0\0\0\x7f", b"\x8a\x05\0\0\0\0\x10"
NO_DIRECTORY, CANNOT_GROW = "failed finding central directory", "Trying to resize storage that is not resizable"
OVERLAP = "overlaps what follows it, or reaches out of the file"

# name: (file, error, text)
ARCHIVES = {
    "size that is not there": (lying_about_size(), RuntimeError, OVERLAP),
    "headers that disagree": (headers_that_disagree(), RuntimeError, "headers disagree"),
    "overlapping records": (overlapping_records(), RuntimeError, OVERLAP),
    "a name twice": (archive(b"N.", ("data/0", b"a"), ("data/0", b"b")), RuntimeError, "two records have one name"),
    "a name that leads out": (archive(b"N.", ("../../evil", b"a")), RuntimeError, "leads out of the archive"),
    "bomb": (bomb(), RuntimeError, "it would grow"),
    "small bomb": (small_bomb(), RuntimeError, "has not the 1024 bytes that it says"),
    "cut off": (with_data(tensor_pickle())[:-60], RuntimeError, NO_DIRECTORY),
    "cut off early": (with_data(tensor_pickle())[:200], RuntimeError, NO_DIRECTORY),
    "record missing": (archive(tensor_pickle()), RuntimeError, "locating file data/0: file not found"),
    "record too short": (with_data(tensor_pickle(), 20), RuntimeError, r"record size \(20 bytes\) does not match"),
    "a foreign zip": (b"PK\x03\x04" + bytes(100), RuntimeError, NO_DIRECTORY),
    "not a file of ours": (b"hello world", Refused, "KeyError: 101"),
    "nothing": (b"", EOFError, "ends"),
}

# name: (what is exchanged in the pickle of a tensor, error, text)
TENSORS = {
    "storage of terabytes": ({"storage": resized(MANY_TERA)}, RuntimeError, "does not match expected size"),
    "storage of negative size": ({"storage": resized(NEGATIVE)}, Refused, "a class, two strings and a number"),
    "a key that leads out": ({"storage": STORAGE.replace(b"\x01\0\0\x000", b"\x05\0\0\0../..")}, RuntimeError, "file not found"),
    "not a storage": ({"storage": b"K\x01"}, Refused, "made of a typed storage"),
    "offset past the end": ({"offset": b"K\x05"}, RuntimeError, CANNOT_GROW),
    "negative offset": ({"offset": NEGATIVE}, RuntimeError, "invalid storage offset -1"),
    "negative stride": ({"offset": b"K\x03", "stride": NEGATIVE + b"\x85"}, RuntimeError, r"sizes=\[2\] and strides=\[-1\]"),
    "negative size": ({"size": NEGATIVE + b"\x85"}, RuntimeError, "numel: integer multiplication overflow"),
    "stride past the end": ({"stride": b"J\xff\xff\xff\x7f\x85"}, RuntimeError, CANNOT_GROW),
    "size of many digits": ({"size": b"\x8a\xff" + b"\x7f" * 255 + b"\x85"}, RuntimeError, CANNOT_GROW),
    "sizes without strides": ({"stride": b")"}, RuntimeError, "mismatch in length"),
}

# name: (pickle, error, text)
PICKLES = {
    "code": (b"cos\nsystem\nX\x04\0\0\0true\x85R.", Refused, "whose module os is blocked"),
    "code of another module": (b"csubprocess\nrun\n)R.", Refused, r"add_safe_globals\(\[subprocess.run\]\)"),
    "call of a value": (b"K\x01)R.", Refused, "call reduce for unrecognized function 1"),
    "rebuilt by anything": (REBUILD_AS + b"c__builtin__\nset\nctorch\nTensor\n)}tR.", Refused, "a tensor is not rebuilt by"),
    "endless lists": (b"]" * 1_001_000, Refused, "values wait to be put into a container"),
    "endless marks": (b"(" * 100_000, Refused, "nested more than"),
    "deep key": (b"})" + b"\x85" * 100_000 + b"Ns.", Refused, "a key holds more than"),
    "doubling key": (b"}" + DOUBLED + b"Ns.", Refused, "a key holds more than"),
    "doubling in a set": (b"c__builtin__\nset\n](" + DOUBLED + b"e\x85R.", Refused, "a key holds more than"),
    "doubling in an error": (b"c__builtin__\nbytearray\n" + DOUBLED + b"\x85R.", Refused, "made of text or bytes"),
    "memory from a number": (b"c__builtin__\nbytearray\n" + SIXTY_FOUR_GIGA + b"\x85R.", Refused, "made of text or bytes"),
    "memory from a shape": (b"ctorch\nTensor\n" + SIXTY_FOUR_GIGA + b"\x85R.", Refused, "an empty Tensor only"),
    "memo that is not there": (b"jabcd.", Refused, "KeyError"),
    "nothing on the stack": (b".", Refused, "IndexError"),
    "text longer than the file": (b"X\xff\xff\xff\x7fab", EOFError, "bytes early"),
    "name without end": (b"c" + b"a" * 100_000, Refused, "a name is longer than"),
    "unknown opcode": (b"\xff.", Refused, "Unsupported operand 255"),
    "extension registry": (b"\x82\x01.", Refused, "Unsupported operand 130"),
}

# name: (what is exchanged in the reference to the storage, keys, what follows them, error, text)
LEGACY = {
    "storage of terabytes": (resized(MANY_TERA, OLD_STORAGE), ONE_KEY, b"", EOFError, "too short for a storage"),
    "two sizes": (OLD_STORAGE, ONE_KEY, struct.pack("<q", 1 << 40) + bytes(24), RuntimeError, "has 1099511627776 elements"),
    "unknown key": (OLD_STORAGE, ONE_KEY.replace(b"0a", b"1a"), bytes(40), RuntimeError, "listed and not used"),
    "part out of a storage": (OLD_STORAGE.replace(b"NtQ", b"X\x01\0\0\0aK\x05K\x05\x87tQ"), ONE_KEY, bytes(40), RuntimeError,
                              "are not in a storage of 24 bytes"),
}

HOSTILE = {
    **ARCHIVES,
    **{name: (with_data(tensor_pickle(**parts)), *refusal) for name, (parts, *refusal) in TENSORS.items()},
    **{name: (archive(pickled), *refusal) for name, (pickled, *refusal) in PICKLES.items()},
    **{f"legacy: {name}": (legacy(tensor_pickle(storage), keys, after), *refusal)
       for name, (storage, keys, after, *refusal) in LEGACY.items()},
}


@pytest.mark.parametrize("name", HOSTILE)
def test_refused(name):
    data, error, text = HOSTILE[name]
    file = io.BytesIO(data)
    tracemalloc.start()
    start = time.perf_counter()
    try:
        with pytest.raises(error, match=text):
            torch.load(file)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert time.perf_counter() - start < SECONDS
    assert peak < (MEGABYTES << 20) + 16 * len(data)


def test_a_whole_file_of_that_kind_is_read():
    """The bricks of the files above are right where nothing was exchanged."""
    assert torch.load(io.BytesIO(with_data(tensor_pickle()))).tolist() == [0, 0]
    whole = legacy(tensor_pickle(OLD_STORAGE), ONE_KEY, struct.pack("<q", 6) + bytes(24))
    assert torch.load(io.BytesIO(whole)).tolist() == [0, 0]
    assert torch.load(io.BytesIO(with_data(tensor_pickle(stride=b"K\0\x85")))).stride() == (0,)


def test_attributes_that_are_ours():
    rebuild, args = tensor_pickle()[:-1].split(b"(", 1)
    pickled = REBUILD_AS + rebuild + b"ctorch\nTensor\n(" + args[:-1] + b"}X\x05\0\0\0_dataK\x01stR."
    with pytest.raises(Refused, match="'_data' cannot be set"):
        torch.load(io.BytesIO(with_data(pickled)))


def test_cut_off_anywhere():
    data = with_data(tensor_pickle())
    for length in range(0, len(data) - 22, 7):
        with pytest.raises((RuntimeError, EOFError, Refused)):
            torch.load(io.BytesIO(data[:length]))
