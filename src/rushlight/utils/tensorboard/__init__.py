"""torch.utils.tensorboard: event files are not written."""
from rushlight.unbuilt import refusing

__getattr__ = refusing("torch.utils.tensorboard", "FileWriter RecordWriter SummaryWriter")
