"""torch.utils.model_zoo: an older address of torch.hub's loader."""
from rushlight.hub import load_state_dict_from_url as load_url                                  # noqa: F401
