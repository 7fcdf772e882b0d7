"""torch.hub: checkpoints by URL."""
import hashlib

import pytest

import rushlight as torch
from rushlight import hub


@pytest.fixture
def url(tmp_path):
    """A checkpoint whose name ends in the first digits of its hash."""
    torch.save({"weight": torch.arange(3)}, tmp_path / "model.pth")
    path = tmp_path / f"model-{hashlib.sha256((tmp_path / 'model.pth').read_bytes()).hexdigest()[:8]}.pth"
    (tmp_path / "model.pth").rename(path)
    return path.as_uri()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(hub, "_chosen", [])
    hub.set_dir(str(tmp_path / "kept"))
    return tmp_path / "kept"


def test_a_checkpoint_is_fetched_once(url, folder, capsys, tmp_path):
    name = url.rsplit("/")[-1]
    for _ in range(2):
        assert hub.load_state_dict_from_url(url, check_hash=True)["weight"].tolist() == [0, 1, 2]
    assert capsys.readouterr().out == f'Downloading: "{url}" to {folder}/checkpoints/{name}\n'
    (tmp_path / name).unlink()
    assert hub.load_state_dict_from_url(url, file_name=name, weights_only=True)["weight"].tolist() == [0, 1, 2]


def test_progress_is_shown_where_asked_for(url, tmp_path, capsys):
    hub.download_url_to_file(url, str(tmp_path / "copy"))
    assert "100%" in capsys.readouterr().err
    hub.download_url_to_file(url, str(tmp_path / "copy"), progress=False)
    assert capsys.readouterr().err == ""


def test_a_wrong_hash_leaves_nothing_behind(url, tmp_path):
    with pytest.raises(RuntimeError, match='invalid hash value .expected "00000000", got "'):
        hub.download_url_to_file(url, tmp_path / "copy", "00000000", progress=False)
    assert len(list(tmp_path.iterdir())) == 1


def test_where_things_are_kept(monkeypatch):
    monkeypatch.setattr(hub, "_chosen", [])
    monkeypatch.setenv("XDG_CACHE_HOME", "/cache")
    monkeypatch.delenv("TORCH_HOME", raising=False)
    assert hub.get_dir() == "/cache/torch/hub"
    monkeypatch.setenv("TORCH_HOME", "/home")
    assert hub.get_dir() == "/home/hub"
