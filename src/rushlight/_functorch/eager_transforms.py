"""Which arguments a transform is about, under functorch's names."""
from rushlight.func.arguments import pick


def _slice_argnums(args, argnums, as_tuple=True):
    """The arguments of these numbers, as a tuple (of one, for a single number)."""
    chosen = pick(args, argnums)
    return (chosen,) if isinstance(argnums, int) and as_tuple else chosen
