"""`jacobian` and `hessian`: all first, or all second derivatives."""
from __future__ import annotations

from rushlight.autograd.entry import grad
from rushlight.autograd.forward_ad import dual_level, make_dual, unpack_dual
from rushlight.autograd.functional.call import Call, as_tuple, gradients
from rushlight.autograd.functional.strictness import HESSIAN, require_grad
from rushlight.autograd.grad_mode import enable_grad, set_grad_enabled
from rushlight.dispatch.namespace import tensors as F
from rushlight.func.jacobians import standard_basis
from rushlight.func.plain import plain_vmap

_STRATEGIES = "forward-mode", "reverse-mode"
_INDEPENDENT = "Output {} of the user-provided function is independent of input {}. This is not allowed in strict mode."
_LINEAR = ("The jacobian of the user-provided function is independent of input {}. This is not allowed in strict mode when "
           "create_graph=True.")


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    """Returns the derivative of each output by each input, of shape (*output, *input): a tensor, or tuples of them.

    `vectorize` computes all rows at once, by vmap; only then `strategy` may be "forward-mode": columns, in place of rows.
    """
    if strategy not in _STRATEGIES:
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode". Hint: If your function has more '
                             'outputs than inputs, "forward-mode" tends to be more performant. Otherwise, prefer to use '
                             '"reverse-mode".')
    if strategy == "forward-mode":
        _check_forward_mode(create_graph, strict, vectorize)
        return _by_columns(func, inputs)
    call = Call("jacobian", func, inputs, create_graph, strict)
    if strict and vectorize:
        raise RuntimeError("torch.autograd.functional.jacobian: `strict=True` and `vectorized=True` are not supported together. "
                           "Please either set `strict=False` or `vectorize=False`.")
    with set_grad_enabled(create_graph):
        rows = _all_rows(call) if vectorize else [_rows_of(call, i) for i in range(len(call.outputs))]
        return _arranged(rows, [o.shape for o in call.outputs], call.inputs, call.gives_tuple, call.takes_tuple)


def _check_forward_mode(create_graph, strict, vectorize):
    text = ("torch.autograd.functional.jacobian: `{0}=True` and `strategy=\"forward-mode\"` are not supported together (yet). "
            "Please either set `{0}=False` or `strategy=\"reverse-mode\"`.")
    if create_graph:
        raise NotImplementedError(text.format("create_graph"))
    if strict:
        raise RuntimeError(text.format("strict"))
    if not vectorize:
        raise NotImplementedError("Computing Jacobian using forward-AD or forward-over-reverse Hessian isonly implemented for "
                                  "`vectorize=True`.")


def _rows_of(call, i):
    """For each input the gradients of the elements of an output, stacked."""
    output = call.outputs[i]
    if not output.numel():
        return [F.new_zeros(x.detach(), (0, *x.shape)) for x in call.inputs]
    with enable_grad():
        elements = F.unbind(F.reshape(output, (-1,)))
    return list(map(F.stack, zip(*[_row(call, i, element) for element in elements])))


def _row(call, i, element):
    grads = (None,) * len(call.inputs)
    if element.requires_grad:
        grads = grad(element, call.inputs, retain_graph=True, create_graph=call.create_graph, allow_unused=True)
    if call.strict:
        _check_strictly(call, i, grads)
    return [F.zeros_like(x.detach()) if g is None else g for g, x in zip(grads, call.inputs)]


def _check_strictly(call, i, grads):
    for j, found in enumerate(grads):
        if found is None:
            raise RuntimeError(_INDEPENDENT.format(i, j))
        if call.create_graph and not found.requires_grad:
            raise RuntimeError(_LINEAR.format(j))


def _all_rows(call):
    """As _rows_of, for all outputs by one backward over a batch."""
    basis = standard_basis([o.detach() for o in call.outputs])
    pairs = [(o, b) for o, b in zip(call.outputs, basis) if o.requires_grad]
    grads = (None,) * len(call.inputs)
    if pairs:
        outputs, weights = zip(*pairs)
        grads = grad(outputs, call.inputs, weights, create_graph=call.create_graph, allow_unused=True, is_grads_batched=True)
    total = basis[0].shape[0]
    grads = [F.new_zeros(x.detach(), (total, *x.shape)) if g is None else g for g, x in zip(grads, call.inputs)]
    by_input = [F.split(g, [o.numel() for o in call.outputs], 0) for g in grads]
    return list(zip(*by_input))


def _arranged(blocks, shapes, inputs, gives_tuple, takes_tuple):
    """The block of each output and input as (*output, *input), in tuples where the user has tuples."""
    found = []
    for shape, row in zip(shapes, blocks):
        row = tuple([F.reshape(block, (*shape, *x.shape)) for block, x in zip(row, inputs)])
        found.append(row if takes_tuple else row[0])
    return tuple(found) if gives_tuple else found[0]


def _by_columns(func, inputs):
    """The Jacobian by forward mode over a batch of unit tangents."""
    inputs, takes_tuple = as_tuple(inputs, "inputs", "jacobian")
    structure = []

    def push(*tangents):
        with dual_level():
            outputs = func(*[make_dual(x.detach(), t) for x, t in zip(inputs, tangents)])
            outputs, gives_tuple = as_tuple(outputs, "outputs of the user-provided function", "jacobian")
            structure[:] = [gives_tuple]
            return tuple([F.zeros_like(o.detach()) if t is None else t.detach() for o, t in map(unpack_dual, outputs)])
    columns = [F.movedim(c, 0, -1) for c in plain_vmap(push)(*standard_basis([x.detach() for x in inputs]))]
    blocks = [F.split(c, [x.numel() for x in inputs], -1) for c in columns]
    return _arranged(blocks, [c.shape[:-1] for c in columns], inputs, *structure, takes_tuple)


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    """Returns the second derivatives of a function that gives one number, by each pair of inputs: shape (*input, *other input).

    The options are those of jacobian; the strategy is how the gradient is differentiated.
    """
    if outer_jacobian_strategy not in _STRATEGIES:
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode".')
    takes_tuple = as_tuple(inputs, "inputs", "hessian")[1]

    def gradient(*values):
        values = values if create_graph or outer_jacobian_strategy == "reverse-mode" else [v.requires_grad_() for v in values]
        call = Call("hessian", func, tuple(values), True, strict)
        call.require_scalar()
        first = gradients(call.outputs, call.inputs, (None,), True)
        first = tuple([F.zeros_like(x.detach()) if g is None else g for g, x in zip(first, call.inputs)])
        if strict:
            require_grad(first, HESSIAN)
        return first
    found = jacobian(gradient, inputs, create_graph, strict, vectorize, outer_jacobian_strategy)
    return found if takes_tuple else found[0]
