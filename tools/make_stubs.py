"""Writes the stub files of the package from its live objects and from tools/stubs/typed, for readers and type checkers.

    python tools/make_stubs.py            # write them
    python tools/make_stubs.py --check    # exit 1 if one is out of date
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from stubs.modules import stub_text, stubbed

SOURCE = Path(__file__).resolve().parents[1] / "src"


def stubs():
    """Path -> text of every stub file."""
    return {path_of(name): stub_text(name) for name in stubbed()}


def path_of(name):
    """The stub file of a module, which lies beside it."""
    path = SOURCE / name.replace(".", "/")
    return path / "__init__.pyi" if path.is_dir() else path.with_suffix(".pyi")


def stale(wanted):
    """The files that are not as they should be, and those that should not be there."""
    changed = [path for path, text in wanted.items() if not path.exists() or path.read_text() != text]
    return changed + [path for path in SOURCE.rglob("*.pyi") if path not in wanted]


def main(arguments):
    wanted = stubs()
    if arguments == ["--check"]:
        for path in stale(wanted):
            print(f"{path.relative_to(SOURCE)} is out of date: run python tools/make_stubs.py", file=sys.stderr)
        return 1 if stale(wanted) else 0
    for path in stale(wanted):
        path.write_text(wanted[path]) if path in wanted else path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
