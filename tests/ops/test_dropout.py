"""Dropout: probabilities that are none, and inputs that have no channels."""
import pytest

import rushlight as torch
from rushlight import nn
from rushlight.nn import functional as F

DROPOUTS = ["dropout", "alpha_dropout", "feature_alpha_dropout"]


@pytest.mark.parametrize("name", DROPOUTS)
@pytest.mark.parametrize("p", [-0.5, 1.5])
def test_functions_and_ops_raise_their_own_errors(name, p):
    with pytest.raises(ValueError, match="dropout probability has to be between 0 and 1, but got"):
        getattr(F, name)(torch.ones(2, 3), p)
    with pytest.raises(RuntimeError, match="dropout probability has to be between 0 and 1, but got"):
        getattr(torch, name)(torch.ones(2, 3), p, False)


def test_nan_is_noticed_when_it_is_used():
    layer = nn.Dropout(float("nan"))
    for call in (lambda: layer(torch.ones(2)), lambda: F.dropout2d(torch.ones(1, 2, 3, 3), float("nan"))):
        with pytest.raises(RuntimeError, match="but got nan"):
            call()


@pytest.mark.parametrize("drop", [torch.feature_dropout, torch.feature_alpha_dropout])
def test_channels_need_two_dimensions(drop):
    with pytest.raises(RuntimeError, match="Feature dropout requires at least 2 dimensions in the input"):
        drop(torch.ones(4), 0.5, True)
    assert drop(torch.ones(4), 0.5, False).tolist() == [1] * 4


def test_whole_numbers_have_no_variance_to_keep():
    with pytest.raises(RuntimeError, match="result type Float can't be cast to the desired output type Long"):
        F.alpha_dropout(torch.ones(4, dtype=torch.long), 0.5, True)


@pytest.mark.filterwarnings("ignore:dropout3d")
@pytest.mark.parametrize("shape", [(12,), (6, 2), (6, 2, 1), (6, 2, 1, 1)])
def test_dropout3d_takes_the_first_dimension_for_channels_unless_there_is_a_batch(shape):
    with torch.random.fork_rng():
        rows = F.dropout3d(torch.ones(shape)).reshape(shape[0], -1)
    assert (rows == rows[:, :1]).all() and set(rows.flatten().tolist()) <= {0.0, 2.0}
