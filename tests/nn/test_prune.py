"""Pruning: which elements go, how a pruned parameter is kept, errors; the masks are PyTorch's for the same numbers."""
import pytest
import rushlight as torch
from rushlight import nn
from rushlight.nn.utils import prune

WEIGHT = [[-0.0053, 0.3793], [-0.5820, -0.5204], [-0.2723, 0.1896]]


def linear():
    m = nn.Linear(2, 3)
    m.weight.data = torch.tensor(WEIGHT)
    return m


@pytest.mark.parametrize("method, mask", [
    (lambda m: prune.l1_unstructured(m, "weight", 2), [[0, 1], [1, 1], [1, 0]]),
    (lambda m: prune.l1_unstructured(m, "weight", 0.5), [[0, 1], [1, 1], [0, 0]]),
    (lambda m: prune.l1_unstructured(m, "weight", 1, torch.arange(6.0).view(3, 2)), [[0, 1], [1, 1], [1, 1]]),
    (lambda m: prune.ln_structured(m, "weight", 1, 2, 0), [[1, 1], [1, 1], [0, 0]]),
    (lambda m: prune.ln_structured(m, "weight", 1, float("inf"), 1), [[1, 0], [1, 0], [1, 0]]),
    (lambda m: prune.ln_structured(m, "weight", 0.4, 2, 0, torch.tensor([[1.0, 1], [0, 0], [3, 3]])), [[1, 1], [0, 0], [1, 1]]),
    (lambda m: prune.identity(m, "weight"), [[1, 1], [1, 1], [1, 1]]),
    (lambda m: prune.custom_from_mask(m, "weight", torch.eye(3, 2)), [[1, 0], [0, 1], [0, 0]]),
])
def test_masks(method, mask):
    m = method(linear())
    assert m.weight_mask.tolist() == mask
    assert torch.equal(m.weight, torch.tensor(WEIGHT) * torch.tensor(mask))


@pytest.mark.parametrize("second, mask", [
    (lambda m: prune.ln_structured(m, "weight", 1, 2, 0), [[0, 0], [1, 1], [0, 0]]),
    (lambda m: prune.ln_structured(m, "weight", 1, 2, 1), [[0, 1], [0, 1], [0, 0]]),
])
def test_pruning_again_takes_from_what_is_left(second, mask):
    m = second(prune.ln_structured(linear(), "weight", 1, 2, 0))
    assert m.weight_mask.tolist() == mask
    (container,) = m._forward_pre_hooks.values()
    assert isinstance(container, prune.PruningContainer) and len(container) == 2


@pytest.mark.parametrize("prune_some, left", [
    (lambda m: prune.random_unstructured(m, "weight", 0.25), 8), (lambda m: prune.random_unstructured(m, "weight", 0.35), 6),
    (lambda m: prune.random_structured(m, "weight", 3, 1), 7),
])
def test_random_ones_take_the_right_number(prune_some, left):
    assert prune_some(nn.Linear(10, 1)).weight_mask.sum() == left


def test_how_a_pruned_parameter_is_kept():
    m = prune.l1_unstructured(linear(), "weight", 2)
    assert [name for name, _ in m.named_parameters()] == ["bias", "weight_orig"]
    assert [name for name, _ in m.named_buffers()] == ["weight_mask"] and prune.is_pruned(nn.Sequential(m))
    m(torch.ones(1, 2)).sum().backward()
    assert torch.equal(m.weight_orig.grad, m.weight_mask)
    weight = m.weight_orig
    prune.remove(m, "weight")
    assert m.weight is weight and weight[0, 0] == 0 and not prune.is_pruned(m) and list(m._buffers) == []


def test_globally():
    one, two = linear(), nn.Linear(2, 2)
    two.weight.data = torch.tensor([[0.1, 2.0], [0.2, 3.0]])
    prune.global_unstructured([(one, "weight"), (two, "weight")], prune.L1Unstructured, amount=3)
    assert one.weight_mask.tolist() == [[0, 1], [1, 1], [1, 0]] and two.weight_mask.tolist() == [[0, 1], [1, 1]]


def test_on_a_tensor():
    method = prune.L1Unstructured(2)
    assert method.prune(torch.arange(4.0)).tolist() == [0, 0, 2, 3]
    assert method.prune(torch.arange(4.0), importance_scores=torch.tensor([4.0, 3, 2, 1])).tolist() == [0, 1, 0, 0]


def test_a_failure_leaves_the_module_alone():
    m = linear()
    with pytest.raises(ValueError, match="amount=20 should be smaller than the number of parameters to prune=6"):
        prune.l1_unstructured(m, "weight", 20)
    assert "weight" in m._parameters and "weight_orig" not in m._parameters


@pytest.mark.parametrize("call, kind, text", [
    (lambda m: prune.l1_unstructured(m, "weight", -1), ValueError, "amount=-1 should either be a float in the range [0, 1] or a "
                                                                   "non-negative integer"),
    (lambda m: prune.l1_unstructured(m, "weight", "a"), TypeError, "Invalid type for amount: a. Must be int or float."),
    (lambda m: prune.random_structured(m, "weight", 1, 3), IndexError, "Invalid index 3 for tensor of size torch.Size([3, 2])"),
    (lambda m: prune.ln_structured(m, "bias", 1, 2, 0), ValueError, "Structured pruning can only be applied to multidimensional "
                                                                    "tensors. Found tensor of shape torch.Size([3]) with 1 dims"),
    (lambda m: prune.remove(m, "weight"), ValueError, "has to be pruned before pruning can be removed"),
    (lambda m: prune.global_unstructured(3, prune.L1Unstructured, amount=1), TypeError, "parameters is not an Iterable"),
    (lambda m: prune.global_unstructured([(m, "weight")], prune.LnStructured, amount=1, n=1), TypeError,
     'Only "unstructured" PRUNING_TYPE supported'),
    (lambda m: prune.PruningContainer().add_pruning_method(3), TypeError, "<class 'int'> is not a BasePruningMethod subclass"),
])
def test_errors(call, kind, text):
    with pytest.raises(kind) as caught:
        call(linear())
    assert text in str(caught.value)
