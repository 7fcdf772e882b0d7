"""The words that declarations annotate parameters with; `dispatch/op.py` reads them from the signature.

    Tensor            a tensor
    Tensor | None     a tensor that may be left out
    Tensor | Number   a tensor or a Python number
    Tensors           a list or tuple of tensors
    Size              ints, one by one or as one sequence
    Dims              an int, several, or None for all (a word for readers; passed along as it is)
"""


class _Kind:
    def __init__(self, name):
        self.name = name

    def __or__(self, other):
        return self

    __ror__ = __or__


Tensor, Number, Tensors, Size, Dims = map(_Kind, ("Tensor", "Number", "Tensors", "Size", "Dims"))
