"""torch.nn.utils.rnn: batches of sequences of several lengths."""
from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable

from rushlight import dtypes
from rushlight.construction import as_tensor, tensor
from rushlight.dispatch import levels
from rushlight.dispatch.namespace import tensors as F

__all__ = ["PackedSequence", "invert_permutation", "pack_padded_sequence", "pad_packed_sequence", "pad_sequence",
           "unpad_sequence", "pack_sequence", "unpack_sequence"]

_Fields = namedtuple("PackedSequence", ("data", "batch_sizes", "sorted_indices", "unsorted_indices"))


def _converting(name):
    def convert(self):
        return self._each(lambda t: getattr(t, name)())
    convert.__name__, convert.__doc__ = name, f"The same sequences, with the data as by Tensor.{name}()."
    return convert


class PackedSequence(_Fields):
    """Sequences without padding: `data` has all first elements, then all second ones; `batch_sizes[t]` counts those at step t.

    `sorted_indices` says which sequence came at each place when they were sorted by length, `unsorted_indices` undoes that.
    """
    __slots__ = ()

    def __new__(cls, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
        if batch_sizes is None:
            if not isinstance(data, (list, tuple)) or len(data) != 2:
                raise AssertionError("Expected data to be a list or tuple of length 2")
            data, batch_sizes = data
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args, **kwargs):
        """The same sequences, with the data as by Tensor.to."""
        return self._each(lambda t: t.to(*args, **kwargs))

    def _each(self, convert):
        data = convert(self.data)
        return self if data is self.data else type(self)(data, self.batch_sizes, self.sorted_indices, self.unsorted_indices)

    def cuda(self, *args, **kwargs):
        """Raises: there is no such device."""
        return self._each(lambda t: t.cuda(*args, **kwargs))

    cpu, double, float, half, long, int, short, char, byte, pin_memory = map(
        _converting, ("cpu", "double", "float", "half", "long", "int", "short", "char", "byte", "pin_memory"))

    @property
    def is_cuda(self):
        """Whether the data is on a CUDA device: never."""
        return self.data.is_cuda

    def is_pinned(self):
        """Whether the data is in page-locked memory."""
        return self.data.is_pinned()


PackedSequence.__module__ = "torch.nn.utils.rnn"


def invert_permutation(permutation):
    """The permutation that undoes another; None for None."""
    if permutation is None:
        return None
    return F.empty_like(permutation).scatter_(0, permutation, F.arange(permutation.numel()))


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    """Packs a (steps, batch, ...) rectangle ((batch, steps, ...) with `batch_first`) of sequences of the given lengths.

    They must come by falling length, unless `enforce_sorted` is False: then they are sorted here.
    """
    if not input.numel():
        raise RuntimeError("Cannot pack empty tensors.")
    lengths = as_tensor(lengths, dtype=dtypes.int64)
    sorted_indices = None
    if not enforce_sorted:
        lengths, sorted_indices = F.sort(lengths, descending=True)
        input = input.index_select(0 if batch_first else 1, sorted_indices)
    counts = _checked_lengths(input, lengths, batch_first)
    batch_sizes = [sum(length > step for length in counts) for step in range(counts[0])]
    data = F.pack_steps(input, tuple(batch_sizes), batch_first)
    return PackedSequence(data, tensor(batch_sizes, dtype=dtypes.int64), sorted_indices)


def _checked_lengths(input, lengths, batch_first):
    """The lengths as ints. RuntimeError if they cannot be those of the sequences in `input`."""
    if lengths.dim() != 1:
        raise RuntimeError(f"'lengths' argument should be a 1D CPU int64 tensor, but got {lengths.dim()}D cpu Long tensor")
    batch = input.size(0 if batch_first else 1)
    counts = lengths.tolist()
    if len(counts) != batch:
        raise RuntimeError(f"Expected `len(lengths)` to be equal to batch_size, but got {len(counts)} (batch_size={batch})")
    if min(counts) <= 0:
        raise RuntimeError("Length of all samples has to be greater than 0, but found an element in 'lengths' that is <= 0")
    if any(a < b for a, b in zip(counts, counts[1:])):
        raise RuntimeError("`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass "
                           "`enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to sidestep this requirement if "
                           "you do not need ONNX exportability.")
    return counts


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    """The rectangle of a PackedSequence, padded to the longest one or to `total_length`, and the lengths."""
    sizes = sequence.batch_sizes.tolist()
    steps = len(sizes)
    if total_length is not None and total_length < steps:
        raise ValueError(f"Expected total_length to be at least the length of the longest sequence in input, but got "
                         f"total_length={total_length} and max sequence length being {steps}")
    shape = total_length or steps, sizes[0], *sequence.data.shape[1:]
    padded = F.unpack_steps(sequence.data, tuple(sizes), shape, padding_value, False)
    padded = padded.transpose(0, 1) if batch_first else padded
    lengths = tensor([sum(size > place for size in sizes) for place in range(sizes[0])], dtype=dtypes.int64)
    if sequence.unsorted_indices is None:
        return padded, lengths
    return padded.index_select(0 if batch_first else 1, sequence.unsorted_indices), lengths[sequence.unsorted_indices]


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    """The rectangle of several sequences, each padded on one side to the longest."""
    if isinstance(sequences, levels.Tensor):
        sequences = sequences.unbind(0)
    elif not isinstance(sequences, Iterable):
        raise RuntimeError(f"pad_sequence: Expected iterable for input sequences, but got arg of type: {type(sequences)}")
    sequences = tuple(sequences)
    if not sequences:
        raise RuntimeError("received an empty list of sequences")
    if padding_side not in ("left", "right"):
        raise RuntimeError(f"Expected padding_side to be one of left or right, but got {padding_side}.")
    longest, first = max(s.size(0) for s in sequences), sequences[0]
    padded = []
    for sequence in sequences:
        if sequence.dtype is not first.dtype:
            sequence = sequence.to(first.dtype)
        missing = longest - sequence.size(0)
        filler = first.new_full((missing, *first.shape[1:]), padding_value)
        padded.append(F.cat([filler, sequence] if padding_side == "left" else [sequence, filler]) if missing else sequence)
    return F.stack(padded, 0 if batch_first else 1)


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    """The sequences of a rectangle, each cut to its length."""
    if not batch_first:
        padded_sequences = padded_sequences.transpose(0, 1)
    lengths = lengths.tolist()
    if len(lengths) > len(padded_sequences):
        raise ValueError("zip() argument 2 is longer than argument 1")
    if len(lengths) < len(padded_sequences):
        raise ValueError("zip() argument 2 is shorter than argument 1")
    steps = F.arange(padded_sequences.size(1))
    return [sequence[steps < length] for sequence, length in zip(padded_sequences, lengths)]


def pack_sequence(sequences, enforce_sorted=True):
    """Packs several sequences, by falling length unless `enforce_sorted` is False."""
    lengths = tensor([s.size(0) for s in sequences], dtype=dtypes.int64)
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences):
    """The sequences of a PackedSequence."""
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)
