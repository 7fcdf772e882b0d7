"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from collections.abc import Callable
from collections.abc import Iterable
from rushlight.optim.optimizer import Optimizer
from rushlight.tensor import Tensor


class LBFGS(Optimizer):
    def __init__(self, params: Iterable[Any], lr: float | Tensor = 1, max_iter: Any = 20, max_eval: Any = None, tolerance_grad: float = 1e-07, tolerance_change: float = 1e-09, history_size: Any = 100, line_search_fn: Any = None) -> None: ...
    def step(self, closure: Callable[[], Any] | None) -> Any: ...
