"""Every op of the registry, against differences, against itself at another level, and against what PyTorch gave."""
from __future__ import annotations

import functools
import pathlib

import numpy as np
import pytest
import rushlight as torch
from rushlight.autograd import forward_ad
from rushlight.dispatch.op import registry

from tests.ops.samples import PREPARED, UNTESTED, UP_TO_PHASE, Make, calls_for, has_samples

torch.ops.load_all()
GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "ops.npz"
REASONS = pathlib.Path(__file__).parents[1] / "expected_failures" / "ops.txt"


def read_expected_failures():
    """{(op, test): reason} from lines `op test: reason`."""
    lines = REASONS.read_text().splitlines() if REASONS.exists() else []
    pairs = (line.split(":", 1) for line in lines if line.strip() and not line.startswith("#"))
    return {tuple(key.split()): reason.strip() for key, reason in pairs}


pytestmark = pytest.mark.filterwarnings("ignore:torch.range is deprecated")
EXPECTED = read_expected_failures()
ALL = [pytest.param(op, id=op.name) for op in registry.values() if has_samples(op)]
DIFFERENTIABLE = [p for p in ALL if p.values[0].composite or p.values[0].vjps and not p.values[0].refuses]


def make_for(op):
    return Make(lambda array: torch.tensor(array), op.name)


def expect(op, test, check):
    """Runs a check; a known failure must fail."""
    reason = EXPECTED.get((op.name, test))
    if reason is None:
        return check()
    try:
        check()
    except Exception:
        pytest.xfail(reason)
    pytest.fail(f"{op.name} passes {test}: take it out of {REASONS.name}")


def floats_in(value):
    """The floating tensors among arguments or results, in order."""
    if isinstance(value, torch.Tensor):
        varies = value.dtype.is_floating_point or value.dtype.is_complex
        return [value] if varies and not hasattr(value, "held_fixed") else []
    if isinstance(value, (tuple, list)):
        return [t for v in value for t in floats_in(v)]
    return []


def replaced(value, new):
    """The arguments with each floating tensor taken from the iterator `new`."""
    if isinstance(value, torch.Tensor):
        return next(new) if floats_in(value) else value
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(replaced(v, new) for v in value)
    return [replaced(v, new) for v in value] if isinstance(value, list) else value


class Function:
    """A call as a function of its floating inputs, summed against fixed random weights."""

    def __init__(self, op, call, seed=0):
        self.op, self.call = op, call
        self.varied = [i for i in range(len(call.args)) if i not in call.constants]
        varied = [call.args[i] for i in self.varied]
        self.inputs = [t.detach() for t in floats_in(varied) + floats_in(list(call.kwargs.values()))]
        self.rng = np.random.default_rng(seed)
        self.weights = None

    def outputs(self, inputs):
        new = iter(inputs)
        args = list(self.call.args)
        for i in self.varied:
            args[i] = replaced(args[i], new)
        kwargs = {k: replaced(v, new) for k, v in self.call.kwargs.items()}
        if self.op.name in PREPARED:
            args = PREPARED[self.op.name](*args, **kwargs)
        outs = well_defined(self.op, self.op.function(*args, **kwargs))
        return floats_in(outs[:self.op.outputs_with_gradient()])

    def __call__(self, inputs):
        outs = self.outputs(inputs)
        if self.weights is None:
            self.weights = [self.random_like(o) for o in outs]
        return projection(outs, self.weights)

    def directions(self):
        return [self.random_like(t) for t in self.inputs]

    def random_like(self, t):
        real = self.rng.normal(size=t.shape)
        return torch.tensor(real + 1j * self.rng.normal(size=t.shape) if t.is_complex() else real)


def well_defined(op, result):
    """The outputs, with the sizes of those that are defined only up to a phase."""
    return [o.abs() if i in UP_TO_PHASE.get(op.name, ()) else o for i, o in enumerate(outputs_of(result))]


def projection(outs, weights):
    """The real part of the inner product: what moves a real loss."""
    products = [(w.conj() * o).sum() for o, w in zip(outs, weights)]
    return sum((torch.real(p) if p.is_complex() else p for p in products), torch.tensor(0.0, dtype=torch.float64))


def dot(first, second):
    return float(projection(first, second))


def gradients(function, inputs, create_graph=False):
    leaves = inputs if create_graph else [t.detach().requires_grad_() for t in inputs]
    value = function(leaves)
    if not value.requires_grad:
        return [torch.zeros_like(t) for t in inputs]
    found = torch.autograd.grad(value, leaves, create_graph=create_graph, allow_unused=True)
    return [torch.zeros_like(t) if g is None else g for g, t in zip(found, leaves)]


def slope(function, inputs, along):
    """Fresh leaves, and how fast the function grows in a direction there, on the tape."""
    leaves = [t.detach().requires_grad_() for t in inputs]
    return leaves, projection(gradients(function, leaves, create_graph=True), along)


def shifted(inputs, directions, step):
    return [t + step * d for t, d in zip(inputs, directions)]


def close(found, wanted, rtol):
    assert abs(found - wanted) <= rtol * max(1.0, abs(wanted)), f"{found} is not {wanted}"


def each_function(op):
    for call in calls_for(op, make_for(op)):
        if call.constants is None:
            continue
        function = Function(op, call)
        if function.inputs and sum(t.numel() for t in function.inputs):
            yield function


@pytest.mark.parametrize("op", registry.values(), ids=registry.keys())
def test_has_samples(op):
    excused = op.name in UNTESTED
    assert has_samples(op) != excused, "add a generator to tests/ops/samples, or say there why it has none"


@pytest.mark.parametrize("op", DIFFERENTIABLE)
def test_gradient_against_differences(op):
    def check(step=1e-6):
        for function in each_function(op):
            along = function.directions()
            found = dot(gradients(function, function.inputs), along)
            up, down = (float(function(shifted(function.inputs, along, s))) for s in (step, -step))
            close(found, (up - down) / (2 * step), 2e-5)
    expect(op, "gradient", check)


@pytest.mark.parametrize("op", DIFFERENTIABLE)
def test_second_gradient_against_differences(op):
    def check(step=1e-5):
        for function in each_function(op):
            along, against = function.directions(), function.directions()
            leaves, value = slope(function, function.inputs, along)
            if not value.requires_grad:
                continue
            second = torch.autograd.grad(value, leaves, allow_unused=True, materialize_grads=True)
            found = dot(second, against)
            up, down = (float(slope(function, shifted(function.inputs, against, s), along)[1].detach()) for s in (step, -step))
            close(found, (up - down) / (2 * step), 2e-4)
    expect(op, "second", check)


@pytest.mark.parametrize("op", DIFFERENTIABLE)
def test_jvp_agrees_with_vjp(op):
    def check():
        for function in each_function(op):
            along = function.directions()
            found = dot(gradients(function, function.inputs), along)
            with forward_ad.dual_level():
                duals = [forward_ad.make_dual(t, d) for t, d in zip(function.inputs, along)]
                tangent = forward_ad.unpack_dual(function(duals)).tangent
            close(0.0 if tangent is None else float(tangent), found, 1e-8)
    expect(op, "jvp", check)


@pytest.mark.parametrize("op", DIFFERENTIABLE)
def test_rules_agree_at_both_levels(op):
    def check():
        for function in each_function(op):
            arrays = gradients(function, function.inputs)
            leaves = [t.detach().requires_grad_() for t in function.inputs]
            tensors = gradients(function, leaves, create_graph=True)
            for a, t in zip(arrays, tensors):
                np.testing.assert_allclose(a.numpy(), t.detach().numpy(), rtol=1e-12, atol=1e-12)
    expect(op, "levels", check)


def outputs_of(result):
    if isinstance(result, torch.Tensor):
        return [result]
    return [o for r in result for o in outputs_of(r)] if isinstance(result, (tuple, list)) else []


def same(found, wanted):
    for f, w in zip(outputs_of(found), outputs_of(wanted), strict=True):
        assert f.dtype is w.dtype and f.shape == w.shape
        np.testing.assert_array_equal(f.detach().numpy(), w.detach().numpy())


@pytest.mark.parametrize("op", ALL)
def test_strides_do_not_matter(op):
    def check():
        for call in calls_for(op, make_for(op)):
            wanted = op.function(*call.args, **call.kwargs)
            strided = _strided(tuple(call.args))
            found = op.function(*strided, **call.kwargs)
            for f, w in zip(outputs_of(found), outputs_of(wanted), strict=True):
                np.testing.assert_allclose(f.detach().numpy(), w.detach().numpy(), rtol=1e-12, atol=1e-12)
    expect(op, "strides", check)


def _strided(value):
    """The same values with a gap between them."""
    if isinstance(value, (tuple, list)):
        return type(value)(_strided(v) for v in value)
    if not isinstance(value, torch.Tensor) or not value.dim():
        return value
    wide = np.zeros((*value.shape, 2), value.numpy().dtype)
    wide[..., 0] = value.numpy()
    return torch.from_numpy(wide).select(-1, 0)


@pytest.mark.parametrize("op", [p for p in ALL if p.values[0].inplace])
def test_inplace_agrees(op):
    def check():
        for call in calls_for(op, make_for(op)):
            wanted = op.function(*call.args, **call.kwargs)
            target = call.args[0]
            if not isinstance(target, torch.Tensor) or wanted.is_complex() != target.is_complex():
                continue
            if wanted.shape != target.shape or wanted.dtype.category > target.dtype.category:
                continue
            written = getattr(target.clone(), op.name + "_")(*call.args[1:], **call.kwargs)
            same(written, wanted.to(target.dtype))
    expect(op, "inplace", check)


@pytest.mark.parametrize("op", [p for p in ALL if p.values[0].out and not p.values[0].family.factory])
def test_out_agrees(op):
    def check():
        for call in calls_for(op, make_for(op)):
            wanted = op.function(*call.args, **call.kwargs)
            several = isinstance(wanted, tuple)
            out = tuple(torch.zeros_like(w) for w in wanted) if several else torch.zeros_like(wanted)
            returned = op.function(*call.args, **call.kwargs, out=out)
            same(out, wanted)
            assert all(r is o for r, o in zip(returned, out)) if several else returned is out
    expect(op, "out", check)


@functools.cache
def golden():
    """What was recorded: {op: {"call/output": array}}."""
    found = {}
    with np.load(GOLDEN) as arrays:
        for key in arrays.files:
            name, place = key.split("/", 1)
            found.setdefault(name, {})[place] = arrays[key]
    return found


@pytest.mark.parametrize("op", [p for p in ALL if p.id in golden()])
def test_value_is_what_torch_gave(op):
    def check():
        make = Make(lambda array: torch.tensor(array), op.name, np.float32)
        for i, call in enumerate(calls_for(op, make)):
            outs = well_defined(op, op.function(*call.args, **call.kwargs))
            for j, out in enumerate(outs):
                wanted = golden()[op.name][f"{i}/{j}"]
                assert str(out.dtype) == f"torch.{wanted.dtype}" and tuple(out.shape) == wanted.shape
                np.testing.assert_allclose(out.detach().numpy(), wanted, rtol=2e-5, atol=1e-6)
    expect(op, "value", check)


def test_an_op_without_rules_refuses_to_be_differentiated():
    matrix = torch.eye(2, requires_grad=True)
    factors, _ = torch.geqrf(matrix)
    with pytest.raises(RuntimeError, match="derivative for aten::geqrf is not implemented"):
        factors.sum().backward()
    with forward_ad.dual_level():
        with pytest.raises(NotImplementedError, match="geqrf"):
            torch.geqrf(forward_ad.make_dual(matrix.detach(), torch.ones(2, 2)))
