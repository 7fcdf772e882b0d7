"""Trains a two-layer network on handwritten digits with plain tensors, and draws what it makes of digits it never saw.

    python -m rushlight examples/digits.py          # or, where PyTorch is installed: python examples/digits.py
"""
import struct
import sys
import time
import zlib
from pathlib import Path

import numpy as np
import torch

HERE = Path(__file__).resolve().parent
EPOCHS, BATCH, HIDDEN, RATE, MOMENTUM = 15, 32, 64, 0.05, 0.9
HELD_OUT = 360


def main():
    rng = np.random.default_rng(0)
    (images, labels), (held_images, held_labels) = load(rng)
    parameters = start(rng)
    began = time.perf_counter()
    for epoch in range(1, EPOCHS + 1):
        loss = train(parameters, images, labels, rng, epoch)
        right = (predict(parameters, held_images) == held_labels).float().mean().item()
        print(f"epoch {epoch:2}  loss {loss:.5f}  held-out accuracy {right:.3f}")
    progress(f"trained in {time.perf_counter() - began:.1f} s\n")
    drawn = HERE / "out" / "digits.png"
    drawn.parent.mkdir(exist_ok=True)
    drawn.write_bytes(png(picture(held_images, held_labels, predict(parameters, held_images))))
    print(f"predictions drawn in examples/out/{drawn.name}: a red frame means wrong")


def load(rng):
    """Two (images, labels) pairs, the second held out from training."""
    data = np.load(HERE / "data" / "digits.npz")
    order = rng.permutation(len(data["labels"]))
    images = torch.from_numpy(data["images"][order].reshape(-1, 64).astype(np.float32) / 16)
    labels = torch.from_numpy(data["labels"][order].astype(np.int64))
    return (images[HELD_OUT:], labels[HELD_OUT:]), (images[:HELD_OUT], labels[:HELD_OUT])


def start(rng):
    """The weights and biases of two layers."""
    def weight(inputs, outputs):
        values = rng.standard_normal((inputs, outputs)) * np.sqrt(2 / inputs)
        return torch.from_numpy(values.astype(np.float32)).requires_grad_()
    return [weight(64, HIDDEN), torch.zeros(HIDDEN, requires_grad=True), weight(HIDDEN, 10), torch.zeros(10, requires_grad=True)]


def scores(parameters, images):
    """How much each image looks like each digit."""
    w1, b1, w2, b2 = parameters
    return torch.relu(images @ w1 + b1) @ w2 + b2


def cross_entropy(logits, labels):
    right = logits[torch.arange(len(labels)), labels]
    return (logits.logsumexp(1) - right).mean()


def train(parameters, images, labels, rng, epoch):
    """One pass over the images by gradient descent with momentum; the mean loss."""
    order = torch.from_numpy(rng.permutation(len(labels)))
    batches, total = order.split(BATCH), 0.0
    for done, batch in enumerate(batches, 1):
        loss = cross_entropy(scores(parameters, images[batch]), labels[batch])
        loss.backward()
        step(parameters)
        total += loss.item() * len(batch)
        progress(f"\repoch {epoch:2} {'#' * (30 * done // len(batches)):30} ")
    progress("\r" + " " * 40 + "\r")
    return total / len(labels)


def step(parameters):
    """Moves each parameter against its gradient, and keeps a share of the gradient for the next step."""
    with torch.no_grad():
        for p in parameters:
            p -= RATE * p.grad
            p.grad *= MOMENTUM


def predict(parameters, images):
    with torch.no_grad():
        return scores(parameters, images).argmax(1)


def progress(text):
    if sys.stderr.isatty():
        print(text, end="", file=sys.stderr, flush=True)


# ---------------------------------------------------------------- the picture

GLYPHS = "75557 26227 71747 71717 55711 74717 74757 71122 75757 75717".split()         # 3x5 dots, an octal digit a row
COLUMNS, ROWS, SCALE = 18, 8, 4


def picture(images, labels, predictions):
    """A (height, width, 3) array: each digit, the number that it was taken for, and a frame."""
    cells = [cell(*one) for one in zip(images.tolist(), labels.tolist(), predictions.tolist())]
    order = sorted(range(len(cells)), key=lambda i: labels[i].item() == predictions[i].item())    # the wrong ones first
    rows = [np.concatenate([cells[i] for i in order[r * COLUMNS:(r + 1) * COLUMNS]], 1) for r in range(ROWS)]
    return np.concatenate(rows)


def cell(image, label, prediction):
    size = 8 * SCALE
    ink = np.kron(np.reshape(image, (8, 8)), np.ones((SCALE, SCALE)))
    drawn = np.full((size + 8, size + 20, 3), 255, np.uint8)
    drawn[4:-4, 4:-16] = (255 * (1 - ink))[:, :, None]
    color = (0, 120, 60) if label == prediction else (210, 30, 30)
    drawn[1:3, 1:-1] = drawn[-3:-1, 1:-1] = drawn[1:-1, 1:3] = drawn[1:-1, -3:-1] = color
    bits = np.array([[int(row) >> shift & 1 for shift in (2, 1, 0)] for row in GLYPHS[prediction]])
    drawn[12:27, -14:-5][np.kron(bits, np.ones((3, 3))) > 0] = color
    return drawn


def png(pixels):
    """The bytes of a PNG file."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    height, width, _ = pixels.shape
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


main()
