"""torch.onnx: there for programs that import it near their first line; exporting is refused."""


def is_in_onnx_export():
    """False: nothing is being exported."""
    return False


def export(*args, **kwargs):
    """Raises: models are not exported."""
    from rushlight.errors import refuse
    refuse("torch.onnx.export")
