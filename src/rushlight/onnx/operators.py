"""torch.onnx.operators: functions whose calls an export would keep: shapes as tensors."""
from rushlight.construction import tensor


def shape_as_tensor(x):
    """The shape as a tensor of int64."""
    return tensor(tuple(x.shape))


def reshape_from_tensor_shape(x, shape):
    """`x` in the shape that a tensor holds."""
    return x.reshape(shape.tolist())
