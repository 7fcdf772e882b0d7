"""Writes the two functions that put an op on the tape.

    node_for    makes the Node of one call: edges, and what the rules named as their parameters
    apply       the Node's method: loads what was saved and runs the rule of each input that needs a gradient
"""
from __future__ import annotations

from rushlight.autograd import saved
from rushlight.autograd.node import sequence
from rushlight.autograd.views import View, edge_of
from rushlight.backends import numpy as xp
from rushlight.backends.bfloat16 import BFloat16Array
from rushlight.backends.numpy.precision import wide
from rushlight.dispatch import namespace
from rushlight.dispatch.compiling import compile_source, indent, text_of
from rushlight.dispatch.op import NUMBER_TOO, OPTIONAL, SEVERAL, TENSOR
from rushlight.dispatch.wrapping import materialize, output_tensor


ANY_NUMBER = frozenset((int, float, complex, bool, type(None)))     # None: a `Tensor | Number` that was left out


# ---------------------------------------------------------------- node_for

def node_source(op):
    """The text of `node_for`: edges first, then what each rule that will run has named."""
    differentiable = [p for p in op.parameters if p.name in op.vjps]
    lines = [f"def node_for(out, {', '.join(p.name for p in op.parameters)}{', kept' if op.keeps else ''}):"]
    if op.refuses:
        first = "out[0]" if op.family.many_outputs else "out"
        lines += [f"    if not carries_gradients({first}._data):", "        return None"]
    elif any(p.name == "dtype" for p in op.options) and not op.family.many_outputs:
        lines += ["    if dtype is not None and not carries_gradients(out._data):", "        return None"]
    for p in differentiable:
        lines += indent(_edge_lines(p))
    absent = " and ".join(f"not any({p.name}_edges)" if p.kind == SEVERAL else f"{p.name}_edge is None"
                          for p in differentiable)
    edges = "".join(f"*{p.name}_edges, " if p.kind == SEVERAL else f"{p.name}_edge, " for p in differentiable)
    lines += [f"    if {absent}:", "        return None"]
    lines += [f"    node = new({op.node_name})"]
    lines += ["    node.seq = next(sequence)", f"    node.edges = ({edges})"]
    lines += _meta_lines(op) + _number_lines(op, differentiable)
    saves = [s for want in _wants(op) for s in _save(op, want)]
    lines += [f"    node.saved = ({''.join(f'{s}, ' for s in saves)})"]
    return text_of([*lines, "    return node"])


def _edge_lines(p):
    if p.kind == SEVERAL:
        return [f"{p.name}_edges = [edge_of(t) for t in {p.name}]"]
    absent = {OPTIONAL: f"{p.name} is None", NUMBER_TOO: f"type({p.name}) in ANY_NUMBER"}.get(p.kind)
    edge = f"{p.name}._edge" if absent is None else f"None if {absent} else {p.name}._edge"
    return [f"{p.name}_edge = {edge}",
            f"if type({p.name}_edge) is View:", f"    {p.name}_edge = {p.name}_edge.current()"]


def _number_lines(op, differentiable):
    """torch has overloads for numbers, whose nodes have no edge where the number stands; arithmetic makes tensors of them."""
    if op.wraps_numbers:
        return []
    return [line for at, p in enumerate(differentiable) if p.kind == NUMBER_TOO
            for line in (f"    if type({p.name}) in ANY_NUMBER:", f"        node.numbers += ({at},)")]


def _meta_lines(op):
    if not op.family.many_outputs or op.outputs_with_gradient() == 1:
        out = "out[0]" if op.family.many_outputs else "out"
        return [f"    node.shape = {out}._data.shape; node.dtype = {out}._data.dtype"]
    count = op.outputs_with_gradient()
    outs = "out" if count is None else f"out[:{count}]"
    return [f"    node.metas = [(o._data.shape, o._data.dtype) for o in {outs}]",
            "    node.outputs = len(node.metas); node.shape, node.dtype = node.metas[0]"]


def _wants(op):
    """What the rules of an op ask for, each once, in order."""
    return list(dict.fromkeys(w for rule in op.vjps.values() for w in rule.wants))


def _save(op, want):
    """The expressions that go into `node.saved` for one wanted name."""
    names = {p.name: p for p in op.parameters}
    if want in names and names[want].is_tensor:
        if names[want].kind == SEVERAL:
            return [f"tuple({want})", f"[version_to_save(t) for t in {want}]"]
        version = _version_expression(names[want])
        needed = _needed(op, want)
        return [want + needed, version + needed]
    if want in names:
        return [want]
    if want in op.keeps:
        return [f"kept[{op.keeps.index(want)}]"]
    if want == "out" and not op.family.many_outputs:
        return [f"SavedOutput(out, 0){_needed(op, want)}"]
    if want in (op.returns or ()):
        number = op.returns.index(want)
        return [f"SavedOutput(out[{number}], {number}){_needed(op, want)}"]
    owner, _, what = want.rpartition("_")
    if owner in names and what in ("shape", "shapes"):
        kind = names[owner].kind
        if kind == SEVERAL:
            return [f"[t._data.shape for t in {owner}]"]
        absent = {OPTIONAL: f"{owner} is None", NUMBER_TOO: f"type({owner}) in ANY_NUMBER"}.get(kind)
        return [f"{owner}._data.shape" if absent is None else f"() if {absent} else {owner}._data.shape"]
    raise TypeError(f"a rule of {op.name} asks for {want!r}, which is no parameter, shape or output of it")


def _needed(op, want):
    """The condition under which a rule that will run has named `want`; empty where any of them has."""
    kinds = {p.name: p.kind for p in op.parameters}
    users = [name for name, rule in op.vjps.items() if want in rule.wants]
    if len(users) == len(op.vjps) or any(kinds[name] == SEVERAL for name in users):
        return ""
    return f" if {' or '.join(f'{name}_edge is not None' for name in users)} else None"


def _version_expression(p):
    """The version to save with a tensor, spelled out where it has no Storage yet: a call would cost 0.1 us."""
    fresh = f"0 if {p.name}._storage is None else version_to_save({p.name})"
    absent = {OPTIONAL: f"{p.name} is None", NUMBER_TOO: f"type({p.name}) in ANY_NUMBER"}.get(p.kind)
    return f"({fresh})" if absent is None else f"(None if {absent} else {fresh})"


def make_node_for(op):
    """The function that makes the Node of a call; one per op."""
    if not hasattr(op, "_node_for"):
        scope = dict(op=op, carries_gradients=carries_gradients, new=object.__new__, sequence=sequence, View=View,
                     edge_of=edge_of, SavedOutput=saved.SavedOutput,
                     version_to_save=saved.version_to_save, ANY_NUMBER=ANY_NUMBER, __name__="rushlight.ops")
        scope.update({name: op.node_class(name) for name in op.node_names()})
        op._node_for = compile_source(op, "node_for", node_source(op), scope)["node_for"]
    return op._node_for


def carries_gradients(array):
    """Whether values of this type can be differentiated: not integers, which a `dtype=` may have asked for."""
    return array.dtype.kind in "fc" or type(array) is BFloat16Array


# ---------------------------------------------------------------- apply

def apply_source(op):
    """The text of `apply`: load, then one rule for each edge."""
    wants = _wants(op)
    lines = ["def apply(node, F, grad):"]
    if wants:
        slots = [s for w in wants for s in ([w, f"{w}_version"] if _is_saved_tensor(op, w) else [w])]
        lines += ["    if node.saved is None:", "        raise_freed()", f"    {', '.join(slots)}, = node.saved"]
    for w in wants:
        lines += indent(_load_lines(op, w))
    if op.family.many_outputs and op.outputs_with_gradient() != 1:
        lines += ["    grad = materialize(F, node, grad)"]
    conjugates = op.holomorphic and any(_is_tensor_like(op, w) for w in wants)
    if conjugates:
        several = op.family.many_outputs and op.outputs_with_gradient() != 1
        first = "grad[0]" if several else "grad"
        lines += [f"    conjugate = ({first} if F is not tensors else {first}._data).dtype.kind == 'c'",
                  "    if conjugate:", f"        grad = {'[F.conj(g) for g in grad]' if several else 'F.conj(grad)'}"]
    if op.wide_gradient:
        values = ", ".join(["grad", *[w for w in wants if _is_tensor_like(op, w)]])
        lines += ["    if F is not tensors and grad.dtype.itemsize == 2:", f"        {values}, = map(wide, ({values},))"]
    results, position = [], 0
    counted = [n for n in op.vjps if _kind(op, n) != SEVERAL]
    for p in (p for p in op.parameters if p.name in op.vjps):
        call = f"{p.name}_rule({', '.join(['F', 'grad', *op.vjps[p.name].wants])})"
        if p.kind == SEVERAL:
            results.append(f"*{call}")
        else:
            results.append(f"{call} if edges[{position}] is not None else None" if len(op.vjps) > 1 else call)
            position += 1
    if len(counted) and len(counted) != len(op.vjps):
        raise TypeError(f"{op.name}: gradients for a list of tensors and for single tensors do not mix")
    if len(op.vjps) > 1:
        lines += ["    edges = node.edges"]
    lines += [f"    results = ({', '.join(results)},)"]
    if conjugates:
        lines += ["    if conjugate:", "        results = [r if r is None else F.conj(r) for r in results]"]
    return text_of([*lines, "    return results"])


def _kind(op, name):
    return next((p.kind for p in op.parameters if p.name == name), None)


def saves_tensors(op):
    """Whether a node of this op keeps tensors, or only shapes and options."""
    return any(_is_tensor_like(op, want) for want in _wants(op))


def _is_saved_tensor(op, want):
    return _kind(op, want) in (TENSOR, OPTIONAL, NUMBER_TOO, SEVERAL)


def _is_tensor_like(op, want):
    return _is_saved_tensor(op, want) or want == "out" or want in (op.returns or ())


def _load_lines(op, want):
    if want == "out" or want in (op.returns or ()):
        load = f"{want} = output_array({want}, node) if F is not tensors else output_tensor({want}, node)"
        return [f"if {want} is not None:", f"    {load}"] if _needed(op, want) else [load]
    if not _is_saved_tensor(op, want):
        return []
    several = "s" if _kind(op, want) == SEVERAL else ""
    loads = [f"if {want}_version is not None:",         # it is for numbers, and for what no rule of this call needs
             f"    {want} = (array{several}_of if F is not tensors else tensor{several}_of)({want}, {want}_version)"]
    if op.family.promotes_inputs:
        loads += ["if node.cast is not None and F is not tensors:", f"    {want} = cast_saved({want}, node.cast)"]
    return loads


def make_apply(op):
    """The `apply` method of the op's Node classes."""
    if not hasattr(op, "_apply"):
        scope = {f"{name}_rule": rule.formula for name, rule in op.vjps.items()}
        scope.update(tensors=namespace.tensors, array_of=saved.array_of, tensor_of=saved.tensor_of, arrays_of=saved.arrays_of,
                     tensors_of=saved.tensors_of, output_array=saved.output_array, output_tensor=output_tensor,
                     raise_freed=saved.raise_freed, materialize=materialize, cast_saved=cast_saved, wide=wide,
                     __name__="rushlight.ops")
        op._apply = compile_source(op, "apply", apply_source(op), scope)["apply"]
    return op._apply


def cast_saved(value, dtype):
    return value if type(value) in ANY_NUMBER or value is None or value.dtype is dtype else xp.cast_to(value, dtype)


# ---------------------------------------------------------------- looking into a node

_TORCH_WORDS = {"self": "input", "result": "out", "self_sym_sizes": "input_shape"}


def saved_attribute(node, name):
    """What a node saved under torch's name for it. AttributeError if it keeps no such thing, RuntimeError once freed."""
    op = node.op
    want, at = _place_of(node, name, "_saved_")
    if node.saved is None:
        saved.raise_freed()
    value = node.saved[at]
    if value is None:
        return None
    if want == "out" or want in (op.returns or ()):
        return output_tensor(value, node)
    if _kind(op, want) == SEVERAL:
        return tuple(saved.tensors_of(value, node.saved[at + 1]))
    return saved.tensor_of(value, node.saved[at + 1]) if _is_saved_tensor(op, want) else value


def raw_saved_attribute(node, name):
    """The SavedTensor (a tuple of them for a list) that stands for a tensor that a node saved."""
    from rushlight.autograd.saved_tensor import SavedTensor
    want, at = _place_of(node, name, "_raw_saved_")
    if not _is_tensor_like(node.op, want):
        raise AttributeError(f"'{node.name()}' object has no attribute '_raw_saved_{name}'")
    if _kind(node.op, want) != SEVERAL:
        return SavedTensor.of(node, (at,))
    if node.saved is None:
        saved.raise_freed()
    return tuple([SavedTensor.of(node, (at, number)) for number in range(len(node.saved[at]))])


def _place_of(node, name, prefix):
    """The name that rules use for what torch calls `name`, and its place in `node.saved`. AttributeError if it is not there."""
    want, wants = _TORCH_WORDS.get(name, name), _wants(node.op)
    if want not in wants:
        raise AttributeError(f"'{node.name()}' object has no attribute '{prefix}{name}'")
    return want, sum(2 if _is_saved_tensor(node.op, w) else 1 for w in wants[:wants.index(want)])
