"""torch.cpu: the one device there is, asked as accelerators are."""
from importlib import import_module

from rushlight.errors import missing_attribute


def is_available():
    """True."""
    return True


def device_count():
    """1."""
    return 1


def current_device():
    """The only one."""
    return "cpu"


def synchronize(device=None):
    """Nothing runs behind the program's back."""


def __getattr__(name):
    if name == "amp":
        return import_module("rushlight.cpu.amp")
    if name == "get_capabilities":
        return import_module("rushlight.cpu.capabilities").get_capabilities
    raise missing_attribute("torch.cpu", name)
