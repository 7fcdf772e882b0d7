"""torch.onnx.symbolic_helper: marks for functions that an export would call; nothing is exported."""
from rushlight.unbuilt import refusing

__getattr__ = refusing("torch.onnx.symbolic_helper", "_get_tensor_sizes _is_none _maybe_get_const _unimplemented")


def parse_args(*arg_descriptors):
    """A decorator that gives back what it is given: nobody hands the function arguments of a graph."""
    return lambda fn: fn


quantized_args = parse_args
