"""When two derivatives agree, and what is said when they do not."""
from __future__ import annotations

from rushlight.autograd.gradcheck.probes import Elementwise
from rushlight.dispatch.namespace import tensors as F
from rushlight.dispatch.promotion import promote_types


class GradcheckError(RuntimeError):
    """What gradcheck and gradgradcheck raise for a derivative that is wrong."""


def compare(way, view, options):
    """GradcheckError where a derivative by the way, forward or reverse, is not the numerical one."""
    probe = way.probe_for(view) if options.fast_mode else Elementwise()
    for i, j, numerical, analytical in way.pairs(view, probe, options):
        atol = probe.tolerance(options.atol, i, j)
        if not are_close(analytical, numerical, options.rtol, atol):
            detail = _in_slow_mode(way, view, i, j, options, atol) if probe.fast else ""
            raise GradcheckError(f"{view.label(i, j)}Jacobian{way.spoken} mismatch for output {i} with respect to input {j},\n"
                                 f"numerical:{numerical}\nanalytical:{analytical}\n{detail}")


def are_close(value, expected, rtol, atol):
    """allclose, of tensors whose dtypes may differ. NaN is close to nothing."""
    dtype = promote_types(value.dtype, expected.dtype)
    return F.allclose(value.to(dtype), expected.to(dtype), rtol, atol)


def _in_slow_mode(way, view, i, j, options, atol):
    """The whole Jacobians, and whether the slow check would have found anything."""
    numerical, analytical = next(pair[2:] for pair in way.pairs(view, Elementwise(), options) if pair[:2] == (i, j))
    text = ("\nThe above quantities relating the numerical and analytical jacobians are computed \nin fast mode: they are "
            "products with random directions. The jacobians themselves, computed in slow mode:\n\nNumerical:\n "
            f"{numerical}\nAnalytical:\n{analytical}\n\nThe max per-element difference (slow mode) is: "
            f"{(analytical - numerical).abs().max().item()}.\n")
    if are_close(analytical, numerical, options.rtol, atol):
        text += ("Fast gradcheck failed but element-wise differences are small. This means that the\n"
                 "test might've passed in slow_mode! If it should, call gradcheck with `fast_mode=False`.\n")
    return text
