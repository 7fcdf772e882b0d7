"""A rounding layer with a straight-through gradient, and an exponential that checks its own formula.

    python -m rushlight examples/custom_function.py     # or, where PyTorch is installed: python examples/custom_function.py
"""
import torch
from torch.autograd import Function, gradcheck


class RoundStraightThrough(Function):
    """round(x * levels) / levels; its gradient passes as if nothing had been rounded, inside [0, 1]."""

    @staticmethod
    def forward(ctx, x, levels):
        ctx.save_for_backward(x)
        return torch.round(x.clamp(0, 1) * levels) / levels

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * ((x >= 0) & (x <= 1)), None


class Exp(Function):
    """exp(x), which keeps its result instead of its input."""

    @staticmethod
    def forward(x):
        return torch.exp(x)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(output)

    @staticmethod
    def backward(ctx, grad):
        out, = ctx.saved_tensors
        return grad * out


def main():
    torch.manual_seed(0)
    print("gradcheck of Exp:", gradcheck(Exp.apply, (torch.randn(4, dtype=torch.float64, requires_grad=True),)))
    target = torch.rand(200)
    codes = torch.full((200,), 0.5, requires_grad=True)
    optimizer = torch.optim.SGD([codes], lr=20.0, momentum=0.5)
    for step in range(31):
        rounded = RoundStraightThrough.apply(codes, 7)
        loss = torch.nn.functional.mse_loss(rounded, target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 10 == 0:
            print(f"step {step:2}  loss {loss.item():.6f}  {rounded.grad_fn.name()}")
    print("levels used:", sorted({round(v * 7) for v in RoundStraightThrough.apply(codes, 7).tolist()}))


main()
