"""What one training step costs beside PyTorch: an MLP, a small CNN, an LSTM, a character transformer.

    python benchmarks/training.py [--rounds N] [--only REGEX] [--profile]

Both libraries run in one process on the same seeds and take turns, each on the threads that it takes by default; a figure is the
median over the rounds. `--profile` adds the share of rushlight's time that each kernel takes. Where PyTorch is not installed,
rushlight's own times are shown alone.
"""
import argparse
import cProfile
import pstats
import re
import statistics
import time
from pathlib import Path

import rushlight

try:
    import torch
except ImportError:
    torch = None


def mlp(m):
    """784-256-10, batch 64."""
    model = m.nn.Sequential(m.nn.Linear(784, 256), m.nn.ReLU(), m.nn.Linear(256, 10))
    return model, m.randn(64, 784), m.randint(10, (64,))


def cnn(m):
    """Two convolutions and a linear layer on 32 images of 28x28."""
    nn = m.nn
    model = nn.Sequential(nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
                          nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
                          nn.Flatten(), nn.Linear(32 * 7 * 7, 10))
    return model, m.randn(32, 1, 28, 28), m.randint(10, (32,))


def lstm(m):
    """One layer of 128 over 32 sequences of 50 steps of 32 numbers."""
    class Classifier(m.nn.Module):
        def __init__(self):
            super().__init__()
            self.lstm, self.head = m.nn.LSTM(32, 128, batch_first=True), m.nn.Linear(128, 10)

        def forward(self, x):
            return self.head(self.lstm(x)[0][:, -1])
    return Classifier(), m.randn(32, 50, 32), m.randint(10, (32,))


def transformer(m, vocabulary=65, width=128, heads=4, layers=4, context=64, batch=12):
    """Four layers of width 128, context 64, batch 12."""
    nn, F = m.nn, m.nn.functional

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)
            self.attend, self.mix = nn.Linear(width, 3 * width), nn.Linear(width, width)
            self.network = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

        def forward(self, x):
            q, k, v = self.attend(self.first(x)).view(*x.shape[:2], 3, heads, -1).permute(2, 0, 3, 1, 4)
            mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).reshape(x.shape)
            x = x + self.mix(mixed)
            return x + self.network(self.second(x))

    class Characters(nn.Module):
        def __init__(self):
            super().__init__()
            self.letters, self.places = nn.Embedding(vocabulary, width), nn.Embedding(context, width)
            self.blocks = nn.Sequential(*[Block() for _ in range(layers)])
            self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, vocabulary)

        def forward(self, x):
            x = self.letters(x) + self.places(m.arange(x.shape[1]))
            return self.head(self.norm(self.blocks(x))).flatten(0, 1)
    return Characters(), m.randint(vocabulary, (batch, context)), m.randint(vocabulary, (batch * context,))


PROGRAMS = [mlp, cnn, lstm, transformer]


def stepper(library, program):
    """A function that makes one training step and returns the loss."""
    library.manual_seed(0)
    model, inputs, labels = program(library)
    optimizer = library.optim.Adam(model.parameters(), lr=1e-3)

    def step():
        loss = library.nn.functional.cross_entropy(model(inputs), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss
    return step


def measure(program, libraries, rounds):
    """Milliseconds of a step, one for each library."""
    steps = [stepper(library, program) for library in libraries]
    for step in steps * 2:
        step()
    times = [[_timed(step) for step in steps] for _ in range(rounds)]
    return [statistics.median(column) * 1e3 for column in zip(*times)]


def _timed(step):
    began = time.perf_counter()
    step()
    return time.perf_counter() - began


def profile(program, count=10, lines=12):
    """Prints where rushlight's time goes: the functions with the largest share of their own."""
    step = stepper(rushlight, program)
    step()
    profiler = cProfile.Profile()
    profiler.enable()
    for _ in range(count):
        step()
    profiler.disable()
    stats = pstats.Stats(profiler).stats
    total = sum(own for _, _, own, _, _ in stats.values())
    largest = sorted(((own, calls, where) for where, (_, calls, own, _, _) in stats.items()), reverse=True)[:lines]
    for own, calls, (file, line, name) in largest:
        place = name if file == "~" else f"{'/'.join(Path(file).parts[-2:])}:{line} {name}"
        print(f"    {own / total:6.1%}  {calls // count:5} calls a step  {place}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--only", default="", metavar="REGEX")
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    libraries = [rushlight] if torch is None else [rushlight, torch]
    print(f"{'a training step':16}{'ms':>10}" + ("" if torch is None else f"{'torch ms':>12}{'ratio':>8}"))
    for program in PROGRAMS:
        if re.search(options.only, program.__name__):
            times = measure(program, libraries, options.rounds)
            ratio = "" if torch is None else f"{times[1]:12.2f}{times[0] / times[1]:8.2f}"
            print(f"{program.__name__:16}{times[0]:10.2f}{ratio}", flush=True)
            if options.profile:
                profile(program)


if __name__ == "__main__":
    main()
