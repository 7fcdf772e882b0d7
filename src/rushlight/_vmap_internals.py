"""torch._vmap_internals: vmap under the name that torch.autograd used for it."""
from __future__ import annotations

from rushlight.errors import refuse


def vmap(func, in_dims=0, out_dims=0):
    """torch.func.vmap."""
    from rushlight.func import vmap
    return vmap(func, in_dims, out_dims)


def _vmap(func, in_dims=0, out_dims=0, allow_none_pass_through=False):
    """torch.func.vmap; outputs that are None are refused."""
    if allow_none_pass_through:
        refuse("_vmap(allow_none_pass_through=True)")
    return vmap(func, in_dims, out_dims)
