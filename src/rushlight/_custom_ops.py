"""torch._custom_ops: the older face of torch.library's operators, for libraries that import it."""
from rushlight.unbuilt import refusing

__getattr__ = refusing("torch._custom_ops", "custom_op get_ctx impl impl_abstract impl_backward impl_save_for_backward")
