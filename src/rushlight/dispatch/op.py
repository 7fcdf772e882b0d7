"""What an operation is: one declaration, from which callers, tape, methods, stubs and tests are made."""
from __future__ import annotations

import re
from functools import cached_property, partial

from rushlight.autograd.node import Node
from rushlight.dispatch import namespace
from rushlight.dispatch.methods import install, install_by_hand, lazy_function

registry: dict[str, Op] = {}
late = []                   # functions that declare more ops: called when a name is not in the registry

# How a parameter takes tensors, told by its annotation. Everything else is an option, passed along as it is.
TENSOR, OPTIONAL, NUMBER_TOO, SEVERAL = "Tensor", "Tensor | None", "Tensor | Number", "Tensors"
_TENSOR_KINDS = (TENSOR, OPTIONAL, NUMBER_TOO, SEVERAL)
VARIADIC = "Size"           # ints, given one by one or as one sequence


class Parameter:
    """One parameter of the public function."""
    __slots__ = ("name", "kind", "default", "keyword_only", "is_tensor")
    REQUIRED = object()

    def __init__(self, name, kind, default, keyword_only):
        self.name, self.kind, self.default, self.keyword_only = name, kind, default, keyword_only
        self.is_tensor = kind in _TENSOR_KINDS

    def __str__(self):
        kind = {"": "", VARIADIC: ": int"}.get(self.kind, f": {self.kind}")
        star = "*" if self.kind == VARIADIC and not self.keyword_only else ""
        return f"{star}{self.name}{kind}" if self.default is self.REQUIRED or star else f"{self.name}{kind} = {self.default!r}"


class Rule:
    """A derivative formula. Its own parameter names, after F and grad, say what it needs saved."""
    __slots__ = ("formula", "wants")

    def __init__(self, formula, wants=None):
        code = formula.__code__
        self.formula = formula
        self.wants = code.co_varnames[2:code.co_argcount] if wants is None else wants


class Op:
    """All that is known about one operation."""
    refuses = False         # it has no derivative, and says so when one is asked for

    # `node` is torch's name for the node, or an expression over the parameters that picks one of several.
    def __init__(self, forward, family, *, promotes=None, linear=False, holomorphic=True, returns=None, differentiable=None,
                 node=None, method=True, function=True, inplace=None, out=None, aliases=(), domain=None,
                 creation=0, kernel=None, overload_of=None, wraps_numbers=False, into_expanded=False, out_dtype=None,
                 inplace_dtype=None, refills_out=False, plainly=None, keeps=(), wide_gradient=False, shown=None):
        self.name, self.forward, self.family, self.doc = forward.__name__, forward, family, forward.__doc__
        self.shown_name = overload_of or self.name          # in messages and types of results
        self.parameters = _parameters_of(forward)
        _check_names(forward, [p.name for p in self.parameters], family)
        self.tensors = tuple([p.name for p in self.parameters if p.is_tensor])
        self.options = tuple([p for p in self.parameters if not p.is_tensor])
        self.keyword_only = tuple([p.name for p in self.parameters if p.keyword_only])   # these come last
        self.promotes, self.linear, self.holomorphic = promotes, linear, holomorphic
        if (returns is not None) > family.many_outputs:
            raise TypeError(f"{self.name}: several outputs need the family many_outputs")
        self.returns = returns                              # names of the outputs, where there are several
        self.differentiable = differentiable                # how many leading outputs have gradients; None: all
        self.node_name = node or _camel(self.name) + "Backward0"
        self.method, self.public, self.aliases = method, function, aliases
        self.composite, self.view, self.creation = family.composite, family.view, creation
        self.inplace = family.inplace if inplace is None else inplace
        self.out = family.out if out is None else out
        self.domain, self.kernel_name = domain, kernel
        self.wraps_numbers = wraps_numbers                  # a number in a call has a place among next_functions
        self.into_expanded = into_expanded                  # `op_` may write into memory that several elements share
        self.out_dtype = out_dtype or family.out_dtype      # a rule of `dispatch/out_dtypes.py`
        self.inplace_dtype = inplace_dtype                  # another, for the tensor that `op_` writes into
        self.refills_out = refills_out                      # an `out=` of as many elements keeps its shape
        self.keeps = keeps          # names for what a shortcut's kernel hands to its rules, in a tuple beside its result
        self.plainly = plainly      # (name, condition): the op that a composite is where that expression holds; see callers.py
        self.vjps, self.jvps, self.node_classes = {}, {}, {}
        self.wide_gradient = wide_gradient  # half precision is widened for its rules: torch has one kernel that rounds once
        self.shown = shown          # a function of its node: the next_functions, where torch has several nodes for the call
        self.in_place = self        # the op that `op_` is on the tape: another, where the gradient is told from the result
        self.written_function = None                        # `op_`, where it is no method

    def __repr__(self):
        return f"<op {self.name}({', '.join(map(str, self.parameters))})>"

    # ---- declaring rules

    def vjp(self, *names):
        """Declares formula(F, grad, ...), what reaches the inputs `names` from the gradient of the output."""
        return self._setter(self.vjps, names)

    def jvp(self, *names):
        """Declares formula(F, tangent, ...), what the tangent of each of the inputs `names` does to the output."""
        return self._setter(self.jvps, names)

    def close(self):
        """Ends the declaration. An op without rules refuses to be differentiated, unless it says `differentiable=0`: a gradient
        that is silently zero would be wrong. (Integers and bools have none: results of these types go on no tape.)"""
        if self.vjps or self.differentiable == 0 or self.family.name not in ("general", "many_outputs"):
            return
        self.node_name, self.refuses = "NotImplemented", True
        for name in self.tensors:
            self.vjps[name] = Rule(self._refuse_gradient, ())

    def _refuse_gradient(self, F, grad):
        raise RuntimeError(f"derivative for aten::{self.shown_name} is not implemented")

    _refuse_gradient.underived = True

    def _setter(self, rules, names):
        def declare(formula):
            for name in names:
                if name not in self.tensors:
                    raise TypeError(f"{self.name} has no tensor parameter {name!r}")
                rules[name] = rule = Rule(formula)
                if "grad" in rule.wants or "node" in rule.wants:
                    raise TypeError(f"{self.name}: a rule cannot save a parameter called 'grad' or 'node'; give it another name")
            return formula
        return declare

    # ---- at the level of arrays

    def bind(self, xp, F=namespace.arrays):
        """The op over the arrays of backend `xp` (over the namespace `F`, for a composite)."""
        if self.kernel_name is not None and (self.composite or not self.options):
            return getattr(xp, self.kernel_name)
        if self.family.writes:
            return partial(_into_copy, self.forward, xp, self.family.writes)
        return partial(self.forward, F if self.composite else xp)

    def kernel(self, xp):
        """What runs when every option has its default: a bare ufunc where the declaration names one."""
        return self.bind(xp) if self.kernel_name is None else getattr(xp, self.kernel_name)

    # ---- on the tape

    def node_names(self):
        """torch's names for the nodes of this op: several where its overloads are numbered."""
        return re.findall(r"\w+Backwards?\w*|NotImplemented", self.node_name)

    def node_class(self, name):
        """The Node subclass of that name."""
        made = self.node_classes.get(name)
        if made is None:
            from rushlight.dispatch.nodes import make_apply, saves_tensors
            attributes = {"op": self, "apply": make_apply(self), "frees": saves_tensors(self)}
            if self.shown is not None:
                attributes["next_functions"] = cached_property(self.shown)
            if not name[-1].isdigit():                      # torch generates the others, and has this one in a namespace
                attributes["name"] = lambda node: f"torch::autograd::{name}"
            made = self.node_classes[name] = type(name, (Node,), attributes)
        return made

    def outputs_with_gradient(self):
        """How many leading outputs can carry gradients; None where the count is known only from the result."""
        return self.differentiable if self.differentiable is not None else len(self.returns) if self.returns else None


def _into_copy(forward, xp, order, input, *args, **kwargs):
    """The result of a kernel that writes into its first argument, out of place."""
    out = xp.clone(input, order)
    forward(xp, out, *args, **kwargs)
    return out


# What the written code has other uses for.
_RESERVED = frozenset((
    "ANY_NUMBER BIG DType F NUMBERS Tensor View any_edge arrays arrays_in as_array as_size attach_all become_view "
    "either factory forward_kernel given_size grad_mode inplace inplace_operator int64 kernel levels "
    "may_share_memory mix ndarray new node_for op plain promotes quiet raise_missing returned run_ufunc sequence "
    "plain_op slow slow_operator storage_of threads untracked weak_dtypes wrap wrap_views write xp out node type").split())


def _check_names(forward, names, family):
    if not family.composite and not _RESERVED.isdisjoint(names):
        clash = ", ".join(_RESERVED.intersection(names))
        raise TypeError(f"{forward.__name__}: no parameter can be called {clash}: the written code uses that name")
    if not {str}.issuperset(map(type, forward.__annotations__.values())):
        raise TypeError(f"{forward.__name__}: a file of declarations starts with `from __future__ import annotations`")


def _parameters_of(forward):
    code, kinds = forward.__code__, forward.__annotations__
    positional = code.co_varnames[1:code.co_argcount]
    keyword = code.co_varnames[code.co_argcount:code.co_argcount + code.co_kwonlyargcount]
    defaults = dict(zip(reversed(positional), reversed(forward.__defaults__ or ())), **(forward.__kwdefaults__ or {}))
    return tuple([Parameter(n, kinds.get(n, ""), defaults.get(n, Parameter.REQUIRED), n in keyword)
                  for n in (*positional, *keyword)])


def _camel(name):
    return "".join(part[:1].upper() + part[1:] for part in name.strip("_").split("_"))


def op(family, **facts):
    """Declares an op. The decorated forward becomes the public function, which records and differentiates."""
    def declare(forward):
        record = Op(forward, family, **facts)
        if record.name in registry:
            raise ValueError(f"{record.name} is declared twice")
        registry[record.name] = record
        function = record.function = lazy_function(record, record.name, "public")
        function.vjp, function.jvp = record.vjp, record.jvp
        install(record, function)
        return function
    return declare


def by_hand(function=True, method=True, aliases=()):
    """Installs a function that parses its own arguments and is written with other ops, over Tensors only."""
    def declare(written):
        install_by_hand(written, function, method, aliases)
        return written
    return declare


def find_op(name):
    """The op of that name, declared now if it was not yet. AttributeError if there is none."""
    if name not in registry:
        for load in late:
            load()
    if name not in registry:
        raise AttributeError(f"F has no {name!r}: it is no declared op (functions made `by_hand` exist over Tensors only)")
    return registry[name]


namespace.arrays._bind = lambda name: find_op(name).bind(_numpy())


def _over_tensors(name):
    if name not in registry:
        for load in late:
            load()                                          # it may bring a function written by hand
    return vars(namespace.tensors).get(name) or find_op(name).function


namespace.tensors._bind = _over_tensors


def _numpy():
    from rushlight.backends import numpy
    return numpy
