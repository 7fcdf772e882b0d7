"""Types for programs that say `import torch`: `python -m rushlight.typings` writes stub files that send checkers to rushlight's.

A file of FOLDER/torch says that a torch module has the names of a rushlight module, and nothing else: the types themselves lie
beside the modules of this package.
"""
from __future__ import annotations

import argparse
import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

from rushlight import torch_backends

PACKAGE = Path(__file__).parent
HEAD = '"""Written by python -m rushlight.typings: {} is rushlight here."""\n'
OPEN = "from typing import Any\n\ndef __getattr__(name: str) -> Any: ...\n"      # a module of which little is built

# Modules where classes live that torch offers elsewhere: torch has none of these names, or means something else by them.
APART = ("construction", "device", "dtypes", "generator", "op_methods", "size", "tensor", "torch_backends")


def stub_files():
    """Path in FOLDER -> text, for torch and, where that library is not installed, for safetensors."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.pyi")):
        inside = path.relative_to(PACKAGE)
        if inside.parts[0].removesuffix(".pyi") not in APART:
            found[Path("torch", inside)] = forwarding(path, inside)
    found.update(backends())
    if importlib.util.find_spec("safetensors") is None:
        found.update({path.relative_to("torch"): text for path, text in found.items() if path.parts[1] == "safetensors"})
    return found


def backends():
    """torch.backends, which is made of modules that have no files."""
    head = HEAD.format("torch.backends") + OPEN
    found = {Path("torch", "backends", "__init__.pyi"): head}
    for name, library in vars(torch_backends).items():
        if isinstance(library, ModuleType):
            switches = [key for key in vars(library) if not key.startswith("_")]
            found[Path("torch", "backends", f"{name}.pyi")] = head + "".join(f"{key}: Any\n" for key in switches)
    return found


def forwarding(path, inside):
    """The text of one file."""
    name = ".".join(inside.with_suffix("").parts).removesuffix("__init__").strip(".")
    head, home = HEAD.format(f"torch.{name}".strip(".")), f"rushlight.{name}".strip(".")
    text = path.read_text(encoding="utf-8")
    if OPEN in text:
        return head + OPEN
    private = dict.fromkeys(re.findall(r"^(?:def |class )?(_\w+)(?=[(:])", text, re.MULTILINE))      # which a star does not bring
    named = ", ".join(f"{key} as {key}" for key in private)
    return f"{head}from {home} import *\n" + (f"from {home} import {named}\n" if named else "")


def write(folder="typings", *, force=False):
    """Writes the files and returns the folder. RuntimeError where PyTorch is installed, whose types these would hide."""
    if not force and importlib.util.find_spec("torch") is not None:
        raise RuntimeError("PyTorch is installed here and has types of its own, which checkers would no longer find in a project "
                           "with these files. With --force they are written all the same.")
    folder = Path(folder)
    for inside, text in stub_files().items():
        path = folder / inside
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m rushlight.typings", description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", default="typings", help="./typings if not given, where pyright looks unasked")
    parser.add_argument("--force", action="store_true", help="even where PyTorch is installed")
    given = parser.parse_args(arguments)
    try:
        folder = write(given.folder, force=given.force)
    except RuntimeError as error:
        return f"{parser.prog}: {error}"
    print(f"Written: {folder / 'torch'}. pyright and Pylance find it as ./typings; for mypy, set mypy_path = {str(folder)!r}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
