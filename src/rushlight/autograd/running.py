"""What a program may ask, and ask for, while a backward pass runs in its thread."""
from __future__ import annotations

import itertools

from rushlight.autograd.engine import current
from rushlight.autograd.grad_mode import mode
from rushlight.autograd.node import Node


def queue_callback(callback):
    """Calls callback() at the end of the pass that runs now. RuntimeError if none does."""
    if current.sweep is None:
        raise RuntimeError("Final callbacks can only be installed during backward pass.")
    if not current.sweep.callbacks:
        current.sweep.callbacks = []
    current.sweep.callbacks.append(callback)


def current_node():
    """The node whose backward, or hooks, run now; None outside a pass."""
    return None if current.sweep is None else current.sweep.node


def keeps_graph():
    """Whether the pass that runs now keeps what was saved; True outside one."""
    return current.sweep is None or current.sweep.keep_graph


def current_task_id():
    """A number for the pass that runs now; -1 outside one."""
    sweep = current.sweep
    if sweep is None:
        return -1
    if sweep.task is None:
        sweep.task = next(_tasks)
    return sweep.task


_tasks = itertools.count()


def execution_order():
    """The nodes and leaves of the pass that runs now, in their order. RuntimeError outside one."""
    if current.sweep is None:
        raise RuntimeError("_current_graph_task_execution_order should only be called during the backward pass")
    if mode.multithreading:
        raise RuntimeError("_current_graph_task_execution_order expects the current backward to be executed with multithreading "
                           "disabled, e.g. by running:\n\n>>> with torch.autograd.set_multithreading_enabled(False):\n...     "
                           "torch._C._current_graph_task_execution_order()\n")
    return current.sweep.nodes_and_leaves()


def will_execute(node):
    """Whether the pass that runs now runs the node. RuntimeError outside a pass, and for a leaf that is only captured."""
    if not isinstance(node, Node):
        raise RuntimeError(f"_will_engine_execute_node expects an grad_fn, but got {type(node).__name__}")
    if current.sweep is None:
        raise RuntimeError("_get_should_execute_nodes should only be called during the backward pass")
    return current.sweep.will_execute(node)
