"""What a transform is: a map, its inverse, and the logarithm of its volume; and transforms made of one or of several in turn."""
import math
from copy import copy
from weakref import ref

from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.utils import _sum_rightmost, lazy_property
from rushlight.size import Size

TOO_FEW = "Too few dimensions on input"


class Transform:
    """A map from `domain` to `codomain`. With `cache_size=1` it remembers its last call: inverting that is exact and free.

    A subclass gives `_call`, `_inverse` and `log_abs_det_jacobian`.
    """

    bijective = False

    def __init__(self, cache_size=0):
        if cache_size not in (0, 1):
            raise ValueError("cache_size must be 0 or 1")
        self._cache_size, self._cached_x_y, self._inv = cache_size, (None, None), None
        super().__init__()

    def __getstate__(self):
        return {**self.__dict__, "_inv": None}                       # a weak reference cannot be copied

    @property
    def event_dim(self):
        """How many dimensions one value has, where it is the same on both sides."""
        if self.domain.event_dim != self.codomain.event_dim:
            raise ValueError("Please use either .domain.event_dim or .codomain.event_dim")
        return self.domain.event_dim

    @property
    def inv(self):
        """The inverse, as a transform."""
        inverse = None if self._inv is None else self._inv()
        if inverse is None:
            inverse = _InverseTransform(self)
            self._inv = ref(inverse)
        return inverse

    @property
    def sign(self):
        """The sign of the slope, where it is the same everywhere."""
        raise NotImplementedError

    def with_cache(self, cache_size=1):
        """Returns the transform with another size of the cache."""
        if self._cache_size == cache_size:
            return self
        new = copy(self)
        new._cache_size, new._cached_x_y, new._inv = cache_size, (None, None), None
        for name, parts in new._parts().items():
            setattr(new, name, parts.with_cache(cache_size) if isinstance(parts, Transform) else
                    [part.with_cache(cache_size) for part in parts])
        return new

    def _parts(self):
        """The transforms this one is made of, by attribute."""
        return {}

    def __eq__(self, other):
        return self is other

    def __ne__(self, other):
        return not self.__eq__(other)

    def __call__(self, x):
        return self._remembered(x, 0, self._call)

    def _inv_call(self, y):
        return self._remembered(y, 1, self._inverse)

    def _remembered(self, value, side, compute):
        """compute(value), or what it was a moment ago."""
        if self._cache_size == 0:
            return compute(value)
        if value is self._cached_x_y[side]:
            return self._cached_x_y[1 - side]
        result = compute(value)
        self._cached_x_y = (result, value) if side else (value, result)
        return result

    def _call(self, x):
        raise NotImplementedError

    def _inverse(self, y):
        raise NotImplementedError

    def log_abs_det_jacobian(self, x, y):
        """Returns log |dy/dx| for each event."""
        raise NotImplementedError

    def forward_shape(self, shape):
        """Returns the shape of the result for an input of `shape`."""
        return shape

    def inverse_shape(self, shape):
        """Returns the shape of the input for a result of `shape`."""
        return shape

    def __repr__(self):
        return self.__class__.__name__ + "()"


class SameKind(Transform):
    """A transform without parameters: all of one class are equal."""

    def __eq__(self, other):
        return isinstance(other, type(self))


class _InverseTransform(Transform):
    """The inverse of a transform, which it keeps alive and whose cache it uses."""

    def __init__(self, transform):
        super().__init__(cache_size=transform._cache_size)
        self._inv = transform

    def __getstate__(self):
        return self.__dict__

    @constraints.dependent_property(is_discrete=False)
    def domain(self):
        return self._inv.codomain

    @constraints.dependent_property(is_discrete=False)
    def codomain(self):
        return self._inv.domain

    @property
    def bijective(self):
        return self._inv.bijective

    @property
    def sign(self):
        return self._inv.sign

    @property
    def inv(self):
        return self._inv

    def with_cache(self, cache_size=1):
        return self.inv.with_cache(cache_size).inv

    def __eq__(self, other):
        return isinstance(other, _InverseTransform) and self._inv == other._inv

    def __repr__(self):
        return f"{self.__class__.__name__}({self._inv!r})"

    def __call__(self, x):
        return self._inv._inv_call(x)

    def log_abs_det_jacobian(self, x, y):
        return -self._inv.log_abs_det_jacobian(y, x)

    def forward_shape(self, shape):
        return self._inv.inverse_shape(shape)

    def inverse_shape(self, shape):
        return self._inv.forward_shape(shape)


# ---------------------------------------------------------------- one after another, or on more dimensions

def deepen(constraint, dims):
    return constraint if dims == 0 else constraints.independent(constraint, dims)


class ComposeTransform(Transform):
    """Transforms, one after another."""

    def __init__(self, parts, cache_size=0):
        self.parts = [part.with_cache(cache_size) for part in parts] if cache_size else parts
        super().__init__(cache_size=cache_size)

    def _parts(self):
        return {"parts": self.parts}

    def __eq__(self, other):
        return isinstance(other, ComposeTransform) and self.parts == other.parts

    @constraints.dependent_property(is_discrete=False)
    def domain(self):
        if not self.parts:
            return constraints.real
        first = self.parts[0].domain
        return deepen(first, self._depths()[0] - first.event_dim)

    @constraints.dependent_property(is_discrete=False)
    def codomain(self):
        if not self.parts:
            return constraints.real
        last = self.parts[-1].codomain
        return deepen(last, self._depths()[-1] - last.event_dim)

    def _depths(self):
        """How many dimensions an event has before each part, and after the last: as few as all parts allow."""
        depth = 0
        for part in reversed(self.parts):
            depth = max(depth + part.domain.event_dim - part.codomain.event_dim, part.domain.event_dim)
        depths = [depth]
        for part in self.parts:
            depths.append(depths[-1] + part.codomain.event_dim - part.domain.event_dim)
        return depths

    @lazy_property
    def bijective(self):
        return all(part.bijective for part in self.parts)

    @lazy_property
    def sign(self):
        return math.prod(part.sign for part in self.parts)

    @property
    def inv(self):
        inverse = None if self._inv is None else self._inv()
        if inverse is None:
            inverse = ComposeTransform([part.inv for part in reversed(self.parts)])
            self._inv = ref(inverse)
            inverse._inv = ref(self)
        return inverse

    def __call__(self, x):
        for part in self.parts:
            x = part(x)
        return x

    def log_abs_det_jacobian(self, x, y):
        if not self.parts:
            return F.zeros_like(x)
        values = [x]
        for part in self.parts[:-1]:
            values.append(part(values[-1]))
        values.append(y)
        return sum(_sum_rightmost(part.log_abs_det_jacobian(before, after), depth - part.domain.event_dim)
                   for part, before, after, depth in zip(self.parts, values, values[1:], self._depths()))

    def forward_shape(self, shape):
        for part in self.parts:
            shape = part.forward_shape(shape)
        return shape

    def inverse_shape(self, shape):
        for part in reversed(self.parts):
            shape = part.inverse_shape(shape)
        return shape

    def __repr__(self):
        parts = ",\n    ".join(repr(part) for part in self.parts)
        return f"{self.__class__.__name__}(\n    {parts}\n)"


identity_transform = ComposeTransform([])


class IndependentTransform(Transform):
    """A transform whose last `reinterpreted_batch_ndims` batch dimensions belong to the event."""

    def __init__(self, base_transform, reinterpreted_batch_ndims, cache_size=0):
        super().__init__(cache_size=cache_size)
        self.base_transform = base_transform.with_cache(cache_size)
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims

    def _parts(self):
        return {"base_transform": self.base_transform}

    @constraints.dependent_property(is_discrete=False)
    def domain(self):
        return constraints.independent(self.base_transform.domain, self.reinterpreted_batch_ndims)

    @constraints.dependent_property(is_discrete=False)
    def codomain(self):
        return constraints.independent(self.base_transform.codomain, self.reinterpreted_batch_ndims)

    @property
    def bijective(self):
        return self.base_transform.bijective

    @property
    def sign(self):
        return self.base_transform.sign

    def _call(self, x):
        if x.dim() < self.domain.event_dim:
            raise ValueError(TOO_FEW)
        return self.base_transform(x)

    def _inverse(self, y):
        if y.dim() < self.codomain.event_dim:
            raise ValueError(TOO_FEW)
        return self.base_transform.inv(y)

    def log_abs_det_jacobian(self, x, y):
        return _sum_rightmost(self.base_transform.log_abs_det_jacobian(x, y), self.reinterpreted_batch_ndims)

    def __repr__(self):
        return f"{self.__class__.__name__}({self.base_transform!r}, {self.reinterpreted_batch_ndims})"

    def forward_shape(self, shape):
        return self.base_transform.forward_shape(shape)

    def inverse_shape(self, shape):
        return self.base_transform.inverse_shape(shape)


class ReshapeTransform(Transform):
    """Gives the last dimensions another shape."""

    bijective = True

    def __init__(self, in_shape, out_shape, cache_size=0):
        self.in_shape, self.out_shape = Size(in_shape), Size(out_shape)
        if self.in_shape.numel() != self.out_shape.numel():
            raise ValueError("in_shape, out_shape have different numbers of elements")
        super().__init__(cache_size=cache_size)

    @constraints.dependent_property
    def domain(self):
        return constraints.independent(constraints.real, len(self.in_shape))

    @constraints.dependent_property
    def codomain(self):
        return constraints.independent(constraints.real, len(self.out_shape))

    def _call(self, x):
        return x.reshape(x.shape[:x.dim() - len(self.in_shape)] + self.out_shape)

    def _inverse(self, y):
        return y.reshape(y.shape[:y.dim() - len(self.out_shape)] + self.in_shape)

    def log_abs_det_jacobian(self, x, y):
        return x.new_zeros(x.shape[:x.dim() - len(self.in_shape)])

    def forward_shape(self, shape):
        return _with_other_end(shape, self.in_shape, self.out_shape)

    def inverse_shape(self, shape):
        return _with_other_end(shape, self.out_shape, self.in_shape)


def _with_other_end(shape, old, new):
    if len(shape) < len(old):
        raise ValueError(TOO_FEW)
    cut = len(shape) - len(old)
    if tuple(shape[cut:]) != tuple(old):
        raise ValueError(f"Shape mismatch: expected {shape[cut:]} but got {old}")
    return shape[:cut] + new
