"""Records what there is to see of PyTorch's layers, in layers.json. Run it where torch 2.13 is installed:

    PYTHONPATH=src:. python tests/golden/record_layers.py
"""
import json
import pathlib

import torch

from tests.nn.layer_cases import TOPICS, cases_of
from tests.nn.observing import observe

if __name__ == "__main__":
    seen = {name: observe(torch, *case) for topic in TOPICS for name, case in cases_of(topic).items()}
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(one)}" for name, one in seen.items())
    pathlib.Path(__file__).with_name("layers.json").write_text(f"{{\n{lines}\n}}\n")
