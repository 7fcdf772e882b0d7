"""More than 200 objects: written by each library, read by the other, in both formats."""
import io

import pytest

import rushlight
from tests.serialization.zoo import described, zoo

torch = pytest.importorskip("torch")
OURS = zoo(rushlight)
UNIQUE = b"/.data/serialization_id"
NOT_IN_LEGACY = ("uint16", "uint32", "uint64", "storage")       # PyTorch does not read back its own


@pytest.fixture(scope="module")
def theirs():
    return zoo(torch)


@pytest.mark.filterwarnings("ignore:TypedStorage is deprecated", "ignore:Lazy modules")
@pytest.mark.parametrize("options", ({}, {"_use_new_zipfile_serialization": False}), ids=("zip", "older"))
def test_whole_modules(options, seeded):
    def model(library):
        nn = library.nn
        return nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.Flatten(), nn.Linear(8, 2), nn.LazyLinear(1),
                             nn.TransformerEncoderLayer(4, 2, 8), nn.CrossEntropyLoss())

    theirs, ours = model(torch), model(rushlight)
    for library, other, made in ((torch, rushlight, theirs), (rushlight, torch, ours)):
        loaded = other.load(io.BytesIO(written(library, made, **options)), weights_only=False)
        assert repr(loaded) == repr(made)
        assert [p.tolist() for p in loaded[:5].parameters()] == [p.tolist() for p in made[:5].parameters()]


def written(library, obj, **options):
    file = io.BytesIO()
    library.save(obj, file, **options)
    return file.getvalue()


def test_there_are_enough():
    assert len(OURS) >= 200


@pytest.mark.filterwarnings("ignore:TypedStorage is deprecated")
@pytest.mark.parametrize("name", OURS)
def test_both_ways(name, theirs):
    their_file, our_file = written(torch, theirs[name]), written(rushlight, OURS[name])
    expected = described(torch.load(io.BytesIO(their_file)))
    assert described(rushlight.load(io.BytesIO(their_file))) == expected
    assert described(torch.load(io.BytesIO(our_file))) == expected
    assert described(rushlight.load(io.BytesIO(our_file))) == expected
    assert our_file[:our_file.index(UNIQUE)] == their_file[:their_file.index(UNIQUE)]


@pytest.mark.parametrize("name", [name for name in OURS if name.split()[0] not in NOT_IN_LEGACY])
def test_both_ways_in_the_older_format(name, theirs):
    expected = described(theirs[name])
    their_file = written(torch, theirs[name], _use_new_zipfile_serialization=False)
    our_file = written(rushlight, OURS[name], _use_new_zipfile_serialization=False)
    assert described(rushlight.load(io.BytesIO(their_file))) == expected
    assert described(torch.load(io.BytesIO(our_file))) == expected
