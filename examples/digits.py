"""Trains a small convolutional network on handwritten digits, and draws the learning curve and a page of predictions.

    python -m rushlight examples/digits.py          # or, where PyTorch is installed: python examples/digits.py
"""
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split

from picture import curve, page, png

HERE = Path(__file__).resolve().parent
EPOCHS, BATCH, HELD_OUT = 8, 32, 360


class Net(nn.Module):
    """Scores of the ten digits for (batch, 1, 8, 8) images."""

    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2))
        self.scores = nn.Sequential(nn.Flatten(), nn.Dropout(0.2), nn.Linear(32 * 2 * 2, 10))

    def forward(self, images):
        return self.scores(self.features(images))


def main():
    torch.manual_seed(0)
    training, held_out = load()
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.02, momentum=0.9, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=0.05, epochs=EPOCHS, steps_per_epoch=len(training))
    losses, accuracies = [], []
    began = time.perf_counter()
    for epoch in range(1, EPOCHS + 1):
        losses.append(train(model, training, optimizer, schedule, epoch))
        accuracies.append(accuracy(model, held_out))
        print(f"epoch {epoch:2}  loss {losses[-1]:.5f}  held-out accuracy {accuracies[-1]:.3f}")
    progress(f"trained in {time.perf_counter() - began:.1f} s\n")
    draw(model, held_out, losses, accuracies)


def load():
    """Batches to train on, and batches held out."""
    data = np.load(HERE / "data" / "digits.npz")
    images = torch.from_numpy(data["images"].astype(np.float32) / 16).unsqueeze(1)
    labels = torch.from_numpy(data["labels"].astype(np.int64))
    training, held_out = random_split(TensorDataset(images, labels), [len(labels) - HELD_OUT, HELD_OUT])
    return DataLoader(training, batch_size=BATCH, shuffle=True), DataLoader(held_out, batch_size=120)


def train(model, batches, optimizer, schedule, epoch):
    """One pass over the images; the mean loss."""
    model.train()
    total = count = 0
    for done, (images, labels) in enumerate(batches, 1):
        loss = nn.functional.cross_entropy(model(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        total, count = total + loss.item() * len(labels), count + len(labels)
        progress(f"\repoch {epoch:2} [{'#' * (30 * done // len(batches)):30}] ")
    progress("\r" + " " * 42 + "\r")
    return total / count


@torch.no_grad()
def accuracy(model, batches):
    model.eval()
    right = [(model(images).argmax(1) == labels).float() for images, labels in batches]
    return torch.cat(right).mean().item()


@torch.no_grad()
def draw(model, held_out, losses, accuracies):
    images, labels = (torch.cat(parts) for parts in zip(*held_out))
    folder = HERE / "out"
    folder.mkdir(exist_ok=True)
    predictions = model(images).argmax(1).tolist()
    (folder / "digits.png").write_bytes(png(page(images.tolist(), labels.tolist(), predictions)))
    (folder / "learning_curve.png").write_bytes(png(curve(losses, accuracies)))
    print("drawn in examples/out: digits.png (a red frame means wrong), learning_curve.png (red: loss, green: accuracy)")


def progress(text):
    """Shows how far it is, where somebody is looking."""
    if sys.stderr.isatty():
        print(text, end="", file=sys.stderr, flush=True)


main()
