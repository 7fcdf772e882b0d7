"""torch.utils.tensorboard: numbers and texts of a run, written by the package of that name. ModuleNotFoundError without it."""
import tensorboard                                                                  # noqa: F401

from rushlight.unbuilt import refusing
from rushlight.utils.tensorboard.writer import SummaryWriter                        # noqa: F401

__getattr__ = refusing("torch.utils.tensorboard", "FileWriter RecordWriter")
