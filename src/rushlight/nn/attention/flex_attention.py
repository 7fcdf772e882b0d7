"""torch.nn.attention.flex_attention: attention whose scores a function of the user changes is not built."""
from rushlight.unbuilt import refusing

_DEFAULT_SPARSE_BLOCK_SIZE = 128
__getattr__ = refusing("torch.nn.attention.flex_attention", "AuxOutput AuxRequest BlockMask and_masks create_block_mask "
                                                            "create_mask create_nested_block_mask flex_attention noop_mask "
                                                            "or_masks")
