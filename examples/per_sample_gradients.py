"""Gradients of each sample's own loss, by a loop and by vmap over grad, and training that clips them one by one.

    python -m rushlight examples/per_sample_gradients.py    # or, where PyTorch is installed, without `-m rushlight`
"""
import torch
from torch import nn
from torch.func import functional_call, grad, vmap

SAMPLES, FEATURES, STEPS, LARGEST = 64, 10, 40, 0.5


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(FEATURES, 16), nn.Tanh(), nn.Linear(16, 1))
    inputs = torch.randn(SAMPLES, FEATURES)
    targets = inputs[:, :3].prod(1, keepdim=True) + 0.1 * torch.randn(SAMPLES, 1)
    parameters = {name: p.detach() for name, p in model.named_parameters()}

    def loss_of(parameters, x, y):
        return nn.functional.mse_loss(functional_call(model, parameters, (x.unsqueeze(0),)), y.unsqueeze(0))

    per_sample = vmap(grad(loss_of), in_dims=(None, 0, 0))
    one_by_one = [grad(loss_of)(parameters, x, y) for x, y in zip(inputs, targets)]
    together = per_sample(parameters, inputs, targets)
    for name, grads in together.items():
        loop = torch.stack([g[name] for g in one_by_one])
        print(f"{name:9} {tuple(grads.shape)!s:14} as by the loop: {torch.allclose(grads, loop, atol=1e-6)}")

    for step in range(STEPS + 1):
        grads = per_sample(parameters, inputs, targets)
        norms = torch.stack([g.flatten(1).norm(dim=1) for g in grads.values()]).norm(dim=0)
        shares = (LARGEST / norms).clamp(max=1)
        if step % 10 == 0:
            loss = vmap(loss_of, in_dims=(None, 0, 0))(parameters, inputs, targets).mean()
            print(f"step {step:2}  loss {loss.item():.5f}  largest norm {norms.max().item():.4f}  "
                  f"clipped {(shares < 1).sum().item()} of {SAMPLES}")
        for name, g in grads.items():
            clipped = torch.einsum("n,n...->...", shares, g) / SAMPLES
            parameters[name] = parameters[name] - 0.5 * clipped


main()
