"""The code that is written for ops."""
from __future__ import annotations

import inspect
import linecache

import pytest
import rushlight as torch
from rushlight.dispatch import callers, families, nodes
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.op import Op, registry

torch.ops.load_all()


def test_source_can_be_looked_at():
    torch.mul(torch.ones(2), torch.ones(2))
    assert inspect.getsource(torch.mul).startswith("def mul(input, other, *, out=None):")


def test_tracebacks_show_written_lines():
    with pytest.raises(RuntimeError) as caught:
        torch.cat([torch.ones(2), torch.ones(2, 2)])
    names = [entry.path for entry in caught.traceback]
    assert any("rushlight cat cat" in str(name) for name in names)
    assert linecache.getline("<rushlight cat cat>", 1).startswith("def cat(")


@pytest.mark.parametrize("op", registry.values(), ids=lambda op: op.name)
def test_every_op_can_be_written(op):
    compile(callers.caller_source(op), op.name, "exec")
    if op.inplace:
        compile(callers.inplace_source(op, op.name + "_"), op.name, "exec")
    if op.vjps:
        compile(nodes.node_source(op), op.name, "exec")
        compile(nodes.apply_source(op), op.name, "exec")


def declared(forward, *rules):
    op = Op(forward, families.general)
    for rule in rules:
        op.vjp("input")(rule)
    return op


def test_a_rule_may_only_ask_for_what_there_is():
    def forward(xp, input: Tensor): ...
    op = declared(forward, lambda F, grad, nonsense: grad)
    with pytest.raises(TypeError, match="asks for 'nonsense'"):
        nodes.node_source(op)
    with pytest.raises(TypeError, match="no tensor parameter"):
        op.vjp("other")(lambda F, grad: grad)


def test_names_that_rules_use_are_refused():
    def forward(xp, input: Tensor, grad: Tensor): ...

    def rule(F, gradgrad, grad): ...
    with pytest.raises(TypeError, match="another name"):
        declared(forward, rule)
