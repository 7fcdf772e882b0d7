"""torch.distributed.tensor: tensors are not spread over processes."""
from rushlight.unbuilt import refusing

__getattr__ = refusing("torch.distributed.tensor", "DTensor DeviceMesh Partial Placement Replicate Shard distribute_module "
                                                   "distribute_tensor init_device_mesh")
