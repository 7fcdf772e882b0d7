"""torch.fx.experimental: tools of the compiler, which are not built."""
