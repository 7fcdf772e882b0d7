"""torch.jit.annotations: the names that type comments of scripts refer to."""
from typing import Any, Dict, List, Optional, Tuple                                             # noqa: F401, UP035
