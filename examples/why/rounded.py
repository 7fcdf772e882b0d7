"""The accuracy is no loss: argmax gives integers, through which no gradient passes."""
import torch
from rushlight import explain, explaining

with explaining():
    scores = torch.tensor([[2.0, 1.0], [0.0, 3.0]], requires_grad=True)
    predicted = scores.argmax(1)
    accuracy = (predicted == torch.tensor([0, 0])).float().mean()

print(explain(predicted))
print()
print(explain(accuracy))
