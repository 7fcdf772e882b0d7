"""Newton's method with a Hessian from two backward passes."""
import torch

x = torch.tensor([-1.2, 1.0], dtype=torch.float64, requires_grad=True)
for step in range(6):
    value = (1 - x[0]) ** 2 + 100 * (x[1] - x[0] ** 2) ** 2
    (g,) = torch.autograd.grad(value, x, create_graph=True)
    hessian = torch.stack([torch.autograd.grad(g[i], x, retain_graph=True)[0] for i in range(2)])
    a, b, c, d = hessian.reshape(-1)
    inverse = torch.stack([torch.stack([d, -b]), torch.stack([-c, a])]) / (a * d - b * c)
    print(step, f"{value.item():.6g}", hessian)
    x = (x - inverse @ g).detach().requires_grad_()
print(x)
