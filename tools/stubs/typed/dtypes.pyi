def get_default_dtype() -> dtype: ...
class dtype:
    name: str
    itemsize: int
    is_floating_point: bool
    is_complex: bool
    is_signed: bool
    def to_real(self) -> dtype: ...
    def to_complex(self) -> dtype: ...
class finfo:
    bits: int
    eps: float
    max: float
    min: float
    tiny: float
    smallest_normal: float
    resolution: float
    def __init__(self, type: dtype | None = None) -> None: ...
class iinfo:
    bits: int
    max: int
    min: int
    def __init__(self, type: dtype) -> None: ...
