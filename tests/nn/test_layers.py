"""Every layer against what PyTorch 2.13 showed of it (tests/golden/layers.json)."""
import json
from pathlib import Path

import pytest

import rushlight as torch
from tests.nn.layer_cases import TOPICS, cases_of
from tests.nn.observing import agree, observe

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "layers.json").read_text())


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.__name__)
def test_layers_show_what_torchs_show(topic):
    seen = {name: observe(torch, *case) for name, case in cases_of(topic).items()}
    wrong = [f"{name}\nexpected: {GOLDEN[name]}\n    seen: {one}" for name, one in seen.items() if not agree(one, GOLDEN[name])]
    assert not wrong, "\n".join(wrong)


def test_the_record_is_of_these_cases():
    assert GOLDEN.keys() == {name for topic in TOPICS for name in cases_of(topic)}


def test_agreement_can_fail():
    assert not agree({"outputs": [["float32", [2], 1.0, 0.5]]}, {"outputs": [["float32", [2], 1.1, 0.5]]})
    assert not agree({"repr": "ReLU()"}, {"repr": "ReLU6()"})
    assert not agree({"gradients": [None]}, {"gradients": []})
