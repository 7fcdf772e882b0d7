class Optimizer:
    defaults: dict[str, Any]
    state: MutableMapping[Tensor, Any]
    param_groups: list[dict[str, Any]]
    def __init__(self, params: Iterable[Any], defaults: dict[str, Any]) -> None: ...
    @overload
    def step(self, closure: None = None) -> None: ...
    @overload
    def step(self, closure: Callable[[], _L]) -> _L: ...
_L = TypeVar("_L")
