"""torch.signal.windows: bells under which a piece of a signal fades in and out."""
from rushlight.dispatch.op import registry
from rushlight.ops import windows as _declared                                                  # noqa: F401

globals().update({name.removeprefix("signal_windows_"): op.function for name, op in registry.items()
                  if name.startswith("signal_windows_")})
