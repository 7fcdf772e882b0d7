"""torch.fx.node: the nodes of recorded graphs, where PyTorch keeps them."""
from typing import Any

from rushlight.unbuilt import refusing

Argument = Target = Any
__getattr__ = refusing("torch.fx", "Node has_side_effect map_aggregate map_arg")
