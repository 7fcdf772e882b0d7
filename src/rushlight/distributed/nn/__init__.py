"""torch.distributed.nn: collectives with gradients, for groups of processes, of which there are none."""
from rushlight.unbuilt import refusing

__getattr__ = refusing("torch.distributed.nn", "RemoteModule all_gather all_reduce all_to_all all_to_all_single broadcast gather "
                                               "reduce reduce_scatter scatter")
