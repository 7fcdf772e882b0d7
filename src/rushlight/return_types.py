"""torch.return_types: the classes of what functions with several results return."""
from __future__ import annotations

from rushlight.dispatch.op import late, registry
from rushlight.dispatch.wrapping import return_type
from rushlight.errors import missing_attribute

# Those of functions that are not declared with their results' names, as they are composed of others.
COMPOSED = {"histogramdd": ("hist", "bin_edges"), "linalg_ldl_factor": ("LD", "pivots"), "linalg_lu_factor": ("LU", "pivots"),
             "qr": ("Q", "R"), "slogdet": ("sign", "logabsdet"), "svd": ("U", "S", "V"),
             "triangular_solve": ("solution", "cloned_coefficient")}


def __getattr__(name):
    """The class of what the function of that name returns. AttributeError if that is no named tuple."""
    fields = None if name.startswith("__") else COMPOSED.get(name) or _declared(name)
    if fields is None:
        raise missing_attribute("torch.return_types", name)
    return return_type(name, fields)


def _declared(name):
    for load in late:
        load()
    return next((op.returns for op in registry.values() if op.returns and op.shown_name == name), None)
