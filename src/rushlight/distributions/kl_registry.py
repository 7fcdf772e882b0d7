"""The table of divergences KL(p || q), by the classes of p and q."""
import warnings

__all__ = ["register_kl", "kl_divergence"]

_KL_REGISTRY = {}               # (class of p, class of q): function of p and q
_KL_MEMOIZE = {}                # the same for subclasses, as they were looked up


def register_kl(type_p, type_q):
    """Decorates a function of p and q that returns KL(p || q), for these classes and their subclasses."""
    for kind in (type_p, type_q):
        if not isinstance(kind, type):                          # any class: a library may have a base of its own
            raise TypeError(f"register_kl takes classes, but got {kind}")

    def enter(function):
        _KL_REGISTRY[type_p, type_q] = function
        _KL_MEMOIZE.clear()
        return function
    return enter


def kl_divergence(p, q):
    """Returns KL(p || q), for each pair of distributions in the batch."""
    key = type(p), type(q)
    if key not in _KL_MEMOIZE:
        _KL_MEMOIZE[key] = _nearest(*key)
    if _KL_MEMOIZE[key] is None:
        raise NotImplementedError(f"No KL(p || q) is implemented for p type {p.__class__.__name__} and q type "
                                  f"{q.__class__.__name__}")
    return _KL_MEMOIZE[key](p, q)


def _nearest(type_p, type_q):
    """The function for the nearest classes that both are of; None if there is none. Where p and q disagree, p decides."""
    fits = [entry for entry in _KL_REGISTRY if issubclass(type_p, entry[0]) and issubclass(type_q, entry[1])]
    if not fits:
        return None
    far = {entry: (type_p.__mro__.index(entry[0]), type_q.__mro__.index(entry[1])) for entry in fits}
    for_p, for_q = min(fits, key=far.get), min(fits, key=lambda entry: far[entry][::-1])
    if _KL_REGISTRY[for_p] is not _KL_REGISTRY[for_q]:
        warnings.warn(f"Ambiguous kl_divergence({type_p.__name__}, {type_q.__name__}). "
                      f"Please register_kl({for_p[0].__name__}, {for_q[1].__name__})", RuntimeWarning, stacklevel=3)
    return _KL_REGISTRY[for_p]
