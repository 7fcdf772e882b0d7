"""torch.testing: what tests need."""
from rushlight.testing.comparison import assert_allclose, assert_close      # noqa: F401
from rushlight.testing.creation import make_tensor                          # noqa: F401
