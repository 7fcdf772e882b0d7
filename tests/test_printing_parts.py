"""torch._tensor_str: pieces of a tensor's text."""
import rushlight as torch


def test_the_parts_of_a_text():
    text = torch._tensor_str
    numbers = text._tensor_str(torch.tensor([[1.0, 2.5], [3.0, 4.0]]), 6)
    assert numbers == "[[1.0000, 2.5000],\n       [3.0000, 4.0000]]"
    assert text._add_suffixes("Mine(" + numbers, ["nnz=4"], 5, force_newline=False).endswith("4.0000]], nnz=4)")
    assert text._add_suffixes("Mine([1]", ["nnz=4"], 5, force_newline=True) == "Mine([1],\n     nnz=4)"
    assert text._str(torch.ones(1)) == "tensor([1.])" and text.PRINT_OPTS.precision == 4
