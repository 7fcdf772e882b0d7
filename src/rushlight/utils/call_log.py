"""Which calls a function recorded, and on which lines of the program: what checkpoint(debug=True) tells."""
from __future__ import annotations

from rushlight.autograd.anomaly_mode import lines_of_the_program
from rushlight.autograd.node import newborn
from rushlight.dispatch import levels


class CallLog:
    """Notes the recorded calls inside a `with` block: the name of each, and the line that made it."""

    def __init__(self):
        self.calls = []

    def __enter__(self):
        newborn.listeners += (self._note,)
        levels.enter_slow_path()
        return self

    def __exit__(self, *_):
        newborn.listeners = tuple([tell for tell in newborn.listeners if tell != self._note])
        levels.leave_slow_path()

    def _note(self, node):
        line = lines_of_the_program()[-1]
        self.calls.append((node.operation(), f"{line.filename}:{line.lineno} in {line.name}: {line.line}"))

    def __str__(self):
        return "".join(f"  {number}. {name}   {line}\n" for number, (name, line) in enumerate(self.calls, 1)) or "  none\n"


def comparison(first, second):
    """The text that shows the calls of two runs, and where they part."""
    names = [[name for name, _ in log.calls] for log in (first, second)]
    part = next((at for at, (a, b) in enumerate(zip(*names), 1) if a != b), min(map(len, names)) + 1)
    where = f"They part at call {part}." if names[0] != names[1] else "Both runs made the same calls."
    return (f"You are seeing this error because you passed `debug=True` to checkpoint: it tells which calls the function made, "
            f"and where.\n\nIn the first run:\n{first}\nIn the second run, until the error:\n{second}\n{where}\n\n")
