"""What a type checker must find in a program: `make types` checks this file, and test_stubs.py runs it.

`assert_type` fails in the checker where the stubs say something else, and does nothing when the program runs; an ignore that
ignores nothing fails too.
"""
from collections.abc import Iterator
from typing import Any, assert_type

import torch
from torch import Tensor, nn, optim
from torch.autograd import Function
from torch.nn import functional as F
from torch.nn.parameter import Parameter
from torch.optim.lr_scheduler import StepLR
from torch.utils.data import DataLoader, Dataset, Subset, TensorDataset, random_split


def tensors() -> None:
    x = torch.ones(2, 3, dtype=torch.float32, device="cpu", requires_grad=True)
    assert_type(x, Tensor)
    assert_type(x.shape, torch.Size)
    assert_type(x.shape[0], int)
    assert_type(x.size(), torch.Size)
    assert_type(x.size(-1), int)
    assert_type(x.dtype, torch.dtype)
    assert_type(x.device, torch.device)
    assert_type(x.device.type, str)
    assert_type(x.requires_grad, bool)
    assert_type(x + 1, Tensor)
    assert_type(2 * x - x / 3, Tensor)
    assert_type(-x @ x.T, Tensor)
    assert_type(x == 1, Tensor)
    assert_type((x > 0) & (x < 2), Tensor)
    assert_type(x[0, :, None], Tensor)
    assert_type(x.float().long().bool().to(torch.int8), Tensor)
    assert_type(x.view(3, 2).permute(1, 0).reshape(-1).unsqueeze(0), Tensor)
    assert_type(x.sum(), Tensor)
    assert_type(x.sum(dim=0, keepdim=True).mean(axis=-1), Tensor)
    assert_type(torch.cat([x, x], dim=0), Tensor)
    assert_type(x.numel() + x.dim() + len(x), int)
    assert_type(torch.is_tensor(x), bool)
    assert_type(torch.allclose(x, x), bool)
    assert_type(float(x.detach().sum()), float)
    for row in x:
        assert_type(row, Tensor)
    x.data[0] = 0
    assert_type(torch.tensor([1, 2], device=torch.device("cpu")), Tensor)
    labels: torch.LongTensor = torch.LongTensor([1, 2])
    y = x.detach() + labels.sum()
    y += 1
    y.mul_(2).clamp_(min=0)
    assert_type(y, Tensor)


def results_with_names() -> None:
    x = torch.rand(4, 4)
    values, indices = x.max(dim=1)
    assert_type(values, Tensor)
    assert_type(x.max(), Tensor)
    assert_type(torch.max(x, x), Tensor)
    assert_type(x.sort(descending=True).indices, Tensor)
    assert_type(torch.topk(x, 2).values, Tensor)
    assert_type(torch.linalg.svd(x).S, Tensor)
    assert_type(torch.linalg.eigh(x @ x.T).eigenvalues, Tensor)
    assert_type(x.split(2), tuple[Tensor, ...])
    assert_type(torch.where(x > 0.5, x, 0.0), Tensor)
    assert_type(torch.where(x > 0.5), tuple[Tensor, ...])
    del indices


class Net(nn.Module):
    scale: Tensor

    def __init__(self, width: int = 4) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, width), nn.ReLU(), nn.Linear(width, 2))
        self.norm = nn.BatchNorm1d(3)
        self.gain = nn.Parameter(torch.ones(2))
        self.blocks = nn.ModuleList([nn.Linear(2, 2) for _ in range(2)])
        self.register_buffer("scale", torch.ones(1))

    def forward(self, x: Tensor) -> Tensor:
        x = self.layers(self.norm(x)) * self.gain * self.scale
        for block in self.blocks:
            x = block(x)
        return F.log_softmax(x, dim=-1)


def modules() -> None:
    net = Net().train().to("cpu").eval()
    assert_type(net, Net)
    assert_type(net.parameters(), Iterator[Parameter])
    for name, parameter in net.named_parameters():
        assert_type(name, str)
        assert_type(parameter, Parameter)
    assert_type(net.state_dict(), dict[str, Any])
    assert_type(net.load_state_dict(net.state_dict()).missing_keys, list[str])
    linear = nn.Linear(3, 2, bias=True)
    assert_type(linear.weight, Parameter)
    assert_type(linear.in_features, int)
    assert_type(linear(torch.ones(1, 3)), Tensor)
    assert_type(linear.weight.data.abs(), Tensor)
    nn.init.zeros_(linear.bias)
    output, (hidden, cell) = nn.LSTM(3, 4, batch_first=True)(torch.ones(1, 5, 3))
    handle = net.register_forward_hook(lambda module, args, out: None)
    handle.remove()
    assert_type(sum(p.numel() for p in net.parameters()), int)
    del output, hidden, cell


class Squares(Dataset[tuple[Tensor, int]]):
    def __len__(self) -> int:
        return 8

    def __getitem__(self, index: int) -> tuple[Tensor, int]:
        return torch.full((3,), float(index)), index % 2


def training() -> float:
    torch.manual_seed(0)
    net, criterion = Net(), nn.CrossEntropyLoss(label_smoothing=0.1)
    optimizer = optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    schedule = StepLR(optimizer, step_size=1)
    parts = random_split(Squares(), [6, 2])
    assert_type(parts, list[Subset[tuple[Tensor, int]]])
    loader = DataLoader(parts[0], batch_size=3, shuffle=True, collate_fn=None)
    total = 0.0
    for inputs, labels in loader:
        loss = criterion(net(inputs), labels)
        assert_type(loss, Tensor)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), max_norm=1.0)
        optimizer.step()
        total += loss.item() * len(inputs)
    schedule.step()
    for group in optimizer.param_groups:
        group["lr"] = 0.01
    assert_type(schedule.get_last_lr(), list[float])
    assert len(loader.dataset) == 6
    scaler = torch.GradScaler("cpu", enabled=False)
    assert_type(scaler.scale(criterion(net(torch.ones(2, 3)), torch.tensor([0, 1]))), Tensor)
    assert_type(TensorDataset(torch.ones(2), torch.zeros(2))[0], tuple[Tensor, ...])
    return total


def descent() -> Tensor:
    weights = torch.zeros(3, requires_grad=True)
    for _ in range(3):
        loss = (weights - 1).square().sum()
        loss.backward()
        with torch.no_grad():
            weights -= 0.1 * weights.grad
            weights.grad.zero_()
    if weights.grad is not None:
        weights.grad = None
    return weights


class Double(Function):
    @staticmethod
    def forward(ctx: Any, x: Tensor, factor: float) -> Tensor:
        ctx.save_for_backward(x)
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor, None]:
        return grad * ctx.factor, None


@torch.no_grad()
def evaluated(net: Net, x: Tensor) -> Tensor:
    return net(x).argmax(dim=1)


@torch.inference_mode()
def counted(x: Tensor, *, limit: int = 3) -> int:
    return min(int(x.sum()), limit)


def autograd() -> None:
    x = torch.ones(2, requires_grad=True)
    y = Double.apply(x, 2.0).sum()
    grads = torch.autograd.grad(y, [x], create_graph=True)
    assert_type(grads, tuple[Tensor, ...])
    assert_type(evaluated(Net().eval(), torch.ones(1, 3)), Tensor)
    assert_type(counted(x.detach(), limit=1), int)
    with torch.set_grad_enabled(False), torch.autocast("cpu", dtype=torch.bfloat16):
        assert_type(torch.mm(torch.ones(2, 2), torch.ones(2, 2)), Tensor)
    per_sample = torch.func.vmap(torch.func.grad(lambda w: (w ** 2).sum()))(torch.ones(3, 2))
    assert per_sample.shape == (3, 2)
    torch.backends.cudnn.benchmark = False
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    assert_type(torch.zeros(1, device=device).to(device, torch.float64, non_blocking=True), Tensor)


def mistakes(x: Tensor) -> None:
    """Is not run."""
    x.no_such_method()                  # type: ignore[attr-defined]
    torch.no_such_function(x)           # type: ignore[attr-defined]
    x.sum(dimm=1)                       # type: ignore[call-arg]
    nn.Linear("3", 2)                   # type: ignore[arg-type]
    F.relu(3)                           # type: ignore[arg-type]
    optim.SGD(lr=0.1)                   # type: ignore[call-arg]


def run() -> None:
    for part in (tensors, results_with_names, modules, training, descent, autograd):
        part()


if __name__ == "__main__":
    run()
