"""Fourier transforms: the names of torch.fft."""
from rushlight.dispatch.op import find_op as _find_op

for _name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "fft2", "ifft2", "rfft2", "irfft2", "hfft2", "ihfft2", "fftn",
              "ifftn", "rfftn", "irfftn", "hfftn", "ihfftn", "fftshift", "ifftshift", "fftfreq", "rfftfreq"):
    globals()[_name] = _find_op(f"fft_{_name}").function
