"""Storages: the memory behind tensors, on the CPU and on the device without memory."""
import copy
import pickle

import pytest

import rushlight as torch


def test_a_meta_storage_has_a_size_and_no_bytes():
    storage = torch.UntypedStorage(10, device="meta")
    assert (storage.nbytes(), storage.data_ptr(), storage.device) == (10, 0, torch.device("meta"))
    assert repr(storage) == "...\n[torch.storage.UntypedStorage(device=meta) of size 10]"
    assert storage.resize_(20).nbytes() == storage.clone().nbytes() == copy.deepcopy(storage).nbytes() == 20
    storage.fill_(1).copy_(torch.UntypedStorage(20))


@pytest.mark.parametrize("read", [lambda s: s[0], lambda s: s.tolist(), lambda s: list(s)])
@pytest.mark.parametrize("kind", [torch.UntypedStorage, torch.TypedStorage])
def test_nothing_can_be_read_from_it(kind, read):
    with pytest.raises(NotImplementedError, match="Not available for 'meta' device type"):
        read(kind([1, 2, 3], device="meta"))


@pytest.mark.parametrize("copy_out", [
    lambda s: s.cpu(), lambda s: torch.UntypedStorage(3).copy_(s), lambda s: pickle.dumps(s)], ids="cpu copy_ pickle".split())
def test_nothing_can_be_copied_out_of_it(copy_out):
    with pytest.raises(NotImplementedError, match="Cannot copy out of meta tensor; no data!"):
        copy_out(torch.UntypedStorage(3, device="meta"))


@pytest.mark.filterwarnings("ignore:TypedStorage is deprecated")
def test_the_storage_of_a_meta_tensor():
    m = torch.empty(3, 4, device="meta", dtype=torch.bfloat16)
    assert m.untyped_storage().nbytes() == m[1].untyped_storage().nbytes() == 24
    assert (m.storage().size(), m.storage().dtype, m.storage().device.type) == (12, torch.bfloat16, "meta")
    assert m.as_strided((2, 2), (1, 2), 3).storage_offset() == 3
    assert m.resize_(5, 6).is_meta and m.stride() == (6, 1)


def test_copies_share_what_the_originals_shared():
    a = torch.arange(9.0).view(3, 3)
    copied, storage, view = copy.deepcopy([a, a.untyped_storage(), a.view(9)])
    copied.add_(1)
    assert view.tolist() == list(range(1, 10)) and storage.data_ptr() == copied.data_ptr()
    m = torch.empty(3, 4, device="meta")
    whole, row = copy.deepcopy([m, m[1]])
    assert whole.untyped_storage() is row.untyped_storage() and row.storage_offset() == 4


def test_resizing():
    storage = torch.UntypedStorage([1, 2, 3])
    assert storage.resize_(5).tolist()[:3] == [1, 2, 3] and storage.resize_(1).tolist() == [1]
    typed = torch.FloatStorage([1, 2])
    typed.resize_(3)
    assert typed.tolist()[:2] == [1, 2] and len(typed) == 3
    tensor = torch.ones(3)
    with pytest.raises(NotImplementedError, match="under a tensor"):
        tensor.untyped_storage().resize_(100)


def test_typed_storages_take_values_of_their_type():
    assert torch.TypedStorage([1.0, 2.5], dtype=torch.bfloat16).tolist() == [1.0, 2.5]
    assert torch.LongStorage([2 ** 62 + 1]).tolist() == [2 ** 62 + 1]
    assert torch.TypedStorage([1j], dtype=torch.complex64).tolist() == [1j]
