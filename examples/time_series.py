"""Trains an LSTM to foretell a noisy wave, then lets it run on by itself.

    python -m rushlight examples/time_series.py     # or, where PyTorch is installed: python examples/time_series.py
"""
import torch
from torch import nn

LENGTH, WINDOW, HIDDEN, EPOCHS = 600, 40, 24, 12


class Forecaster(nn.Module):
    """The next value of a series, at each of its points."""

    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(1, HIDDEN, num_layers=2, batch_first=True)
        self.head = nn.Linear(HIDDEN, 1)

    def forward(self, series, state=None):
        hidden, state = self.lstm(series, state)
        return self.head(hidden), state


def wave():
    """A slow and a fast sine with a little noise."""
    t = torch.arange(LENGTH) / 10
    return torch.sin(t) + 0.4 * torch.sin(3.1 * t) + 0.05 * torch.randn(LENGTH)


def main():
    torch.manual_seed(0)
    series = wave()
    windows = series.unfold(0, WINDOW + 1, 5).unsqueeze(-1)
    data = torch.utils.data.TensorDataset(windows[:, :-1], windows[:, 1:])
    loader = torch.utils.data.DataLoader(data, batch_size=16, shuffle=True)
    model = Forecaster()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, EPOCHS)
    for epoch in range(1, EPOCHS + 1):
        total = 0.0
        for inputs, targets in loader:
            loss = nn.functional.mse_loss(model(inputs)[0], targets)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item() * len(inputs)
        schedule.step()
        print(f"epoch {epoch:2}  loss {total / len(data):.5f}  next rate {schedule.get_last_lr()[0]:.5f}")
    print("foretold:", " ".join(f"{v:.3f}" for v in foretell(model, series[-WINDOW:], 8)))


@torch.no_grad()
def foretell(model, series, count):
    """The values that follow a series, each fed back in."""
    values, state = [], None
    value = series.view(1, -1, 1)
    for _ in range(count):
        out, state = model(value, state)
        value = out[:, -1:]
        values.append(value.item())
    return values


main()
