"""The parts of a DataLoader: how items become a batch, and what a worker does."""
from rushlight.utils.data._utils import collate, fetch, worker                                  # noqa: F401
from rushlight.utils.data._utils.worker import MP_STATUS_CHECK_INTERVAL                         # noqa: F401
