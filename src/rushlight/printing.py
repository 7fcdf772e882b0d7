"""torch's text form of a tensor, to the byte."""
from __future__ import annotations

import math

import numpy as np

from rushlight import dtypes
from rushlight.autograd.node import AccumulateGrad
from rushlight.autograd.views import edge_of
from rushlight.dispatch.wrapping import wrap


class _Options:
    precision, threshold, edgeitems, linewidth, sci_mode = 4, 1000, 3, 80, None


options = _Options()
_PROFILES = {"default": (4, 1000, 3, 80), "short": (2, 1000, 2, 80), "full": (4, math.inf, 3, 80)}


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None):
    """Sets how tensors print: digits, when to summarise, items shown at each edge, columns, scientific mode or not."""
    if profile is not None:
        options.precision, options.threshold, options.edgeitems, options.linewidth = _PROFILES[profile]
    given = dict(precision=precision, threshold=threshold, edgeitems=edgeitems, linewidth=linewidth)
    for name, value in given.items():
        if value is not None:
            setattr(options, name, value)
    options.sci_mode = sci_mode


def get_printoptions():
    """The present print options, as a dictionary."""
    return {name: getattr(options, name) for name in ("precision", "threshold", "edgeitems", "linewidth", "sci_mode")}


def tensor_text(tensor, contents=None):
    """The repr of a tensor."""
    if hasattr(tensor._data, "samples"):
        return _batch_text(tensor)
    head = "tensor(" if type(tensor).__name__ in ("Tensor", "Parameter", "Buffer") else f"{type(tensor).__name__}("
    suffixes = _dtype_suffixes(tensor)
    if tensor.is_meta:
        contents = contents or "..."
        suffixes = ["device='meta'", f"size={tuple(tensor._data.shape)}"]
        suffixes += [] if tensor.dtype is dtypes.get_default_dtype() else [f"dtype={tensor.dtype}"]
    elif contents is None:
        contents = "[]" if not tensor._data.size else _contents(tensor._data, len(head))
    text = _with_suffixes(head + contents, [*suffixes, *_tape_suffixes(tensor)], len(head))
    return f"Parameter({text})" if "_is_param" in tensor.__dict__ else text


def _batch_text(tensor):
    """All samples of a tensor inside vmap, and whose they are."""
    text = tensor_text(wrap(tensor._data.samples)).replace("\n", "\n    ")
    return f"BatchedTensor(lvl={tensor._data.level.depth}, bdim=0, value=\n    {text}\n)"


def _dtype_suffixes(tensor):
    suffixes = []
    default = tensor.dtype in (dtypes.get_default_dtype(), dtypes.int64, dtypes.bool) or \
        tensor.dtype is dtypes.get_default_dtype().to_complex()
    if not tensor._data.size:
        if tensor.dim() != 1:
            suffixes.append(f"size={tuple(tensor._data.shape)}")
        default = tensor.dtype is dtypes.get_default_dtype()
    if not default:
        suffixes.append(f"dtype={tensor.dtype}")
    return suffixes


def _tape_suffixes(tensor):
    try:
        edge = edge_of(tensor)
    except RuntimeError:                        # it was written where that is forbidden; printing is not the place to say so
        return ["grad_fn=<Invalid>"]
    suffixes = []
    if edge is not None:
        suffixes.append("requires_grad=True" if isinstance(edge, AccumulateGrad) else f"grad_fn=<{type(edge.node).__name__}>")
    if tensor._tangent is not None:
        suffixes.append(f"tangent={tensor._tangent}")
    return suffixes


def _with_suffixes(text, suffixes, indent):
    """Appends each suffix, on a new line where the current one would grow too long."""
    parts, column = [text], len(text) - text.rfind("\n") + 1
    for suffix in suffixes:
        if column + len(suffix) + 2 > options.linewidth:
            parts.append(",\n" + " " * indent + suffix)
            column = indent + len(suffix)
        else:
            parts.append(", " + suffix)
            column += len(suffix) + 2
    return "".join(parts) + ")"


# ---------------------------------------------------------------- the numbers

def _contents(array, indent):
    array = array.widen() if hasattr(array, "widen") else array
    summarize = array.size > options.threshold
    shown = _edges(array) if summarize else array
    formatter = _ComplexFormatter(shown) if array.dtype.kind == "c" else _Formatter(shown)
    return _block(array, indent, formatter, summarize)


def _edges(array):
    """The corners that a summary shows."""
    n = options.edgeitems
    for d in range(array.ndim):
        if array.shape[d] > 2 * n:
            array = np.concatenate([array.take(range(n), d), array.take(range(array.shape[d] - n, array.shape[d]), d)], d)
    return array


class _Formatter:
    """One width for all numbers of a tensor, and the choice between integers, fixed point and scientific.

    Zeros and what is not finite have no say in the choice, nor in the width; a tensor of nothing else prints as integers.
    """

    def __init__(self, values):
        self.is_float = values.dtype.kind == "f"
        self.int_mode, self.sci_mode, self.width = True, False, 1
        values = values.reshape(-1)
        if self.is_float:
            values = values.astype(np.float64)
            values = values[np.isfinite(values) & (values != 0)]
            if not values.size:
                return
            self._choose(values)
        self.width = max([len(self._bare(v)) for v in values.tolist()], default=1)

    def _choose(self, values):
        self.int_mode = bool((values == np.ceil(values)).all())
        low, high = np.abs(values).min(), np.abs(values).max()
        if options.sci_mode is not None:
            self.sci_mode = options.sci_mode
        else:
            with np.errstate(all="ignore"):
                self.sci_mode = bool(high / low > 1000 or high > 1e8 or (not self.int_mode and low < 1e-4))

    def _bare(self, value):
        if not self.is_float:
            return str(value)
        if self.sci_mode:
            return f"{value:.{options.precision}e}"
        if self.int_mode:
            return f"{value:.0f}." if math.isfinite(value) else f"{value:.0f}"
        return f"{value:.{options.precision}f}"

    def __call__(self, value):
        return self._bare(value).rjust(self.width)


class _ComplexFormatter:
    """Real and imaginary parts, each with its own format."""

    def __init__(self, values):
        self.real, self.imag = _Formatter(values.real), _Formatter(values.imag)
        self.width = self.real.width + self.imag.width + 1

    def __call__(self, value):
        imag = self.imag(value.imag).lstrip() + "j"
        return self.real(value.real) + ("" if imag[0] in "+-" else "+") + imag


# ---------------------------------------------------------------- the layout

def _block(array, indent, formatter, summarize):
    if array.ndim == 0:
        return formatter(array.item())
    if array.ndim == 1:
        return _row(array, indent, formatter, summarize)
    n = options.edgeitems
    if summarize and array.shape[0] > 2 * n:
        blocks = [*(_block(a, indent + 1, formatter, True) for a in array[:n]), "...",
                  *(_block(a, indent + 1, formatter, True) for a in array[-n:])]
    else:
        blocks = [_block(a, indent + 1, formatter, summarize) for a in array]
    return "[" + ("," + "\n" * (array.ndim - 1) + " " * (indent + 1)).join(blocks) + "]"


def _row(array, indent, formatter, summarize):
    per_line = max(1, (options.linewidth - indent) // (formatter.width + 2))
    n = options.edgeitems
    if summarize and not n:
        texts = ["..."]
    elif summarize and array.shape[0] > 2 * n:
        texts = [*map(formatter, array[:n].tolist()), " ...", *map(formatter, array[-n:].tolist())]
    else:
        texts = [formatter(v) for v in array.tolist()]
    lines = [", ".join(texts[i:i + per_line]) for i in range(0, len(texts), per_line)]
    return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"
