"""What `python -m torch.utils.bottleneck FILE` is told."""
from rushlight.errors import refuse

refuse("torch.utils.bottleneck (`python -m cProfile -m rushlight FILE` shows where time goes)")
