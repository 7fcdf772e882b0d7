"""safetensors.torch: dictionaries of tensors, and the states of modules, to files and back."""
from __future__ import annotations

import io
from collections import defaultdict

from rushlight.backends.numpy.layouts import extent
from rushlight.device import require_cpu
from rushlight.memory import untyped_storage
from rushlight.safetensors.files import check_backend, check_bytes, read, replacing, write
from rushlight.safetensors.header import OF_DTYPE
from rushlight.tensor import Tensor


def save(tensors, metadata=None):
    """The bytes of a file with these tensors: a dict by name."""
    _check(tensors)
    file = io.BytesIO()
    write(tensors, metadata, file)
    return file.getvalue()


def save_file(tensors, filename, metadata=None):
    """Writes a dict of tensors to a path; the old file is whole until the new one is."""
    _check(tensors)
    with replacing(filename) as file:
        write(tensors, metadata, file)


def load(data):
    """The tensors in the bytes of a file, by name."""
    check_bytes(data)
    return read(io.BytesIO(data))


def load_file(filename, device="cpu", *, backend="mmap"):
    """The tensors in a file, by name, each in memory of its own, however they are read."""
    require_cpu(device)
    check_backend(backend)
    with open(filename, "rb") as file:
        return read(file)


# ---------------------------------------------------------------- what may be written

def _check(tensors):
    """Raises unless it is a dict of contiguous tensors that share no memory."""
    if not isinstance(tensors, dict):
        raise ValueError(f"Expected a dict of [str, torch.Tensor] but received {type(tensors)}")
    for name, tensor in tensors.items():
        _check_tensor(name, tensor)
    shared = [names for names in _find_shared_tensors(tensors) if len(names) > 1]
    if shared:
        raise RuntimeError("Some tensors share memory, this will lead to duplicate memory on disk and potential differences when "
                           f"loading them again: {shared}. A potential way to correctly save your model is to use `save_model`.")


def _check_tensor(name, tensor):
    if not isinstance(tensor, Tensor):
        raise ValueError(f"Key `{name}` is invalid, expected torch.Tensor but received {type(tensor)}")
    if not isinstance(name, str):
        raise TypeError(f"argument 'tensor_dict': '{type(name).__name__}' object is not an instance of 'str'")
    if not tensor.is_contiguous():
        raise ValueError(f"You are trying to save a non contiguous tensor: `{name}` which is not allowed. It either means you "
                         "are trying to save tensors which are reference of each other in which case it's recommended to save "
                         "only the full tensors, and reslice at load time, or simply call `.contiguous()` on your tensor to pack "
                         "it before saving.")
    if tensor.is_meta:
        raise NotImplementedError("Cannot copy out of meta tensor; no data!")
    if tensor.dtype not in OF_DTYPE:
        raise KeyError(tensor.dtype)


# Names with an underscore are the library's too: programs that save large models in parts import them.

def storage_ptr(tensor):
    """The address of the memory behind the tensor."""
    return untyped_storage(tensor).data_ptr()


def storage_size(tensor):
    """The bytes of the memory behind the tensor."""
    return untyped_storage(tensor).nbytes()


def _end_ptr(tensor):
    """The address after the last element."""
    return tensor.data_ptr() + extent(tensor.shape, tensor.stride(), 0) * tensor.itemsize


def _is_complete(tensor):
    """Whether the tensor is all of its memory."""
    return tensor.data_ptr() == storage_ptr(tensor) and tensor.nbytes == storage_size(tensor)


def _find_shared_tensors(tensors):
    """The names, in sets of those whose tensors overlap; without those of tensors that have no elements."""
    by_memory = defaultdict(list)
    for name, tensor in tensors.items():
        if tensor.numel() and not tensor.is_meta:
            by_memory[storage_ptr(tensor)].append((tensor.data_ptr(), _end_ptr(tensor), name))
    return [names for spans in by_memory.values() for names in _overlapping(sorted(spans))]


def _overlapping(spans):
    """The names of sorted spans (start, end, name), in sets of those that overlap."""
    end, names = spans[0][1], set()
    for start, stop, name in spans:
        if start >= end:
            yield names
            names = set()
        names.add(name)
        end = max(end, stop)
    yield names


def _remove_duplicate_names(state_dict, *, preferred_names=None, discard_names=None):
    """name kept -> the names that it stands for, among tensors that overlap. RuntimeError if none of them is the whole memory."""
    kept = {}
    for names in _find_shared_tensors(state_dict):
        complete = sorted(name for name in names if _is_complete(state_dict[name]))
        if not complete:
            raise RuntimeError("Error while trying to find names to remove to save state dict, but found no suitable name to "
                               f"keep for saving amongst: {names}. None is covering the entire storage, so that much more than "
                               "the tensors might be stored: give each of them memory of its own, by .clone().")
        wanted = [name for name in complete if name not in (discard_names or ())] or complete
        name = next((name for name in wanted if name in (preferred_names or ())), wanted[0])
        if len(names) > 1:
            kept[name] = sorted(names - {name})
    return kept


# ---------------------------------------------------------------- modules

def save_model(model, filename, metadata=None, force_contiguous=True):
    """Writes the state of a module; of tensors that share memory one is written, and the file says for which others it stands."""
    state, metadata = model.state_dict(), dict(metadata or {})
    for kept, others in _remove_duplicate_names(state).items():
        for name in others:
            metadata.setdefault(name, kept)
            del state[name]
    if force_contiguous:
        state = {name: tensor.contiguous() for name, tensor in state.items()}
    try:
        save_file(state, filename, metadata=metadata or None)
    except ValueError as error:
        raise ValueError(f"{error} Or use save_model(..., force_contiguous=True), read the docs for potential caveats.") from None


def load_model(model, filename, strict=True, device="cpu", *, backend="mmap"):
    """Gives a module the state in a file. Returns the names that it missed and those that it did not know."""
    state = load_file(filename, device, backend=backend)
    duplicates = {name for names in _remove_duplicate_names(model.state_dict(), preferred_names=state).values() for name in names}
    missing, unexpected = model.load_state_dict(state, strict=False)
    unexpected = [*unexpected, *duplicates.difference(missing)]
    missing = set(missing) - duplicates
    if strict and (missing or unexpected):
        text = f"Error(s) in loading state_dict for {type(model).__name__}:"
        for what, names in (("Missing", sorted(missing)), ("Unexpected", sorted(unexpected))):
            if names:
                text += f"\n    {what} key(s) in state_dict: " + ", ".join(f'"{name}"' for name in names)
        raise RuntimeError(text)
    return missing, unexpected
