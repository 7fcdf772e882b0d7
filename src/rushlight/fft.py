"""Fourier transforms: the names of torch.fft."""
from rushlight.dispatch.op import registry as _registry

for _name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "fft2", "ifft2", "rfft2", "irfft2", "hfft2", "ihfft2", "fftn",
              "ifftn", "rfftn", "irfftn", "hfftn", "ihfftn", "fftshift", "ifftshift", "fftfreq", "rfftfreq"):
    globals()[_name] = _registry[f"fft_{_name}"].function
