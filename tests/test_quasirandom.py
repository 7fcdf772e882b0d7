"""torch.quasirandom. The points are what PyTorch draws."""
import pickle

import pytest

import rushlight as torch
from rushlight.errors import NotImplementedByRushlight
from rushlight.quasirandom import SobolEngine
from rushlight.random import fork_rng


def test_points():
    engine = SobolEngine(3)
    assert engine.draw(5).tolist() == [[0, 0, 0], [0.5, 0.5, 0.5], [0.75, 0.25, 0.25], [0.25, 0.75, 0.75], [0.375, 0.375, 0.625]]
    assert engine.num_generated == 5


def test_scrambled_points():
    points = SobolEngine(3, scramble=True, seed=5).draw(3)
    assert points.dtype is torch.float32
    assert points.tolist() == [[0.4802905321121216, 0.11725887656211853, 0.12398969382047653],
                               [0.9114733934402466, 0.8686649799346924, 0.5390787124633789],
                               [0.5350564122200012, 0.27151042222976685, 0.30786722898483276]]


def test_without_a_seed_the_scrambling_follows_the_global_generator():
    with fork_rng():
        torch.manual_seed(3)
        assert SobolEngine(2, scramble=True).shift.tolist() == [73513868, 241083994]


def test_every_dimension_of_the_table():
    engine = SobolEngine(1111).fast_forward(12345)
    assert engine.quasi[-4:].tolist() == [670236672, 891486208, 828833792, 999751680]
    with pytest.raises(NotImplementedByRushlight, match="1111"):
        SobolEngine(1112)


@pytest.mark.parametrize("scramble", [False, True])
def test_drawing_in_pieces_skipping_and_starting_again(scramble):
    whole = SobolEngine(4, scramble, seed=2).draw(20)
    engine = SobolEngine(4, scramble, seed=2)
    assert torch.equal(torch.cat([engine.draw(1), engine.draw(7), engine.draw(12)]), whole)
    assert torch.equal(engine.reset().fast_forward(6).draw(3), whole[6:9])
    assert torch.equal(pickle.loads(pickle.dumps(engine)).draw(3), whole[9:12])


def test_powers_of_two():
    engine = SobolEngine(2)
    assert engine.draw_base2(2).shape == (4, 2) and engine.draw_base2(2).shape == (4, 2)
    with pytest.raises(ValueError, match="n=8\\+2\\*\\*2=12"):
        engine.draw_base2(2)


def test_dtypes_and_out():
    assert SobolEngine(2).draw(2, dtype=torch.float64).dtype is torch.float64
    out = torch.empty(0)
    assert SobolEngine(2).draw(4, out=out) is out and out.shape == (4, 2)
    with pytest.raises(NotImplementedError, match="'Half'"):
        SobolEngine(2).draw(4, dtype=torch.float16)


def test_errors_and_repr():
    for dimension in (0, 21202):
        with pytest.raises(ValueError, match="Supported range"):
            SobolEngine(dimension)
    with pytest.raises(RuntimeError):
        SobolEngine(2).draw(0)
    with pytest.raises(TypeError):
        SobolEngine(2).draw(2.5)
    assert repr(SobolEngine(2)) == "SobolEngine(dimension=2)"
    assert repr(SobolEngine(2, scramble=True, seed=3)) == "SobolEngine(dimension=2, scramble=True, seed=3)"
