"""torch._C: the few of its names that mean something here."""
import pytest

import rushlight as torch


def test_the_base_of_tensors():
    assert isinstance(torch.ones(1), torch._C.TensorBase) and torch._C._TensorBase is torch._C.TensorBase
    assert not isinstance(1, torch._C.TensorBase)
    with pytest.raises(RuntimeError, match="Cannot directly construct TensorBase"):
        torch._C.TensorBase()
    with pytest.raises(RuntimeError, match="Cannot subclass"):
        type("Mine", (torch._C.TensorBase,), {})


def test_the_base_of_storages():
    class Mine(torch._C.StorageBase):
        pass

    storage = torch.UntypedStorage(5)
    assert isinstance(storage, torch._C.StorageBase) and not isinstance(storage, Mine)
    assert Mine().nbytes() == 0 and Mine(storage).data_ptr() == storage.data_ptr()
    with pytest.raises(RuntimeError, match="Cannot directly construct StorageBase"):
        torch._C.StorageBase()


def test_what_there_is_nothing_to_tell_of():
    assert torch._C._get_tracing_state() is None and torch._C._log_api_usage_once("here") is None
    assert torch._C._get_deterministic_fill_uninitialized_memory() is True


def test_whether_a_transform_is_active():
    within = []
    torch.vmap(lambda x: within.append(torch._C._are_functorch_transforms_active()) or x)(torch.ones(2))
    assert within == [True] and not torch._C._are_functorch_transforms_active()


def test_names_of_dispatch_keys():
    key = torch._C.DispatchKey
    both = torch._C.DispatchKeySet(key.AutocastCPU) | torch._C.DispatchKeySet(key.AutocastCUDA)
    assert both.has(key.AutocastCPU) and not both.has(key.Meta) and type(both) is torch._C.DispatchKeySet


def test_classes_of_tensors():
    meta = torch._C._TensorMeta
    assert isinstance(torch.Tensor, meta) and isinstance(torch.nn.Parameter, meta) and not isinstance(int, meta)
    assert not isinstance(torch.ones(1), meta)


def test_a_class_that_gives_plain_tensors():
    class Label(torch.Tensor):
        __torch_function__ = torch._C._disabled_torch_function_impl
    label = torch.ones(2).as_subclass(Label)
    assert type(label) is Label and type(label + 1) is type(torch.stack([label])) is torch.Tensor

    class Kept(torch.Tensor):
        pass
    with torch._C.DisableTorchFunctionSubclass():
        assert type(torch.ones(2).as_subclass(Kept) + 1) is torch.Tensor


def test_names_of_the_public_modules():
    assert torch._C._LinAlgError is torch.linalg.LinAlgError
    assert torch._C.Generator is torch.Generator and torch._C.dtype is torch.dtype
    assert torch._C._nn.linear is torch.nn.functional.linear
    with pytest.raises(AttributeError, match="torch._C._no_such_name"):
        torch._C._no_such_name        # noqa: B018
