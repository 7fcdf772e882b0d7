"""torch.autograd.functional: derivatives of functions of tensors, by the tape."""
from rushlight.autograd.functional.jacobians import hessian, jacobian       # noqa: F401
from rushlight.autograd.functional.products import hvp, jvp, vhp, vjp       # noqa: F401
