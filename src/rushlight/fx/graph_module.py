"""torch.fx.graph_module: the parts of torch.fx around modules made of graphs, where PyTorch keeps them."""
from rushlight.unbuilt import refusing

_USER_PRESERVED_ATTRIBUTES_KEY = "_user_preserved_attributes"
__getattr__ = refusing("torch.fx", "GraphModule _CodeOnlyModule _copy_attr _assign_attr reduce_graph_module")
