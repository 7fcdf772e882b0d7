"""torch.hub: checkpoints fetched by URL are kept on disk. Code is not fetched."""
from __future__ import annotations

import hashlib
import os
import re
import sys
from pathlib import Path
from urllib.parse import urlparse
from urllib.request import Request, urlopen

from rushlight.unbuilt import refusing

HASH_REGEX = re.compile(r"-([a-f0-9]*)\.")      # resnet18-f37072fd.pth starts with these digits of its SHA-256
_CHUNK = 1 << 17
_chosen = []

__getattr__ = refusing("torch.hub", "help list load")


def get_dir():
    """The folder that things are kept in: set_dir's, or `hub` in $TORCH_HOME, by default ~/.cache/torch."""
    return _chosen[-1] if _chosen else os.path.join(_get_torch_home(), "hub")


def _get_torch_home():
    cache = os.getenv("XDG_CACHE_HOME", "~/.cache")
    return os.path.expanduser(os.getenv("TORCH_HOME", os.path.join(cache, "torch")))


def set_dir(d):
    """Keeps things in folder `d` from now on."""
    _chosen[:] = [os.path.expanduser(d)]


def load_state_dict_from_url(url, model_dir=None, map_location=None, progress=True, check_hash=False, file_name=None,
                             weights_only=False):
    """What torch.load gives for the file at `url`, fetched into `model_dir` (`checkpoints` in get_dir()) unless it is there.

    `check_hash` holds it to the digits in its name.
    """
    folder = Path(model_dir or os.path.join(get_dir(), "checkpoints"))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (file_name or os.path.basename(urlparse(url).path))
    if not path.exists():
        print(f'Downloading: "{url}" to {path}')
        digits = HASH_REGEX.search(path.name) if check_hash else None
        download_url_to_file(url, path, digits and digits[1], progress)
    from rushlight.serialization import load
    return load(path, map_location=map_location, weights_only=weights_only)


def download_url_to_file(url, dst, hash_prefix=None, progress=True):
    """Fetches `url` into the file `dst`. RuntimeError if its SHA-256 does not start with `hash_prefix`."""
    dst = os.path.expanduser(dst)
    part = f"{dst}.{os.getpid()}.part"
    try:
        with open(part, "xb") as file:
            digest = _copy(url, file, progress)
        if not digest.startswith(hash_prefix or ""):
            raise RuntimeError(f'invalid hash value (expected "{hash_prefix}", got "{digest}")')
        os.replace(part, dst)
    finally:
        if os.path.exists(part):
            os.unlink(part)


def _copy(url, file, progress):
    """Writes the contents into `file`, and returns their SHA-256."""
    digest, done = hashlib.sha256(), 0
    with urlopen(Request(url, headers={"User-Agent": "torch.hub"})) as answer:
        total = int(answer.headers.get("Content-Length", 0))
        while chunk := answer.read(_CHUNK):
            file.write(chunk)
            digest.update(chunk)
            done += len(chunk)
            if progress and total:
                print(f"\r{100 * done // total:3d}% of {total / 2**20:.1f} MB", end="", file=sys.stderr)
    if progress and total:
        print(file=sys.stderr)
    return digest.hexdigest()
