"""A line search for the strong Wolfe conditions (Nocedal and Wright, 2006, section 3.5), as minFunc does it."""
from __future__ import annotations

from typing import NamedTuple


class Point(NamedTuple):
    """A step length, with the function's value there, its gradient, and its slope along the direction."""
    t: float
    f: float
    g: object
    slope: object


def strong_wolfe(obj_func, x, t, d, f, g, gtd, c1=1e-4, c2=0.9, tolerance_change=1e-9, max_ls=25):
    """(value, gradient, step length, evaluations) at a point where the function has fallen enough and is flat enough.

    `obj_func(x, t, d)` gives value and gradient at x + t * d; `f`, `g`, `gtd` are value, gradient and slope at x.
    """
    def at(t):
        value, grad = obj_func(x, t, d)
        return Point(t, value, grad.clone(), grad.dot(d))

    start = Point(0, f, g.clone(), gtd)

    def is_too_high(point):
        return point.f > f + c1 * point.t * gtd

    def is_flat(point):
        return abs(point.slope) <= -c2 * gtd

    previous, new, evaluations = start, at(t), 0
    while evaluations < max_ls:
        if is_too_high(new) or (evaluations > 1 and new.f >= previous.f):
            bracket = [previous, new]
            break
        if is_flat(new):
            return new.f, new.g, new.t, evaluations + 1
        if new.slope >= 0:
            bracket = [previous, new]
            break
        longer = cubic_minimum(*_ends(previous, new), bounds=(new.t + 0.01 * (new.t - previous.t), new.t * 10))
        previous, new = new, at(longer)
        evaluations += 1
    else:
        bracket = [start, new]
    best, evaluations = _zoom(bracket, at, is_too_high, is_flat, tolerance_change / d.abs().max(), evaluations, max_ls)
    return best.f, best.g, best.t, evaluations + 1


def _zoom(bracket, at, is_too_high, is_flat, narrow, evaluations, max_ls):
    """The best point of a bracket that holds a good one, after narrowing it; and the evaluations until then."""
    stalled, low = False, 0 if bracket[0].f <= bracket[1].f else 1
    while evaluations < max_ls:
        if abs(bracket[1].t - bracket[0].t) < narrow:
            break
        t, stalled = _inside(cubic_minimum(*_ends(*bracket)), bracket, stalled)
        new = at(t)
        evaluations += 1
        high = 1 - low
        if is_too_high(new) or new.f >= bracket[low].f:
            bracket[high] = new
            low = 0 if bracket[0].f <= bracket[1].f else 1
            continue
        is_done = is_flat(new)
        if not is_done and new.slope * (bracket[high].t - bracket[low].t) >= 0:
            bracket[high] = bracket[low]
        bracket[low] = new
        if is_done:
            break
    return bracket[low], evaluations


def _inside(t, bracket, stalled):
    """`t`, kept a tenth of the bracket away from its ends if it came near them twice or lies outside; whether it came near."""
    first, last = sorted(point.t for point in bracket)
    margin = 0.1 * (last - first)
    if min(last - t, t - first) >= margin:
        return t, False
    if stalled or t >= last or t <= first:
        return (last - margin if abs(t - last) < abs(t - first) else first + margin), False
    return t, True


def _ends(a, b):
    return a.t, a.f, a.slope, b.t, b.f, b.slope


def cubic_minimum(x1, f1, g1, x2, f2, g2, bounds=None):
    """Where the cubic with these values and slopes at two points is smallest between the bounds; their middle if nowhere."""
    low, high = bounds if bounds is not None else (x1, x2) if x1 <= x2 else (x2, x1)
    d1 = g1 + g2 - 3 * (f1 - f2) / (x1 - x2)
    square = d1 ** 2 - g1 * g2
    if square < 0:
        return (low + high) / 2.0
    d2 = square ** 0.5
    if x1 <= x2:
        best = x2 - (x2 - x1) * ((g2 + d2 - d1) / (g2 - g1 + 2 * d2))
    else:
        best = x1 - (x1 - x2) * ((g1 + d2 - d1) / (g1 - g2 + 2 * d2))
    return min(max(best, low), high)
