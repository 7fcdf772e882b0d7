"""use_deterministic_algorithms: the switch, and the memory that is filled while it is on."""
import pytest

import rushlight as torch


@pytest.fixture
def deterministic():
    torch.use_deterministic_algorithms(True)
    yield
    torch.use_deterministic_algorithms(False)
    torch.utils.deterministic.fill_uninitialized_memory = True


def test_new_memory_is_filled(deterministic):
    made = [torch.empty(2), torch.empty_like(torch.ones(2)), torch.empty_strided((2,), (1,)), torch.ones(0).resize_(2)]
    assert all(t.isnan().all() for t in made)
    assert torch.empty(1, dtype=torch.int32).item() == 2 ** 31 - 1
    assert torch.empty(1, dtype=torch.bool).item() is True


def test_resizing_keeps_what_was_there(deterministic):
    grown = torch.ones(2).resize_(3)
    assert grown[:2].tolist() == [1, 1] and grown[2].isnan()


def test_filling_can_be_switched_off(deterministic):
    torch.utils.deterministic.fill_uninitialized_memory = False
    held = torch.ones(2)
    held.resize_(1)
    assert held.resize_(2).tolist() == [1, 1]


@pytest.mark.parametrize("mode, level", [("default", 0), ("warn", 1), ("error", 2)])
def test_debug_modes(deterministic, mode, level):
    torch.set_deterministic_debug_mode(mode)
    assert torch.get_deterministic_debug_mode() == level
    assert torch.are_deterministic_algorithms_enabled() is (level > 0)
    assert torch.is_deterministic_algorithms_warn_only_enabled() is (level == 1)


def test_wrong_modes():
    with pytest.raises(TypeError):
        torch.use_deterministic_algorithms(1)
    with pytest.raises(RuntimeError, match="expected 0, 1, or 2"):
        torch.set_deterministic_debug_mode(5)
    with pytest.raises(RuntimeError, match="expected one of `default`"):
        torch.set_deterministic_debug_mode("strict")
