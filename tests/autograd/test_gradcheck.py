"""gradcheck and gradgradcheck: right rules pass, each kind of wrong one is refused in torch's words."""
import importlib
import warnings

import pytest
import rushlight as torch
from rushlight.autograd import Function, gradcheck, gradgradcheck
from rushlight.autograd.gradcheck import GradcheckError, get_analytical_jacobian, get_numerical_jacobian

pytestmark = pytest.mark.usefixtures("seeded")         # gradients under vmap are checked in random directions
modes = pytest.mark.parametrize("fast_mode", [False, True])


def leaf(*values, dtype=torch.float64):
    return torch.tensor(values, dtype=dtype, requires_grad=True)


def with_rules(backward=lambda g: g * 2, jvp=lambda t: t * 2, materialize=True):
    """A function that doubles, with the rules given."""
    class Double(Function):
        @staticmethod
        def forward(ctx, x):
            ctx.set_materialize_grads(materialize)
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return backward(g)

        @staticmethod
        def jvp(ctx, t):
            return jvp(t)

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.set_materialize_grads(materialize)
    Double.forward = staticmethod(lambda x: x * 2)
    return Double.apply


# ---------------------------------------------------------------- right rules

@modes
def test_everything_at_once(fast_mode):
    x, z = leaf(0.3, -1.2), leaf(1 + 2j, 0.5 - 1j, dtype=torch.complex128)
    assert gradcheck(lambda a, b, n: (a.sin() * b, (b * b.conj()).real * n), (x, z, 3), fast_mode=fast_mode,
                     check_forward_ad=True, check_batched_grad=True, check_batched_forward_grad=True, check_grad_dtypes=True)


@modes
def test_second_derivatives(fast_mode):
    x, w = leaf(0.3, -1.2), leaf(2.0, 0.7)
    assert gradgradcheck(lambda a, b: (a ** 3 * b, a.exp(), a > 0), (x, w), fast_mode=fast_mode, check_batched_grad=True,
                         check_fwd_over_rev=True, gen_non_contig_grad_outputs=True)
    assert gradgradcheck(lambda a: a.abs(), leaf(1 + 2j, dtype=torch.complex128), fast_mode=fast_mode)
    assert gradgradcheck(lambda a: a * a, leaf(1.0, 2.0), torch.ones(2, dtype=torch.float64), fast_mode=fast_mode)
    assert gradgradcheck(lambda a: a * a, leaf(1.0), check_fwd_over_rev=True, check_rev_over_rev=False,
                         check_undefined_grad=False, fast_mode=fast_mode)


@modes
def test_inputs_are_left_as_they_were(fast_mode):
    x = leaf(1.0, 2.0)
    gradcheck(lambda a: a * a, x, fast_mode=fast_mode)
    assert x.tolist() == [1.0, 2.0] and x._version == 0 and x.grad is None


@modes
def test_empty_and_aliased(fast_mode):
    assert gradcheck(lambda x: x * 2, torch.ones(0, 2, dtype=torch.float64, requires_grad=True), fast_mode=fast_mode)
    assert gradcheck(lambda x: x, leaf(1.0, 2.0), fast_mode=fast_mode)
    assert gradcheck(lambda x: (), leaf(1.0), fast_mode=fast_mode)


def test_fast_mode_leaves_the_random_state_alone():
    before = torch.get_rng_state()
    gradcheck(lambda x: x * x, leaf(1.0, 2.0), fast_mode=True, check_forward_ad=True)
    assert torch.equal(before, torch.get_rng_state())


def test_overlapping_inputs_are_perturbed_element_by_element():
    x = torch.arange(1.0, 5.0, dtype=torch.float64).as_strided((2, 2), (1, 1)).requires_grad_()
    with pytest.raises(GradcheckError, match=r"numerical:tensor\(\[\[2.0000, 0.0000, 0.0000, 0.0000\],\n"
                                             r"        \[0.0000, 4.0000, 4.0000, 0.0000\]"):
        gradcheck(lambda t: t * t, x)


# ---------------------------------------------------------------- wrong rules

MISMATCH = "Jacobian mismatch for output 0 with respect to input 0,\nnumerical:"


@modes
def test_wrong_backward(fast_mode):
    wrong = with_rules(backward=lambda g: g * 3)
    with pytest.raises(GradcheckError, match=f"^{MISMATCH}"):
        gradcheck(wrong, leaf(1.0, 2.0), fast_mode=fast_mode)
    assert not gradcheck(wrong, leaf(1.0, 2.0), fast_mode=fast_mode, raise_exception=False)


def test_the_message_of_the_slow_check():
    with pytest.raises(GradcheckError) as caught:
        gradcheck(with_rules(backward=lambda g: g * 3), leaf(1.0, 2.0))
    assert str(caught.value) == (
        MISMATCH + "tensor([[2.0000, 0.0000],\n        [0.0000, 2.0000]], dtype=torch.float64)\n"
        "analytical:tensor([[3., 0.],\n        [0., 3.]], dtype=torch.float64)\n")


def test_the_message_of_the_fast_check():
    """The numbers are torch's: both look along the same directions."""
    with pytest.raises(GradcheckError) as caught:
        gradcheck(with_rules(backward=lambda g: g * 3), leaf(1.0, 2.0), fast_mode=True)
    text = str(caught.value)
    numerical, analytical = (float(line.split(":")[1]) for line in text.splitlines()[1:3])
    assert numerical == pytest.approx(1.8447186263627853) and analytical == pytest.approx(2.7670779394229683)
    assert "Numerical:\n tensor([[2.0000, 0.0000],\n" in text and "The max per-element difference (slow mode) is: 1.0000" in text


def test_fast_check_fails_where_the_slow_one_sees_nothing():
    def backward(g):
        return g * (2 if (g != 0).sum() <= 1 else 3)
    assert gradcheck(with_rules(backward), leaf(1.0, 2.0))
    with pytest.raises(GradcheckError, match="element-wise differences are small"):
        gradcheck(with_rules(backward), leaf(1.0, 2.0), fast_mode=True)


@pytest.mark.parametrize("part", ["real", "imaginary"])
def test_wrong_for_one_part_of_a_complex_output(part):
    def backward(g):
        return torch.complex(g.real * 3, g.imag * 2) if part == "real" else torch.complex(g.real * 2, g.imag * 3)
    for fast_mode in (False, True):
        with pytest.raises(GradcheckError, match=f"^While considering the {part} part of complex outputs only, {MISMATCH}"):
            gradcheck(with_rules(backward), leaf(1 + 1j, 2 - 1j, dtype=torch.complex128), fast_mode=fast_mode)


@modes
def test_wrong_jvp(fast_mode):
    wrong = with_rules(jvp=lambda t: t * 3)
    assert gradcheck(wrong, leaf(1.0, 2.0), fast_mode=fast_mode)
    text = "Jacobian computed with forward mode mismatch for output 0 with respect to input 0,\nnumerical:"
    with pytest.raises(GradcheckError, match=f"^{text}"):
        gradcheck(wrong, leaf(1.0, 2.0), fast_mode=fast_mode, check_forward_ad=True)
    with pytest.raises(GradcheckError, match=f"^While considering the imaginary part of complex inputs only, {text}"):
        gradcheck(wrong, leaf(1 + 1j, dtype=torch.complex128), fast_mode=fast_mode, check_forward_ad=True,
                  check_backward_ad=False)


@modes
def test_wrong_jvp_of_a_real_input_beside_a_complex_one(fast_mode):
    wrong = with_rules(jvp=lambda t: t * 3)
    inputs = leaf(1 + 1j, 2.0, dtype=torch.complex128), leaf(1.0, 2.0)
    with pytest.raises(GradcheckError, match="^Jacobian computed with forward mode mismatch for output 0 with respect to"):
        gradcheck(lambda z, x: z * wrong(x), inputs, fast_mode=fast_mode, check_forward_ad=True, check_backward_ad=False)


@modes
def test_second_derivative_missing(fast_mode):
    class Square(Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, g):
            return g * 2 * ctx.saved_tensors[0].detach()
    assert gradcheck(Square.apply, leaf(1.0, 2.0), fast_mode=fast_mode)
    with pytest.raises(GradcheckError, match=f"^{MISMATCH}"):
        gradgradcheck(Square.apply, leaf(1.0, 2.0), fast_mode=fast_mode)


@modes
def test_gradient_that_changes_from_call_to_call(fast_mode):
    calls = []

    def backward(g):
        calls.append(g)
        return g * (2 + len(calls) * 1e-9)
    with pytest.raises(GradcheckError, match="^Backward is not reentrant, .*The tolerance for nondeterminism was 0.0."):
        gradcheck(with_rules(backward), leaf(1.0, 2.0), fast_mode=fast_mode)
    assert gradcheck(with_rules(backward), leaf(1.0, 2.0), fast_mode=fast_mode, nondet_tol=1e-6)


@modes
def test_backward_that_is_not_linear(fast_mode):
    def shifted(x):
        y = x.clone()
        y.register_hook(lambda g: g + 1e-2)
        return y
    with pytest.raises(GradcheckError, match="^backward not multiplied by grad_output$"):
        gradcheck(shifted, leaf(1.0), atol=1e-1, fast_mode=fast_mode)


@modes
def test_backward_without_a_gradient(fast_mode):
    def fails(g):
        if g is None:
            raise RuntimeError("needs a gradient")
        return g * 2

    def invents(g):
        return torch.ones(2, dtype=torch.float64) if g is None else g * 2
    for backward, text in ((fails, "Expected backward function to handle undefined output grads."),
                           (invents, "Expected all input grads to be undefined or zero when all output grads are undefined")):
        function = with_rules(backward, materialize=False)
        with pytest.warns(UserWarning, match="New undefined gradient support checking feature"), \
                pytest.raises(GradcheckError, match=f"^{text}"):
            gradcheck(function, leaf(1.0, 2.0), fast_mode=fast_mode)
        assert gradcheck(function, leaf(1.0, 2.0), fast_mode=fast_mode, check_undefined_grad=False)


@modes
def test_jvp_without_a_tangent(fast_mode):
    class Sum(Function):
        @staticmethod
        def forward(ctx, x, y):
            ctx.set_materialize_grads(False)
            return x + y

        @staticmethod
        def backward(ctx, g):
            return g, g

        @staticmethod
        def jvp(ctx, x, y):
            return y * 1 if x is None else x + 1 if y is None else x + y
    inputs = leaf(1.0, 2.0), leaf(3.0, 4.0)
    with pytest.raises(GradcheckError, match="^Mismatch in tangent values for output with index: 0 when input: "):
        gradcheck(Sum.apply, inputs, fast_mode=fast_mode, check_forward_ad=True)
    assert gradcheck(Sum.apply, inputs, fast_mode=fast_mode, check_forward_ad=True, check_undefined_grad=False)


@modes
def test_gradients_that_differ_or_fail_under_vmap(fast_mode):
    calls = []

    def third_is_wrong(g):
        calls.append(g)
        return g * (3 if len(calls) == (3 if fast_mode else 5) else 2)
    with pytest.raises(GradcheckError, match="^For output 0 and input 0:\n\ngradcheck or gradgradcheck failed while testing "
                                             "batched gradient computation"):
        gradcheck(with_rules(third_is_wrong), leaf(1.0, 2.0), fast_mode=fast_mode, check_batched_grad=True,
                  check_undefined_grad=False)
    with pytest.raises(GradcheckError, match="^While computing batched gradients, got: .*\n\ngradcheck or gradgradcheck failed"):
        gradcheck(with_rules(lambda g: g * 2 + 0 * g.sum().item()), leaf(1.0, 2.0), fast_mode=fast_mode, check_batched_grad=True)


def test_tangents_that_fail_under_vmap():
    def draws(t):
        torch.randn_like(t)
        return t * 2
    with pytest.raises(GradcheckError, match="vmap: We do not yet support calling random operations inside of vmap.*\n\n"
                                             "gradcheck failed while testing batched gradient computation with forward-mode AD"):
        gradcheck(with_rules(jvp=draws), leaf(1.0, 2.0), check_forward_ad=True, check_batched_forward_grad=True)


@modes
def test_outputs_without_gradients_must_not_depend_on_the_inputs(fast_mode):
    with pytest.raises(GradcheckError, match="^Numerical gradient for function expected to be zero$"):
        gradcheck(lambda x: x.detach() * 2, leaf(1.0), fast_mode=fast_mode)
    assert gradcheck(lambda x: torch.ones(2), leaf(1.0), fast_mode=fast_mode)
    assert gradcheck(lambda x: (x, x.detach()), leaf(1.0), fast_mode=fast_mode)


@modes
def test_outputs_must_keep_their_shape_and_dtype(fast_mode):
    where = "" if fast_mode else r"on index \(0,\) "
    with pytest.raises(AssertionError, match=f"with the same shape when inputs are perturbed {where}by 1e-06, but got: shapes "
                                             r"torch.Size\(\[1\]\) and torch.Size\(\[2\]\)"):
        gradcheck(lambda x: torch.cat([x, x]) if x >= 1 else x, leaf(1.0), fast_mode=fast_mode)
    with pytest.raises(AssertionError, match="with the same dtype .* but got: dtypes torch.float64 and torch.float32"):
        gradcheck(lambda x: x.float() if x >= 1 else x, leaf(1.0), fast_mode=fast_mode)


# ---------------------------------------------------------------- arguments

def test_options_that_contradict_each_other():
    x = leaf(1.0)
    for options, text in (
            (dict(check_backward_ad=False), "Expected at least one of check_forward_ad or check_backward_ad to be True"),
            (dict(check_forward_ad=True, check_backward_ad=False, check_batched_grad=True),
             "Setting check_batched_grad=True requires check_backward_ad to be True"),
            (dict(check_batched_forward_grad=True),
             "Setting check_batched_forward_grad=True requires check_forward_ad to be True")):
        with pytest.raises(AssertionError, match=text):
            gradcheck(lambda t: t, x, **options)
    for options, text in (
            (dict(check_rev_over_rev=False), "Expected at least one of check_fwd_over_rev or check_rev_over_rev to be True"),
            (dict(check_rev_over_rev=False, check_fwd_over_rev=True),
             "Setting check_undefined_grad=True requires check_rev_over_rev to be True")):
        with pytest.raises(AssertionError, match=text):
            gradgradcheck(lambda t: t, x, **options)


def test_inputs_that_cannot_be_checked():
    with pytest.raises(ValueError, match="expects at least one input tensor to require gradient"):
        gradcheck(lambda x: x, torch.ones(2))
    with pytest.raises(RuntimeError, match="The 1th input has a dimension with stride 0"):
        gradcheck(lambda x, y: x * y, (leaf(1.0, 2.0), leaf(1.0).expand(2)))
    with pytest.warns(UserWarning, match="Input #1 requires gradient and is not a double precision"):
        assert gradcheck(lambda n, x: x, (3, leaf(1.0, dtype=torch.float32)), atol=1e-1)


def test_other_errors_pass_through():
    def fails(x):
        raise ZeroDivisionError
    with pytest.raises(ZeroDivisionError):
        gradcheck(fails, leaf(1.0), raise_exception=False)


def test_gradcheck_is_the_function_whatever_was_imported():
    module = importlib.import_module("rushlight.autograd.gradcheck")
    assert torch.autograd.gradcheck is gradcheck is module.gradcheck


def test_functions_of_old():
    a, b = leaf(1.0, 2.0), leaf(3.0, 4.0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        numerical = get_numerical_jacobian(lambda x: (2 * x[0] + x[1], x[0]), (a, b), eps=1e-6)
        assert torch.allclose(numerical[0], 2 * torch.eye(2, dtype=torch.float64)) and len(numerical) == 2
        (analytical,), alike, *_ = get_analytical_jacobian((a,), a * a)
        assert analytical.tolist() == [[2.0, 0.0], [0.0, 4.0]] and alike
        with pytest.raises(ValueError, match="Expected grad_out to be 1.0"):
            get_analytical_jacobian((a,), a * a, grad_out=2.0)
    with pytest.warns(FutureWarning, match="`get_numerical_jacobian` was part of PyTorch's private API"):
        get_numerical_jacobian(lambda x: x[0], (a,))
