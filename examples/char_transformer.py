"""Trains a small transformer to continue Shakespeare's sonnets, a character at a time.

    python -m rushlight examples/char_transformer.py    # or, where PyTorch is installed: python examples/char_transformer.py
"""
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional as F

CONTEXT, WIDTH, HEADS, LAYERS, BATCH, STEPS = 32, 48, 4, 2, 16, 120
TEXT = (Path(__file__).resolve().parent / "data" / "sonnets.txt").read_text()
LETTERS = sorted(set(TEXT))


class Block(nn.Module):
    """Attention to earlier characters, then a small network for each position."""

    def __init__(self):
        super().__init__()
        self.before_attention, self.before_network = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.queries_keys_values = nn.Linear(WIDTH, 3 * WIDTH)
        self.mix = nn.Linear(WIDTH, WIDTH)
        self.network = nn.Sequential(nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(), nn.Linear(4 * WIDTH, WIDTH))

    def forward(self, x):
        x = x + self.attention(self.before_attention(x))
        return x + self.network(self.before_network(x))

    def attention(self, x):
        batch, length, _ = x.shape
        heads = self.queries_keys_values(x).view(batch, length, 3, HEADS, WIDTH // HEADS)
        queries, keys, values = heads.permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(queries, keys, values, is_causal=True)
        return self.mix(mixed.transpose(1, 2).reshape(batch, length, WIDTH))


class CharTransformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.letters = nn.Embedding(len(LETTERS), WIDTH)
        self.places = nn.Embedding(CONTEXT, WIDTH)
        self.blocks = nn.Sequential(*[Block() for _ in range(LAYERS)])
        self.norm = nn.LayerNorm(WIDTH)
        self.scores = nn.Linear(WIDTH, len(LETTERS), bias=False)

    def forward(self, text):
        x = self.letters(text) + self.places(torch.arange(text.shape[1]))
        return self.scores(self.norm(self.blocks(x)))

    @torch.no_grad()
    def continued(self, text, count):
        """The text with `count` more characters, each the likeliest."""
        for _ in range(count):
            likeliest = self(text[:, -CONTEXT:])[:, -1].argmax(-1, keepdim=True)
            text = torch.cat([text, likeliest], 1)
        return text


def main():
    torch.manual_seed(1)
    data = torch.tensor([LETTERS.index(letter) for letter in TEXT])
    model = CharTransformer()
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=0.01)
    print(f"{sum(p.numel() for p in model.parameters())} parameters, {len(LETTERS)} characters")
    for step in range(STEPS + 1):
        starts = torch.randint(len(data) - CONTEXT, (BATCH,))
        windows = torch.stack([data[s:s + CONTEXT + 1] for s in starts])
        loss = F.cross_entropy(model(windows[:, :-1]).flatten(0, 1), windows[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if step % 20 == 0:
            print(f"step {step:3}  loss {loss.item():.5f}")
    model.eval()
    start = torch.tensor([[LETTERS.index(letter) for letter in "Shall I "]])
    print("".join(LETTERS[i] for i in model.continued(start, 60)[0].tolist()))


main()
