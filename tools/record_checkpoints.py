"""Records tests/golden/checkpoints: small files that PyTorch wrote, so that the tests read some without it.

    python tools/record_checkpoints.py          # needs PyTorch
"""
import io
import sys
import zipfile
from pathlib import Path

import torch

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
from tests.serialization.zoo import zoo                                                           # noqa: E402

FOLDER = ROOT / "tests/golden/checkpoints"
ZIP = ("float32 pair", "bfloat16 transposed", "complex64 strided", "uint64 sliced", "bool expanded", "float16 empty",
       "int64 scalar", "tied parameters", "attributes", "ordered", "tuple keys", "Adam state",
       "checkpoint", "unicode", "cuda device", "layout")
LEGACY = ("float32 pair", "bfloat16 transposed", "tied parameters", "ordered", "checkpoint")


def main():
    record_big_endian()
    objects = zoo(torch)
    for name in ZIP:
        record(f"{name}.pt", objects[name])
    for name in LEGACY:
        record(f"{name}.legacy.pt", objects[name], _use_new_zipfile_serialization=False)
    record_cuda(objects["float32 pair"])


def record(name, obj, **options):
    """Writes a golden file; its folder within the archive is called `archive`."""
    written = io.BytesIO()
    torch.save(obj, written, **options)
    (FOLDER / name.replace(" ", "_")).write_bytes(written.getvalue())


def record_cuda(obj):
    """Tensors that say they were on the second GPU: only the tag makes the difference. All later files would say so too."""
    torch.serialization.register_package(0, lambda storage: "cuda:1", lambda storage, location: None)
    record("cuda.pt", obj)
    record("cuda.legacy.pt", obj, _use_new_zipfile_serialization=False)


def record_big_endian():
    """What a big-endian machine writes: the same archive, with the bytes of every number in the opposite order."""
    numbers = {"f": torch.arange(4.), "c": torch.tensor([1 + 2j]), "h": torch.tensor([1, -2], dtype=torch.int16)}
    widths = {"data/0": 4, "data/1": 4, "data/2": 2}
    written, out = io.BytesIO(), io.BytesIO()
    torch.save(numbers, written)
    with zipfile.ZipFile(written) as archive, torch.serialization._open_zipfile_writer(out) as writer:
        for path in archive.namelist():
            name, data = path.partition("/")[2], archive.read(path)
            width = widths.get(name)
            if width:
                data = b"".join(data[i:i + width][::-1] for i in range(0, len(data), width))
            if name not in ("version", ".data/serialization_id"):
                data = b"big" if name == "byteorder" else data
                writer.write_record(name, data, len(data))
    (FOLDER / "big_endian.pt").write_bytes(out.getvalue())


if __name__ == "__main__":
    main()
