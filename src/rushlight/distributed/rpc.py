"""torch.distributed.rpc: functions are not called in other processes."""
from rushlight.unbuilt import refusing

__getattr__ = refusing("torch.distributed.rpc", "RRef TensorPipeRpcBackendOptions get_worker_info init_rpc is_available remote "
                                                "rpc_async rpc_sync shutdown")
