"""Runs an unmodified PyTorch program on rushlight.

    python -m rushlight FILE.py [argument ...]
    python -m rushlight -m MODULE [argument ...]
    python -m rushlight -c CODE [argument ...]
    python -m rushlight --version | --help

`import torch` gives rushlight in the program; the rest is as `python FILE.py` would have it.
"""
from __future__ import annotations

import os
import sys
from importlib.machinery import SourceFileLoader
from types import ModuleType

from rushlight.spawned import Arguments


def main(arguments):
    """Runs what the command line names, and returns the exit status."""
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if arguments else 2
    if arguments[0] in ("-V", "--version"):
        print(_versions())
        return 0
    option, rest = (arguments[0], arguments[1:]) if arguments[0].startswith("-") else ("", arguments)
    if option not in _RUNNERS:
        return _complain(f"unknown option {option}; --help lists what there is")
    if not rest:
        return _complain(f"argument expected for {option}")
    from rushlight.alias import install_as_torch
    install_as_torch(force=True)         # start-up files may have imported the real one
    return _RUNNERS[option](*rest)


def _complain(text):
    print(f"python -m rushlight: {text}", file=sys.stderr)
    return 2


def _versions():
    import numpy
    from rushlight import version
    python = ".".join(map(str, sys.version_info[:3]))
    return f"rushlight {version.RUSHLIGHT}, in place of torch {version.FOLLOWS} (NumPy {numpy.__version__}, Python {python})"


def _run_file(path, *arguments):
    try:
        with open(path, "rb") as file:
            source = file.read()
    except OSError as error:
        return _complain(f"can't open file {os.path.abspath(path)!r}: [Errno {error.errno}] {error.strerror}")
    _set_path(os.path.dirname(os.path.realpath(path)))
    sys.argv = Arguments([path, *arguments])
    program = _new_main(__file__=os.path.abspath(path), __loader__=SourceFileLoader("__main__", path))
    return _run(lambda: exec(compile(source, program.__file__, "exec", dont_inherit=True), program.__dict__))


def _run_code(source, *arguments):
    _set_path("")
    sys.argv = Arguments(["-c", *arguments])
    program = _new_main()
    return _run(lambda: exec(compile(source, "<string>", "exec", dont_inherit=True), program.__dict__))


def _run_module(name, *arguments):
    import runpy
    sys.argv = Arguments([name, *arguments])
    return _run(lambda: runpy.run_module(name, run_name="__main__", alter_sys=True))


_RUNNERS = {"": _run_file, "-c": _run_code, "-m": _run_module}


def _set_path(first):
    """Puts the program's folder where the interpreter put that of `python -m`; with -P and -I it put none."""
    if not sys.flags.safe_path:
        sys.path[0] = first


def _new_main(**attributes):
    program = sys.modules["__main__"] = ModuleType("__main__")
    program.__dict__.update(__builtins__=__builtins__, __annotations__={}, **attributes)
    return program


def _run(program):
    """Runs it; an exception is shown without the frames above the program's own."""
    try:
        program()
    except SystemExit:
        raise
    except BaseException as error:
        error.__traceback__ = _program_frames(error.__traceback__)
        sys.excepthook(type(error), error, error.__traceback__)
        return 130 if isinstance(error, KeyboardInterrupt) else 1
    return 0


def _program_frames(traceback):
    while traceback is not None and _is_ours(traceback.tb_frame.f_code.co_filename):
        traceback = traceback.tb_next
    return traceback


def _is_ours(filename):
    return filename == __file__ or filename.startswith("<frozen runpy") or os.path.basename(filename) == "runpy.py"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
