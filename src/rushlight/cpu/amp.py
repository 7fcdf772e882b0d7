"""torch.cpu.amp: deprecated names."""
from rushlight.amp.per_device import CPU

autocast, GradScaler = CPU
