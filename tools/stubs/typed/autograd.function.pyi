class Function:
    forward: Callable[..., Any]
    backward: Callable[..., Any]
    vjp: Callable[..., Any]
    setup_context: Callable[..., Any]
    jvp: Callable[..., Any]
    vmap: Callable[..., Any]
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any: ...
def once_differentiable(fn: _F) -> _F: ...
_F = TypeVar("_F", bound=Callable[..., Any])
