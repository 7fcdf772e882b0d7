"""torch.from_file."""
import pytest

import rushlight as torch


def test_shared_writes_reach_the_file(tmp_path):
    path = str(tmp_path / "numbers")
    torch.from_file(path, shared=True, size=3).fill_(2)
    assert torch.from_file(path, size=3).tolist() == [2, 2, 2]


def test_other_writes_do_not(tmp_path):
    path = tmp_path / "numbers"
    path.write_bytes(b"\1\2\3")
    torch.from_file(str(path), size=3, dtype=torch.uint8).zero_()
    assert path.read_bytes() == b"\1\2\3"


@pytest.mark.parametrize("map_file", [torch.from_file, torch.UntypedStorage.from_file])
def test_what_cannot_be_mapped_is_refused(map_file, tmp_path):
    with pytest.raises(RuntimeError, match=r"unable to open file <.*nothing> in read-only mode: No such file or directory \(2\)"):
        map_file(str(tmp_path / "nothing"), False, 1)
    with pytest.raises(RuntimeError, match="in read-write mode: No such file or directory"):
        map_file(str(tmp_path / "no folder" / "nothing"), True, 1)
    (tmp_path / "short").write_bytes(b"123")
    with pytest.raises(RuntimeError, match=r"file <.*short> size <3> is smaller than the required mapping size <"):
        map_file(str(tmp_path / "short"), False, 4)


def test_a_storage_over_a_file(tmp_path):
    path = str(tmp_path / "bytes")
    shared = torch.UntypedStorage.from_file(path, True, 4)
    shared.fill_(7)
    private = torch.UntypedStorage.from_file(path, nbytes=4)
    private[1:3].fill_(1)
    assert private.tolist() == [7, 1, 1, 7] and shared.tolist() == [7, 7, 7, 7]
    assert (shared.filename, private.filename, len(torch.UntypedStorage.from_file(path))) == (path, None, 0)
    assert torch.asarray(private[1:], dtype=torch.uint8).tolist() == [1, 1, 7]
    assert torch.ShortStorage.from_file(path, size=2).tolist() == [0x0707] * 2
