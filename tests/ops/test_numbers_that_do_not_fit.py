"""Numbers that the type of the result cannot hold: an error in clamp, pow and where, not what is left of them."""
import pytest
import rushlight as torch

CALLS = {"clamp": lambda t, v: t.clamp(v), "clamp(max=)": lambda t, v: t.clamp(max=v), "clamp_min": torch.clamp_min,
         "clamp_max": torch.clamp_max, "pow": lambda t, v: t ** v, "where": lambda t, v: torch.where(t > 0, t, v)}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("dtype, kind", [(torch.uint8, "uint8_t"), (torch.int8, "int8_t")])
def test_of_an_integer_type(name, dtype, kind):
    t = torch.tensor([1, 100], dtype=dtype)
    with pytest.raises(RuntimeError, match=f"value cannot be converted to type {kind} without overflow"):
        CALLS[name](t, 300)
    assert CALLS[name](t, 100).dtype is dtype


def test_half_precision_takes_any_fill_and_no_such_bound():
    t = torch.tensor([1.0, 2.0], dtype=torch.float16)
    assert torch.where(t > 1, t, -1e9).tolist() == [-float("inf"), 2.0]
    with pytest.raises(RuntimeError, match="value cannot be converted to type c10::Half without overflow"):
        t.clamp(max=1e9)
