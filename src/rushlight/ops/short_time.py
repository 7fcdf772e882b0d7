"""Short-time Fourier transforms: the spectrum of a signal in a window that moves along it, and back."""
from __future__ import annotations

import warnings

from rushlight.dispatch.namespace import tensors as F
from rushlight.dispatch.op import by_hand
from rushlight.dtypes import COMPLEX, FLOATING
from rushlight.errors import warn_once


@by_hand()
def stft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode="reflect", normalized=False,
         onesided=None, return_complex=None, align_to_window=None):
    """Returns the transforms of the frames of `n_fft` samples that begin `hop_length` apart: (..., frequencies, frames).

    With `center`, the frames are centred on their positions, and the signal is padded; with `align_to_window` (without
    `center`), the window of the first frame, and not the frame, begins where the signal does.
    """
    hop, width = n_fft // 4 if hop_length is None else hop_length, n_fft if win_length is None else win_length
    is_complex = input.is_complex() or window is not None and window.is_complex()
    _warn_of_no_window(window, ",which is known to cause spectral leakage. Other windows such as torch.hann_window or "
                               "torch.hamming_window are recommended to reduce spectral leakage.")
    _check_return(return_complex, is_complex, center, align_to_window)
    signal = input if input.dim() != 1 else F.unsqueeze(input, 0)
    if center and input.dim() in (1, 2):
        signal = F.squeeze(F.pad(F.unsqueeze(signal, 1), (n_fft // 2, n_fft // 2), pad_mode), 1)
    _check_stft(signal, n_fft, hop, width, window)
    left = (n_fft - width) // 2
    if align_to_window:
        signal = F.pad(signal, (left, n_fft - width - left))
    frames = F.unfold(signal, -1, n_fft, hop)
    if window is not None or width != n_fft:
        frames = frames * _wide_window(input, window, width, n_fft)
    onesided = not is_complex if onesided is None else onesided
    if onesided and is_complex:
        raise RuntimeError("Cannot have onesided output if window or input is complex")
    norm = "ortho" if normalized else None
    found = F.transpose((F.fft_rfft if onesided else F.fft_fft)(frames, norm=norm), 1, 2)
    found = F.squeeze(found, 0) if input.dim() == 1 else found
    return found if return_complex or return_complex is None else F.view_as_real(found)


def _warn_of_no_window(window, text):
    if window is None:
        warn_once(f"A window was not provided. A rectangular window will be applied{text}To suppress this warning and use a "
                  f"rectangular window, explicitly set `window=torch.ones(n_fft, device=<device>)`.")


def _check_return(return_complex, is_complex, center, align_to_window):
    if align_to_window is not None and center:
        raise RuntimeError("stft align_to_window should only be set when center = false")
    if return_complex is None and not is_complex:
        raise RuntimeError("stft requires the return_complex parameter be given for real inputs, and will further require that "
                           "return_complex=True in a future PyTorch release.")
    if not return_complex and return_complex is not None:
        warn_once("stft with return_complex=False is deprecated. In a future pytorch release, stft will return complex tensors "
                  "for all inputs, and return_complex=False will raise an error.\nNote: you can still call torch.view_as_real on "
                  "the complex output to recover the old return format.")


def _check_stft(signal, n_fft, hop, width, window):
    length = signal.shape[-1] if signal.dim() else 0
    _require("stft", signal.dtype.category >= FLOATING, "expected a tensor of floating point or complex values")
    _require("stft", signal.dim() == 2, "expected a 1D or 2D tensor")
    _require("stft", 0 < n_fft <= length, f"expected 0 < n_fft < {length}, but got n_fft={n_fft}")
    _require("stft", hop > 0, f"expected hop_length > 0, but got hop_length={hop}")
    _require("stft", 0 < width <= n_fft, f"expected 0 < win_length <= n_fft, but got win_length={width}")
    _require("stft", window is None or window.shape == (width,),
             f"expected a 1D window tensor of size equal to win_length={width}, but got window with size "
             f"{[] if window is None else list(window.shape)}")


def _require(name, holds, text):
    if not holds:
        raise RuntimeError(f"{name}(): {text}")


def _wide_window(like, window, width, n_fft):
    """The window in the middle of a frame."""
    window = F.new_ones(like, (width,)) if window is None else window
    left = (n_fft - width) // 2
    return window if width == n_fft else F.pad(window, (left, n_fft - width - left))


@by_hand()
def istft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, normalized=False, onesided=None, length=None,
          return_complex=False):
    """Returns the signal of which `input` holds the short-time transforms: the least-squares one, if they are not of any.

    RuntimeError where the windows leave a sample out.
    """
    hop, width = n_fft // 4 if hop_length is None else hop_length, n_fft if win_length is None else win_length
    _warn_of_no_window(window, ".Please provide the same window used by stft to make the inversion lossless.")
    if onesided is None:
        onesided = input.shape[-2] != n_fft if input.dim() > 1 else True
    _check_istft(input, n_fft, hop, width, window, onesided)
    if return_complex:
        _require("istft", not onesided, "Cannot have onesided output if window or input is complex")
    elif window is not None and window.is_complex():
        raise RuntimeError("Complex windows are incompatible with return_complex=False")
    spectra = F.transpose(input if input.dim() == 3 else F.unsqueeze(input, 0), 1, 2)
    norm = "ortho" if normalized else None
    frames = F.fft_ifft(spectra, norm=norm) if return_complex else F.fft_irfft(spectra[..., :n_fft // 2 + 1], n_fft, norm=norm)
    window = _wide_window(F.real(frames) if return_complex else frames, window, width, n_fft)
    weights = F.expand(window * window, (1, *frames.shape[1:]))
    signal, weight = _between(_overlapped(frames * window, hop), _overlapped(weights, hop), n_fft, center, length)
    _require("istft", bool((F.abs(weight) > 1e-11).all()), "window overlap add min: 1")
    signal = signal / weight
    if length is not None and signal.shape[-1] < length:
        warnings.warn("The length of signal is shorter than the length parameter. Result is being padded with zeros in the tail. "
                      "Please check your center and hop_length settings.", stacklevel=2)
        signal = F.pad(signal, (0, length - signal.shape[-1]))
    return signal if input.dim() == 3 else F.squeeze(signal, 0)


def _check_istft(input, n_fft, hop, width, window, onesided):
    if input.dtype.category != COMPLEX:
        raise RuntimeError("istft requires a complex-valued input tensor matching the output from stft with return_complex=True.")
    _require("istft", input.numel() > 0, "input tensor cannot be empty.")
    _require("istft", input.dim() in (2, 3), f"expected a tensor with 3 or 4 dimensions, but got {input.dim() + 1}")
    _require("istft", 0 < hop <= width, "expected 0 < hop_length <= win_length")
    _require("istft", 0 < width <= n_fft, "expected 0 < win_length <= n_fft")
    _require("istft", input.shape[-2] == (n_fft // 2 + 1 if onesided else n_fft),
             f"expected the frequency dimension (3rd to the last) of the input tensor to match "
             f"{'n_fft / 2 + 1' if onesided else 'n_fft'} when onesided={onesided}, but got {input.shape[-2]}")
    _require("istft", window is None or window.shape == (width,),
             "Invalid window shape. window has to be 1D and length of `win_length`")


def _overlapped(frames, hop):
    """The sum of frames that begin `hop` apart."""
    batch, count, size = frames.shape
    at = F.unsqueeze(F.arange(count, device=frames.device) * hop, 1) + F.arange(size, device=frames.device)
    out = F.new_zeros(frames, (batch, size + hop * (count - 1)))
    return F.index_add(out, 1, F.reshape(at, (-1,)), F.reshape(frames, (batch, -1)))


def _between(signal, weight, n_fft, center, length):
    """Both without what `center` padded, and of `length`."""
    start, total = n_fft // 2 if center else 0, signal.shape[-1]
    end = min(start + length, total) if length is not None else total - start
    return signal[:, start:end], weight[:, start:end]
