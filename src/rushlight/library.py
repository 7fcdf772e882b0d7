"""torch.library: there is no C++ dispatcher to add operators to; autograd.Function adds them in Python."""
from rushlight.unbuilt import refusing

__getattr__ = refusing("torch.library", "Library custom_op define fallthrough_kernel impl impl_abstract infer_schema opcheck "
                                        "register_autocast register_autograd register_fake register_kernel "
                                        "register_torch_dispatch register_vmap triton_op wrap_triton")
