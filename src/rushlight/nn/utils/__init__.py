"""torch.nn.utils: what is done with modules and their parameters. Each name is loaded from its module when first used."""
from importlib import import_module

# A function and its module share a name: imported now, the functions are what the names mean from here on.
from rushlight.nn.utils.spectral_norm import remove_spectral_norm, spectral_norm               # noqa: F401
from rushlight.nn.utils.weight_norm import remove_weight_norm, weight_norm                     # noqa: F401

_HOME = {
    "clip_grad_norm": "clip_grad", "clip_grad_norm_": "clip_grad", "clip_grad_value_": "clip_grad",
    "clip_grads_with_norm_": "clip_grad", "get_total_norm": "clip_grad",
    "parameters_to_vector": "convert_parameters", "vector_to_parameters": "convert_parameters",
    "skip_init": "init",
    "fuse_conv_bn_eval": "fusion", "fuse_conv_bn_weights": "fusion", "fuse_linear_bn_eval": "fusion",
    "fuse_linear_bn_weights": "fusion",
    "convert_conv2d_weight_memory_format": "memory_format", "convert_conv3d_weight_memory_format": "memory_format",
}
_MODULES = ("clip_grad", "convert_parameters", "fusion", "init", "memory_format", "parametrizations", "parametrize", "prune",
            "rnn", "stateless")


def __getattr__(name):
    if name in _HOME:
        return getattr(import_module(f"rushlight.nn.utils.{_HOME[name]}"), name)
    if name in _MODULES:
        return import_module(f"rushlight.nn.utils.{name}")
    from rushlight.errors import missing_attribute
    raise missing_attribute("torch.nn.utils", name)


def __dir__():
    return sorted([*_HOME, *_MODULES, "remove_spectral_norm", "remove_weight_norm", "spectral_norm", "weight_norm"])
