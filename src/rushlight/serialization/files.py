"""What save and load are given: paths, which are replaced whole or not at all, and open files."""
from __future__ import annotations

import os
import stat
import tempfile
from contextlib import contextmanager

from rushlight.serialization.archive import LOCAL


def is_path(f):
    """Whether it names a file."""
    return isinstance(f, (str, os.PathLike))


@contextmanager
def opened_for_reading(f):
    """An open, seekable file; one that is open already stays so."""
    if is_path(f):
        with open(f, "rb") as file:
            yield file
        return
    check_seekable(f)
    yield f


def check_seekable(f):
    """AttributeError for what cannot be read back and forth, with a way out."""
    for name in ("seek", "tell"):
        try:
            getattr(f, name)
            f.seek(f.tell())
        except (AttributeError, OSError) as error:
            raise type(error)(f"{error}. You can only torch.load from a file that is seekable. Please pre-load the data into a "
                              f"buffer like io.BytesIO and try to load from it instead.") from None


def is_zipfile(f):
    """Whether an archive begins where the file stands; what zipfile.is_zipfile asks, an end of one anywhere, is too little."""
    here = f.tell()
    begin = f.read(4)
    f.seek(here)
    return begin == LOCAL


@contextmanager
def opened_for_writing(f):
    """A file to write into. One given by path is put in its place when the block ends well: until then the old one is whole."""
    if not is_path(f):
        check_writable(f)
        yield f
        f.flush()
        return
    path = os.path.realpath(os.fspath(f))
    folder = os.path.dirname(path)
    if not os.path.isdir(folder):
        raise RuntimeError(f"Parent directory {os.path.dirname(os.fspath(f))} does not exist.")
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "wb") as file:                          # a pipe or a device: nothing there to keep whole
            yield file
        return
    yield from _replacement(path, folder)


def _replacement(path, folder):
    """A new file beside `path`, which takes its place in the end."""
    mode = _mode_for(path)
    descriptor, beside = tempfile.mkstemp(prefix=f".{os.path.basename(path)}.", suffix=".part", dir=folder)
    try:
        with open(descriptor, "wb") as file:
            yield file
        os.chmod(beside, mode)
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise


def _mode_for(path):
    """The permissions that open(path, "wb") would leave."""
    if os.path.exists(path):
        if not os.access(path, os.W_OK):
            raise PermissionError(13, "Permission denied", path)
        return stat.S_IMODE(os.stat(path).st_mode)
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask


def check_writable(f):
    """AttributeError for what is no file."""
    if not hasattr(f, "write"):
        raise AttributeError("expected 'f' to be string, path, or a file-like object with a 'write' attribute")
