"""torch._C's names of what calls are told apart by, and sets of them. Nothing here asks for one; libraries name them."""
from __future__ import annotations

from enum import Enum

DispatchKey = Enum("DispatchKey", (
    "Undefined CPU CUDA Meta MPS XPU HIP PrivateUse1 BackendSelect Python Functionalize ADInplaceOrView PythonTLSSnapshot "
    "AutogradOther AutogradCPU AutogradCUDA AutogradXPU AutogradMPS AutogradMeta AutogradPrivateUse1 Autograd "
    "AutocastCPU AutocastCUDA AutocastXPU AutocastMPS AutocastPrivateUse1 FuncTorchBatched PreDispatch "
    "CompositeImplicitAutograd CompositeExplicitAutograd"), start=0)


class DispatchKeySet(frozenset):
    """A set of keys, made of one."""

    def __new__(cls, key):
        return super().__new__(cls, [key])

    def __or__(self, other):
        return frozenset.__new__(DispatchKeySet, frozenset.__or__(self, other))

    def has(self, key):
        """Whether the key is in the set."""
        return key in self
