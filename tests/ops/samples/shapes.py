"""Samples: other shapes for the same elements, parts of tensors, copies, and several tensors joined to one."""
from __future__ import annotations

from rushlight.dispatch.op import registry

from tests.ops.samples import call, samples

# ---------------------------------------------------------------- shapes


@samples("view", "reshape", "_reshape_alias", "_unsafe_view")
def _reshaped(make):
    yield call(make(2, 3, 4), (6, 4))
    yield call(make(2, 3, 4), (2, 2, 6))
    yield call(make(4), (1, 4, 1))
    yield call(make(1), ())
    yield call(make(0, 3), (3, 0))


@samples("alias", "clone", "ravel")
def _whole(make):
    yield call(make(2, 3))
    yield call(make())
    yield call(make(0, 2))


@samples("view_as", "reshape_as")
def _in_shape_of(make):
    yield call(make(2, 6), make.ints(3, 4))


@samples("expand_as")
def _expanded_as(make):
    yield call(make(2, 1), make.ints(3, 2, 4))


@samples("flatten")
def _flatten(make):
    yield call(make(2, 3, 4))
    yield call(make(2, 3, 4), 1)
    yield call(make(2, 3, 4), -3, -2)
    yield call(make())


@samples("unflatten")
def _unflatten(make):
    yield call(make(2, 6), 1, (2, 3))
    yield call(make(6, 2), -2, (3, -1))


@samples("unsqueeze")
def _unsqueeze(make):
    yield call(make(2, 3), 0)
    yield call(make(2, 3), -1)
    yield call(make(), 0)


@samples("squeeze")
def _squeeze(make):
    yield call(make(1, 2, 1))
    yield call(make(1, 2, 1), 0)
    yield call(make(1, 2, 1), 1)
    yield call(make(1, 2, 1), (0, -1))


@samples("expand", "broadcast_to")
def _expand(make):
    yield call(make(2, 1), (2, 3))
    yield call(make(3), (2, -1))
    yield call(make(), (2, 2))
    yield call(make(1, 3), (0, 3))


@samples("_at_least")
def _at_least(make):
    for shape in ((), (2,), (2, 3)):
        yield call(make(*shape), 3)
    yield call(make(), 1)

# ---------------------------------------------------------------- axes


@samples("transpose", "swapaxes", "swapdims")
def _transpose(make):
    yield call(make(2, 3, 4), 0, -1)
    yield call(make(2, 3), 1, 0)
    yield call(make(), 0, -1)


@samples("t")
def _t(make):
    yield call(make(2, 3))
    yield call(make(3))


@samples("permute")
def _permute(make):
    yield call(make(2, 3, 4), (2, 0, 1))
    yield call(make(2, 3), (-1, 0))
    yield call(make(), ())


@samples("movedim", "moveaxis")
def _movedim(make):
    yield call(make(2, 3, 4), 0, -1)
    yield call(make(2, 3, 4), (0, 1), (2, 0))

# ---------------------------------------------------------------- parts


@samples("select")
def _select(make):
    yield call(make(2, 3), 1, -1)
    yield call(make(3), 0, 2)


@samples("slice")
def _slice(make):
    yield call(make(5, 2), 0, 1, 4)
    yield call(make(2, 5), -1, -4, None, 2)
    yield call(make(3), 0, 2, 1)


@samples("unfold")
def _unfold(make):
    yield call(make(6), 0, 3, 2)
    yield call(make(2, 5), 1, 2, 1)


@samples("as_strided_view")
def _as_strided_view(make):
    yield call(make(6), (2, 3), (3, 1), 0, ((1,), 0, 6))
    yield call(make(6), (2, 2), (1, 2), 1, ((1,), 0, 6))


@samples("unbind")
def _unbind(make):
    yield call(make(2, 3))
    yield call(make(2, 3), -1)


@samples("split_evenly", "split_apart")
def _split_evenly(make):
    yield call(make(5, 2), 2, 0)
    yield call(make(2, 4), 2, 1)


@samples("split_unevenly", "split_apart_with_sizes")
def _split_unevenly(make):
    yield call(make(5, 2), (1, 0, 4), 0)
    yield call(make(2, 4), (3, 1), 1)


@samples("look")
def _look(make):
    yield call(make(4, 3, 2), (slice(1, None, 2), None, ..., 0))
    yield call(make(4), (2, ...))

# ---------------------------------------------------------------- copies with a part replaced


@samples("copy_slice")
def _copy_slice(make):
    yield call(make(4, 2), 0, 1, 3)


@samples("select_scatter")
def _select_scatter(make):
    yield call(make(2, 3), make(2), 1, -1)


@samples("slice_scatter")
def _slice_scatter(make):
    yield call(make(4, 2), make(2, 2), 0, 1, 3)
    yield call(make(2, 5), make(2, 3), 1, None, None, 2)


@samples("diagonal_scatter")
def _diagonal_scatter(make):
    yield call(make(3, 3), make(3))
    yield call(make(2, 3, 4), make(2, 3), 1, 1, 2)


@samples("strided_scatter")
def _strided_scatter(make):
    steps = ((registry["as_strided_view"], ((2, 2), (1, 2), 1, ((1,), 0, 6))),)
    yield call(make(6), make(2, 2), steps, ((1,), 0, 6))


STEPS = (("select", (0, 1)), ("slice", (0, 0, 3, 2)))


def _steps():
    return tuple([(registry[name], options) for name, options in STEPS])


@samples("view_gather")
def _view_gather(make):
    yield call(make(2, 3, 2), _steps())


@samples("view_backward")
def _view_backward(make):
    yield call(make(2, 2), _steps(), (2, 3, 2))


@samples("view_scatter")
def _view_scatter(make):
    yield call(make(2, 3, 2), make(2, 2), _steps())


@samples("pick_output")
def _pick_output(make):
    yield call(make(2, 3), "unbind", (0,), 1)

# ---------------------------------------------------------------- rearranged and repeated


@samples("flip")
def _flip(make):
    yield call(make(2, 3), (0,))
    yield call(make(2, 3, 2), (0, -1))
    yield call(make(2, 3), ())


@samples("fliplr", "flipud")
def _flip_one(make):
    yield call(make(2, 3))


@samples("rot90")
def _rot90(make):
    for k in (0, 1, 2, -1, 5):
        yield call(make(2, 3), k)
    yield call(make(2, 3, 4), 1, (2, 0))


@samples("roll")
def _roll(make):
    yield call(make(2, 3), 1)
    yield call(make(2, 3), -4, 1)
    yield call(make(2, 3), (1, 2), (0, -1))


@samples("repeat")
def _repeat(make):
    yield call(make(2, 3), (2, 1, 3))
    yield call(make(2), (0,))
    yield call(make(), (2, 2))
    yield call(make(), ())


@samples("tile")
def _tile(make):
    yield call(make(2, 3), (2,))
    yield call(make(2), (2, 2))


@samples("counted")
def _counted(make):
    yield call(make.ints(4), None)
    yield call(make.ints(0), 0)

# ---------------------------------------------------------------- joined


@samples("cat", "concat", "concatenate")
def _cat(make):
    yield call([make(2, 3), make(1, 3)])
    yield call([make(2, 1), make(2, 3), make(2, 0)], -1)
    yield call([make(0), make(2, 2)], 0)


@samples("stack")
def _stack(make):
    yield call([make(2, 3), make(2, 3)])
    yield call([make(2), make(2), make(2)], -1)
    yield call([make()], 0)


@samples("hstack", "vstack", "row_stack", "dstack")
def _stacked(make):
    yield call([make(3), make(3)])
    yield call([make(2, 3), make(2, 3)])
    yield call([make(), make()])


@samples("column_stack")
def _column_stack(make):
    yield call([make(3), make(3, 2), make(3)])


@samples("on_diagonal")
def _on_diagonal(make):
    yield call([make(1, 2), make(2, 2), make(0, 1)])

# ---------------------------------------------------------------- diagonals


@samples("diagonal")
def _diagonal(make):
    yield call(make(3, 4))
    yield call(make(3, 4), -1)
    yield call(make(2, 3, 4), 1, -1, 0)
    yield call(make(2, 2), 5)


@samples("copy_diagonal")
def _copy_diagonal(make):
    yield call(make(3, 4), 1)


@samples("diag_embed")
def _diag_embed(make):
    yield call(make(2, 3))
    yield call(make(2, 3), -1, 0, 2)


@samples("diag", "diagflat")
def _diag(make):
    yield call(make(3))
    yield call(make(3), -1)


@samples("tril", "triu")
def _triangle(make):
    yield call(make(3, 4))
    yield call(make(2, 3, 3), 1)
    yield call(make(3, 2), -1)
    yield call(make(0, 2))


@samples("tril_indices", "triu_indices")
def _triangle_indices(make):
    yield call(3, 4)
    yield call(3, 3, -1)
    yield call(0, 2)
