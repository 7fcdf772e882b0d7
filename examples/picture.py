"""Small pictures without a drawing library: a page of digits, a curve, and the PNG file that holds them."""
import struct
import zlib

import numpy as np

GREEN, RED, GREY = (0, 120, 60), (210, 30, 30), (200, 200, 200)
GLYPHS = "75557 26227 71747 71717 55711 74717 74757 71122 75757 75717".split()         # 3x5 dots, an octal digit a row
SCALE = 4


def page(images, labels, predictions, columns=18, rows=8):
    """A (height, width, 3) array: each digit, the number it was taken for, and a frame; the wrong ones first."""
    cells = [cell(*one) for one in zip(images, labels, predictions)]
    order = sorted(range(len(cells)), key=lambda i: labels[i] == predictions[i])
    return np.concatenate([np.concatenate([cells[i] for i in order[r * columns:(r + 1) * columns]], 1) for r in range(rows)])


def cell(image, label, prediction):
    size = 8 * SCALE
    ink = np.kron(np.reshape(image, (8, 8)), np.ones((SCALE, SCALE)))
    drawn = np.full((size + 8, size + 20, 3), 255, np.uint8)
    drawn[4:-4, 4:-16] = (255 * (1 - ink))[:, :, None]
    color = GREEN if label == prediction else RED
    drawn[1:3, 1:-1] = drawn[-3:-1, 1:-1] = drawn[1:-1, 1:3] = drawn[1:-1, -3:-1] = color
    bits = np.array([[int(row) >> shift & 1 for shift in (2, 1, 0)] for row in GLYPHS[prediction]])
    drawn[12:27, -14:-5][np.kron(bits, np.ones((3, 3))) > 0] = color
    return drawn


def curve(values, accuracies, width=720, height=260):
    """A (height, width, 3) array: losses in red from the largest down to 0, accuracies in green from 0 up to 1."""
    drawn = np.full((height, width, 3), 255, np.uint8)
    for share in (0, 0.25, 0.5, 0.75, 1):
        drawn[_row(share, height), 20:-20] = GREY
    _draw(drawn, [v / max(values) for v in values], RED)
    _draw(drawn, accuracies, GREEN)
    return drawn


def _row(share, height):
    return round(20 + (1 - share) * (height - 40))


def _draw(drawn, shares, color):
    height, width, _ = drawn.shape
    columns = np.arange(20, width - 20)
    heights = np.interp(columns, np.linspace(20, width - 21, len(shares)), shares)
    rows = [_row(h, height) for h in heights]
    for x, y, following in zip(columns, rows, [*rows[1:], rows[-1]]):
        low, high = sorted((y, following))
        drawn[low - 1:high + 2, x] = color


def png(pixels):
    """The bytes of a PNG file."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    height, width, _ = pixels.shape
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
