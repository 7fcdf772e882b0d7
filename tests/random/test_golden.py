"""The default stream, number for number, against what PyTorch 2.13 drew (tests/golden/random.json)."""
import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

import rushlight as torch

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "random.json").read_text())

DRAWS = {
    "rand(4)": lambda: torch.rand(4),
    "rand(3,f64)": lambda: torch.rand(3, dtype=torch.float64),
    "rand(4,f16)": lambda: torch.rand(4, dtype=torch.float16),
    "empty(4).uniform_(-0.05,0.05)": lambda: torch.empty(4).uniform_(-0.05, 0.05),
    "empty(3,f64).uniform_(-0.05,0.05)": lambda: torch.empty(3, dtype=torch.float64).uniform_(-0.05, 0.05),
    "randn(3)": lambda: torch.randn(3),
    "randn(3,f64)": lambda: torch.randn(3, dtype=torch.float64),
    "randn(16)[:4]": lambda: torch.randn(16)[:4],
    "randn(17)[[0,1,2,8,16]]": lambda: torch.randn(17)[[0, 1, 2, 8, 16]],
    "randn(17,f64)[[0,1,16]]": lambda: torch.randn(17, dtype=torch.float64)[[0, 1, 16]],
    "randn(17,f16)[[0,1,2,8,16]]": lambda: torch.randn(17, dtype=torch.float16)[[0, 1, 2, 8, 16]],
    "empty(20).normal_(1.5,0.3)[:4]": lambda: torch.empty(20).normal_(1.5, 0.3)[:4],
    "randint(0,10,(8,))": lambda: torch.randint(0, 10, (8,)),
    "randint(0,2**28-1,(3,))": lambda: torch.randint(0, 2 ** 28 - 1, (3,)),
    "randint(0,2**28,(3,))": lambda: torch.randint(0, 2 ** 28, (3,)),
    "empty(2,int64).random_()": lambda: torch.empty(2, dtype=torch.int64).random_(),
    "empty(3,int32).random_()": lambda: torch.empty(3, dtype=torch.int32).random_(),
    "empty(3).random_()": lambda: torch.empty(3).random_(),
    "randperm(10)": lambda: torch.randperm(10),
    "randperm(60000)[:5]": lambda: torch.randperm(60000)[:5],
    "empty(12).bernoulli_(0.3)": lambda: torch.empty(12).bernoulli_(0.3),
    "bernoulli(full((12,),0.3))": lambda: torch.bernoulli(torch.full((12,), 0.3)),
    "empty(4).exponential_(1.5)": lambda: torch.empty(4).exponential_(1.5),
    "empty(3).cauchy_()": lambda: torch.empty(3).cauchy_(),
    "empty(3).log_normal_()": lambda: torch.empty(3).log_normal_(),
    "empty(5,int64).geometric_(0.1)": lambda: torch.empty(5, dtype=torch.int64).geometric_(0.1),
    "multinomial(arange(1.,7),4)": lambda: torch.multinomial(torch.arange(1., 7), 4),
    "multinomial(arange(1.,7),6,True)": lambda: torch.multinomial(torch.arange(1., 7), 6, True),
    "poisson(full((6,),4.))": lambda: torch.poisson(torch.full((6,), 4.)),
    "poisson(full((6,),31.))": lambda: torch.poisson(torch.full((6,), 31.)),
    "_standard_gamma(full((3,),2.5))": lambda: torch._standard_gamma(torch.full((3,), 2.5)),
    "_standard_gamma(full((3,),0.5))": lambda: torch._standard_gamma(torch.full((3,), 0.5)),
    "binomial(100., .3) x6": lambda: torch.binomial(torch.full((6,), 100.), torch.full((6,), 0.3)),
    "binomial(10., .3) x6": lambda: torch.binomial(torch.full((6,), 10.), torch.full((6,), 0.3)),
}

LONG_DRAWS = {
    "sha256:rand(10**6)": lambda: torch.rand(10 ** 6),
    "sha256:randn(10**6)": lambda: torch.randn(10 ** 6),
    "sha256:randn(10**6+7)": lambda: torch.randn(10 ** 6 + 7),
    "sha256:randn(10**5,f64)": lambda: torch.randn(10 ** 5, dtype=torch.float64),
    "sha256:empty(10**6).uniform_(-0.05,0.05)": lambda: torch.empty(10 ** 6).uniform_(-0.05, 0.05),
    "sha256:randperm(10**6)": lambda: torch.randperm(10 ** 6),
    "sha256:randint(0,1000,(10**6,))": lambda: torch.randint(0, 1000, (10 ** 6,)),
    "sha256:empty(10**6).exponential_()": lambda: torch.empty(10 ** 6).exponential_(),
}


@pytest.fixture(autouse=True)
def default_stream_restored():
    state = torch.get_rng_state()
    yield
    torch.set_rng_state(state)


@pytest.mark.parametrize("seed", GOLDEN)
@pytest.mark.parametrize("what", DRAWS)
def test_draws_are_those_of_torch(seed, what):
    torch.manual_seed(int(seed))
    drawn = DRAWS[what]()
    expected = np.array(GOLDEN[seed][what])
    if drawn.dtype is torch.float16:
        np.testing.assert_allclose(drawn.numpy().astype(np.float64), expected, rtol=1e-3)      # recorded to four digits
    else:
        np.testing.assert_array_equal(drawn.numpy(), expected.astype(drawn.numpy().dtype))


@pytest.mark.parametrize("seed", GOLDEN)
@pytest.mark.parametrize("what", LONG_DRAWS)
def test_long_draws_are_those_of_torch_to_the_last_bit(seed, what):
    torch.manual_seed(int(seed))
    digest = hashlib.sha256(LONG_DRAWS[what]().numpy().tobytes()).hexdigest()
    assert digest[:16] == GOLDEN[seed][what]


@pytest.mark.parametrize("seed", GOLDEN)
def test_raw_words(seed):
    torch.manual_seed(int(seed))
    assert torch.default_generator.engine.words(6).tolist() == GOLDEN[seed]["raw32"]
