"""A softmax over very many classes, the rare ones in clusters (Grave and others, 2016)."""
from __future__ import annotations

from typing import NamedTuple

from rushlight.dispatch.namespace import tensors as ops
from rushlight.nn import functional as F
from rushlight.nn.modules.container import ModuleList, Sequential
from rushlight.nn.modules.linear import Linear
from rushlight.nn.modules.module import Module
from rushlight.tensor import Tensor


class _ASMoutput(NamedTuple):
    output: Tensor
    loss: Tensor



class AdaptiveLogSoftmaxWithLoss(Module):
    """Minus the log-probability of the target; frequent classes have outputs of their own, the others share a smaller layer."""

    def __init__(self, in_features, n_classes, cutoffs, div_value=4.0, head_bias=False, device=None, dtype=None):
        super().__init__()
        _check_cutoffs(list(cutoffs), n_classes)
        made = {"device": device, "dtype": dtype}
        self.in_features, self.n_classes, self.cutoffs = in_features, n_classes, [*cutoffs, n_classes]
        self.div_value, self.head_bias = div_value, head_bias
        self.shortlist_size, self.n_clusters = self.cutoffs[0], len(self.cutoffs) - 1
        self.head_size = self.shortlist_size + self.n_clusters
        self.head = Linear(in_features, self.head_size, bias=head_bias, **made)
        self.tail = ModuleList()
        for i in range(self.n_clusters):
            width, classes = int(in_features // div_value ** (i + 1)), self.cutoffs[i + 1] - self.cutoffs[i]
            self.tail.append(Sequential(Linear(in_features, width, bias=False, **made),
                                        Linear(width, classes, bias=False, **made)))

    def reset_parameters(self):
        self.head.reset_parameters()
        for to_hidden, to_out in self.tail:
            to_hidden.reset_parameters()
            to_out.reset_parameters()

    def forward(self, input_, target_):
        batched = target_.dim() > 0
        _check_batch(input_, target_)
        input, target = (input_, target_) if batched else (input_.unsqueeze(0), target_.unsqueeze(0))
        self._check_targets(target)
        output, gather = ops.zeros_like(target, dtype=input.dtype), ops.zeros_like(target)
        for i, low in enumerate([0, *self.cutoffs[:-1]]):
            rows = ((target >= low) & (target < self.cutoffs[i])).nonzero().squeeze(1)
            if not rows.numel():
                continue
            here = target.index_select(0, rows)
            if i == 0:
                gather = gather.index_copy(0, rows, here)
                continue
            own = F.log_softmax(self.tail[i - 1](input.index_select(0, rows)), dim=1)
            gather = gather.index_fill(0, rows, self.shortlist_size + i - 1)
            output = output.index_copy(0, rows, own.gather(1, (here - low).unsqueeze(1)).squeeze(1))
        output = output + F.log_softmax(self.head(input), dim=1).gather(1, gather.unsqueeze(1)).squeeze()
        loss = (-output).mean()
        return _ASMoutput(output if batched else output.squeeze(0), loss)

    def _check_targets(self, target):
        if target.numel() and not 0 <= int(target.min()) <= int(target.max()) < self.n_classes:
            raise RuntimeError(f"Target values should be in [0, {self.n_classes - 1}], but values in range "
                               f"[{target.min().item()}, {target.max().item()}] were found. ")

    def _get_full_log_prob(self, input, head_output):
        out = input.new_empty((head_output.size(0), self.n_classes))
        head = F.log_softmax(head_output, dim=1)
        out[:, :self.shortlist_size] = head[:, :self.shortlist_size]
        for i, (low, high) in enumerate(zip(self.cutoffs, self.cutoffs[1:])):
            out[:, low:high] = F.log_softmax(self.tail[i](input), dim=1) + head[:, self.shortlist_size + i].unsqueeze(1)
        return out

    def log_prob(self, input):
        """Returns the log-probabilities of all classes."""
        return self._get_full_log_prob(input, self.head(input))

    def predict(self, input):
        """Returns the most probable class of each example."""
        head_output = self.head(input)
        output = ops.argmax(head_output, 1)
        unsure = output >= self.shortlist_size                  # a cluster won: which of its classes?
        if not unsure.any():
            return output
        rows = unsure.nonzero().squeeze(1)
        best = ops.argmax(self._get_full_log_prob(input.index_select(0, rows), head_output.index_select(0, rows)), 1)
        return output.index_copy(0, rows, best)


def _check_cutoffs(cutoffs, n_classes):
    if not cutoffs:
        raise ValueError("cutoffs should be a sequence of length larger than 0")
    rising = all(low < high for low, high in zip([0, *cutoffs], [*cutoffs, n_classes]))
    if not rising or any(int(c) != c for c in cutoffs):
        raise ValueError("cutoffs should be a sequence of unique, positive integers sorted in an increasing order, where each "
                         "value is between 1 and n_classes-1")


def _check_batch(input, target):
    if target.dim() == 1:
        if input.size(0) != target.size(0):
            raise RuntimeError("Input and target should have the same size in the batch dimension.")
        if input.dim() != 2:
            raise RuntimeError(f"1D target tensor expects 2D input tensors, but found inputs with size {input.size()}")
    elif target.dim() == 0:
        if input.dim() != 1:
            raise RuntimeError(f"0D target tensor expects 1D input tensors, but found inputs with size {input.size()}")
    else:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
