"""The dtype of mixed operands."""
import itertools

import torch

names = ["bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64", "complex64"]
for first, second in itertools.combinations_with_replacement(names, 2):
    if (first, second) == ("float16", "complex64"):
        continue                                            # PyTorch's answer is complex32, which is not among the dtypes here
    a, b = torch.ones(2, dtype=getattr(torch, first)), torch.ones(2, dtype=getattr(torch, second))
    zero_dim = torch.ones((), dtype=getattr(torch, second))
    print(first, second, (a + b).dtype, (a * zero_dim).dtype, (a / b).dtype if not a.is_complex() else "", (a == b).dtype)
for name in names:
    a = torch.ones(2, dtype=getattr(torch, name))
    print(name, (a * 1j).dtype if name != "float16" else "")
    print(name, (a + 1).dtype, (a + 1.5).dtype, (a + True).dtype, a.sum().dtype, torch.result_type(a, 2.0))
