"""torch.distributed.fsdp: modules are not cut in pieces for several processes."""
from rushlight.unbuilt import refusing

__getattr__ = refusing("torch.distributed.fsdp", "BackwardPrefetch CPUOffload CPUOffloadPolicy FSDPModule FullStateDictConfig "
                                                 "FullyShardedDataParallel MixedPrecision MixedPrecisionPolicy OffloadPolicy "
                                                 "ShardingStrategy StateDictType fully_shard")
