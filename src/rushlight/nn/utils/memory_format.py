"""torch.nn.utils.memory_format: the weights of convolutions in another order of strides."""
from __future__ import annotations

from rushlight.nn.modules.conv import Conv2d, Conv3d, ConvTranspose2d, ConvTranspose3d


def convert_conv2d_weight_memory_format(module, memory_format):
    """Lays out the weights of the two-dimensional convolutions in a module so, and returns it."""
    return _convert(module, (Conv2d, ConvTranspose2d), memory_format)


def convert_conv3d_weight_memory_format(module, memory_format):
    """Lays out the weights of the three-dimensional convolutions in a module so, and returns it."""
    return _convert(module, (Conv3d, ConvTranspose3d), memory_format)


def _convert(module, kinds, memory_format):
    for part in module.modules():
        if isinstance(part, kinds):
            part.weight.data = part.weight.detach().clone(memory_format=memory_format)
    return module
