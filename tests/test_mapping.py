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


def test_a_short_file_is_refused(tmp_path):
    with pytest.raises(RuntimeError, match="unable to map"):
        torch.from_file(str(tmp_path / "nothing"), size=1)
