"""What programs see as `torch.backends`: which libraries PyTorch could call. rushlight calls NumPy, so the answers are no.

Switches that tune a library which is not there can be set and read back; they change nothing in PyTorch's CPU build either.
(`rushlight.backends`, the package, holds rushlight's own array backends: see docs/decisions/0006-two-things-named-backends.md.)
"""
from __future__ import annotations

import contextlib
import sys
from importlib.machinery import ModuleSpec
from types import ModuleType

__path__ = []               # a package to the import system: `import torch.backends.cudnn` looks here


def _no():
    return False


def _library(name, **facts):
    """A module `rushlight.torch_backends.NAME` that holds `facts`."""
    module = ModuleType(f"{__name__}.{name}", f"torch.backends.{name}: not used by rushlight.")
    module.__spec__ = ModuleSpec(module.__name__, None)
    module.__dict__.update(is_available=_no, flags=_flags_of(module), **facts)
    sys.modules["rushlight.backends." + name] = module          # the package of array backends answers to these names too
    return sys.modules.setdefault(module.__name__, module)


def _flags_of(module):
    @contextlib.contextmanager
    def flags(**switches):
        """Sets switches for a `with` block, and puts them back."""
        before = {name: getattr(module, name, None) for name in switches}
        module.__dict__.update(switches)
        try:
            yield
        finally:
            module.__dict__.update(before)
    return flags


class _MatmulSwitches:
    allow_tf32 = allow_fp16_reduced_precision_reduction = allow_bf16_reduced_precision_reduction = False


def _cpu_capability():
    """The widest vector instructions of this machine that PyTorch has kernels for."""
    from numpy._core._multiarray_umath import __cpu_features__ as features
    wide = [features.get("AVX512F") and features.get("AVX512VL") and features.get("AVX512BW") and features.get("AVX512DQ"),
            features.get("AVX2") and features.get("FMA3")]
    return "AVX512" if wide[0] else "AVX2" if wide[1] else "DEFAULT"


cpu = _library("cpu", get_cpu_capability=_cpu_capability)
cuda = _library("cuda", is_built=_no, matmul=_MatmulSwitches())
cudnn = _library("cudnn", version=lambda: None, enabled=True, benchmark=False, deterministic=False, allow_tf32=True)
mps = _library("mps", is_built=_no)
mkl = _library("mkl")
mkldnn = _library("mkldnn", enabled=False, deterministic=False, allow_tf32=True)
mha = _library("mha", get_fastpath_enabled=lambda: False)
nnpack = _library("nnpack")
openmp = _library("openmp")
quantized = _library("quantized", engine="none", supported_engines=["none"])
opt_einsum = _library("opt_einsum", enabled=False, strategy=None)
