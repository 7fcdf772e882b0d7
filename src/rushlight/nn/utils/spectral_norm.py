"""torch.nn.utils.spectral_norm: the older spectral norm, by a hook before each call."""
from __future__ import annotations

from rushlight.autograd.grad_mode import no_grad
from rushlight.dispatch.namespace import tensors as F
from rushlight.nn.modules.conv import ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from rushlight.nn.parameter import Parameter, is_lazy
from rushlight.nn.utils.weight_norm import _require_first
from rushlight.size import contiguous_format

__all__ = ["SpectralNorm", "SpectralNormLoadStateDictPreHook", "SpectralNormStateDictHook", "spectral_norm",
           "remove_spectral_norm"]


class SpectralNorm:
    """The hook: divides a weight by its largest singular value, which `*_u` and `*_v` follow step by step."""
    _version = 1

    def __init__(self, name="weight", n_power_iterations=1, dim=0, eps=1e-12):
        if n_power_iterations <= 0:
            raise ValueError(f"Expected n_power_iterations to be positive, but got n_power_iterations={n_power_iterations}")
        self.name, self.dim, self.n_power_iterations, self.eps = name, dim, n_power_iterations, eps

    def reshape_weight_to_matrix(self, weight):
        """The weight as a matrix, with a row for each slice along `dim`."""
        return matrix_of(weight, self.dim)

    def compute_weight(self, module, do_power_iteration):
        """The weight, after a better look at its largest singular value if asked for."""
        weight, u, v = [getattr(module, self.name + suffix) for suffix in ("_orig", "_u", "_v")]
        matrix = self.reshape_weight_to_matrix(weight)
        if do_power_iteration:
            with no_grad():
                for _ in range(self.n_power_iterations):
                    v.copy_(unit(F.mv(matrix.t(), u), self.eps))
                    u.copy_(unit(F.mv(matrix, v), self.eps))
                u, v = [t.clone(memory_format=contiguous_format) for t in (u, v)]
        return weight / F.dot(u, F.mv(matrix, v))

    def remove(self, module):
        """Makes the weight one parameter again."""
        with no_grad():
            weight = self.compute_weight(module, do_power_iteration=False)
        for suffix in ("", "_u", "_v", "_orig"):
            delattr(module, self.name + suffix)
        module.register_parameter(self.name, Parameter(weight.detach()))

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute_weight(module, do_power_iteration=module.training))

    def _solve_v_and_rescale(self, weight_mat, u, target_sigma):
        """The v that goes with u, so that u W v is the singular value."""
        v = F.mv(F.pinverse(weight_mat.t() @ weight_mat) @ weight_mat.t(), u)
        return v * (target_sigma / F.dot(u, F.mv(weight_mat, v)))

    @staticmethod
    def apply(module, name, n_power_iterations, dim, eps):
        """Replaces the weight by its original and two vectors, and returns the hook that makes it."""
        _require_first(module, SpectralNorm, name, "spectral_norm")
        hook = SpectralNorm(name, n_power_iterations, dim, eps)
        weight = module._parameters[name]
        if weight is None:
            raise ValueError(f"`SpectralNorm` cannot be applied as parameter `{name}` is None")
        if is_lazy(weight):
            raise ValueError("The module passed to `SpectralNorm` can't have uninitialized parameters. Make sure to run the "
                             "dummy forward before applying spectral normalization")
        with no_grad():
            matrix = hook.reshape_weight_to_matrix(weight)
            u, v = [unit(matrix.new_empty(size).normal_(0, 1), eps) for size in matrix.shape]
        delattr(module, name)
        module.register_parameter(name + "_orig", weight)
        setattr(module, name, weight.data)
        module.register_buffer(name + "_u", u)
        module.register_buffer(name + "_v", v)
        module.register_forward_pre_hook(hook)
        module._register_state_dict_hook(SpectralNormStateDictHook(hook))
        module._register_load_state_dict_pre_hook(SpectralNormLoadStateDictPreHook(hook))
        return hook


def matrix_of(weight, dim):
    """A weight as a matrix, with a row for each slice along `dim`."""
    return F.movedim(weight, dim, 0).flatten(1)


def unit(vector, eps):
    """The vector divided by its length."""
    return vector / F.linalg_vector_norm(vector).clamp(min=eps)


class SpectralNormLoadStateDictPreHook:
    """Finds the v that the first version did not save."""

    def __init__(self, fn):
        self.fn = fn

    def __call__(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        hook, key = self.fn, prefix + self.fn.name
        version = local_metadata.get("spectral_norm", {}).get(hook.name + ".version")
        if version is not None and version >= 1:
            return
        if all(key + suffix in state_dict for suffix in ("_orig", "_u", "_v")) and key not in state_dict:
            return
        missing = [key + suffix for suffix in ("_orig", "", "_u") if key + suffix not in state_dict]
        if missing:
            missing_keys.extend(missing if strict else [])
            return
        with no_grad():
            original = state_dict[key + "_orig"]
            sigma = (original / state_dict.pop(key)).mean()
            matrix = hook.reshape_weight_to_matrix(original)
            state_dict[key + "_v"] = hook._solve_v_and_rescale(matrix, state_dict[key + "_u"], sigma)


class SpectralNormStateDictHook:
    """Writes down which version saved the state."""

    def __init__(self, fn):
        self.fn = fn

    def __call__(self, module, state_dict, prefix, local_metadata):
        versions = local_metadata.setdefault("spectral_norm", {})
        key = self.fn.name + ".version"
        if key in versions:
            raise RuntimeError(f"Unexpected key in metadata['spectral_norm']: {key}")
        versions[key] = self.fn._version


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Divides a parameter by its largest singular value at each call, and returns the module."""
    SpectralNorm.apply(module, name, n_power_iterations, rows_of(module) if dim is None else dim, eps)
    return module


def rows_of(module):
    """The dimension of a module's weight that counts its outputs."""
    return int(isinstance(module, (ConvTranspose1d, ConvTranspose2d, ConvTranspose3d)))


def remove_spectral_norm(module, name="weight"):
    """Undoes spectral_norm, and returns the module. ValueError where there is none."""
    found = [hook for hook in module._forward_pre_hooks.values() if isinstance(hook, SpectralNorm) and hook.name == name]
    if not found:
        raise ValueError(f"spectral_norm of '{name}' not found in {module}")
    found[0].remove(module)
    for table in (module._forward_pre_hooks, module._state_dict_hooks, module._load_state_dict_pre_hooks):
        for key in [key for key, hook in table.items() if _belongs_to(found[0], hook)]:
            del table[key]
    return module


def _belongs_to(spectral, hook):
    hook = getattr(hook, "hook", hook)
    return hook is spectral or getattr(hook, "fn", None) is spectral
