"""torch.autograd.gradcheck: derivatives held against finite differences (README.md says how)."""
from rushlight.autograd.gradcheck.checks import gradcheck, gradgradcheck                            # noqa: F401
from rushlight.autograd.gradcheck.comparison import GradcheckError                                  # noqa: F401
from rushlight.autograd.gradcheck.legacy import get_analytical_jacobian, get_numerical_jacobian     # noqa: F401
