"""Writes the Python of an op's caller, the way dataclasses write `__init__`.

A call must cost under 0.6 us of Python to beat torch on small tensors. That rules out `*args`, bound signatures and objects
made per call (0.7 to 4.4 us each, measured), so every op gets a function with its own parameters and nothing else in it: unwrap,
run the kernel, wrap, record. Written when the op is first called: compiling all of them at import would cost 0.1 ms apiece.

`python -m rushlight.dispatch mul` prints what is written for an op. Locals of the written code start with an underscore, so that
no parameter can be called like one.
"""
from __future__ import annotations

from functools import partial

from numpy import may_share_memory

from rushlight.autograd.grad_mode import mode
from rushlight.autograd.views import View
from rushlight.backends import numpy as xp
from rushlight.backends import threads
from rushlight.backends.quiet import quiet, run_ufunc
from rushlight.dispatch import levels, namespace, writing
from rushlight.dispatch.arguments import as_size, given_size
from rushlight.dispatch.checking import LEAF_OPTIONS
from rushlight.dispatch.compiling import compile_source, indent, text_of
from rushlight.dispatch.earlier_orders import FACTOR, earlier_order
from rushlight.dispatch.families import unary
from rushlight.dispatch.nodes import ANY_NUMBER, make_node_for
from rushlight.dispatch.op import NUMBER_TOO, OPTIONAL, SEVERAL, TENSOR, VARIADIC, Parameter, find_op
from rushlight.dispatch.promotion import WEAK_NUMBER_DTYPES, mix
from rushlight.dispatch.slow import factory, slow, slow_operator
from rushlight.dispatch.wrapping import attach_all, become_view, return_type, wrap, wrap_views
from rushlight.dtypes import dtype
from rushlight.storage import storage_of


NUMBERS = frozenset((int, float))


def caller_source(op, fallback="slow", name=None, out=None):
    """The text of the public function, or of a variant of it that goes elsewhere when a call is not plain."""
    out = op.out if out is None else out
    once = fallback == "slow" and op.name in FACTOR
    lines = [f"def {name or op.name}({_signature(op, out, once)}):", *_alias_lines(op), *_earlier_order_lines(op, once, out)]
    lines += _size_lines(op)
    if op.composite:
        run = f"return forward(F, {_passed(op)})"
        lines += [f"    if {_plain_check(op, out)}:", *indent(indent([*_shortcut(op), run]))] if op.tensors else indent([run])
        return text_of([*lines, f"    return {fallback}(op, {_as_tuple(op)}, {'out' if out else None})"] if op.tensors else lines)
    if op.family.factory:
        return text_of([*lines, *_factory_lines(op, out), f"    return factory(op, {_as_tuple(op)}, {'out' if out else None})"])
    body = _elementwise_body(op) if op.family.promotes_inputs else sum(_general_body(op), [])
    lines += [f"    if {_plain_check(op, out)}:", *indent(indent(body))]
    return text_of([*lines, f"    return {fallback}(op, {_as_tuple(op)}, {'out' if out else None})"])


def _shortcut(op):
    """The op that a composite usually is, written into it: two calls in one. The kernel may decline by giving None, and serves
    where nothing is recorded if it has no rules."""
    if op.plainly is None:
        return []
    used, condition = find_op(op.plainly[0]), op.plainly[1]
    known = [p.name for p in op.parameters]
    renamed = [f"{p.name} = {known[at]}" for at, p in enumerate(used.parameters) if p.name not in known]
    call, finish = _general_body(used, "plain_op")
    if not used.vjps:
        edges = " or ".join(f"{p.name} is not None and {p.name}._edge is not None" if p.kind == OPTIONAL else
                            f"{p.name}._edge is not None" for p in used.parameters if p.is_tensor)
        condition += f" and not (grad_mode.enabled and ({edges}))"
    if used.keeps:
        finish = ["_result, _kept = _result", *finish]
    return _under([condition], renamed + call + (finish if used.view else ["if _result is not None:", *indent(finish)]))


def _size_lines(op):
    return [f"    {p.name} = as_size({p.name}, op)" if p.keyword_only else f"    {p.name} = given_size({p.name}s, {p.name}, op)"
            for p in op.parameters if p.kind == VARIADIC]


def _factory_lines(op, out):
    """Straight to the kernel where no option asks for more than an element type."""
    checks = [check for check in [_plain_check(op, out), "not levels.slow_path"] if check]
    checks += [f"({p.name} is None or type({p.name}) is DType)" if p.name == "dtype" else f"{p.name} is {p.default!r}"
               for p in op.options if p.name in ("dtype", *LEAF_OPTIONS)]
    values = ", ".join(f"{p.name}._data" if p.is_tensor else _keyword(p) for p in op.parameters)
    return [f"    if {' and '.join(checks)}:", "        _out = new(Tensor)", f"        _out._data = quiet.run(kernel, {values})",
            "        _out._edge = _out._storage = None", "        return _out"]


def _elementwise_body(op):
    """Operands of one dtype go to the kernel as they are; two that differ are brought to one by `mix`."""
    unpack, conditions, edges, values = _unpack_operands(op)
    fits, others = _partition(conditions)
    mixes = _mixes(op)
    run = ["if _x0.size < BIG:",
           f"    _result = run_ufunc(kernel, {values})",
           "else:",
           f"    _result = quiet.run(threads.elementwise, kernel, {values})"]
    run = ["try:", *indent(run),                         # shapes that do not fit, a number too big, another thread in run_ufunc
           "except (ValueError, OverflowError, RuntimeError):", f"    return slow(op, {_as_tuple(op)}, None)"]
    finish = _finish(op, " or ".join(edges), cast="_cast" if mixes else None)
    if not mixes:
        return unpack + _under(fits + others, run + finish)
    kinds = [c for c in others if c.startswith("_dtype.kind")]
    others = [c for c in others if c not in kinds]
    second = next(p for p in op.parameters if p.name == op.tensors[1])
    return unpack + _under(others, [
        f"if {' and '.join(fits + kinds)}:", "    _cast = None",
        *([f"elif type({second.name}) is ndarray:", "    _cast = False"] if second.kind == NUMBER_TOO else []),
        "else:", "    _x0, _x1, _cast = mix(promotes, _x0, _x1)",
        "if _cast is not False:", *indent(run + finish)])


def _partition(conditions):
    fits = [c for c in conditions if c.startswith("_fits")]
    return fits, [c for c in conditions if c not in fits]


def _under(conditions, lines):
    return [f"if {' and '.join(conditions)}:", *indent(lines)] if conditions else lines


def _mixes(op):
    """Whether operands of two dtypes have a way of their own, short of the slow path."""
    return len(op.tensors) == 2 and op.promotes is not None and bool(op.kernel_name or not op.options)


def _unpack_operands(op):
    """Lines that take the operands' arrays, the conditions under which the kernel takes them as they are, the expressions
    that say whether one is tracked, and the kernel's arguments."""
    first, *rest = [p for p in op.parameters if p.is_tensor]
    lines = [f"_x0 = {first.name}._data", "_dtype = _x0.dtype"]
    conditions, edges = [], [f"{first.name}._edge is not None"]
    if op.promotes is not None and op.promotes.kinds is not None:
        conditions.append(f"_dtype.kind in {op.promotes.kinds!r}")
    for i, p in enumerate(rest, 1):
        if p.kind == NUMBER_TOO:
            lines += [f"if type({p.name}) in plain:",
                      f"    _x{i} = {p.name}._data; _edge{i} = {p.name}._edge; _fits{i} = _x{i}.dtype is _dtype",
                      "else:",
                      f"    _x{i} = {p.name}; _edge{i} = None; _fits{i} = type({p.name}) in NUMBERS and (",
                      f"        _dtype in weak_dtypes or type({p.name}) is int and _dtype is int64)"]
            if p.default is None:
                lines[-1] += f" or {p.name} is None"
            edges.append(f"_edge{i} is not None")
        else:
            lines += [f"_x{i} = {p.name}._data", f"_fits{i} = _x{i}.dtype is _dtype"]
            edges.append(f"{p.name}._edge is not None")
        conditions.append(f"_fits{i}")
    arrays = [f"_x{i}" for i in range(len(rest) + 1)]
    if op.kernel_name is None:
        arrays += [_keyword(p) for p in op.options]
    else:
        conditions += [_at_default(p) for p in op.options]
    return lines, conditions, edges, ", ".join(arrays)


def _at_default(p):
    same = f"{p.name} == {p.default!r}"
    return f"{same} and type({p.name}) is int" if type(p.default) is int else same     # True and 1.0 equal 1, but may be refused


def _general_body(op, itself="op"):
    """The lines that call the kernel, and those that make something of its result."""
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
    finish = _finish(op, " or ".join(edges), itself=itself)
    if op.view:
        return [*lines, f"_result = kernel({values})"], finish
    call = ["try:", f"    _result = quiet.run(kernel, {values})",
            "except ValueError:", f"    return slow({itself}, {_as_tuple(op)}, None)"]       # shapes that do not fit, for one
    return [*lines, *call], finish


def _values(op):
    """The expressions for the kernel's arguments."""
    takes = {OPTIONAL: "None if {0} is None else {0}._data", SEVERAL: "_in_{0}", TENSOR: "{0}._data",
             NUMBER_TOO: "{0}._data if type({0}) in plain else {0}"}
    return [f"{p.name}={takes[p.kind].format(p.name)}" if p.is_tensor and p.keyword_only else
            takes[p.kind].format(p.name) if p.is_tensor else _keyword(p) for p in op.parameters]


def _finish(op, edges, cast=None, itself="op"):
    """Wrap the result and record the call."""
    record = [f"if ({edges}) and grad_mode.enabled:"] if edges and op.vjps else None
    if op.family.many_outputs:
        wrap = [f"_outs = wrap_views({itself}, {op.tensors[0]}, _result, {_view_options(op)})" if op.view
                else "_outs = tuple([wrap(r) for r in _result])"]
        if record:
            wrap += [record[0].replace("if ", "if _outs and ", 1),
                     f"    attach_all({itself}, node_for(_outs, {_names(op)}), _outs)"]
        return [*wrap, "return returned(_outs)" if op.returns else "return _outs"]
    lines = [] if op.view else ["if type(_result) is not ndarray:", "    _result = as_array(_result)"]
    lines += ["_out = new(Tensor)", "_out._data = _result"]
    if op.view:
        return lines + _view_lines(op, itself) + ["return _out"]
    lines += ["_out._edge = _out._storage = None"]
    if record:
        lines += [*record, f"    _out._edge = node_for(_out, {_names(op)}{', _kept' if op.keeps else ''})"]
        if cast is not None:
            lines += [f"    if {cast} is not None and _out._edge is not None:", f"        _out._edge.cast = {cast}"]
    return lines + ["return _out"]


def _view_lines(op, itself):
    """What `become_view` does, spelled out where the call may be recorded, and the recording: a fifth of a view's time less."""
    base = op.tensors[0]
    record = ["    if _base is not None:", f"        _view.edge = node_for(_out, {_names(op)})"] if op.vjps else []
    creation = [f"    _view.creation = {op.creation}"] if op.creation else []
    return [f"if grad_mode.enabled and not {base}._inference:",
            f"    _out._storage = _storage = {base}._storage or storage_of({base})",
            "    _view = _out._edge = View()",
            f"    _view.step = ({itself}, {_view_options(op)})",
            "    _view.version = _storage.version",
            "    _view.array = _result",
            f"    _base = {base}._edge",
            "    if type(_base) is View:",
            "        _view.base, _view.previous, _view.creation = _base.base, _base, _base.creation",
            "    else:",
            f"        _view.base = {base}",
            *creation, *record,
            "else:",
            f"    become_view(_out, {base}, {itself}, {_view_options(op)})"]


# ---------------------------------------------------------------- in place

def inplace_source(op, name, fallback="inplace"):
    """The text of `op_`: a write that nobody records goes straight into the memory, any other through `inplace`."""
    once = fallback == "inplace" and op.name in FACTOR
    lines = [f"def {name}({_signature(op, False, once)}):", *_alias_lines(op), *_earlier_order_lines(op, once, False)]
    lines += _size_lines(op)
    if op.family.promotes_inputs and op.family.name != "compare":
        lines += [f"    if {_plain_check(op, False)} and not {op.tensors[0]}._inference:",
                  *indent(indent(_elementwise_write(op)))]
    elif op.family.writes:
        lines += [f"    if {_plain_check(op, False)} and not input._inference:",
                  "        _x0 = input._data",
                  f"        if 0 not in _x0.strides{_apart(op)} and (not grad_mode.enabled or {_untracked(op)}):",
                  f"            quiet.run(write, {', '.join(['xp', '_x0', *_values(op)[1:]])})",
                  *indent(indent(indent(_count_write)))]
    return text_of([*lines, f"    return {fallback}(op, {_as_tuple(op)})"])


def _elementwise_write(op):
    """A ufunc writes by itself where it is the whole op; else the result is copied in, if it has the shape and the type."""
    unpack, conditions, edges, values = _unpack_operands(op)
    defaults = [_at_default(p) for p in op.options] if op.kernel_name is not None else []
    conditions = [c for c in conditions if c not in defaults]
    conditions += [f"(not ({' or '.join(edges)}) or not grad_mode.enabled)", "_x0.flags.c_contiguous"]
    if op.family is unary and not op.holomorphic:
        conditions.append("_dtype.kind != 'c'")                 # of complex numbers, the result may be real
    conditions += [f"(type(_x{i}) in ANY_NUMBER or _x{i} is _x0 or _x{i}.base is _x0.base is None or "
                   f"not may_share_memory(_x0, _x{i}))" for i in range(1, len(op.tensors))]
    fits = [f"(type(_x{i}) in NUMBERS or _x{i}.shape == _x0.shape or not _x{i}.ndim)" for i in range(1, len(op.tensors))]
    options = "".join(f", {_keyword(p)}" for p in op.options) if op.kernel_name is not None else ""
    copy = [f"_result = quiet.run(forward_kernel, {values}{options})",
            "if _result.dtype is _dtype and _result.shape == _x0.shape:", "    _x0[...] = _result", *indent(_count_write)]
    if op.kernel_name is None or op.family.name == "ternary":
        return [*unpack, f"if {' and '.join(conditions)}:", *indent(_guarded(copy))]
    write = [f"if {' and '.join(defaults + fits) or True}:", f"    quiet.run(kernel, {values}, _x0)", *indent(_count_write),
             *(["else:", *indent(_guarded(copy))] if options else [])]
    return [*unpack, f"if {' and '.join(conditions)}:", *indent(write)]


def _apart(op):
    """The condition that an op which reads elsewhere does so."""
    others = [p.name for p in op.parameters if p.kind == TENSOR and p.name != op.tensors[0]]
    return "".join(f" and not may_share_memory(_x0, {o}._data)" for o in others) if op.family.reads_elsewhere else ""


def _guarded(lines):
    """Leaves operands that do not fit to `inplace`, which says why."""
    return ["try:", *indent(lines), "except (ValueError, OverflowError):", "    pass"]


_count_write = ["_storage = input._storage",
                "if _storage is None:",
                "    _storage = storage_of(input)",
                "_storage.version += 1",
                "return input"]


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
            checks.append(f"(_in_{p.name} := arrays_in({p.name})) is not None")
    return " and ".join(checks) or "not levels.slow_path"


def _signature(op, out, once=False):
    """The parameters as written in the source; defaults are taken from names like `default_dim`. Of a size that is given one by
    one, `*sizes` takes the ints, and `size=` what is given by keyword. `_last` takes what the order of `once` has too many."""
    positional, keyword = [], []
    for p in op.parameters:
        if p.kind == VARIADIC and not p.keyword_only:
            positional.append(f"*{p.name}s")
            keyword.append(f"{p.name}=None")
        else:
            required = p.default is Parameter.REQUIRED and p not in [of for _, of in _aliased(op)]
            (keyword if p.keyword_only else positional).append(p.name if required else f"{p.name}=default_{p.name}")
    keyword += [f"{alias}=None" for alias, _ in _aliased(op)] + (["out=None"] if out else [])
    positional += ["_last=None"] if once else []
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
        lines += [f"    if {alias} is not None:",
                  f"        {p.name} = either(op, '{p.name}', {p.name}, default_{p.name}, {alias})"]
        if p.default is Parameter.REQUIRED:
            lines += [f"    elif {p.name} is default_{p.name}:", f"        raise_missing(op, '{p.name}')"]
    return lines


def _earlier_order_lines(op, once, out):
    if not once:
        return []
    operands = [p.name for p in op.parameters if p.is_tensor]
    passed = f"({', '.join([*operands, '_last'])}), {FACTOR[op.name]}{', out' if out else ''}"
    return ["    if _last is not None:", f"        return earlier_order(op, function, {passed})"]


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
    scope = {f"default_{p.name}": p.default for p in op.parameters}
    scope.update(
        __name__="rushlight.ops", op=op, F=namespace.tensors, arrays=namespace.arrays, forward=op.forward,
        kernel=op.kernel(xp), forward_kernel=op.bind(xp), promotes=op.promotes and op.promotes.by_default(), mix=mix,
        plain=levels.plain, levels=levels, slow=slow, factory=factory,
        slow_operator=slow_operator, inplace=writing.inplace, untracked=writing.untracked, xp=xp, write=op.forward,
        inplace_operator=writing.inplace_operator,
        Tensor=levels.Tensor, View=View, DType=dtype, new=object.__new__, wrap=wrap, as_array=xp.as_array, ndarray=xp.ndarray,
        grad_mode=mode, quiet=quiet, run_ufunc=run_ufunc, threads=threads, BIG=threads.BIG, may_share_memory=may_share_memory,
        NUMBERS=NUMBERS, ANY_NUMBER=ANY_NUMBER,
        weak_dtypes=WEAK_NUMBER_DTYPES, int64=xp.int64, storage_of=storage_of, as_size=as_size, given_size=given_size,
        arrays_in=arrays_in, any_edge=any_edge,
        become_view=become_view, wrap_views=wrap_views, attach_all=attach_all,
        either=either, raise_missing=raise_missing, earlier_order=earlier_order)
    if op.plainly is not None:
        used = find_op(op.plainly[0])
        scope.update(plain_op=used, kernel=used.kernel(xp))
    if op.returns:
        scope["returned"] = partial(tuple.__new__, return_type(op.shown_name, op.returns))
    return scope


def write_variant(op, function, variant):
    """Gives one of the op's functions its code."""
    op.close()
    scope, name = function.__globals__, function.__name__
    scope.update(_scope(op))
    recorded = op if op.plainly is None else scope["plain_op"]
    if recorded.vjps:
        scope["node_for"] = make_node_for(recorded)
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
    function.__defaults__, function.__kwdefaults__ = written.__defaults__, written.__kwdefaults__
    function.__code__ = written.__code__        # last, since another thread may be calling


# ---------------------------------------------------------------- what the written code calls

def arrays_in(sequence):
    """The arrays of a list or tuple of plain tensors, or None if it is anything else."""
    if type(sequence) is not list and type(sequence) is not tuple:
        return None
    plain, arrays = levels.plain, []
    for value in sequence:
        if type(value) not in plain:
            return None
        arrays.append(value._data)
    return arrays


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
