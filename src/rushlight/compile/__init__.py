"""Programs made from functions over Tensors."""
