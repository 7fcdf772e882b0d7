"""Runs an op on batched arrays: takes the deepest level off, asks the op's batching rule, puts the level on.

A rule is rule(op, level, values): it computes the samples of the result, batch in front, from the op's arguments in the order of
its parameters, where what is batched at `level` is a BatchedArray of that level. It may use `F`, the ops over arrays of the
levels left. Where it comes from, first wins: `rules` (written out in a module of RULES), the op's family (`families.py`), the
loop (`loop.py`).
"""
from __future__ import annotations

import functools
import sys
from importlib import import_module

from rushlight.backends import numpy as xp
from rushlight.batching.array import batched, deepest, is_at, store
from rushlight.dispatch import levels
from rushlight.dispatch.eager import call_with
from rushlight.dispatch.namespace import Namespace
from rushlight.dispatch.op import Parameter, find_op
from rushlight.dispatch.wrapping import zeros_of

RULES = ("elements", "shapes", "matrices", "positions", "layers")          # the modules with rules written out
rules = {}


def rule(*names):
    """Declares the batching rule of the ops of these names: formula(level, *arguments)."""
    def declare(formula):
        for name in names:
            rules[name] = functools.partial(_explicitly, formula)
        return formula
    return declare


def _explicitly(formula, op, level, values):
    return formula(level, *values)


def bound(op, values, xp):
    """What computes the op for these values, over the backend `xp` or over batches."""
    return over_batches(op) if concerns(op, values) else op.bind(xp)


def concerns(op, values):
    """Whether a call is one over batches."""
    return (deepest(values) is not None or draws_anew(op)) and op.family.name != "passage"


def write_at(op, values):
    """Runs an op that writes into its first argument: out of place, then into the memory."""
    if draws_anew(op):
        from rushlight.batching.randomness import check_filled
        check_filled(levels.active.batch, values)
    store(values[0], run(op, values))


def draws_anew(op):
    """Whether the op is a random one inside a vmap, and so needs its rule even where nothing is batched."""
    return levels.active.batch is not None and is_random(op)


def is_random(op):
    return any(p.name == "generator" for p in op.parameters)


def run(op, values):
    """The result of the op on arrays of any levels."""
    if draws_anew(op):
        from rushlight.batching.randomness import draw
        return draw(op, levels.active.batch, values)
    level = deepest(values)
    if level is None or op.family.name == "passage":
        return call_with(op, op.bind(xp, F), values)
    return _on_level(rule_of(op)(op, level, values), level)


def _on_level(result, level):
    if type(result) in (list, tuple):
        return tuple([_on_level(r, level) for r in result])
    return batched(result, level)


def rule_of(op):
    """The batching rule of an op; it is looked for once."""
    found = vars(op).get("batching_rule")
    if found is None:
        found = op.batching_rule = _find_rule(op)
    return found


def _find_rule(op):
    from rushlight.batching.families import family_rule
    from rushlight.batching.loop import loop
    _load_rules()
    return rules.get(op.name) or (compose if op.composite else family_rule(op) or loop)


def compose(op, level, values):
    """A composite: the ops in its body look after the level."""
    result = call_with(op, op.forward, [F, *values])
    return tuple([front(r, level) for r in result]) if type(result) in (tuple, list) else front(result, level)


@functools.cache
def _load_rules():
    for module in RULES:
        import_module(f"rushlight.batching.{module}")


def kind_of_rule(name):
    """Where the batching of an op comes from: "composite", "rule", "family" or "loop"."""
    from rushlight.batching.loop import loop
    op = find_op(name)
    if op.composite:
        return "composite"
    found = rule_of(op)
    if is_random(op):
        return "rule"
    return "loop" if found is loop else "rule" if name in rules else "family"


# ---------------------------------------------------------------- F: the ops over arrays of any levels

def over_batches(op):
    """The op as a function of arrays: arguments as its forward takes them, without the backend."""
    names = [p.name for p in op.parameters]
    defaults = [None if p.default is Parameter.REQUIRED else p.default for p in op.parameters]

    def call(*args, **kwargs):
        values = [*args, *defaults[len(args):]]
        for name, value in kwargs.items():
            values[names.index(name)] = value
        return run(op, values)
    return call


levels.batching = sys.modules[__name__]
F = Namespace("batched arrays", lambda name: over_batches(find_op(name)))
F.zeros_of = zeros_of


def linked(args):
    """The arguments of a call to be recorded: see passages.py."""
    from rushlight.batching import passages
    return passages.linked(args)


def front(value, level):
    """The samples of a value; of one that is not batched, as many views of it."""
    return value.samples if is_at(value, level) else F.expand(value, (level.size, *value.shape))


def samples_of(value, level):
    """(the samples, True) of a batch, (the value itself, False) of anything else."""
    return (value.samples, True) if is_at(value, level) else (value, False)
