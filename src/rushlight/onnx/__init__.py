"""torch.onnx: there for programs that import it near their first line; exporting is refused."""
from rushlight.unbuilt import refusing

__getattr__ = refusing("torch.onnx", "ExportOptions ONNXProgram OperatorExportTypes TensorProtoDataType TrainingMode "
                                     "dynamo_export")


def is_in_onnx_export():
    """False: nothing is being exported."""
    return False


def register_custom_op_symbolic(symbolic_name, symbolic_fn, opset_version):
    """Says how an export would write an operator: nothing is exported, so nobody asks."""


def unregister_custom_op_symbolic(symbolic_name, opset_version):
    """Takes that back."""


def export(*args, **kwargs):
    """Raises: models are not exported."""
    from rushlight.errors import refuse
    refuse("torch.onnx.export")
