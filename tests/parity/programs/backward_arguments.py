"""What backward() takes, and what it refuses."""
import torch

x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
y = x * x
y.backward(torch.tensor([[1.0, 0.0], [0.5, 2.0]]), retain_graph=True)
print(x.grad)
y.sum().backward()
print(x.grad)


def attempt(what):
    try:
        what()
        print("fine")
    except RuntimeError as error:
        print(type(error).__name__, str(error).splitlines()[0][:60])


attempt(lambda: y.sum().backward())
attempt(lambda: (x * 2).backward())
attempt(lambda: (x * 2).backward(torch.ones(2)))
attempt(lambda: torch.ones(2).sum().backward())
a, b = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
(a * b).sum().backward(inputs=[a])
print(a.grad, b.grad)
torch.autograd.backward([(a * 2).sum(), (a * b).sum()])
print(a.grad, b.grad)
