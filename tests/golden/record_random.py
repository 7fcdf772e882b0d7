"""Records tests/golden/draws.json from PyTorch: ATEN_CPU_CAPABILITY=avx2 PYTHONPATH=. python tests/golden/record_random.py"""
import json
import sys
from pathlib import Path

import torch

from tests.random import draws

assert torch.__version__.startswith("2.13"), "goldens come from PyTorch 2.13"
found = {f"{name} {dtype}": [draws.fingerprint(torch, name, dtype, seed) for seed in draws.SEEDS]
         for name, (_, dtypes) in draws.DRAWS.items() for dtype in dtypes}
for n in draws.ORTHOGONAL_SIZES:
    torch.manual_seed(n)
    found[f"orthogonal {n}"] = draws.orthogonal(torch, n).flatten().tolist()
for n in draws.SIZES:
    torch.manual_seed(n)
    drawn = draws.race(torch, n)
    found[f"race {n}"] = None if drawn is None else drawn.tolist()
lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in found.items())
Path(__file__).with_name("draws.json").write_text("{\n" + lines + "\n}\n")
print(len(found), "recorded", file=sys.stderr)
