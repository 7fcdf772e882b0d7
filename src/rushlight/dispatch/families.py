"""The families: what the ops of one shape have in common. `dispatch/callers.py` writes each op's code from these facts."""
from __future__ import annotations

from rushlight.dispatch.out_dtypes import castable, exact


class Family:
    """Facts that hold for every op of a shape unless its declaration says otherwise."""

    def __init__(self, name, says, *, inplace=False, out=True, promotes_inputs=False, many_outputs=False,
                 view=False, composite=False, factory=False, writes=None, reads_elsewhere=False, out_dtype=castable):
        self.name, self.says = name, says
        self.inplace, self.out = inplace, out           # whether `op_` and `out=` exist
        self.promotes_inputs = promotes_inputs          # brings all tensors to one dtype before the kernel
        self.many_outputs = many_outputs
        self.view, self.composite, self.factory = view, composite, factory
        self.reads_elsewhere = reads_elsewhere          # what is written must share no memory with what is read
        self.out_dtype = out_dtype          # says which types an `out=` tensor may have
        self.writes = writes        # the kernel writes into its first argument: `op` gives it a copy in this order of strides

    def __repr__(self):
        return self.name


unary = Family("unary", "one tensor in, the same shape out", inplace=True, promotes_inputs=True)
binary = Family("binary", "two broadcast operands, either may be a number", inplace=True, promotes_inputs=True)
ternary = Family("ternary", "three broadcast operands", inplace=True, promotes_inputs=True)
compare = Family("compare", "two broadcast operands in, bool out", inplace=True, promotes_inputs=True)
reduction = Family("reduction", "(input, dim, keepdim): some dimensions are folded", out_dtype=exact)
view = Family("view", "the result looks at the input's memory", out=False, view=True)
indexing = Family("indexing", "positions come in a tensor", reads_elsewhere=True, out_dtype=exact)
scattering = Family("scattering", "writes at positions into a row-major copy, or, as `op_`, into the tensor", inplace=True,
                    writes="C", reads_elsewhere=True, out_dtype=exact)
filling = Family("filling", "as scattering, but the copy keeps the order of the strides", inplace=True, writes="K")
many_inputs = Family("many_inputs", "a list of tensors in", reads_elsewhere=True)
many_outputs = Family("many_outputs", "a tuple of tensors out", many_outputs=True, out_dtype=exact)
many_views = Family("many_views", "a tuple of views out", out=False, many_outputs=True, view=True)
general = Family("general", "anything else", out_dtype=exact)
composite = Family("composite", "written with other ops: needs no rule of its own", out=False, composite=True)
factory = Family("factory", "a new leaf: no tensor in, or one that it is made in the likeness of", factory=True)
