"""Runs the tape backwards.

Nodes run in the order of falling sequence numbers. A consumer always has a higher number than what it consumed, so when a
node's turn comes every gradient it will get has arrived, and no dependency has to be counted. Only leaves are counted: their
hooks fire once, as soon as the last contribution is there.
"""
from __future__ import annotations

import threading
from operator import attrgetter

from rushlight.autograd.grad_mode import mode
from rushlight.autograd.node import AccumulateGrad, Output
from rushlight.backends.quiet import quiet
from rushlight.dispatch.namespace import arrays, tensors

_by_sequence = attrgetter("seq")


class _Running(threading.local):
    depth = 0


running = _Running()


def run_backward(edges, grads, *, create_graph, keep_graph, targets=None, accumulate=True):
    """Sends `grads` (Tensors) up from `edges`. With `targets` (edges), only what leads to them runs.

    Returns the Tensors that arrived at the targets, or None for each where nothing did. With `accumulate`, leaves add what
    arrives to their .grad: all leaves, or those among the targets.
    """
    sweep = _Sweep(tensors if create_graph else arrays, create_graph, keep_graph, targets, accumulate)
    before = mode.enabled
    mode.enabled = create_graph
    running.depth += 1
    try:
        sweep.run(edges, grads)
    finally:
        running.depth -= 1
        mode.enabled = before
    return sweep.captured


class _Sweep:
    """One backward pass: its level, what is pending, what it captures."""

    def __init__(self, F, create_graph, keep_graph, targets, accumulate):
        self.F, self.create_graph, self.keep_graph, self.accumulate = F, create_graph, keep_graph, accumulate
        self.pending = {}                   # node -> gradient, or a list of them for a node with several outputs
        self.waiting = {}                   # leaf -> contributions still to come
        self.targets = targets
        self.captured = None if targets is None else [None] * len(targets)
        self.capture_at = None              # (node, output number) -> positions among the targets

    def run(self, edges, grads):
        order = self.plan(edges)
        for edge, grad in zip(edges, grads):
            if edge is not None:
                self.arrive(edge, grad if self.create_graph else grad._data, owned=False)
        for node in order:
            self.run_node(node)

    # ---- planning

    def plan(self, edges):
        """All nodes to run, latest first; counts what each leaf has to wait for."""
        seen, stack, order, waiting = set(), [], [], self.waiting
        parents = {} if self.targets is not None else None
        for edge in edges:
            if edge is not None:
                self._visit(edge.node, seen, stack, waiting)
        while stack:
            node = stack.pop()
            order.append(node)
            for edge in node.edges:
                if edge is None:
                    continue
                parent = edge.node
                if type(parent) is AccumulateGrad:
                    waiting[parent] = waiting.get(parent, 0) + 1
                elif parent not in seen:
                    seen.add(parent)
                    stack.append(parent)
                if parents is not None:
                    parents.setdefault(parent, []).append(node)
        order.sort(key=_by_sequence, reverse=True)
        if parents is not None:
            order = self._restrict(order, parents)
        return order

    @staticmethod
    def _visit(node, seen, stack, waiting):
        if type(node) is AccumulateGrad:
            waiting[node] = waiting.get(node, 0) + 1
        elif node not in seen:
            seen.add(node)
            stack.append(node)

    def _restrict(self, order, consumers):
        """Keeps the nodes that lead to a target."""
        self.capture_at, needed = {}, set()
        for position, edge in enumerate(self.targets):
            if edge is not None:
                self.capture_at.setdefault((edge.node, edge.number), []).append(position)
        stack = [edge.node for edge in self.targets if edge is not None]
        targets = set(stack)
        while stack:
            for node in consumers.get(stack.pop(), ()):
                if node not in needed:
                    needed.add(node)
                    stack.append(node)
        self.needed = needed | targets
        self.runs = needed
        return [node for node in order if node in self.needed]

    # ---- running

    def run_node(self, node):
        grad = self.pending.pop(node, None)
        if node.hooks is not None and grad is not None:
            grad = self.run_pre_hooks(node, grad)
        if self.capture_at is not None:
            self.capture(node, grad)
            if node not in self.runs:
                return
        edges = node.edges
        if grad is None:
            results = (None,) * len(edges)
        else:
            results = self.apply(node, grad)
            if not self.keep_graph:
                node.release()
        if node.hooks is not None and node.hooks.post and grad is not None:
            results = self.run_post_hooks(node, results, grad)
        for edge, result in zip(edges, results):
            if edge is None:
                continue
            if result is not None:
                self.arrive(edge, result, owned=result is not grad)
            if type(edge) is AccumulateGrad:
                self.count_down(edge)

    def apply(self, node, grad):
        if self.create_graph or node.takes_tensors:
            return node.apply(self.F, grad)
        return quiet.run(node.apply, arrays, grad)

    def arrive(self, edge, grad, owned):
        """Adds a gradient to what is pending at an edge, in the shape and dtype of the value it belongs to."""
        if grad.shape != edge.shape:
            grad, owned = quiet.run(sum_to, self.F, grad, edge.shape), True
        if self.create_graph:
            if grad._data.dtype is not edge.dtype:
                grad = tensors.cast_to(grad, edge.dtype)
        elif grad.dtype is not edge.dtype:
            grad, owned = arrays.cast_to(grad, edge.dtype), True
        pending, node = self.pending, edge.node
        if node.outputs > 1:
            buffer = pending.get(node)
            if buffer is None:
                buffer = pending[node] = [None] * node.outputs
            seen = buffer[edge.number]
            buffer[edge.number] = grad if seen is None else self.add(seen, grad)
            return
        seen = pending.get(node)
        if seen is not None:
            grad = self.add(seen, grad)
        elif type(edge) is AccumulateGrad and not self.create_graph and not (owned and grad.base is None):
            grad = grad.copy()              # never hand a leaf memory that something else can see
        pending[node] = grad

    def add(self, first, second):
        return tensors.add(first, second) if self.create_graph else quiet.run(arrays.add, first, second)

    # ---- leaves

    def count_down(self, leaf):
        left = self.waiting[leaf] - 1
        self.waiting[leaf] = left
        if left == 0:
            self.finish_leaf(leaf)

    def finish_leaf(self, leaf):
        grad = self.pending.pop(leaf, None)
        if grad is None:
            return
        if leaf.hooks is not None:
            grad = self.run_pre_hooks(leaf, grad)
        if self.capture_at is not None:
            self.capture(leaf, grad)
            if (leaf, 0) not in self.capture_at:
                return
        if not self.accumulate:
            return
        tensor = leaf.variable
        if tensor is not None:
            self.accumulate_into(tensor, grad)
            if leaf.hooks is not None:
                for hook in list(leaf.hooks.accumulated.values()):
                    hook(tensor)
                if leaf.hooks.post:
                    self.run_post_hooks(leaf, (), grad)

    def accumulate_into(self, tensor, grad):
        """Adds in place, except where that would lose history: then a new .grad takes the old one's place."""
        old = tensor._grad
        if self.create_graph:
            tensor._grad = tensors.clone(grad) if old is None else tensors.add(old, grad)
        elif old is None:
            tensor._grad = tensors.wrap(grad)
        else:
            tensors.accumulate_grad(old, grad)

    # ---- hooks and captures

    def capture(self, node, grad):
        for number in range(node.outputs):
            positions = self.capture_at.get((node, number))
            if positions:
                value = grad[number] if node.outputs > 1 and grad is not None else grad
                for position in positions:
                    self.captured[position] = None if value is None else self.to_tensor(value)

    def to_tensor(self, grad):
        return grad if self.create_graph else tensors.wrap(grad)

    def from_tensor(self, tensor):
        return tensor if self.create_graph else tensor._data

    def run_pre_hooks(self, node, grad):
        """Tensor hooks, then pre-hooks of the node, then `retain_grad`, which sees the final value."""
        hooks, several = node.hooks, node.outputs > 1
        grads = [None if g is None else self.to_tensor(g) for g in (grad if several else [grad])]
        for number, table in hooks.tensor.items():
            if grads[number] is not None:
                grads[number] = _run_tensor_hooks(table, grads[number])
        for hook in list(hooks.pre.values()):
            result = hook(tuple(grads))
            if result is not None:
                grads = list(result) if isinstance(result, (tuple, list)) else [result]
        for number, reference in hooks.retained.items():
            tensor = reference()
            if tensor is not None and grads[number] is not None:
                self.retain(tensor, grads[number])
        grads = [None if g is None else self.from_tensor(g) for g in grads]
        return grads if several else grads[0]

    def retain(self, tensor, grad):
        if tensor._grad is None:
            tensor._grad = grad if self.create_graph else tensors.wrap(grad._data.copy())
        else:
            tensor._grad = tensors.add(tensor._grad, grad)

    def run_post_hooks(self, node, results, grad):
        results = tuple(None if r is None else self.to_tensor(r) for r in results)
        outputs = tuple(None if g is None else self.to_tensor(g) for g in (grad if node.outputs > 1 else [grad]))
        for hook in list(node.hooks.post.values()):
            changed = hook(results, outputs)
            if changed is not None:
                if not isinstance(changed, tuple):
                    changed = (changed,)
                if len(changed) != len(results):
                    raise RuntimeError(f"hook '{getattr(hook, '__name__', hook)}' has changed the size of value")
                results = changed
        return [None if r is None else self.from_tensor(r) for r in results]


def _run_tensor_hooks(table, grad):
    for hook in list(table.values()):
        changed = hook(grad)
        if changed is not None:
            grad = _checked(hook, grad, changed)
    return grad


def _checked(hook, grad, changed):
    name = getattr(hook, "__name__", "<unknown>")
    if not isinstance(changed, type(grad)) and not hasattr(changed, "_edge"):
        raise TypeError(f"expected Variable, but hook returned '{type(changed).__name__}'")
    if changed._data.dtype is not grad._data.dtype:
        raise RuntimeError(f"hook '{name}' has changed the type of value (was {grad.type()} got {changed.type()})")
    if changed.shape != grad.shape:
        raise RuntimeError(f"hook '{name}' has changed the size of value")
    return changed


def sum_to(F, grad, shape):
    """Undoes a broadcast: sums `grad` over the dimensions that were added or stretched."""
    lead = grad.ndim - len(shape)
    stretched = [lead + i for i, n in enumerate(shape) if n == 1 and grad.shape[lead + i] != 1]
    if lead < 0 or any(n != grad.shape[lead + i] for i, n in enumerate(shape) if lead + i not in stretched):
        raise RuntimeError(f"Function returned an invalid gradient at index 0 - got {list(grad.shape)} but expected shape "
                           f"compatible with {list(shape)}")
    return F.reshape(F.sum(grad, (*range(lead), *stretched), True), shape)
