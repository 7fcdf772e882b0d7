"""torch.utils.flop_counter: operations are not counted."""
from rushlight.unbuilt import refusing

__getattr__ = refusing("torch.utils.flop_counter", "FlopCounterMode register_flop_formula")
