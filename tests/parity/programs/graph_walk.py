"""The names of the nodes, from the end to the leaves."""
import torch


def walk(node, depth=0):
    if node is None:
        print(" " * depth + "None")
        return
    print(" " * depth + node.name())
    for parent, _ in node.next_functions:
        walk(parent, depth + 1)


x = torch.randn(3, 4, requires_grad=True)
w = torch.randn(4, 2, requires_grad=True)
b = torch.zeros(2, requires_grad=True)
walk((torch.tanh(x @ w + b) ** 2).mean().grad_fn)
walk((x.t().reshape(-1)[2:5] - 1).abs().sum(0, keepdim=True).grad_fn)
walk(torch.stack([x[0], x[1] * 2]).amax().grad_fn)
