"""The `ctx` of a custom Function: what its methods may say and ask, and the node of the call, which is the same object."""
from __future__ import annotations

import warnings

from rushlight.autograd.node import Node
from rushlight.autograd.saved import Packed, SavedOutput, default_hooks, raise_freed, tensor_of, version_to_save
from rushlight.dispatch import levels
from rushlight.dispatch.namespace import tensors
from rushlight.dispatch.wrapping import output_tensor, packed, wrap, zeros_of


class FunctionCtx:
    """What forward may say about its inputs and outputs."""
    materialize_grads = _materialize_non_diff_grads = True
    to_save = dirty_tensors = non_differentiable = ()
    saved_for_forward = None

    def save_for_backward(self, *tensors):
        """Keeps tensors (or None) for backward, checked for in-place changes there."""
        self.to_save = tensors

    def save_for_forward(self, *tensors):
        """Keeps tensors (or None) for the jvp method."""
        for tensor in tensors:
            if tensor is not None and not isinstance(tensor, levels.Tensor):
                raise AssertionError("save_for_forward expects all arguments to be tensors; you should save non-tensors as "
                                     "attributes on ctx.")
        self.saved_for_forward = tensors

    def mark_dirty(self, *args):
        """Says which inputs forward changed in place; each must be returned."""
        self.dirty_tensors = args

    def mark_non_differentiable(self, *args):
        """Says which outputs have no gradient."""
        self.non_differentiable = args

    def set_materialize_grads(self, value):
        """Whether backward gets zeros (True, the default) or None for outputs without a gradient."""
        self.materialize_grads = value


class BackwardCFunction(FunctionCtx, Node):
    """The node of one call of a custom Function, and the `ctx` of its methods.

    `tensor_arguments` says which arguments are tensors (edges are theirs), `gradient_at` which outputs have gradients. `metas`
    has None for an output that is no tensor.
    """
    quiet, runs_on_nothing = False, True
    needs_input_grad = tensor_arguments = gradient_at = ()

    def __repr__(self):
        return f"<torch.autograd.function.{self.name()} object at {id(self):#x}>"

    # ---- what was saved

    @property
    def saved_tensors(self):
        """The tensors given to save_for_backward. RuntimeError once the graph was freed, or if one was changed in place."""
        if self.saved is None:
            raise_freed()
        if not self.saved:
            return ()
        if self.saved is _ACCESSED:
            raise RuntimeError("saved_tensors can only be accessed once when clear_saved_tensors_on_access=True is set on the "
                               "autograd.Function. Either access saved_tensors only once, or set "
                               "clear_saved_tensors_on_access=False.")
        values, versions = self.saved
        if self._forward_cls.clear_saved_tensors_on_access:
            self.saved = _ACCESSED
        return tuple([_load(value, version, self) for value, version in zip(values, versions)])

    @property
    def saved_variables(self):
        """The old name of `saved_tensors`."""
        warnings.warn("'saved_variables' is deprecated; use 'saved_tensors'", DeprecationWarning, stacklevel=2)
        return self.saved_tensors

    @property
    def _raw_saved_tensors(self):
        """What stands for each saved tensor."""
        from rushlight.autograd.saved_tensor import SavedTensor
        if self.saved is None:
            raise_freed()
        return tuple([SavedTensor.of(self, (0, at)) for at in range(len(self.saved[0]))]) if self.saved else ()

    def keep(self, outputs):
        """Turns `to_save` into what the node holds until it is freed."""
        to_save, self.to_save = self.to_save, ()        # outputs lead back to this node
        for at, value in enumerate(to_save):
            if value is not None and not isinstance(value, levels.Tensor):
                raise TypeError(f"save_for_backward can only save variables, but argument {at} is of type {type(value).__name__}")
        positions = {id(o): i for i, o in enumerate(outputs)}
        values = [SavedOutput(v, positions[id(v)]) if id(v) in positions else v for v in to_save]
        versions = [None if v is None or type(v) is SavedOutput else version_to_save(v) for v in values]
        if default_hooks.stack:
            values = [packed(v, self, default_hooks.stack[-1]) for v in values]
        self.saved = (values, versions) if values else ()
        self.frees = bool(values)

    # ---- running

    def __call__(self, *grads):
        raise TypeError(f"'{self.name()}' object is not callable")

    def apply(self, F, grad):
        if self.saved is None:
            raise_freed()
        at_arrays = F is not tensors
        grads = [grad] if self.outputs == 1 else [None] * self.outputs if grad is None else list(grad)
        if at_arrays:
            grads = [None if g is None else wrap(g) for g in grads]
        results = self._for_edges(self._forward_cls.backward_method()(self, *self._filled(grads)))
        return [None if r is None else r._data for r in results] if at_arrays else results

    def _filled(self, grads):
        """The gradients, with zeros where none arrived and zeros are wanted."""
        return [self._zeros(at) if g is None else g for at, g in enumerate(grads)]

    def _zeros(self, at):
        meta = self.metas[at]
        wanted = self.materialize_grads and (self._materialize_non_diff_grads or at in self.gradient_at)
        return wrap(zeros_of(*meta)) if meta is not None and wanted else None

    def _for_edges(self, results):
        """The gradients of the tensor arguments. RuntimeError for what backward must not return."""
        results = results if isinstance(results, tuple) else (results,)
        expected = len(self.needs_input_grad)
        if len(results) < expected or any(r is not None for r in results[expected:]):
            raise RuntimeError(f"function {self.name()} returned an incorrect number of gradients (expected {expected}, got "
                               f"{len(results)})")
        for at, result in enumerate(results[:expected]):
            if result is not None:
                self._check_gradient(at, result)
        return [results[at] for at in self.tensor_arguments]

    def _check_gradient(self, at, result):
        if at not in self.tensor_arguments:
            raise RuntimeError(f"function {self.name()} returned a gradient different than None at position {at + 1}, but the "
                               f"corresponding forward input was not a Variable")
        if not isinstance(result, levels.Tensor):
            raise RuntimeError(f"expected Variable or None (got {type(result).__name__})")
        edge = self.edges[self.tensor_arguments.index(at)]
        if edge is not None and result._data.dtype.kind == "c" and edge.dtype.kind != "c":
            raise RuntimeError("Expected isFloatingType(grad.scalar_type()) || (input_is_complex == grad_is_complex) to be true, "
                               f"but got false: {self.name()} returned a complex gradient for a real input.")


_ACCESSED = ((), ())            # stands for saved tensors that could be looked at once


def _load(value, version, node):
    if type(value) is Packed:
        return value.tensor(node)
    return output_tensor(value, node) if type(value) is SavedOutput else tensor_of(value, version)
