"""The Tensor: what it is. What can be done with one is declared in ops/ and installed on OpMethods."""
from __future__ import annotations

import warnings
import weakref

import numpy as np

from rushlight import dtypes
from rushlight.autograd.grad_mode import mode
from rushlight.autograd.node import AccumulateGrad, HookTable, nobody, sequence
from rushlight.autograd.views import View, edge_of, view_of
from rushlight.backends.meta import MetaArray
from rushlight.device import CPU, META
from rushlight.dispatch import levels
from rushlight.dispatch.overrides import default_torch_function
from rushlight.dispatch.wrapping import wrap
from rushlight.dispatch.namespace import tensors as F
from rushlight.dtypes import dtype_of
from rushlight.op_methods import OpMethods
from rushlight.size import Size
from rushlight.storage import Storage, counted_version, mark_inference, storage_of


_OWN_DTYPE = object()           # the gradient is of the type of the tensor


class Tensor(OpMethods):
    """An array with a place on the tape.

    `_data` is the backend's array, `_edge` what consumers link to (None: a constant; a View, for a view), `_storage` the
    memory's version counter once somebody needs it. The rest are class defaults until set.
    """
    _grad = _tangents = _name = _former_edge = None
    _inference = False
    _grad_dtype = _OWN_DTYPE
    _cut = 0            # the version at which detach_() cut it off the tape
    _reshapes = ()      # (version, step): when an in-place view op changed the shape, and what undoes that
    __array_priority__ = 1000

    def __new__(cls, *args, **kwargs):
        from rushlight.construction import legacy_tensor
        made = legacy_tensor(*args, **kwargs)
        return made if cls is Tensor else made.as_subclass(cls)

    def __init__(self, *args, **kwargs):
        pass

    # ---------------------------------------------------------------- what it holds

    @property
    def shape(self):
        """The sizes of the dimensions."""
        return Size(self._data.shape)

    @property
    def dtype(self):
        """The element type."""
        return dtype_of(self._data)

    ndim = property(lambda self: self._data.ndim)
    itemsize = property(lambda self: self._data.itemsize)
    nbytes = property(lambda self: self._data.size * self._data.itemsize)
    device = property(lambda self: META if isinstance(self._data, MetaArray) else CPU)

    @property
    def layout(self):
        """Always torch.strided."""
        from rushlight.size import strided
        return strided

    is_cuda = is_sparse = is_sparse_csr = is_quantized = is_mps = is_xpu = is_mkldnn = is_nested = \
        property(lambda self: False)
    is_cpu = property(lambda self: not isinstance(self._data, MetaArray))
    is_meta = property(lambda self: isinstance(self._data, MetaArray))

    @property
    def data(self):
        """The same memory outside the tape; writes through it go unnoticed by version checks."""
        if levels.active.batch is not None:
            raise RuntimeError("accessing `data` under vmap transform is not allowed")
        return _of_class(wrap(self._data), type(self))

    @data.setter
    def data(self, value):
        if not isinstance(value, Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {type(value).__name__}")
        if value.dtype.category < dtypes.FLOATING and self.requires_grad:
            raise RuntimeError("data set to a tensor that requires gradients must be floating point or complex dtype")
        self._data, before = value._data, self._storage
        if before is not None:                          # other memory, and writes are counted on
            self._storage = Storage()
            self._storage.version = before.version
        if type(self._edge) is AccumulateGrad:
            self._edge.shape, self._edge.dtype = value._data.shape, value._data.dtype

    # ---------------------------------------------------------------- its place on the tape

    @property
    def requires_grad(self):
        """Whether gradients flow to this tensor."""
        edge = self._edge
        return edge is not None and (type(edge) is not View or edge.tracked)

    @requires_grad.setter
    def requires_grad(self, value):
        if not isinstance(value, (bool, np.bool_)):
            raise RuntimeError("requires_grad must be a bool")
        if not self.is_leaf:
            if value:
                raise RuntimeError("you can only change requires_grad flags of leaf variables.")
            raise RuntimeError("you can only change requires_grad flags of leaf variables. If you want to use a computed "
                               "variable in a subgraph that doesn't require differentiation use var_no_grad = var.detach().")
        self._track(value)

    def requires_grad_(self, requires_grad=True):
        """Sets requires_grad on a leaf and returns the tensor. RuntimeError on integers, or to switch a non-leaf off."""
        if not isinstance(requires_grad, bool):
            raise TypeError(f"requires_grad_(): argument 'requires_grad' (position 1) must be bool, not "
                            f"{type(requires_grad).__name__}")
        if levels.active.transforms:
            raise RuntimeError(_IN_TRANSFORM.format("requires_grad_()"))
        if not self.is_leaf:
            if requires_grad:
                return self
            self.requires_grad = False
        self._track(requires_grad)
        return self

    def _track(self, value):
        """Makes a leaf a variable, or a constant, and returns it."""
        edge = edge_of(self)
        if bool(value) == (edge is not None and edge.leaf is not nobody):
            return self
        if value and self.dtype.category < dtypes.FLOATING:
            raise RuntimeError("only Tensors of floating point dtype can require gradients")
        if value and self._inference and not mode.inference:
            raise RuntimeError("Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.")
        edge = self._thawed() if value else self._frozen(edge)
        if value and levels.active.batch is not None:
            edge.seq = next(sequence)           # a leaf of the vmap's own: see Note [Crossing a level]
        if value and self._grad_dtype is not _OWN_DTYPE:
            edge.dtype = self._grad_dtype and self._grad_dtype.numpy
        if type(self._edge) is View:
            self._edge.edge, self._edge.version = edge, storage_of(self).version
        else:
            self._edge = edge
        return self

    def _thawed(self):
        """The end of the tape for a new variable: the one it had before it was made a constant, with its hooks."""
        edge, self._former_edge = self._former_edge, None
        if edge is None:
            return AccumulateGrad(self._data, weakref.ref(self))
        AccumulateGrad.__init__(edge, self._data, weakref.ref(self))
        return edge

    def _frozen(self, edge):
        """Lets go of the end of the tape: what was recorded before still reaches its hooks, and nothing is accumulated."""
        edge.leaf, self._former_edge = nobody, edge

    @property
    def is_leaf(self):
        """Whether no recorded operation made it."""
        edge = edge_of(self)
        return edge is None or isinstance(edge, AccumulateGrad)

    @property
    def grad_fn(self):
        """The node of the operation that made it; None for a leaf."""
        edge = edge_of(self)
        return None if edge is None or isinstance(edge, AccumulateGrad) else edge.node

    output_nr = property(lambda self: 0 if edge_of(self) is None else edge_of(self).number)
    _version = property(counted_version)

    @property
    def _base(self):
        view = view_of(self)
        return None if view is None else view.base

    @property
    def _tangent(self):
        """What rides along in forward mode, at the level that is innermost now."""
        if levels.active.dual is None:
            return None
        from rushlight.autograd.tangents import tangent_at
        return tangent_at(self, levels.active.dual)

    @_tangent.setter
    def _tangent(self, value):
        self._tangents = {**(self._tangents or {}), levels.active.dual: value}

    def _is_view(self):
        return type(self._edge) is View

    def is_inference(self):
        """Whether it was made in inference mode."""
        return self._inference

    @property
    def grad(self):
        """The accumulated gradient, or None. Reading it on a non-leaf that keeps none warns, as torch does."""
        if self._grad is None and not self.is_leaf and not self.retains_grad:
            warnings.warn("The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute "
                          "won't be populated during autograd.backward(). If you indeed want the .grad field to be populated "
                          "for a non-leaf Tensor, use .retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor "
                          "by mistake, make sure you access the leaf Tensor instead. See github.com/pytorch/pytorch/pull/30531 "
                          "for more information.", stacklevel=2)
        return self._grad

    @grad.setter
    def grad(self, value):
        if value is not None:
            _check_grad(self, value)
        self._grad = value

    @grad.deleter
    def grad(self):
        self._grad = None

    @property
    def grad_dtype(self):
        """The type that a leaf's gradient has: its own, until set to another, or to None for any."""
        if not self.is_leaf:
            raise RuntimeError("grad_dtype can only be accessed on leaf tensors.")
        return self.dtype if self._grad_dtype is _OWN_DTYPE else self._grad_dtype

    @grad_dtype.setter
    def grad_dtype(self, value):
        if value is not None and not isinstance(value, dtypes.dtype):
            raise RuntimeError(f"grad_dtype must be a torch.dtype or None, but got {type(value).__name__}")
        if not self.is_leaf:
            raise RuntimeError("grad_dtype can only be set on leaf tensors.")
        if None not in (value, self._grad) and value is not self._grad.dtype:
            raise RuntimeError(f"Cannot set grad_dtype to '{value.scalar_name}' because there is already a gradient with dtype "
                               f"'{self._grad.dtype.c_name}'. Please clear the gradient (.grad = None) before changing "
                               f"grad_dtype, or ensure the new grad_dtype matches the existing gradient's dtype.")
        self._grad_dtype = value
        if self.requires_grad:
            edge_of(self).dtype = value and value.numpy

    @property
    def retains_grad(self):
        """Whether a non-leaf keeps its gradient: see retain_grad."""
        edge = edge_of(self)
        return (edge is not None and type(edge) is not AccumulateGrad and edge.node.hooks is not None
                and edge.number in edge.node.hooks.retained)

    def retain_grad(self):
        """Makes a non-leaf keep its gradient in .grad; nothing changes on a leaf. RuntimeError without requires_grad."""
        if levels.active.transforms:
            raise RuntimeError(_IN_TRANSFORM.format("retain_grad()"))
        edge = edge_of(self)
        if edge is None:
            raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
        if type(edge) is not AccumulateGrad:
            edge.node._require_hooks().retained[edge.number] = weakref.ref(self)

    def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
        """Adds d(self)/d(leaf), weighted by `gradient`, to the .grad of every leaf (or of `inputs`)."""
        from rushlight.autograd.entry import backward
        backward(self, gradient, retain_graph, create_graph, inputs=inputs)

    def register_hook(self, hook):
        """Calls hook(grad) each time a gradient for this tensor is computed; a returned tensor replaces it."""
        edge = edge_of(self)
        if edge is None:
            raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
        return edge.node._require_hooks().tensor.setdefault(edge.number, HookTable()).add(hook)

    def register_post_accumulate_grad_hook(self, hook):
        """Calls hook(tensor) after a leaf's .grad was accumulated."""
        edge = edge_of(self)
        if edge is None:
            raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
        if type(edge) is not AccumulateGrad:
            raise RuntimeError("post accumulate grad hooks cannot be registered on non-leaf tensors")
        return edge._require_hooks().accumulated.add(hook)

    def module_load(self, other, assign=False):
        """What load_state_dict exchanges this tensor with: `other`, or this one with the values of `other`."""
        return other.detach() if assign else self.copy_(other).detach()

    def detach(self):
        """The same memory, as a constant."""
        out = wrap(self._data)
        out._storage = storage_of(self)
        if self._inference:
            mark_inference(out)
        return _of_class(out, type(self))

    def detach_(self):
        """Cuts this tensor off the tape."""
        if type(self._edge) is View:
            raise RuntimeError("Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel "
                               "(DDP) for training, and gradient_as_bucket_view is set as True, gradients are views of DDP "
                               "buckets, and hence detach_() cannot be called on these gradients. To fix this error, please "
                               "refer to the Optimizer.zero_grad() function in torch/optim/optimizer.py as the solution.")
        if type(self._edge) is AccumulateGrad:
            self._track(False)
        elif self._edge is not None:
            storage = storage_of(self)
            storage.version = self._cut = storage.version + 1
            storage.cuts += (self._cut,)
        self._edge = self._tangents = None
        return self

    # ---------------------------------------------------------------- its memory

    def size(self, dim=None):
        """The shape, or the size of one dimension."""
        if dim is None:
            return Size(self._data.shape)
        from rushlight.dispatch.arguments import wrap_dim
        at = wrap_dim(dim, self._data.ndim)
        if not self._data.ndim:
            raise IndexError("Dimension specified as 0 but tensor has no dimensions")
        return self._data.shape[at]

    def stride(self, dim=None):
        """Elements between neighbours along each dimension."""
        from rushlight.memory import strides_of
        strides = strides_of(self._data)
        if dim is None:
            return strides
        from rushlight.dispatch.arguments import wrap_dim
        return strides[wrap_dim(dim, self._data.ndim)]

    def storage_offset(self):
        """Elements between the start of the storage and the first element."""
        from rushlight.memory import offset_of
        return offset_of(self._data)

    def is_contiguous(self, memory_format=None):
        """Whether the elements lie in row-major order without gaps."""
        from rushlight.memory import is_contiguous
        return is_contiguous(self._data, memory_format)

    def data_ptr(self):
        """The address of the first element."""
        return self._data.__array_interface__["data"][0] if self._data.size and not self.is_meta else 0

    def dim(self):
        """The number of dimensions."""
        return self._data.ndim

    ndimension = dim

    def numel(self):
        """The number of elements."""
        return self._data.size

    nelement = numel

    def element_size(self):
        """Bytes per element."""
        return self._data.itemsize

    def is_floating_point(self):
        return self.dtype.is_floating_point

    def is_complex(self):
        return self.dtype.is_complex

    def is_signed(self):
        return self.dtype.is_signed

    def as_subclass(self, cls):
        """The same tensor under another class."""
        out = object.__new__(cls)
        out._data, out._edge, out._storage = self._data, self._edge, storage_of(self)
        return out

    @staticmethod
    def _make_subclass(cls, data, require_grad=False):
        """The memory of `data` as a leaf of class `cls`."""
        return data.detach().as_subclass(cls).requires_grad_(require_grad)

    # ---------------------------------------------------------------- into Python and NumPy

    def item(self):
        """The one element as a Python number."""
        if self._data.size != 1:
            raise RuntimeError(f"a Tensor with {self._data.size} elements cannot be converted to Scalar")
        return self._data.item()

    def tolist(self):
        """Nested lists of Python numbers; a number for a 0-d tensor."""
        return self._data.tolist()

    def numpy(self, *, force=False):
        """The memory as an ndarray, shared. RuntimeError for a tensor that requires grad, unless `force`."""
        if not isinstance(force, bool):
            raise TypeError(f"numpy(): argument 'force' must be bool, not {type(force).__name__}")
        if self.requires_grad and not force and mode.enabled:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
        if self.is_meta and force:
            raise NotImplementedError("Cannot copy out of meta tensor; no data!")
        if self.is_meta:
            raise TypeError("can't convert meta device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory "
                            "first.")
        if type(self._data) is not np.ndarray:
            raise TypeError(f"Got unsupported ScalarType {self.dtype.scalar_name}")
        return self._data.view()            # whose shape and flags are the caller's to set

    def __array__(self, dtype=None, copy=None):
        """The memory as an ndarray, for NumPy: it may ask for another type, and for a copy always (True) or never (False)."""
        return np.array(self.numpy(), dtype, copy=copy)

    def __array_wrap__(self, array, context=None, return_scalar=False):
        """A tensor around what a NumPy ufunc gave for tensors; torch makes bytes of truth values."""
        from rushlight.construction import from_numpy
        return from_numpy(array.astype(np.uint8) if array.dtype == np.bool_ else array)

    def __bool__(self):
        if self._data.size != 1:
            what = "no values" if not self._data.size else "more than one value"
            raise RuntimeError(f"Boolean value of Tensor with {what} is ambiguous")
        return bool(self._data.item())

    def __int__(self):
        return int(self._real_scalar("int64_t"))

    def __float__(self):
        return float(self._real_scalar("double"))

    def __complex__(self):
        return complex(self._scalar())

    def _real_scalar(self, kind):
        value = self._scalar()
        if isinstance(value, complex) and value.imag:
            raise RuntimeError(f"value cannot be converted to type {kind} without overflow")
        return value.real

    def _scalar(self):
        if self._data.size != 1:
            raise ValueError("only one element tensors can be converted to Python scalars")
        if mode.enabled and self.requires_grad:
            warnings.warn("Converting a tensor with requires_grad=True to a scalar may lead to unexpected behavior.\n"
                          "Consider using tensor.detach() first.", stacklevel=3)
        return self._data.item()

    def __index__(self):
        if self._data.size != 1 or self.dtype.category > dtypes.INTEGRAL:
            raise TypeError("only integer tensors of a single element can be converted to an index")
        return int(self._data.item())

    def __len__(self):
        if not self._data.ndim:
            raise TypeError("len() of a 0-d tensor")
        return self._data.shape[0]

    def __iter__(self):
        if not self._data.ndim:
            raise TypeError("iteration over a 0-d tensor")
        return iter(F.unbind(self, 0))

    def __reversed__(self):
        """The tensor with its first dimension reversed."""
        return F.flip(self, (0,)) if self._data.ndim else self

    def __contains__(self, element):
        if isinstance(element, (Tensor, int, float, complex)):
            return bool((element == self).any())
        raise RuntimeError(f"Tensor.__contains__ only supports Tensor or scalar, but you passed in a {type(element)}.")

    def __hash__(self):
        return id(self)

    def __repr__(self, *, tensor_contents=None):
        from rushlight.printing import tensor_text
        return tensor_text(self, tensor_contents)

    def __format__(self, spec):
        if not self._data.ndim and type(self) is Tensor and not self.is_meta:
            return self._data.item().__format__(spec)
        return object.__format__(self, spec)

    def __deepcopy__(self, memo):
        from rushlight.memory import deepcopy_tensor
        return deepcopy_tensor(self, memo)

    def __reduce_ex__(self, protocol):
        from rushlight.pickling import reduce_tensor
        return reduce_tensor(self)

    def __setstate__(self, state):
        from rushlight.pickling import set_state
        set_state(self, state)

    def __dir__(self):
        return sorted({*object.__dir__(self), *dir(type(self))})

    def __getattr__(self, name):
        from rushlight.errors import missing_attribute
        raise missing_attribute("torch.Tensor", name)

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return default_torch_function(cls, func, types, args, kwargs)


_IN_TRANSFORM = (
    "You are attempting to call Tensor.{0} (or perhaps using torch.autograd.functional.* APIs) inside of a function being "
    "transformed by a functorch transform. This is unsupported, please attempt to use the functorch transforms (e.g. grad, vjp, "
    "jacrev, jacfwd, hessian) or call {0} outside of a function being transformed instead.")


def _of_class(tensor, cls):
    """What a method of `cls` returns: a user's subclass stays one, a Parameter gives a Tensor."""
    return tensor if cls in levels.fast_classes else tensor.as_subclass(cls)


def _check_grad(tensor, value):
    """The checks of `tensor.grad = value`."""
    if not isinstance(value, Tensor):
        raise TypeError(f"assigned grad expected to be a Tensor or None but got grad of type {type(value).__name__}")
    if value is tensor:
        raise RuntimeError("can't assign Variable as its own grad")
    wanted = tensor.dtype if tensor._grad_dtype is _OWN_DTYPE else tensor._grad_dtype
    if wanted not in (None, value.dtype):
        raise RuntimeError(f"attempting to assign a gradient with dtype '{value.dtype.c_name}' to a tensor with grad_dtype "
                           f"'{wanted.scalar_name}'. The gradient must match the tensor's grad_dtype (defaults to the tensor's "
                           f"dtype). You can set the tensor's grad_dtype attribute with a specific dtype, or None to allow any "
                           f"dtype. Set grad_dtype with caution. Diverging the dtypes of a tensor and its gradient may break "
                           f"downstream systems that assume they match.")
    if value.shape != tensor.shape:
        raise RuntimeError(f"attempting to assign a gradient of size '{list(value.shape)}' to a tensor of size "
                           f"'{list(tensor.shape)}'. Please ensure that the gradient and the tensor are the same size")


def accumulate_grad(old, grad):
    """old += grad, in the memory of `old`: whoever holds it sees the sum."""
    data = old._data
    data += grad
    storage = old._storage
    if storage is None:
        storage = storage_of(old)
    storage.version += 1


F.accumulate_grad = accumulate_grad


def _read_only(name):
    """What setting or deleting such an attribute does."""
    def refuse(tensor, value=None):
        raise AttributeError(f"attribute '{name}' of 'torch._C.TensorBase' objects is not writable")
    return refuse


for _class in (OpMethods, Tensor):
    for _name, _value in list(vars(_class).items()):
        if isinstance(_value, property) and _value.fset is None:
            setattr(_class, _name, _value.setter(_read_only(_name)).deleter(_read_only(_name)))
levels.admit(Tensor)
