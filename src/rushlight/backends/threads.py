"""Cuts big elementwise work in pieces across a small pool: a ufunc uses one core, and frees the GIL.

A hand-off costs 4 to 80 us, so only arrays of `BIG` elements or more are cut (a piece then takes over 0.3 ms). Where threads
cannot be started (wasm), or RUSHLIGHT_THREADS=1, everything runs in the calling thread. After a fork the child makes its own.
"""
from __future__ import annotations

import os
import sys
import threading
from functools import partial

import numpy as np

BIG = 1 << 18
_pool = None


class _Here(threading.local):
    in_a_piece = False          # a piece is not cut again: its parts would wait for the threads that wait for it


_here = _Here()
_count = int(os.environ.get("RUSHLIGHT_THREADS", 0)) or min(os.cpu_count() or 1, 8)
_supported = sys.platform not in ("emscripten", "wasi")


def get_num_threads():
    """How many threads big elementwise operations use."""
    return _count if _supported else 1


def set_num_threads(count):
    """Sets how many threads big elementwise operations use."""
    global _count
    if type(count) is not int or count < 1:
        raise RuntimeError("set_num_threads expects a positive integer")
    if count != _count:
        _forget_pool()
        _count = count


def _forget_pool():
    global _pool
    _pool = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_pool)


def _get_pool():
    global _pool
    if _pool is None:
        from concurrent.futures import ThreadPoolExecutor
        _pool = ThreadPoolExecutor(_count - 1, thread_name_prefix="rushlight")
    return _pool


def elementwise(kernel, *values, **options):
    """kernel(*values, **options), in pieces where that pays and gives the same bits."""
    if options:
        kernel = partial(kernel, **options)
    if get_num_threads() == 1 or _here.in_a_piece or not _divisible(values):
        return kernel(*values)
    size = values[0].size
    flat = [v.reshape(-1) if _is_array(v) and v.ndim else v for v in values]
    bounds = [size * i // _count for i in range(_count + 1)]
    pieces = [[v[a:b] if _is_array(v) and v.ndim else v for v in flat] for a, b in zip(bounds, bounds[1:])]
    out = np.empty(size, _result_dtype(kernel, pieces[0]))
    _share([partial(_run, kernel, piece, out[a:b]) for piece, a, b in zip(pieces, bounds, bounds[1:])])
    return out.reshape(values[0].shape)


def in_pieces(run, size):
    """Calls run(start, stop) until range(size) is done: a piece for each thread, where there is enough to do."""
    if size < BIG or get_num_threads() == 1 or _here.in_a_piece:
        return run(0, size)
    bounds = [size * i // _count for i in range(_count + 1)]
    _share([partial(run, a, b) for a, b in zip(bounds, bounds[1:])])


def _share(pieces):
    """Does the first piece here, and the others in the pool's threads."""
    jobs = [_get_pool().submit(_do, piece) for piece in pieces[1:]]
    _do(pieces[0])
    for job in jobs:
        job.result()


def _do(piece):
    _here.in_a_piece = True
    try:
        piece()
    finally:
        _here.in_a_piece = False


def _run(kernel, piece, out):
    with np.errstate(all="ignore"):
        if isinstance(kernel, np.ufunc):
            kernel(*piece, out=out)
        else:
            out[...] = kernel(*piece)


def _is_array(value):
    return isinstance(value, np.ndarray)


def _divisible(values):
    """All arrays contiguous and of one shape (or 0-d), and none of a class with its own arithmetic."""
    shape = values[0].shape
    return all(type(v) is np.ndarray and (not v.ndim or (v.shape == shape and v.flags.c_contiguous))
               for v in values if _is_array(v))


def _result_dtype(kernel, piece):
    sample = [v[:1] if _is_array(v) and v.ndim else v for v in piece]
    return kernel(*sample).dtype
