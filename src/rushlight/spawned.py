"""Processes that a program under `python -m rushlight` spawns: `import torch` gives rushlight in them too."""


class Arguments(list):
    """sys.argv, which multiprocessing hands to a new process first of all: unpickling it there installs the alias."""

    def __reduce__(self):
        return _in_child, (list(self),)


def _in_child(arguments):
    from rushlight.alias import install_as_torch
    install_as_torch(force=True)
    return Arguments(arguments)
