"""torch.__future__: what Module.to and load_state_dict do with the parameters that are there."""


class _Conversion:
    overwrite = swap = False


def set_overwrite_module_params_on_conversion(value):
    """Whether conversion makes new parameters instead of changing the `data` of the old ones."""
    _Conversion.overwrite = value


def get_overwrite_module_params_on_conversion():
    """Whether conversion makes new parameters."""
    return _Conversion.overwrite


def set_swap_module_params_on_conversion(value):
    """Whether conversion and load_state_dict exchange parameters with new ones, as torch.utils.swap_tensors does."""
    _Conversion.swap = value


def get_swap_module_params_on_conversion():
    """Whether conversion and load_state_dict exchange parameters with new ones."""
    return _Conversion.swap
