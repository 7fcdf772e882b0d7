"""torch.ao: quantized and sparse networks, which are not built."""
