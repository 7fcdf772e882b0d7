"""The memory behind tensors."""


class Storage:
    """Stands for one piece of memory; every tensor that looks at it holds the same object.

    # Note [Views share a version counter]
    `version` counts the in-place writes. A tensor gets its Storage when somebody first needs one (a view, a write, a
    rule that saves the output): until then there can have been no write, and its version is 0. Views and `detach()`
    share the object; `.data` shares the memory and not the object, so writes through it go unnoticed, as in torch.
    """
    version = 0


def storage_of(tensor):
    """The tensor's Storage, made now if nobody needed it before."""
    storage = tensor._storage
    if storage is None:
        storage = tensor._storage = Storage()
    return storage


def version_of(tensor):
    """How many in-place writes the tensor's memory has seen."""
    storage = tensor._storage
    return 0 if storage is None else storage.version
