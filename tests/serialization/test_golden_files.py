"""Files that PyTorch wrote (tools/record_checkpoints.py): read here, and written here with the same bytes."""
import io
from pathlib import Path

import pytest

import rushlight as torch
from tests.serialization.zoo import described, zoo

FOLDER = Path(__file__).parents[1] / "golden/checkpoints"
OTHERS = ("cuda.pt", "cuda.legacy.pt", "big_endian.pt")
RECORDED = sorted(path for path in FOLDER.iterdir() if path.name not in OTHERS)
UNIQUE = b"/.data/serialization_id"


def object_of(path):
    return zoo(torch)[path.name.partition(".")[0].replace("_", " ")]


@pytest.mark.parametrize("weights_only", (True, False))
@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.name)
def test_read(path, weights_only):
    assert described(torch.load(path, weights_only=weights_only)) == described(object_of(path))


@pytest.mark.parametrize("path", [path for path in RECORDED if "legacy" not in path.name], ids=lambda path: path.name)
def test_the_same_bytes_are_written(path):
    theirs, ours = path.read_bytes(), io.BytesIO()
    torch.save(object_of(path), ours)
    ours = ours.getvalue()
    assert ours[:ours.index(UNIQUE)] == theirs[:theirs.index(UNIQUE)]
    assert len(ours) == len(theirs)


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.name)
def test_mapped(path):
    if "legacy" in path.name:
        with pytest.raises(RuntimeError, match="mmap can only be used with files saved with"):
            torch.load(path, mmap=True)
    else:
        assert described(torch.load(path, mmap=True)) == described(object_of(path))


@pytest.mark.parametrize("name", OTHERS[:2])
@pytest.mark.parametrize("map_location", (
    "cpu", torch.device("cpu"), {"cuda:1": "cpu"}, lambda storage, location: storage), ids=("text", "device", "dict", "function"))
def test_cuda_files(name, map_location):
    loaded = torch.load(FOLDER / name, map_location=map_location)
    assert described(loaded) == described(zoo(torch)["float32 pair"])


@pytest.mark.parametrize("name", OTHERS[:2])
@pytest.mark.parametrize("map_location", (None, "cuda:1", {"cuda:0": "cpu"}, lambda storage, location: None))
def test_cuda_files_need_a_place(name, map_location):
    with pytest.raises(RuntimeError, match=r"Attempting to deserialize object on a CUDA device but torch.cuda.is_available\(\) "
                                           r"is False. If you are running on a CPU-only machine, please use torch.load with "
                                           r"map_location=torch.device\('cpu'\)"):
        torch.load(FOLDER / name, map_location=map_location)


def test_big_endian():
    loaded = torch.load(FOLDER / "big_endian.pt")
    assert loaded["f"].tolist() == [0, 1, 2, 3] and loaded["c"].tolist() == [1 + 2j] and loaded["h"].tolist() == [1, -2]
