"""`python -m rushlight.dispatch OP`: prints the code that is written for an op."""
import sys

import rushlight                                        # noqa: F401  declares the ops
from rushlight.dispatch import callers, nodes
from rushlight.dispatch.op import find_op

for name in sys.argv[1:]:
    op = find_op(name)
    print(callers.caller_source(op))
    if op.vjps:
        print(nodes.node_source(op))
        print(nodes.apply_source(op))
