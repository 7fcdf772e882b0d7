"""Channels dealt out, as a layer."""
from __future__ import annotations

from rushlight.nn import functional as F
from rushlight.nn.modules.layer import layer
from rushlight.nn.modules.module import Module


@layer("groups={groups}")
class ChannelShuffle(Module):
    """The channels dealt out: the first of each group, then the second of each, ..."""
    groups: int

    def forward(self, input):
        return F.channel_shuffle(input, self.groups)
