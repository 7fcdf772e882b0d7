"""torch.optim: each name is loaded from its module when first used."""
from importlib import import_module

from rushlight.lazy_module import load_lazily

_HOME = {
    "ASGD": "asgd", "Adadelta": "adadelta", "Adafactor": "adafactor", "Adagrad": "adagrad", "Adam": "adam", "AdamW": "adam",
    "Adamax": "adamax", "LBFGS": "lbfgs", "Muon": "muon", "NAdam": "nadam", "Optimizer": "optimizer", "RAdam": "radam",
    "RMSprop": "rmsprop", "Rprop": "rprop", "SGD": "sgd", "SparseAdam": "sparse_adam",
}
_MODULES = ("lr_scheduler", "optimizer", "swa_utils", *dict.fromkeys(_HOME.values()))
__all__ = ["Adafactor", "Adadelta", "Adagrad", "Adam", "Adamax", "AdamW", "ASGD", "LBFGS", "lr_scheduler", "Muon", "NAdam",
           "Optimizer", "RAdam", "RMSprop", "Rprop", "SGD", "SparseAdam", "swa_utils"]


def __getattr__(name):
    if name in _HOME:
        return getattr(import_module(f"rushlight.optim.{_HOME[name]}"), name)
    if name in _MODULES:
        return import_module(f"rushlight.optim.{name}")
    from rushlight.errors import missing_attribute
    raise missing_attribute("torch.optim", name)


def __dir__():
    return sorted([*_HOME, *_MODULES])


load_lazily(__name__)
