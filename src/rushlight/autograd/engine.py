"""Runs the tape backwards.

Nodes run in the order of falling sequence numbers. A consumer always has a higher number than what it consumed, so when a
node's turn comes every gradient it will get has arrived, and no dependency has to be counted. Only leaves are counted: their
hooks fire once, as soon as the last contribution is there.
"""
from __future__ import annotations

import threading
from functools import partial
from operator import add, attrgetter

from rushlight.autograd.grad_mode import mode
from rushlight.autograd.node import AccumulateGrad, Node, Output, sequence
from rushlight.autograd.views import edge_of
from rushlight.backends import numpy as xp
from rushlight.backends.quiet import quiet
from rushlight.dispatch.namespace import here, tensors

_by_sequence = attrgetter("seq")
NESTED = 25                                 # passes within passes that one stack takes, of some 1,000 Python calls
_accumulating = threading.Lock()            # backward passes in several threads may share leaves


class _Current(threading.local):
    sweep = None                            # the pass that runs in this thread


current = _Current()


def run_backward(edges, grads, *, create_graph, keep_graph, targets=None, accumulate=True, fresh=False):
    """Sends `grads` up from `edges`: Tensors with `create_graph`, else arrays. With `targets` (edges), only what leads to
    them runs. `fresh` says that the stack has room for what runs within the pass.

    Returns the Tensors that arrived at the targets, or None for each where nothing did. With `accumulate`, leaves add what
    arrives to their .grad: all leaves, or those among the targets.
    """
    sweep = Sweep(create_graph, keep_graph, accumulate)
    if targets is not None:
        sweep.aim_at(targets)
    before = mode.enabled, current.sweep
    if before[1] is not None:
        sweep.depth = before[1].depth + 1
        if not fresh and not sweep.depth % NESTED:
            return _on_fresh_stack(edges, grads, create_graph=create_graph, keep_graph=keep_graph, targets=targets,
                                   accumulate=accumulate)
    mode.enabled, current.sweep = create_graph, sweep
    try:
        order = sweep.plan(edges)
        if sweep.simple:
            quiet.run(sweep.run, order, edges, grads)
        else:
            sweep.compute, sweep.order = _directly if create_graph else quiet.run, order
            try:
                sweep.run(order, edges, grads)
                sweep.run_callbacks()
            finally:
                sweep.leave()
    finally:
        mode.enabled, current.sweep = before
    return sweep.captured


def _on_fresh_stack(edges, grads, **options):
    from rushlight.autograd.deep import on_fresh_stack
    return on_fresh_stack(partial(run_backward, edges, grads, fresh=True, **options))


def _directly(function, *args):
    return function(*args)


class PlainSweep:
    """One backward pass: its level, what is pending, what it captures."""
    targets = captured = capture_at = None  # edges; what arrived there; (node, output number) -> positions among the targets
    depth = 0                               # how many passes it runs within
    node = order = task = None              # in a pass that is not simple: the node that runs now, all of them, a number
    callbacks = ()                          # what queue_callback was given
    leave = staticmethod(lambda: None)      # undoes what nodes of the pass entered
    compute = staticmethod(_directly)       # runs work on arrays: in a simple pass, everything is inside one `quiet` already

    def __init__(self, create_graph, keep_graph, accumulate):
        self.F = tensors if create_graph else here.arrays
        self.create_graph, self.keep_graph, self.accumulate = create_graph, keep_graph, accumulate
        self.pending = {}                   # node -> gradient, or a list of them for a node with several outputs
        self.waiting = {}                   # leaf -> contributions still to come
        self.simple = not create_graph      # nothing on the way runs a user's code: one `quiet` serves the whole pass

    def aim_at(self, targets):
        self.targets, self.captured, self.capture_at, self.simple = targets, [None] * len(targets), {}, False

    # ---- planning

    def plan(self, edges):
        """All nodes to run, latest first; counts what each leaf has to wait for."""
        order, stack, waiting = [], [], self.waiting
        seen = self.seen = set()
        consumers, consumer = None if self.targets is None else {}, None
        while True:
            for edge in edges:
                if edge is None:
                    continue
                node = edge.node if type(edge) is Output else edge
                if type(edge) is AccumulateGrad:
                    waiting[edge] = waiting.get(edge, 0) + 1
                    if edge.hooks is not None:
                        self.simple = False
                elif node not in seen:
                    seen.add(node)
                    stack.append(node)
                    if node.hooks is not None or not node.quiet:
                        self.simple = False
                if consumers is not None:
                    consumers.setdefault(node, []).append(consumer)
            if not stack:
                break
            consumer = stack.pop()
            order.append(consumer)
            edges = consumer.edges
        order.sort(key=_by_sequence, reverse=True)
        return order if consumers is None else self._restrict(order, consumers)

    def runs_node(self, node):
        """Whether a node, or a leaf, is part of this pass."""
        if self.capture_at is None:
            return node in self.seen or node in self.waiting
        return node in self.runs or any((node, number) in self.capture_at for number in range(node.outputs))

    def will_execute(self, node):
        if not self.accumulate and type(node) is AccumulateGrad and (node, 0) in self.capture_at:
            raise RuntimeError("A leaf node was passed to _will_engine_execute_node but we are currently running "
                               "autograd.grad(). This is currently not supported.")
        return self.runs_node(node)

    def nodes_and_leaves(self):
        """All that this pass runs, in order: a leaf comes after the last node that contributes to it."""
        found = {}                          # from the last to the first
        for node in reversed(self.order):
            for edge in reversed(node.edges):
                if type(edge) is AccumulateGrad and self.runs_node(edge):
                    found.setdefault(edge)
            found[node] = None
        return list(reversed(found))

    def _restrict(self, order, consumers):
        """Keeps the nodes that lead to a target."""
        self.runs = set()
        for position, edge in enumerate(self.targets):
            if edge is not None:
                self.capture_at.setdefault((edge.node, edge.number), []).append(position)
        stack = [edge.node for edge in self.targets if edge is not None]
        targets = set(stack)
        while stack:
            for node in consumers.get(stack.pop(), ()):
                if node is not None and node not in self.runs:
                    self.runs.add(node)
                    stack.append(node)
        if self.accumulate:                     # backward(inputs=) runs its targets too
            self.runs |= targets
        return [node for node in order if node in self.runs or node in targets]

    # ---- running

    def run(self, order, edges, grads):
        """The pass itself: the roots' gradients, then one node after the other."""
        node = None
        try:
            self.deliver(edges, grads, None)
            F, pending, plain = self.F, self.pending, self.simple
            for node in order:
                grad = pending.pop(node, None)
                if not plain or grad is None:
                    self.run_node(node, grad)
                    continue
                results = node.apply(F, grad)
                if node.frees and not self.keep_graph:
                    node.release()
                self.deliver(node.edges, results, grad)
        except InvalidGradient as error:
            raise error.of(node) from None

    def run_node(self, node, grad):
        """A node that may have hooks, be a target, or get no gradient at all."""
        self.node = node
        grad = self.arrive(node, grad)
        if self.capture_at is not None and node not in self.runs:
            return
        hooked = node.hooks is not None and node.hooks.post
        results = self.call(node, grad) if grad is not None or node.runs_on_nothing else (None,) * len(node.edges)
        if node.frees and not self.keep_graph:
            node.release()
        if node.hooks is not None and node.hooks.post:
            results = self.run_post_hooks(node, results, grad if hooked else [None] * node.outputs)
        self.deliver(node.edges, results, grad)

    def arrive(self, node, grad):
        """What a node's gradient is after hooks, which run without one too. A node that is only a target runs those of its
        tensors, and none of its own.
        """
        hooks = node.hooks
        if hooks is not None and (hooks.tensor or hooks.retained):
            grad = self.run_tensor_hooks(node, grad)
        if self.capture_at is not None:
            self.capture(node, grad)
        if hooks is not None and hooks.pre and (self.capture_at is None or node in self.runs):
            grad = self.run_pre_hooks(node, grad)
        return grad

    def call(self, node, grad):
        """What the node makes of the gradient."""
        return self.compute(node.apply, self.F, grad) if node.quiet else node.apply(self.F, grad)

    def run_callbacks(self):
        """Calls what was queued for the end of the pass, and what that queues."""
        for callback in self.callbacks:         # a list that may grow meanwhile
            callback()

    def deliver(self, edges, results, given):
        """Hands each result to its edge, in the shape and dtype of the value it belongs to."""
        pending = self.pending
        for edge, result in zip(edges, results):
            if edge is None:
                continue
            if result is not None and (result.shape != edge.shape or
                                       (result._data if self.create_graph else result).dtype is not edge.dtype):
                result = self.fit(result, edge, edges, results)
            if type(edge) is AccumulateGrad:
                self.reach_leaf(edge, result, given)
            elif result is not None:
                node = edge.node if type(edge) is Output else edge
                if node.outputs > 1:
                    self.into_buffer(node, edge.number, result)
                else:
                    seen = pending.get(node)
                    pending[node] = result if seen is None else self.compute(add, seen, result)

    def fit(self, grad, edge, edges, results):
        if grad.shape != edge.shape:
            if not _fits(grad.shape, edge.shape):
                at = next(at for at, (e, r) in enumerate(zip(edges, results)) if e is edge and r is grad)
                raise InvalidGradient(at, grad.shape, edge.shape)
            grad = self.compute(sum_to, self.F, grad, edge.shape)
        if edge.dtype is None or (grad._data if self.create_graph else grad).dtype is edge.dtype:
            return grad
        return self.compute(self.F.cast_to, grad, edge.dtype)

    def into_buffer(self, node, number, grad):
        buffer = self.pending.setdefault(node, [None] * node.outputs)
        buffer[number] = grad if buffer[number] is None else self.compute(add, buffer[number], grad)

    # ---- leaves

    def reach_leaf(self, leaf, grad, given):
        """Takes one contribution, perhaps None; the last one finishes the leaf."""
        seen = self.pending.pop(leaf, None)
        if grad is None:
            grad = seen
        elif seen is not None:
            grad = self.compute(add, seen, grad)
        elif not self.create_graph and (grad is given or given is None or grad.base is not None):
            grad = xp.clone(grad, "C")      # never hand a leaf memory that something else can see
        left = self.waiting[leaf] = self.waiting[leaf] - 1
        if left:
            self.pending[leaf] = grad
        elif grad is not None or leaf.hooks is not None:
            self.finish_leaf(leaf, grad)

    def finish_leaf(self, leaf, grad):
        if self.capture_at is not None and (leaf, 0) not in self.capture_at:
            return
        self.node = leaf
        grad = self.arrive(leaf, grad)
        tensor = leaf.leaf()
        if tensor is not None and self.accumulate:
            if tensor._grad is None and grad is not None and not self.create_graph:
                if leaf.layout is not None:
                    grad = _laid_out(grad, leaf.layout)
                elif grad.ndim > 1 and not grad.flags.c_contiguous:
                    grad = xp.clone(grad, "C")
            if grad is not None:
                self.accumulate_into(tensor, grad)
            if leaf.hooks is not None:
                self.after_accumulation(leaf, tensor, grad)

    def after_accumulation(self, leaf, tensor, grad):
        for hook in list(leaf.hooks.accumulated.values()):
            if hook(tensor) is not None:
                raise RuntimeError("Tensor post accumulate grad hooks should return None.")
        if leaf.hooks.post:
            self.run_post_hooks(leaf, (), grad)

    def accumulate_into(self, tensor, grad):
        """Adds in place, except where that would lose history: then a new .grad takes the old one's place."""
        with _accumulating:
            old = tensor._grad
            if self.create_graph:
                tensor._grad = _copied(grad) if old is None else tensors.add(old, grad)
            elif old is None:
                tensor._grad = tensors.wrap(grad)
            elif old._edge is not None and old.requires_grad:
                tensor._grad = tensors.add(old, tensors.wrap(grad))
            else:
                self.compute(tensors.accumulate_grad, old, grad)

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

    def run_tensor_hooks(self, node, grad):
        """Hooks of the node's outputs (called without a gradient too); then `retain_grad`."""
        grads = self.tensors_of(node, grad)
        for number, table in node.hooks.tensor.items():
            grads[number] = _run_tensor_hooks(table, grads[number])
        for number, reference in node.hooks.retained.items():
            tensor = reference()
            if tensor is not None and grads[number] is not None:
                self.retain(tensor, grads[number])
        return self.gradient_of(node, grads)

    def run_pre_hooks(self, node, grad):
        """The node's own hooks, before it runs."""
        grads = self.tensors_of(node, grad)
        for hook in list(node.hooks.pre.values()):
            grads = _changed(hook, hook(tuple(grads)), grads)
        return self.gradient_of(node, grads)

    def tensors_of(self, node, grad):
        """A node's gradient as a list of Tensors, or Nones."""
        if grad is None:
            return [None] * node.outputs
        return [None if g is None else self.to_tensor(g) for g in (grad if node.outputs > 1 else [grad])]

    def gradient_of(self, node, grads):
        """A list of Tensors as the node's gradient."""
        grads = [None if g is None else self.from_tensor(g) for g in grads]
        return grads[0] if node.outputs == 1 else grads if any(g is not None for g in grads) else None

    def retain(self, tensor, grad):
        if tensor._grad is None:
            tensor._grad = grad if self.create_graph else tensors.wrap(grad._data.copy())
        else:
            tensor._grad = tensors.add(tensor._grad, grad)

    def run_post_hooks(self, node, results, grad):
        results = tuple(None if r is None else self.to_tensor(r) for r in results)
        outputs = tuple(self.tensors_of(node, grad))
        for hook in list(node.hooks.post.values()):
            results = _changed(hook, hook(tuple(results), outputs), results)
        return [None if r is None else self.from_tensor(r) for r in results]


def _changed(hook, result, before):
    """The gradients after a hook of a node: what it returned, if anything."""
    if result is None:
        return before
    if not isinstance(result, tuple):
        raise TypeError(f"expected tuple, but hook returned '{type(result).__name__}'")
    if len(result) != len(before):
        raise RuntimeError(f"hook '{getattr(hook, '__name__', '<unknown>')}' has returned an incorrect number of values (got "
                           f"{len(result)}, but expected {len(before)})")
    return [None if new is None else _checked(hook, old, new) for old, new in zip(before, result)]


def _laid_out(grad, order):
    """The gradient with its dimensions in the given order in memory."""
    copy = xp.clone(grad.transpose(order), "C")
    return copy.transpose([order.index(dim) for dim in range(len(order))])


def _copied(grad):
    """A copy of a gradient with history, under the name that torch gives it."""
    copy = tensors.wrap(xp.clone(grad._data, "C"))
    edge = edge_of(grad)
    if edge is not None:
        node = copy._edge = CopyBackwards()
        node.seq, node.edges = next(sequence), (None, edge)
        node.shape, node.dtype = grad._data.shape, grad._data.dtype
    return copy


class CopyBackwards(Node):
    """The node of a copy; its first edge is that of the memory's former content."""
    frees = False

    def apply(self, F, grad):
        return None, grad


def _run_tensor_hooks(table, grad):
    for hook in list(table.values()):
        changed = hook(grad)
        if changed is not None:
            grad = _checked(hook, grad, changed)
    return grad


def _checked(hook, grad, changed):
    name = getattr(hook, "__name__", "<unknown>")
    if not hasattr(changed, "_edge"):
        raise TypeError(f"expected Variable, but hook returned '{type(changed).__name__}'")
    if grad is None:
        raise RuntimeError("can't replace a None gradient with a non-None value")
    if changed._data.dtype is not grad._data.dtype:
        raise RuntimeError(f"hook '{name}' has changed the type of value (was {grad.type()} got {changed.type()})")
    if changed.shape != grad.shape:
        raise RuntimeError(f"hook '{name}' has changed the size of value")
    return changed


def _fits(shape, wanted):
    """Whether a gradient of this shape comes of a broadcast from the wanted one."""
    lead = len(shape) - len(wanted)
    return lead >= 0 and all(n in (1, given) for n, given in zip(wanted, shape[lead:]))


def sum_to(F, grad, shape):
    """Undoes a broadcast: sums `grad` over the dimensions that were added or stretched."""
    lead = grad.ndim - len(shape)
    stretched = [lead + i for i, n in enumerate(shape) if n == 1 and grad.shape[lead + i] != 1]
    return F.reshape(F.sum(grad, (*range(lead), *stretched), True), shape)


class InvalidGradient(Exception):
    """A gradient whose shape does not fit: its position, its shape, the wanted one."""

    def of(self, node):
        """The error for the user, who knows the node."""
        at, shape, wanted = self.args
        name = "" if node is None else f"{node.name()} "
        return RuntimeError(f"Function {name}returned an invalid gradient at index {at} - got {list(shape)} but expected shape "
                            f"compatible with {list(wanted)}")


Sweep = PlainSweep
_watchers = []              # subclasses of PlainSweep, whose methods all backward passes have for the time being


def watch(sweep_class):
    """Mixes a subclass of PlainSweep into every backward pass from now on."""
    _change_watchers(_watchers.append, sweep_class)


def unwatch(sweep_class):
    """Takes it out again."""
    _change_watchers(_watchers.remove, sweep_class)


def _change_watchers(change, sweep_class):
    global Sweep
    change(sweep_class)
    classes = tuple(dict.fromkeys(_watchers))
    Sweep = type("Sweep", classes, {}) if classes else PlainSweep
