"""`import torch` that gives rushlight, in this process."""
import importlib
import importlib.metadata
import importlib.util
import pickle
import sys
from types import ModuleType

import pytest

import rushlight
from rushlight import alias


def test_the_same_module_objects_stand_under_both_names(as_torch):
    import torch
    import torch.autograd.forward_ad
    from torch import autograd
    assert torch is rushlight is torch.torch
    assert autograd is rushlight.autograd
    assert sys.modules["torch.autograd.forward_ad"] is importlib.import_module("rushlight.autograd.forward_ad")


def test_modules_keep_their_own_names_and_specs(as_torch):
    import torch.cuda
    assert torch.cuda.__name__ == torch.cuda.__spec__.name == "rushlight.cuda"
    assert rushlight.__spec__.name == "rushlight" and torch.__name__ == "torch"       # which libraries look up before they patch
    from torch import masked                                        # a module that is loaded by name while the root has two
    assert masked.__name__ == "rushlight.masked"
    alias.uninstall_as_torch()
    assert rushlight.__name__ == "rushlight"


def test_classes_of_the_root_say_that_they_are_its_own(as_torch):
    import torch
    assert repr(torch.Tensor) == "<class 'torch.Tensor'>" and type(torch.float32).__module__ == torch.Size.__module__ == "torch"
    x = torch.ones(2)
    assert pickle.loads(pickle.dumps(torch.Tensor)) is torch.Tensor and torch.equal(pickle.loads(pickle.dumps(x)), x)
    alias.uninstall_as_torch()
    assert rushlight.Tensor.__module__ == "rushlight.tensor"


def test_importing_binds_nothing_over_a_function_of_the_same_name(as_torch):
    before = rushlight.tensor
    importlib.import_module("torch.tensor")
    assert rushlight.tensor is before


def test_probes_find_it(as_torch):
    assert importlib.util.find_spec("torch") is not None
    assert importlib.util.find_spec("torch.autograd") is not None
    assert importlib.util.find_spec("torch.no_such_module") is None
    assert importlib.metadata.version("torch") == rushlight.__version__
    assert importlib.metadata.distribution("torch").metadata["Name"] == "torch"
    assert "torch" in {d.metadata["Name"] for d in importlib.metadata.distributions()}


def test_the_version_is_that_of_the_pytorch_it_follows(as_torch):
    assert rushlight.__version__.startswith("2.13.0+rushlight")
    alias.uninstall_as_torch()
    assert rushlight.__version__ == rushlight.version.RUSHLIGHT


@pytest.mark.parametrize("name", ["torch.no_such_module", "torch.autograd.no_such_module"])
def test_a_missing_module_says_whose_gap_it_is(as_torch, name):
    with pytest.raises(ModuleNotFoundError, match="rushlight") as caught:
        importlib.import_module(name)
    assert caught.value.name == name
    assert name in str(caught.value) and "docs/coverage.md" in str(caught.value)


def test_a_missing_name_says_whose_gap_it_is():
    with pytest.raises(AttributeError, match=r"rushlight has no 'torch\.no_such_name'.*docs/coverage\.md"):
        rushlight.no_such_name  # noqa: B018


def test_an_import_error_inside_a_module_is_not_mistaken_for_a_missing_module(as_torch, monkeypatch, tmp_path):
    (tmp_path / "broken.py").write_text("import a_package_that_nobody_has\n")
    monkeypatch.setattr(rushlight, "__path__", [*rushlight.__path__, str(tmp_path)])
    with pytest.raises(ModuleNotFoundError, match="No module named 'a_package_that_nobody_has'"):
        importlib.import_module("torch.broken")


def test_torch_backends_is_not_the_package_of_array_backends(as_torch):
    import torch.backends.cudnn
    import torch.backends.mps as mps
    assert torch.backends.cudnn.is_available() is mps.is_available() is False
    assert sys.modules["torch.backends"] is torch.backends
    assert sys.modules["rushlight.backends"].__doc__ != torch.backends.__doc__


def test_uninstalling_restores_everything():
    before = {name: module for name, module in sys.modules.items() if name.split(".")[0] == "torch"}
    finders = list(sys.meta_path)
    alias.install_as_torch(force=True)
    importlib.import_module("torch.cuda")
    alias.uninstall_as_torch()
    assert {name: module for name, module in sys.modules.items() if name.split(".")[0] == "torch"} == before
    assert sys.meta_path == finders


def test_installing_twice_is_installing_once():
    alias.install_as_torch(force=True)
    alias.install_as_torch()
    alias.uninstall_as_torch()
    assert not alias.is_installed()
    alias.uninstall_as_torch()


def test_a_torch_that_is_imported_already_is_not_shadowed_unless_asked(monkeypatch):
    for name in [n for n in sys.modules if n.split(".")[0] == "torch"]:
        monkeypatch.delitem(sys.modules, name)
    real, part = ModuleType("torch"), ModuleType("torch.part")
    monkeypatch.setitem(sys.modules, "torch", real)
    monkeypatch.setitem(sys.modules, "torch.part", part)
    with pytest.raises(RuntimeError, match="imported already"):
        alias.install_as_torch()
    alias.install_as_torch(force=True)
    import torch
    assert torch is rushlight and "torch.part" not in sys.modules
    alias.uninstall_as_torch()
    assert sys.modules["torch"] is real and sys.modules["torch.part"] is part
