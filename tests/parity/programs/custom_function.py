"""A Function of one's own."""
import torch


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        return scale * x ** 3

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        print("needs", ctx.needs_input_grad)
        return grad * ctx.scale * 3 * x ** 2, None


x = torch.tensor([1.0, 2.0], requires_grad=True)
out = Cube.apply(x, 2.0)
print(out, out.grad_fn.name())
out.sum().backward()
print(x.grad)
(g,) = torch.autograd.grad(Cube.apply(x, 1.0).sum(), x, create_graph=True)
print(torch.autograd.grad(g.sum(), x))
