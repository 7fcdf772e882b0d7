"""torch._subclasses: tensors of a compiler, which are not built."""
