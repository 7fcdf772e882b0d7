"""Every op of the registry under vmap, against the op over one sample after the other."""
from __future__ import annotations

import itertools

import numpy as np
import pytest
import rushlight as torch
from rushlight.batching.calls import is_random, kind_of_rule
from rushlight.batching.passages import passage
from rushlight.dispatch.op import registry
from rushlight.func import vmap

from tests.ops.samples import Make, calls_for, has_samples
from tests.ops.tensors_of_calls import run_with, tensors_of

torch.ops.load_all()
pytestmark = [pytest.mark.filterwarnings("ignore:There is a performance drop"),
              pytest.mark.filterwarnings("ignore:torch.range is deprecated")]
BATCHED = [op for op in registry.values() if has_samples(op) and op.tensors and not is_random(op)]
DYNAMIC = {"nonzero_positions", "masked_select", "distinct", "distinct_runs", "distinct_slices", "counted", "bincount"}
READING = {                              # of these, vmap refuses to read elements
    "cov": "weights are checked", "quantile": "q is checked", "nanquantile": "q is checked",
    "embedding_bag": "offsets are checked", "gaussian_nll_loss": "var is checked",
    "multi_margin_loss": "targets are checked", "multilabel_margin_loss": "targets are checked"}
DENSE = {"view_as_complex"}             # wants a last dimension without gaps


class Sample:
    """A call as a function of its tensors."""

    def __init__(self, op, call):
        self.op, self.call = op, call
        self.tensors = tensors_of(call)

    def run(self, *tensors):
        out = run_with(self.op, self.call, tensors)
        return tuple(out) if isinstance(out, (tuple, list)) else (out,)

    def variants(self):
        """Other tensors of the same shapes on which the op is defined, if there are any."""
        turned = [torch.tensor(np.flip(t.numpy()).copy()) for t in self.tensors]
        try:
            same = [o.shape for o in self.run(*turned)] == [o.shape for o in self.run(*self.tensors)]
        except (RuntimeError, ValueError, IndexError, TypeError):
            same = False
        return turned if same else self.tensors


def which_are_batched(count):
    """All, the first only, all but the first."""
    yield (True,) * count
    if count > 1:
        yield (True,) + (False,) * (count - 1)
        yield (False,) + (True,) * (count - 1)


@pytest.mark.parametrize("op", BATCHED, ids=lambda op: op.name)
def test_vmap_equals_a_loop(op):
    for call in itertools.islice(calls_for(op, Make(lambda array: torch.tensor(array), op.name)), 6):
        sample = Sample(op, call)
        if not sample.tensors:
            continue
        variants = sample.variants()
        for batched in which_are_batched(len(sample.tensors)):
            for dim in (0,) if op.name in DENSE else (0, -1):
                check(sample, variants, batched, dim)


def check(sample, variants, batched, dim):
    rows = [[v if b and i == 1 else t for t, v, b in zip(sample.tensors, variants, batched)] for i in range(3)]
    try:
        expected = [sample.run(*row) for row in rows]
    except (RuntimeError, ValueError, IndexError):
        return                          # a tensor and the variant of another do not go together
    if len({tuple(o.shape for o in out) for out in expected}) > 1:
        return
    mapped = [torch.stack([row[i] for row in rows], dim) if b else t for i, (t, b) in enumerate(zip(sample.tensors, batched))]
    mapping = vmap(sample.run, tuple(dim if b else None for b in batched))
    if is_refused(sample, batched):
        with pytest.raises(RuntimeError, match="vmap"):
            mapping(*mapped)
        return
    try:
        found = mapping(*mapped)
    except RuntimeError as error:
        assert sample.op.name in READING and ("vmap" in str(error) or "storage" in str(error))
        return
    assert len(found) == len(expected[0])
    for i, out in enumerate(found):
        wanted = torch.stack([e[i] for e in expected])
        assert out.dtype is wanted.dtype and out.shape == wanted.shape, (out.dtype, wanted.dtype, out.shape, wanted.shape)
        np.testing.assert_allclose(as_numpy(out), as_numpy(wanted), rtol=1e-5, atol=1e-7)


def is_refused(sample, batched):
    """Whether the call would give samples of different sizes."""
    if sample.op.name in DYNAMIC:
        return True
    return sample.op.name == "index" and any(b and t.dtype is torch.bool for t, b in zip(sample.tensors, batched))


def test_ops_that_fall_back_to_the_loop():
    looped = sorted(op.name for op in registry.values() if op.tensors and op.family is not passage and
                    kind_of_rule(op.name) == "loop")
    assert looped == LOOPED.split()


LOOPED = """
    _cdist _cross_entropy _dirichlet_grad _eye_like _fractional_max_pool _layer_norm _scan_gru _scan_lstm _scan_rnn
    _standard_gamma_grad among batch_norm_update_stats coordinates dist fill histc histogram_between histogram_in_parts
    linalg_ldl_solve linalg_lstsq linalg_matrix_rank lstm_backwards lu_unpack masked_scatter median_all nanmedian_all
    on_diagonal one_hot pack_steps pad_by_copying_grad pdist places put renorm strided_scatter take to_meta unpack_steps
    weight_norm_interface"""


def as_numpy(tensor):
    return (tensor.float() if tensor.dtype is torch.bfloat16 else tensor).numpy()
