"""Windows laid out as columns, and columns added back, as layers."""
from __future__ import annotations

from rushlight.nn import functional as F
from rushlight.nn.modules.layer import layer
from rushlight.nn.modules.module import Module


@layer("output_size={output_size}, kernel_size={kernel_size}, dilation={dilation}, padding={padding}, stride={stride}")
class Fold(Module):
    """An image of `output_size` that the columns of its windows are added up in."""
    output_size: int | tuple
    kernel_size: int | tuple
    dilation: int | tuple = 1
    padding: int | tuple = 0
    stride: int | tuple = 1

    def forward(self, input):
        return F.fold(input, self.output_size, self.kernel_size, self.dilation, self.padding, self.stride)


@layer("kernel_size={kernel_size}, dilation={dilation}, padding={padding}, stride={stride}")
class Unfold(Module):
    """The windows of an image, each a column."""
    kernel_size: int | tuple
    dilation: int | tuple = 1
    padding: int | tuple = 0
    stride: int | tuple = 1

    def forward(self, input):
        return F.unfold(input, self.kernel_size, self.dilation, self.padding, self.stride)
