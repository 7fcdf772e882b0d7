"""Complex tensors and their gradients."""
import torch

z = torch.tensor([1 + 2j, 3 - 1j], requires_grad=True)
for function in (lambda z: z.abs().sum(), lambda z: (z * z.conj()).real.sum(), lambda z: (z * (1 + 1j)).real.sum(),
                 lambda z: z.angle().sum(), lambda z: z.exp().imag.sum(), lambda z: (z ** 2).real.sum()):
    z.grad = None
    function(z).backward()
    print(z.grad)
print(z.real, z.imag, torch.view_as_real(z), torch.complex(torch.ones(1), torch.zeros(1)), z.detach() @ z.detach().conj())
x = torch.tensor([1.0, 2.0], requires_grad=True)
(x * (2 + 3j)).sum().abs().backward()
print(x.grad)
try:
    (z * 2).sum().backward()
except RuntimeError as error:
    print(type(error).__name__)
