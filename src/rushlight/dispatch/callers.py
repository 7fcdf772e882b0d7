"""Writes the Python of an op's caller, the way dataclasses write `__init__`.

A call must cost under 0.6 us of Python to beat torch on small tensors. That rules out `*args`, bound signatures and objects
made per call (0.7 to 4.4 us each, measured), so every op gets a function with its own parameters and nothing else in it.
Written when the op is first called: compiling all of them at import would cost 0.1 ms apiece.

`python -m rushlight.dispatch mul` prints what is written for an op. Three functions belong to an op:

    caller      the public function: unwrap, run the kernel, wrap, record
    node_for    makes the Node of one call: edges, and what the rules named as their parameters
    apply       the Node's method: loads what was saved and runs the rule of each input that needs a gradient
"""
from __future__ import annotations

import linecache

from rushlight.autograd import saved
from rushlight.autograd.grad_mode import mode
from rushlight.autograd.node import Output, sequence
from rushlight.autograd.views import View, edge_of, IN_INFERENCE, IN_NO_GRAD
from rushlight.backends import numpy as xp, threads
from rushlight.backends.bfloat16 import BFloat16Array
from rushlight.backends.quiet import quiet
from rushlight.dispatch import levels, namespace, writing
from rushlight.dispatch.arguments import as_size, given_size
from rushlight.dispatch.op import NUMBER_TOO, OPTIONAL, SEVERAL, TENSOR, VARIADIC, Parameter
from rushlight.dispatch.promotion import KEEP, WEAK_NUMBER_DTYPES
from rushlight.dtypes import dtype
from rushlight.storage import storage_of

NUMBERS = frozenset((int, float))
ANY_NUMBER = frozenset((int, float, complex, bool, type(None)))     # None: a `Tensor | Number` that was left out


# ---------------------------------------------------------------- the caller

def caller_source(op, slow="slow", name=None, out=None):
    """The text of the public function, or of a variant of it that goes elsewhere when a call is not plain."""
    out = op.out if out is None else out
    lines = [f"def {name or op.name}({_signature(op, out)}):", *_alias_lines(op)]
    lines += _size_lines(op)
    if op.composite:
        lines += [f"    if {_plain_check(op, out)}:", f"        return forward(F, {_passed(op)})"] if op.tensors else \
            [f"    return forward(F, {_passed(op)})"]
        return _text([*lines, f"    return {slow}(op, {_as_tuple(op)}, {'out' if out else None})"] if op.tensors else lines)
    if op.family.factory:
        return _text([*lines, *_factory_lines(op, out), f"    return factory(op, {_as_tuple(op)}, {'out' if out else None})"])
    body = _elementwise_body(op) if op.family.promotes_inputs else _general_body(op)
    lines += [f"    if {_plain_check(op, out)}:", *_indent(_indent(body))]
    return _text([*lines, f"    return {slow}(op, {_as_tuple(op)}, {'out' if out else None})"])


def _size_lines(op):
    return [f"    {p.name} = as_size({p.name})" if p.keyword_only else f"    {p.name} = given_size({p.name}s, {p.name})"
            for p in op.parameters if p.kind == VARIADIC]


def _factory_lines(op, out):
    """Straight to the kernel where no option asks for more than an element type."""
    checks = [check for check in [_plain_check(op, out), "not levels.slow_path"] if check]
    checks += [f"({p.name} is None or type({p.name}) is DType)" if p.name == "dtype" else f"{p.name} is {p.default!r}"
               for p in op.options if p.name in ("dtype", *levels.LEAF_OPTIONS)]
    values = ", ".join(f"{p.name}._data" if p.is_tensor else _keyword(p) for p in op.parameters)
    return [f"    if {' and '.join(checks)}:", "        out = new(Tensor)", f"        out._data = quiet.run(kernel, {values})",
            "        out._edge = out._storage = None", "        return out"]


def inplace_source(op, name, slow="inplace"):
    """The text of `op_`: a write that nobody records goes straight into the memory, any other through `inplace`."""
    lines = [f"def {name}({_signature(op, False)}):", *_alias_lines(op)]
    lines += _size_lines(op)
    if op.kernel_name is not None and op.family.name in ("unary", "binary"):
        unpack, conditions, edges, values = _unpack_operands(op)
        conditions += [f"(not ({' or '.join(edges)}) or not grad_mode.enabled)", "not input._inference", "x0.flags.c_contiguous"]
        conditions += [f"(type(x{i}) in NUMBERS or x{i}.shape == x0.shape or not x{i}.ndim)" for i in range(1, len(op.tensors))]
        lines += [f"    if {_plain_check(op, False)}:", *_indent(_indent(unpack)), f"        if {' and '.join(conditions)}:",
                  f"            quiet.run(kernel, {values}, x0)", *_count_write]
    elif op.family.writes:
        lines += [f"    if {_plain_check(op, False)} and not input._inference:",
                  "        x0 = input._data",
                  f"        if 0 not in x0.strides and (not grad_mode.enabled or {_untracked(op)}):",
                  f"            quiet.run(write, {', '.join(['xp', 'x0', *_values(op)[1:]])})", *_count_write]
    return _text([*lines, f"    return {slow}(op, {_as_tuple(op)})"])


_count_write = ["            storage = input._storage",
                "            if storage is None:",
                "                storage = storage_of(input)",
                "            storage.version += 1",
                "            return input"]


def _untracked(op):
    checks = [f"untracked({p.name})" if p.kind == TENSOR else f"(type({p.name}) in ANY_NUMBER or untracked({p.name}))"
              for p in op.parameters if p.name in op.vjps or p.name == op.tensors[0]]
    return " and ".join(checks)


def _elementwise_body(op):
    unpack, conditions, edges, values = _unpack_operands(op)
    run = ["if x0.size < BIG:",
           f"    result = quiet.run(kernel, {values})",
           "else:",
           f"    result = quiet.run(threads.elementwise, kernel, {values})"]
    if len(op.tensors) > 1:                             # shapes that do not fit, a number too big for the type
        run = ["try:", *_indent(run), "except (ValueError, OverflowError):", f"    return slow(op, {_as_tuple(op)}, None)"]
    run += _finish(op, " or ".join(edges))
    return unpack + ([f"if {' and '.join(conditions)}:", *_indent(run)] if conditions else run)


def _unpack_operands(op):
    """Lines that take the operands' arrays, the conditions under which the kernel takes them as they are, the expressions
    that say whether one is tracked, and the kernel's arguments."""
    first, *rest = [p for p in op.parameters if p.is_tensor]
    lines = [f"x0 = {first.name}._data", "dtype = x0.dtype"]
    conditions, edges = [], [f"{first.name}._edge is not None"]
    if op.promotes is not None and op.promotes.kinds is not None:
        conditions.append(f"dtype.kind in {op.promotes.kinds!r}")
    for i, p in enumerate(rest, 1):
        if p.kind == NUMBER_TOO:
            lines += [f"if type({p.name}) in plain:",
                      f"    x{i} = {p.name}._data; edge{i} = {p.name}._edge; fits{i} = x{i}.dtype is dtype",
                      "else:",
                      f"    x{i} = {p.name}; edge{i} = None; fits{i} = type({p.name}) in NUMBERS and (",
                      f"        dtype in weak_dtypes or type({p.name}) is int and dtype is int64)"]
            if p.default is None:
                lines[-1] += f" or {p.name} is None"
            edges.append(f"edge{i} is not None")
        else:
            lines += [f"x{i} = {p.name}._data", f"fits{i} = x{i}.dtype is dtype"]
            edges.append(f"{p.name}._edge is not None")
        conditions.append(f"fits{i}")
    arrays = [f"x{i}" for i in range(len(rest) + 1)]
    if op.kernel_name is None:
        arrays += [_keyword(p) for p in op.options]
    else:
        conditions += [f"{p.name} == {p.default!r}" for p in op.options]
    return lines, conditions, edges, ", ".join(arrays)


def _general_body(op):
    lines, edges = [], []
    for p in op.parameters:
        if p.name in op.vjps:
            edges.append({OPTIONAL: f"{p.name} is not None and {p.name}._edge is not None",
                          SEVERAL: f"any_edge({p.name})",
                          NUMBER_TOO: f"type({p.name}) in plain and {p.name}._edge is not None"
                          }.get(p.kind, f"{p.name}._edge is not None"))
    if op.promotes is not None and op.promotes.kinds is not None:
        first = next(p.name for p in op.parameters if p.is_tensor)
        lines = [f"if {first}._data.dtype.kind not in {op.promotes.kinds!r}:",
                 f"    return slow(op, {_as_tuple(op)}, None)"]
    values = ", ".join(_values(op))
    call = f"kernel({values})" if op.view else f"quiet.run(kernel, {values})"
    return [*lines, f"result = {call}", *_finish(op, " or ".join(edges))]


def _values(op):
    """The expressions for the kernel's arguments."""
    takes = {OPTIONAL: "None if {0} is None else {0}._data", SEVERAL: "[t._data for t in {0}]", TENSOR: "{0}._data",
             NUMBER_TOO: "{0}._data if type({0}) in plain else {0}"}
    return [f"{p.name}={takes[p.kind].format(p.name)}" if p.is_tensor and p.keyword_only else
            takes[p.kind].format(p.name) if p.is_tensor else _keyword(p) for p in op.parameters]


def _finish(op, edges):
    """Wrap the result and record the call."""
    record = [f"if ({edges}) and grad_mode.enabled:"] if edges and op.vjps else None
    if op.family.many_outputs:
        wrap = [f"outs = wrap_views(op, {op.tensors[0]}, result, {_view_options(op)})" if op.view
                else "outs = tuple([wrap(r) for r in result])"]
        if record:
            wrap += [record[0].replace("if ", "if outs and ", 1), f"    attach_all(op, node_for(outs, {_names(op)}), outs)"]
        return [*wrap, "return returned(outs)" if op.returns else "return outs"]
    lines = [] if op.view else ["if type(result) is not ndarray:", "    result = as_array(result)"]
    lines += ["out = new(Tensor)", "out._data = result"]
    if op.view:
        lines += [f"become_view(out, {op.tensors[0]}, op, {_view_options(op)})"]
        attach = f"out._edge.edge = node_for(out, {_names(op)})"
    else:
        lines += ["out._edge = out._storage = None"]
        attach = f"out._edge = node_for(out, {_names(op)})"
    return lines + ([*record, f"    {attach}"] if record else []) + ["return out"]


def _plain_check(op, out):
    checks = ["out is None"] if out else []
    for p in op.parameters:
        if p.kind == TENSOR or (p.kind == NUMBER_TOO and p.name == op.tensors[0]):
            checks.append(f"type({p.name}) in plain")
        elif p.kind == OPTIONAL:
            checks.append(f"({p.name} is None or type({p.name}) in plain)")
        elif p.kind == NUMBER_TOO and not op.family.promotes_inputs:
            checks.append(f"(type({p.name}) in plain or type({p.name}) in ANY_NUMBER)")
        elif p.kind == SEVERAL:
            checks.append(f"all_plain({p.name})")
    return " and ".join(checks) or "not levels.slow_path"


def _signature(op, out):
    """The parameters as written in the source; defaults are taken from names like `_dim`. Of a size that is given one by one,
    `*sizes` takes the ints, and `size=` what is given by keyword."""
    positional, keyword = [], []
    for p in op.parameters:
        if p.kind == VARIADIC and not p.keyword_only:
            positional.append(f"*{p.name}s")
            keyword.append(f"{p.name}=None")
        else:
            required = p.default is Parameter.REQUIRED and p not in [of for _, of in _aliased(op)]
            (keyword if p.keyword_only else positional).append(p.name if required else f"{p.name}=_{p.name}")
    keyword += [f"{alias}=None" for alias, _ in _aliased(op)] + (["out=None"] if out else [])
    starred = any(part.startswith("*") for part in positional)
    return ", ".join([*positional, *(["*"] if keyword and not starred else []), *keyword])


NUMPY_NAMES = {"dim": "axis", "keepdim": "keepdims"}        # torch takes these keywords too


def _aliased(op):
    """The NumPy keywords of an op, with the parameter each stands for."""
    needed = [p.name for p in op.parameters if p.default is Parameter.REQUIRED and not p.keyword_only]
    return [(NUMPY_NAMES[p.name], p) for p in op.parameters if p.name in NUMPY_NAMES and p.kind != VARIADIC
            and (p.name not in needed or p.name == needed[-1])]


def _alias_lines(op):
    lines = []
    for alias, p in _aliased(op):
        lines += [f"    if {alias} is not None:", f"        {p.name} = either(op, '{p.name}', {p.name}, _{p.name}, {alias})"]
        if p.default is Parameter.REQUIRED:
            lines += [f"    elif {p.name} is _{p.name}:", f"        raise_missing(op, '{p.name}')"]
    return lines


def _keyword(p):
    return f"{p.name}={p.name}" if p.keyword_only else p.name


def _names(op):
    return ", ".join(p.name for p in op.parameters)


def _passed(op):
    return ", ".join(map(_keyword, op.parameters))


def _as_tuple(op):
    return f"({_names(op)},)" if op.parameters else "()"


def _view_options(op):
    options = [p.name for p in op.parameters if not p.is_tensor]
    return "(" + "".join(f"{o}, " for o in options) + ")"


# ---------------------------------------------------------------- the node's maker

def node_source(op):
    """The text of `node_for`: edges first, then what each rule that will run has named."""
    differentiable = [p for p in op.parameters if p.name in op.vjps]
    lines = [f"def node_for(out, {_names(op)}):"]
    if any(p.name == "dtype" for p in op.options) and not op.family.many_outputs:
        lines += ["    if dtype is not None and not carries_gradients(out._data):", "        return None"]
    for p in differentiable:
        lines += _indent(_edge_lines(p))
    absent = " and ".join(f"not any({p.name}_edges)" if p.kind == SEVERAL else f"{p.name}_edge is None"
                          for p in differentiable)
    edges = "".join(f"*{p.name}_edges, " if p.kind == SEVERAL else f"{p.name}_edge, " for p in differentiable)
    lines += [f"    if {absent}:", "        return None"]
    lines += [f"    node = new({op.node_name})"]
    lines += ["    node.seq = next(sequence)", f"    node.edges = ({edges})"]
    lines += _meta_lines(op)
    saves = [s for want in _wants(op) for s in _save(op, want)]
    lines += [f"    node.saved = ({''.join(f'{s}, ' for s in saves)})"]
    return _text([*lines, "    return node"])


def _edge_lines(p):
    if p.kind == SEVERAL:
        return [f"{p.name}_edges = [edge_of(t) for t in {p.name}]"]
    absent = {OPTIONAL: f"{p.name} is None", NUMBER_TOO: f"type({p.name}) in ANY_NUMBER"}.get(p.kind)
    edge = f"{p.name}._edge" if absent is None else f"None if {absent} else {p.name}._edge"
    return [f"{p.name}_edge = {edge}",
            f"if type({p.name}_edge) is View:", f"    {p.name}_edge = {p.name}_edge.current()"]


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
        users = [n for n, rule in op.vjps.items() if want in rule.wants]
        if len(users) == len(op.vjps) or any(names[u].kind == SEVERAL for u in users):
            return [want, version]
        needed = " or ".join(f"{u}_edge is not None" for u in users)
        return [f"{want} if {needed} else None", f"{version} if {needed} else None"]
    if want in names:
        return [want]
    if want == "out" and not op.family.many_outputs:
        return ["SavedOutput(out, 0)"]
    if want in (op.returns or ()):
        return [f"SavedOutput(out[{op.returns.index(want)}], {op.returns.index(want)})"]
    owner, _, what = want.rpartition("_")
    if owner in names and what in ("shape", "shapes"):
        kind = names[owner].kind
        if kind == SEVERAL:
            return [f"[t._data.shape for t in {owner}]"]
        absent = {OPTIONAL: f"{owner} is None", NUMBER_TOO: f"type({owner}) in ANY_NUMBER"}.get(kind)
        return [f"{owner}._data.shape" if absent is None else f"() if {absent} else {owner}._data.shape"]
    raise TypeError(f"a rule of {op.name} asks for {want!r}, which is no parameter, shape or output of it")


def _version_expression(p):
    """The version to save with a tensor, spelled out where it has no Storage yet: a call would cost 0.1 us."""
    fresh = f"0 if {p.name}._storage is None else version_to_save({p.name})"
    absent = {OPTIONAL: f"{p.name} is None", NUMBER_TOO: f"type({p.name}) in ANY_NUMBER"}.get(p.kind)
    return f"({fresh})" if absent is None else f"(None if {absent} else {fresh})"


# ---------------------------------------------------------------- the node's apply

def apply_source(op):
    """The text of `apply`: load, then one rule for each edge."""
    wants = _wants(op)
    lines = ["def apply(node, F, grad):"]
    if wants:
        slots = [s for w in wants for s in ([w, f"{w}_version"] if _is_saved_tensor(op, w) else [w])]
        lines += ["    if node.saved is None:", "        raise_freed()", f"    {', '.join(slots)}, = node.saved"]
    for w in wants:
        lines += _indent(_load_lines(op, w))
    if op.family.many_outputs and op.outputs_with_gradient() != 1:
        lines += ["    grad = materialize(F, node, grad)"]
    conjugates = op.holomorphic and any(_is_tensor_like(op, w) for w in wants)
    if conjugates:
        several = op.family.many_outputs and op.outputs_with_gradient() != 1
        first = "grad[0]" if several else "grad"
        lines += [f"    conjugate = ({first} if F is not tensors else {first}._data).dtype.kind == 'c'",
                  "    if conjugate:", f"        grad = {'[F.conj(g) for g in grad]' if several else 'F.conj(grad)'}"]
    edge, results, position = 0, [], 0
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
    return _text([*lines, "    return results"])


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
        return [f"{want} = output_array({want}, node) if F is not tensors else output_tensor({want}, node)"]
    if not _is_saved_tensor(op, want):
        return []
    several = "s" if _kind(op, want) == SEVERAL else ""
    loads = [f"{want} = array{several}_of({want}, {want}_version) if F is not tensors else "
             f"tensor{several}_of({want}, {want}_version)"]
    if op.family.promotes_inputs:
        loads += ["if node.cast is not None and F is not tensors:", f"    {want} = cast_saved({want}, node.cast)"]
    return loads


_TORCH_WORDS = {"self": "input", "result": "out", "self_sym_sizes": "input_shape"}


def saved_attribute(node, name):
    """What a node saved under torch's name for it. AttributeError if it keeps no such thing, RuntimeError once freed."""
    op, want = node.op, _TORCH_WORDS.get(name, name)
    wants = _wants(op)
    if want not in wants:
        raise AttributeError(f"'{node.name()}' object has no attribute '_saved_{name}'")
    if node.saved is None:
        saved.raise_freed()
    width = [2 if _is_saved_tensor(op, w) else 1 for w in wants]
    at = sum(width[:wants.index(want)])
    value = node.saved[at]
    if want == "out" or want in (op.returns or ()):
        return levels.output_tensor(value, node)
    if _kind(op, want) == SEVERAL:
        return tuple(saved.tensors_of(value, node.saved[at + 1]))
    return saved.tensor_of(value, node.saved[at + 1]) if _is_saved_tensor(op, want) else value


# ---------------------------------------------------------------- writing them down

def _indent(lines):
    return ["    " + line for line in lines]


def _text(lines):
    return "\n".join(lines) + "\n"


def compile_source(op, what, text, scope):
    """Compiles `text`; tracebacks and inspect.getsource find it under <rushlight WHAT OP>."""
    name = f"<rushlight {what} {op.name}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    exec(compile(text, name, "exec"), scope)
    return scope


def _scope(op):
    scope = {f"_{p.name}": p.default for p in op.parameters}
    scope.update(
        __name__="rushlight.ops", op=op, F=namespace.tensors, arrays=namespace.arrays, forward=op.forward,
        kernel=op.kernel(xp), plain=levels.plain, levels=levels, slow=levels.slow, factory=levels.factory,
        slow_operator=levels.slow_operator, inplace=writing.inplace, untracked=writing.untracked, xp=xp, write=op.forward,
        inplace_operator=writing.inplace_operator,
        Tensor=levels.tensor_class(), DType=dtype, new=object.__new__, wrap=levels.wrap, as_array=xp.as_array, ndarray=xp.ndarray,
        grad_mode=mode, quiet=quiet, threads=threads, BIG=threads.BIG, NUMBERS=NUMBERS, ANY_NUMBER=ANY_NUMBER,
        weak_dtypes=WEAK_NUMBER_DTYPES, int64=xp.int64, storage_of=storage_of, as_size=as_size, given_size=given_size, all_plain=levels.all_plain, any_edge=levels.any_edge,
        become_view=become_view, wrap_views=wrap_views, attach_all=attach_all,
        either=either, raise_missing=raise_missing)
    if op.returns:
        scope["returned"] = levels.return_type(op.shown_name, op.returns)
    return scope


def write_variant(op, function, variant):
    """Gives one of the op's functions its code, and returns the function."""
    scope, name = function.__globals__, function.__name__
    scope.update(_scope(op))
    if op.vjps:
        scope["node_for"] = make_node_for(op)
    if variant == "inplace":
        text = inplace_source(op, name)
    elif variant == "operator":
        text = caller_source(op, "slow_operator", name, out=False)
    elif variant == "inplace_operator":
        text = inplace_source(op, name, "inplace_operator")
    else:
        text = caller_source(op)
    taken = scope.get(name)             # an op may be called `mode`, and its code needs that of the tape
    compile_source(op, name, text, scope)
    written = scope.pop(name)
    if taken is not None:
        scope[name] = taken
    function.__code__, function.__defaults__, function.__kwdefaults__ = \
        written.__code__, written.__defaults__, written.__kwdefaults__
    return function


def make_node_for(op):
    """The function that makes the Node of a call; one per op."""
    if not hasattr(op, "_node_for"):
        scope = dict(op=op, carries_gradients=carries_gradients, new=object.__new__, sequence=sequence, View=View,
                     edge_of=edge_of, SavedOutput=saved.SavedOutput,
                     version_to_save=saved.version_to_save, ANY_NUMBER=ANY_NUMBER, __name__="rushlight.ops")
        scope.update({name: op.node_class(name) for name in op.node_names()})
        op._node_for = compile_source(op, "node_for", node_source(op), scope)["node_for"]
    return op._node_for


def make_apply(op):
    """The `apply` method of the op's Node classes."""
    if not hasattr(op, "_apply"):
        scope = {f"{name}_rule": rule.formula for name, rule in op.vjps.items()}
        scope.update(tensors=namespace.tensors, array_of=saved.array_of, tensor_of=saved.tensor_of, arrays_of=saved.arrays_of,
                     tensors_of=saved.tensors_of, output_array=saved.output_array, output_tensor=levels.output_tensor,
                     raise_freed=saved.raise_freed, materialize=materialize, cast_saved=cast_saved, __name__="rushlight.ops")
        op._apply = compile_source(op, "apply", apply_source(op), scope)["apply"]
    return op._apply


# ---------------------------------------------------------------- what the written code calls

def carries_gradients(array):
    """Whether values of this type can be differentiated: not integers, which a `dtype=` may have asked for."""
    return array.dtype.kind in "fc" or type(array) is BFloat16Array


def either(op, name, value, default, alias):
    """The value given under a parameter's NumPy name. TypeError if it was given under its own too."""
    if value is not default:
        raise TypeError(f"{op.shown_name}() got an unexpected keyword argument '{NUMPY_NAMES[name]}'")
    return alias


def raise_missing(op, name):
    raise TypeError(f'{op.shown_name}() missing 1 required positional arguments: "{name}"')


def become_view(out, input, op, options):
    """Makes `out`, which has its array already, a view of `input`."""
    storage = input._storage
    if storage is None:
        storage = storage_of(input)
    out._storage = storage
    view = out._edge = object.__new__(View)
    previous = input._edge
    if type(previous) is View:
        view.base, view.previous = previous.base, previous
        view.creation = (op.creation if mode.enabled else _unrecorded()) or previous.creation
    else:
        view.base, view.previous, view.creation = input, None, op.creation if mode.enabled else _unrecorded()
    view.step, view.edge, view.version, view.shape = (op, options), None, storage.version, out._data.shape


def _unrecorded():
    return IN_INFERENCE if mode.inference else IN_NO_GRAD


def wrap_views(op, input, results, options):
    """Wraps the several views that one call made; each is a `select_output` of that call."""
    outs = []
    for number, result in enumerate(results):
        out = levels.wrap(result)
        become_view(out, input, op, options)
        out._edge.step = (_PICK, (op.name, options, number))
        outs.append(out)
    return tuple(outs)


class _PICK:
    """The step of a view that is one of several outputs."""
    name = "pick_output"


def attach_all(op, node, outs):
    """Hangs the outputs that carry gradients on their node."""
    if node is None:
        return
    for number, out in enumerate(outs[:node.outputs]):
        edge = node if number == 0 else Output(node, number)
        if type(out._edge) is View:
            out._edge.edge = edge
        else:
            out._edge = edge


def materialize(F, node, grads):
    """Puts zeros where an output got no gradient."""
    return [grads] if node.outputs == 1 else [F.zeros_of(*node.meta(i)) if g is None else g for i, g in enumerate(grads)]


def cast_saved(value, dtype):
    return value if type(value) in ANY_NUMBER or value is None or value.dtype is dtype else xp.cast_to(value, dtype)
