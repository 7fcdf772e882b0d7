"""torch._dynamo.exc: what compiling raises, for programs that catch it. Nothing is compiled, so nothing raises it."""


class TorchDynamoException(RuntimeError):
    """Any error of the compiler."""


class Unsupported(TorchDynamoException):
    """Code that cannot be compiled."""


class TorchRuntimeError(TorchDynamoException):
    """An error of the code that was compiled."""


class BackendCompilerFailed(TorchDynamoException):
    """An error of what the compiler hands its graphs to."""


class InternalTorchDynamoError(TorchDynamoException):
    """An error in the compiler itself."""
