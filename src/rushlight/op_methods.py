"""The class that ops put their methods on. Tensor inherits it."""


class OpMethods:
    """Every method here is installed by an op's declaration; `op_methods.pyi` lists them for readers and type checkers."""
