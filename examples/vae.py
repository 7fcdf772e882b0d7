"""Trains a variational autoencoder on handwritten digits, and shows digits that it dreams up.

    python -m rushlight examples/vae.py             # or, where PyTorch is installed: python examples/vae.py
"""
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

LATENT, HIDDEN, EPOCHS = 4, 48, 8
SHADES = " .:-=+*#%@"


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(64, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 2 * LATENT))
        self.decoder = nn.Sequential(nn.Linear(LATENT, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 64))

    def forward(self, images):
        """Logits of the reconstruction, and the mean and log-variance of the latent code."""
        mean, logvar = self.encoder(images).chunk(2, 1)
        code = mean + torch.exp(logvar / 2) * torch.randn_like(mean)
        return self.decoder(code), mean, logvar


def negative_elbo(logits, images, mean, logvar):
    """The loss of a batch, in nats an image."""
    reconstruction = F.binary_cross_entropy_with_logits(logits, images, reduction="sum")
    divergence = -0.5 * torch.sum(1 + logvar - mean ** 2 - logvar.exp())
    return (reconstruction + divergence) / len(images)


def main():
    torch.manual_seed(0)
    data = np.load(Path(__file__).resolve().parent / "data" / "digits.npz")
    images = torch.from_numpy(data["images"].reshape(-1, 64).astype(np.float32) / 16)
    loader = DataLoader(TensorDataset(images), batch_size=64, shuffle=True, drop_last=True)
    model = VAE()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    for epoch in range(1, EPOCHS + 1):
        losses = []
        for batch, in loader:
            loss = negative_elbo(*restored(model, batch))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        print(f"epoch {epoch}  loss {sum(losses) / len(losses):.4f}")
    draw(model)


def restored(model, images):
    logits, mean, logvar = model(images)
    return logits, images, mean, logvar


@torch.no_grad()
def draw(model):
    """Six images decoded from random codes, as text."""
    images = torch.sigmoid(model.decoder(torch.randn(6, LATENT))).view(6, 8, 8)
    levels = (images * (len(SHADES) - 1)).round().int()
    for row in range(8):
        print("   ".join("".join(SHADES[v] * 2 for v in levels[i, row].tolist()) for i in range(6)))


main()
