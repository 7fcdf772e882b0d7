"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.tensor import Tensor

from rushlight.distributions import ComposeTransform as ComposeTransform
from rushlight.distributions import IndependentTransform as IndependentTransform
from rushlight.distributions import ReshapeTransform as ReshapeTransform
from rushlight.distributions import Transform as Transform
identity_transform: Any

class ExpTransform(Transform):
    def __eq__(self, other: Any) -> bool: ...  # type: ignore[override]
    domain: Any
    codomain: Any
    bijective: bool
    sign: Any
    def log_abs_det_jacobian(self, x: Any, y: Any) -> Tensor: ...

class PowerTransform(Transform):
    exponent: Any
    domain: Any
    codomain: Any
    bijective: bool
    def __init__(self, exponent: Any, cache_size: Any = 0) -> None: ...
    sign: Any
    def __eq__(self, other: Any) -> bool: ...  # type: ignore[override]
    def log_abs_det_jacobian(self, x: Any, y: Any) -> Tensor: ...
    def forward_shape(self, shape: Any) -> Any: ...
    inverse_shape = forward_shape

class SigmoidTransform(Transform):
    def __eq__(self, other: Any) -> bool: ...  # type: ignore[override]
    domain: Any
    codomain: Any
    bijective: bool
    sign: Any
    def log_abs_det_jacobian(self, x: Any, y: Any) -> Tensor: ...

class SoftplusTransform(Transform):
    def __eq__(self, other: Any) -> bool: ...  # type: ignore[override]
    domain: Any
    codomain: Any
    bijective: bool
    sign: Any
    def log_abs_det_jacobian(self, x: Any, y: Any) -> Tensor: ...

class TanhTransform(Transform):
    def __eq__(self, other: Any) -> bool: ...  # type: ignore[override]
    domain: Any
    codomain: Any
    bijective: bool
    sign: Any
    def log_abs_det_jacobian(self, x: Any, y: Any) -> Tensor: ...

class AbsTransform(Transform):
    def __eq__(self, other: Any) -> bool: ...  # type: ignore[override]
    domain: Any
    codomain: Any

class AffineTransform(Transform):
    loc: Any
    scale: Any
    bijective: bool
    def __init__(self, loc: Any, scale: Any, event_dim: Any = 0, cache_size: Any = 0) -> None: ...
    @property
    def event_dim(self) -> Any: ...
    @property
    def domain(self) -> Any: ...
    @property
    def codomain(self) -> Any: ...
    def __eq__(self, other: Any) -> bool: ...  # type: ignore[override]
    @property
    def sign(self) -> Any: ...
    def log_abs_det_jacobian(self, x: Any, y: Any) -> Tensor: ...
    def forward_shape(self, shape: Any) -> Any: ...
    inverse_shape = forward_shape

class CumulativeDistributionTransform(Transform):
    distribution: Any
    bijective: bool
    codomain: Any
    sign: Any
    def __init__(self, distribution: Any, cache_size: Any = 0) -> None: ...
    @property
    def domain(self) -> Any: ...
    def log_abs_det_jacobian(self, x: Any, y: Any) -> Tensor: ...

class SoftmaxTransform(Transform):
    def __eq__(self, other: Any) -> bool: ...  # type: ignore[override]
    domain: Any
    codomain: Any
    def forward_shape(self, shape: Any) -> Any: ...
    inverse_shape = forward_shape

class StickBreakingTransform(Transform):
    def __eq__(self, other: Any) -> bool: ...  # type: ignore[override]
    domain: Any
    codomain: Any
    bijective: bool
    def log_abs_det_jacobian(self, x: Any, y: Any) -> Tensor: ...
    def forward_shape(self, shape: Any) -> Any: ...
    def inverse_shape(self, shape: Any) -> Any: ...

class CorrCholeskyTransform(Transform):
    domain: Any
    codomain: Any
    bijective: bool
    def log_abs_det_jacobian(self, x: Any, y: Any, intermediates: Any = None) -> Tensor: ...
    def forward_shape(self, shape: Any) -> Any: ...
    def inverse_shape(self, shape: Any) -> Any: ...

class LowerCholeskyTransform(Transform):
    def __eq__(self, other: Any) -> bool: ...  # type: ignore[override]
    domain: Any
    codomain: Any

class PositiveDefiniteTransform(Transform):
    def __eq__(self, other: Any) -> bool: ...  # type: ignore[override]
    domain: Any
    codomain: Any

class _Several(Transform):
    transforms: Any
    dim: int | None
    def __init__(self, tseq: Any, dim: int | None, cache_size: Any) -> None: ...
    @property
    def bijective(self) -> Any: ...

class CatTransform(_Several):
    lengths: Any
    def __init__(self, tseq: Any, dim: int | None = 0, lengths: Any = None, cache_size: Any = 0) -> None: ...
    event_dim: Any
    length: Any
    def log_abs_det_jacobian(self, x: Any, y: Any) -> Tensor: ...
    @property
    def domain(self) -> Any: ...
    @property
    def codomain(self) -> Any: ...

class StackTransform(_Several):
    def __init__(self, tseq: Any, dim: int | None = 0, cache_size: Any = 0) -> None: ...
    def log_abs_det_jacobian(self, x: Any, y: Any) -> Tensor: ...
    @property
    def domain(self) -> Any: ...
    @property
    def codomain(self) -> Any: ...
