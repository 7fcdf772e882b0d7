"""torch._functorch: where programs reach past torch.func, for the older functorch interface."""
