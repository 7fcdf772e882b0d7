"""Division, remainder, shifts and overflow of integers."""
import torch

a, b = torch.tensor([7, -7, 7, -7]), torch.tensor([2, 2, -2, -2])
print(a / b, a // b, a % b, torch.fmod(a, b), torch.div(a, b, rounding_mode="trunc"), torch.div(a, b, rounding_mode="floor"))
print(torch.tensor([200], dtype=torch.uint8) + 100, torch.tensor([127], dtype=torch.int8) + 1)
print(-torch.tensor([1], dtype=torch.uint8))
print(a & 3, a | 8, a ^ 1, ~a, a << 2, a >> 1)
print(torch.tensor([2, 3]) ** 3, 2 ** torch.tensor([0, 5]), torch.tensor([2.5, -2.5]).round())
for attempt in (lambda: a // 0, lambda: a % 0, lambda: a.mean(), lambda: torch.tensor([2]) ** -1, lambda: a.exp_()):
    try:
        print(attempt())
    except (RuntimeError, ZeroDivisionError) as error:
        print(type(error).__name__)
