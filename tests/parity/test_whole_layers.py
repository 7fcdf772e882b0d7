"""Every layer of tests/nn/layer_cases.py: pickled whole by one library, read by the other, it computes the same."""
import io

import numpy as np
import pytest

import rushlight
from tests.nn.layer_cases import TOPICS
from tests.nn.observing import _argument, _flat, _summary, agree

torch = pytest.importorskip("torch")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("writer, reader", [(torch, rushlight), (rushlight, torch)], ids=["theirs here", "ours there"])
@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.__name__)
def test_layers_travel_whole(topic, writer, reader, seeded):
    cases = {constructor: inputs for constructor, *inputs in topic() if makes_a_layer(constructor)}
    wrong = [f"{constructor}: {difference}" for constructor, inputs in cases.items()
             for difference in [what_changes(constructor, inputs, writer, reader)] if difference]
    assert not wrong, "\n".join(wrong)


def makes_a_layer(constructor):
    try:
        built(constructor, torch)
    except Exception:
        return False
    return True


def built(constructor, library):
    return eval(constructor, {"n": library.nn, "torch": library})


def what_changes(constructor, inputs, writer, reader):
    layer = built(constructor, writer)
    file = io.BytesIO()
    writer.save(layer, file)
    file.seek(0)
    loaded = reader.load(file, weights_only=False)
    if repr(loaded) != repr(layer) or list(loaded.state_dict()) != list(layer.state_dict()):
        return f"{layer} {list(layer.state_dict())}\n became {loaded} {list(loaded.state_dict())}"
    before, after = outputs(layer, inputs, writer), outputs(loaded, inputs, reader)
    return None if agree(before, after) else f"computed {before}\n      now {after}"


def outputs(layer, inputs, library):
    library.manual_seed(1)
    rng = np.random.RandomState(0)
    try:
        made = layer(*[_argument(library, rng, given) for given in inputs])
    except Exception as error:                                  # the case may be about one
        return type(error).__name__
    return [_summary(out) for out in _flat(made) if out is not None]
