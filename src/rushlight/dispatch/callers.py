"""Writes the Python of an op's caller, the way dataclasses write `__init__`.

A call must cost under 0.6 us of Python to beat torch on small tensors. That rules out `*args`, bound signatures and objects
made per call (0.7 to 4.4 us each, measured), so every op gets a function with its own parameters and nothing else in it: unwrap,
run the kernel, wrap, record. Written when the op is first called: compiling all of them at import would cost 0.1 ms apiece.

`python -m rushlight.dispatch mul` prints what is written for an op. Locals of the written code start with an underscore, so that
no parameter can be called like one.
"""
from __future__ import annotations

from rushlight.autograd.grad_mode import mode
from rushlight.backends import numpy as xp
from rushlight.backends import threads
from rushlight.backends.quiet import quiet
from rushlight.dispatch import levels, namespace, writing
from rushlight.dispatch.arguments import as_size, given_size
from rushlight.dispatch.checking import LEAF_OPTIONS
from rushlight.dispatch.compiling import compile_source, indent, text_of
from rushlight.dispatch.nodes import ANY_NUMBER, make_node_for
from rushlight.dispatch.op import NUMBER_TOO, OPTIONAL, SEVERAL, TENSOR, VARIADIC, Parameter
from rushlight.dispatch.promotion import WEAK_NUMBER_DTYPES
from rushlight.dispatch.slow import factory, slow, slow_operator
from rushlight.dispatch.wrapping import attach_all, become_view, return_type, wrap, wrap_views
from rushlight.dtypes import dtype
from rushlight.storage import storage_of


NUMBERS = frozenset((int, float))


def caller_source(op, fallback="slow", name=None, out=None):
    """The text of the public function, or of a variant of it that goes elsewhere when a call is not plain."""
    out = op.out if out is None else out
    lines = [f"def {name or op.name}({_signature(op, out)}):", *_alias_lines(op)]
    lines += _size_lines(op)
    if op.composite:
        lines += [f"    if {_plain_check(op, out)}:", f"        return forward(F, {_passed(op)})"] if op.tensors else \
            [f"    return forward(F, {_passed(op)})"]
        return text_of([*lines, f"    return {fallback}(op, {_as_tuple(op)}, {'out' if out else None})"] if op.tensors else lines)
    if op.family.factory:
        return text_of([*lines, *_factory_lines(op, out), f"    return factory(op, {_as_tuple(op)}, {'out' if out else None})"])
    body = _elementwise_body(op) if op.family.promotes_inputs else _general_body(op)
    lines += [f"    if {_plain_check(op, out)}:", *indent(indent(body))]
    return text_of([*lines, f"    return {fallback}(op, {_as_tuple(op)}, {'out' if out else None})"])


def _size_lines(op):
    return [f"    {p.name} = as_size({p.name})" if p.keyword_only else f"    {p.name} = given_size({p.name}s, {p.name})"
            for p in op.parameters if p.kind == VARIADIC]


def _factory_lines(op, out):
    """Straight to the kernel where no option asks for more than an element type."""
    checks = [check for check in [_plain_check(op, out), "not levels.slow_path"] if check]
    checks += [f"({p.name} is None or type({p.name}) is DType)" if p.name == "dtype" else f"{p.name} is {p.default!r}"
               for p in op.options if p.name in ("dtype", *LEAF_OPTIONS)]
    values = ", ".join(f"{p.name}._data" if p.is_tensor else _keyword(p) for p in op.parameters)
    return [f"    if {' and '.join(checks)}:", "        out = new(Tensor)", f"        out._data = quiet.run(kernel, {values})",
            "        out._edge = out._storage = None", "        return out"]


def _elementwise_body(op):
    unpack, conditions, edges, values = _unpack_operands(op)
    run = ["if x0.size < BIG:",
           f"    result = quiet.run(kernel, {values})",
           "else:",
           f"    result = quiet.run(threads.elementwise, kernel, {values})"]
    if len(op.tensors) > 1:                             # shapes that do not fit, a number too big for the type
        run = ["try:", *indent(run), "except (ValueError, OverflowError):", f"    return slow(op, {_as_tuple(op)}, None)"]
    run += _finish(op, " or ".join(edges))
    return unpack + ([f"if {' and '.join(conditions)}:", *indent(run)] if conditions else run)


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


# ---------------------------------------------------------------- in place

def inplace_source(op, name, fallback="inplace"):
    """The text of `op_`: a write that nobody records goes straight into the memory, any other through `inplace`."""
    lines = [f"def {name}({_signature(op, False)}):", *_alias_lines(op)]
    lines += _size_lines(op)
    if op.kernel_name is not None and op.family.name in ("unary", "binary"):
        unpack, conditions, edges, values = _unpack_operands(op)
        conditions += [f"(not ({' or '.join(edges)}) or not grad_mode.enabled)", "not input._inference", "x0.flags.c_contiguous"]
        conditions += [f"(type(x{i}) in NUMBERS or x{i}.shape == x0.shape or not x{i}.ndim)" for i in range(1, len(op.tensors))]
        lines += [f"    if {_plain_check(op, False)}:", *indent(indent(unpack)), f"        if {' and '.join(conditions)}:",
                  f"            quiet.run(kernel, {values}, x0)", *_count_write]
    elif op.family.writes:
        lines += [f"    if {_plain_check(op, False)} and not input._inference:",
                  "        x0 = input._data",
                  f"        if 0 not in x0.strides and (not grad_mode.enabled or {_untracked(op)}):",
                  f"            quiet.run(write, {', '.join(['xp', 'x0', *_values(op)[1:]])})", *_count_write]
    return text_of([*lines, f"    return {fallback}(op, {_as_tuple(op)})"])


_count_write = ["            storage = input._storage",
                "            if storage is None:",
                "                storage = storage_of(input)",
                "            storage.version += 1",
                "            return input"]


def _untracked(op):
    checks = [f"untracked({p.name})" if p.kind == TENSOR else f"(type({p.name}) in ANY_NUMBER or untracked({p.name}))"
              for p in op.parameters if p.name in op.vjps or p.name == op.tensors[0]]
    return " and ".join(checks)


# ---------------------------------------------------------------- the signature

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


# ---------------------------------------------------------------- writing it down

def _scope(op):
    scope = {f"_{p.name}": p.default for p in op.parameters}
    scope.update(
        __name__="rushlight.ops", op=op, F=namespace.tensors, arrays=namespace.arrays, forward=op.forward,
        kernel=op.kernel(xp), plain=levels.plain, levels=levels, slow=slow, factory=factory,
        slow_operator=slow_operator, inplace=writing.inplace, untracked=writing.untracked, xp=xp, write=op.forward,
        inplace_operator=writing.inplace_operator,
        Tensor=levels.Tensor, DType=dtype, new=object.__new__, wrap=wrap, as_array=xp.as_array, ndarray=xp.ndarray,
        grad_mode=mode, quiet=quiet, threads=threads, BIG=threads.BIG, NUMBERS=NUMBERS, ANY_NUMBER=ANY_NUMBER,
        weak_dtypes=WEAK_NUMBER_DTYPES, int64=xp.int64, storage_of=storage_of, as_size=as_size, given_size=given_size, all_plain=all_plain, any_edge=any_edge,
        become_view=become_view, wrap_views=wrap_views, attach_all=attach_all,
        either=either, raise_missing=raise_missing)
    if op.returns:
        scope["returned"] = return_type(op.shown_name, op.returns)
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


# ---------------------------------------------------------------- what the written code calls

def all_plain(sequence):
    if type(sequence) not in (list, tuple):
        return False
    for value in sequence:
        if type(value) not in levels.plain:
            return False
    return True


def any_edge(sequence):
    for value in sequence:
        if value._edge is not None:
            return True
    return False


def either(op, name, value, default, alias):
    """The value given under a parameter's NumPy name. TypeError if it was given under its own too."""
    if value is not default:
        raise TypeError(f"{op.shown_name}() got an unexpected keyword argument '{NUMPY_NAMES[name]}'")
    return alias


def raise_missing(op, name):
    raise TypeError(f'{op.shown_name}() missing 1 required positional arguments: "{name}"')
