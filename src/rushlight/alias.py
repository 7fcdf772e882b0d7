"""`import torch` that finds rushlight.

# Note [One module, two names]
While the alias is installed, `torch.x.y` is the very module object `rushlight.x.y`: no copies, so that classes, caches and flags
are the same under both names. An import of `torch.x` takes what the attribute `rushlight.x` holds if that is a module, and
imports `rushlight.x` otherwise. Each module keeps its own `__name__` and `__spec__`, but for the `__name__` of `torch` itself,
which libraries that patch it look up; and its classes say that they are of `torch`, by which libraries tell whose arrays they
were handed. The same goes for `safetensors`, which is
`rushlight.safetensors` where that library is not installed.
"""
from __future__ import annotations

import importlib
import importlib.machinery
import sys
from types import ModuleType

import rushlight
from rushlight import version
from rushlight.errors import COVERAGE


def install_as_torch(*, force=False):
    """Makes `import torch` give rushlight, in this process, until uninstall_as_torch().

    RuntimeError if the real torch has been imported already; with `force`, it steps aside until then.
    """
    if is_installed():
        return
    imported = _modules_named("torch")
    if imported and not force:
        raise RuntimeError("the real torch is imported already; install_as_torch(force=True) puts rushlight in its place "
                           "for the imports to come")
    _finder.install(imported)


def uninstall_as_torch():
    """Undoes install_as_torch(): `torch` means again what it meant before."""
    if is_installed():
        _finder.uninstall()


def is_installed():
    """Whether `import torch` gives rushlight."""
    return _finder in sys.meta_path


ROOT_CLASSES = tuple(getattr(rushlight, name) for name in "Tensor Size device dtype finfo iinfo layout memory_format".split())
ROOTS = {"torch": "rushlight", "safetensors": "rushlight.safetensors"}


def _modules_named(name):
    return {key: module for key, module in sys.modules.items() if key == name or key.startswith(name + ".")}


class _Finder:
    """Answers for every module named torch or torch.*, and for the distribution named torch."""

    def install(self, displaced):
        self.displaced, self.own_version = displaced, rushlight.__version__
        for name in displaced:
            del sys.modules[name]
        rushlight.__version__, rushlight.__name__ = version.__version__, "torch"
        rushlight.torch = rushlight                             # some programs write torch.torch
        self.homes = {cls: cls.__module__ for cls in ROOT_CLASSES}
        for cls in ROOT_CLASSES:
            cls.__module__ = "torch"
        sys.meta_path.insert(0, self)
        _share_loaded()

    def uninstall(self):
        sys.meta_path.remove(self)
        rushlight.__version__, rushlight.__name__ = self.own_version, "rushlight"
        del rushlight.torch
        for cls, home in self.homes.items():
            cls.__module__ = home
        for name in [*_modules_named("torch"), *_modules_named("safetensors")]:
            if sys.modules[name].__name__.startswith("rushlight"):
                del sys.modules[name]
        sys.modules.update(self.displaced)

    def find_spec(self, fullname, path=None, target=None):
        root = fullname.partition(".")[0]
        if root not in ROOTS or root == "safetensors" and importlib.machinery.PathFinder.find_spec(root) is not None:
            return None
        module = _find(fullname)
        if module is not None:
            _share_loaded(but=fullname)
            return importlib.machinery.ModuleSpec(fullname, _Loader(module), is_package=hasattr(module, "__path__"))
        if root != "torch" or sys._getframe(2).f_globals.get("__name__") == "importlib.util":
            return None                                         # find_spec() asks whether it exists, and wants no exception
        raise ModuleNotFoundError(f"No module named '{fullname}': torch is rushlight here, and rushlight has no such module (if "
                                  f"PyTorch has it, it is not built yet: see {COVERAGE})", name=fullname)

    def find_distributions(self, context):
        return [_distribution()] if context.name in ("torch", None) else []


class _Loader:
    """Hands out a module that is loaded already."""

    def __init__(self, module):
        self.module = module
        self.spec, self.loader, self.package = module.__spec__, module.__loader__, module.__package__

    def create_module(self, spec):
        return self.module

    def get_code(self, fullname):
        """The module's code: what `python -m` runs."""
        return self.loader.get_code(self.spec.name)

    def exec_module(self, module):
        module.__spec__, module.__loader__, module.__package__ = self.spec, self.loader, self.package


def _distribution():
    """What importlib.metadata says of torch while rushlight stands in for it."""
    from importlib.metadata import Distribution                 # 20 ms, and whoever asks has paid them

    class Standin(Distribution):
        def read_text(self, filename):
            return {"METADATA": f"Metadata-Version: 2.1\nName: torch\nVersion: {version.__version__}\n"
                                f"Summary: rushlight {version.RUSHLIGHT}, standing in for torch\n",
                    "top_level.txt": "torch\n"}.get(filename)

        def locate_file(self, path):
            raise FileNotFoundError(f"{path}: this torch is rushlight, and has no files of its own")

    return Standin()


_finder = _Finder()


def _find(fullname):
    """The rushlight module behind a torch name, or None."""
    parent, _, child = fullname.rpartition(".")
    if not parent:
        return importlib.import_module(ROOTS[child])
    parent = sys.modules[parent]
    held = getattr(parent, child, None)
    if isinstance(held, ModuleType):
        return held
    name = f"{parent.__spec__.name}.{child}"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None


def _share_loaded(but=None):
    """Registers what is loaded under its torch name too, or importing it would bind it anew in its package: over a function
    of the same name, say. The name being imported is the import system's to register: it loads a second copy otherwise."""
    for name, module in _modules_named("rushlight").items():
        alias = "torch" + name.removeprefix("rushlight")
        if alias != but and not alias.startswith("torch.backends"):
            sys.modules.setdefault(alias, module)
