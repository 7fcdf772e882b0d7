"""stft and istft. The spectra are what PyTorch gave."""
import pytest

import rushlight as torch

SIGNAL = torch.tensor([1.0, -2, 3, 0.5, -1, 2, 4, -3, 0, 1], dtype=torch.float64)
WINDOW = torch.tensor([0.5, 1, 1, 0.5], dtype=torch.float64)
SPECTRUM = [(1.75+0j), (-2.5+2.25j), (5.25+0j)]
ALIGNED = [(1.3268+0j), (-0.9696+0.9723j), (0.5613-1.149j), (-0.5103+0j), (0.5613+1.149j), (-0.9696-0.9723j)]


def test_spectra():
    found = torch.stft(SIGNAL, 4, 2, window=WINDOW, return_complex=True)
    assert found.shape == (3, 6) and found.stride() == (1, 3)
    assert found[:, 1].tolist() == pytest.approx(SPECTRUM)


def test_aligned_normalised_two_sided():
    found = torch.stft(SIGNAL, 6, 3, 4, WINDOW, center=False, normalized=True, onesided=False, align_to_window=True,
                       return_complex=True)
    assert found.shape == (6, 3) and found[:, 1].tolist() == pytest.approx(ALIGNED, abs=1e-4)


@pytest.mark.parametrize("options", [
    {}, {"normalized": True}, {"center": False, "length": 10}, {"onesided": False}, {"n_fft": 6, "win_length": 4}])
def test_there_and_back(options):
    both = {"n_fft": 4, "hop_length": 2, "window": WINDOW, **options}
    length = both.pop("length", 10)
    spectra = torch.stft(SIGNAL.expand(2, 10), return_complex=True, **both)
    assert torch.allclose(torch.istft(spectra, length=length, **both), SIGNAL.expand(2, 10))


def test_complex_signals():
    signal = torch.complex(SIGNAL, SIGNAL.flip(0))
    spectra = torch.stft(signal, 4, 2, window=WINDOW)
    assert spectra.shape == (4, 6)
    assert torch.allclose(torch.istft(spectra, 4, 2, window=WINDOW, onesided=False, return_complex=True), signal)


def test_gradients():
    def energy(signal, window):
        return torch.istft(torch.stft(signal * signal, 4, 2, window=window, return_complex=True) ** 2, 4, 2, window=window).sum()
    signal, window = SIGNAL.clone().requires_grad_(), WINDOW.clone().requires_grad_()
    energy(signal, window).backward()
    for varied, grad, call in ((SIGNAL, signal.grad, lambda x: energy(x, WINDOW)),
                               (WINDOW, window.grad, lambda w: energy(SIGNAL, w))):
        step = 1e-6 * torch.eye(len(varied), dtype=torch.float64)
        numeric = [(call(varied + s) - call(varied - s)).item() / 2e-6 for s in step]
        assert grad.tolist() == pytest.approx(numeric, rel=1e-6, abs=1e-5)


def test_on_meta():
    assert torch.stft(SIGNAL.to("meta"), 4, 2, window=WINDOW.to("meta"), return_complex=True).shape == (3, 6)


@pytest.mark.parametrize("text, options", [
    ("requires the return_complex parameter", {"return_complex": None}), ("0 < n_fft < 15", {"n_fft": 30, "center": False}),
    ("expected hop_length > 0", {"hop_length": 0}), ("expected 0 < win_length <= n_fft", {"win_length": 9}),
    ("window tensor of size equal to win_length=3", {"win_length": 3}),
    ("only be set when center = false", {"align_to_window": True})])
def test_errors(text, options):
    with pytest.raises(RuntimeError, match=text):
        torch.stft(**{"input": torch.ones(15), "n_fft": 4, "window": WINDOW, "return_complex": True, **options})


@pytest.mark.parametrize("text, options", [
    ("requires a complex-valued input", {"input": torch.ones(3, 4)}), ("match n_fft / 2 \\+ 1", {"n_fft": 7}),
    ("0 < hop_length <= win_length", {"hop_length": 9}),
    ("window overlap add min: 1", {"center": False, "window": torch.zeros(4)}),
    ("Invalid window shape", {"win_length": 3}), ("Cannot have onesided output", {"return_complex": True})])
def test_inverse_errors(text, options):
    spectra = torch.ones(3, 4, dtype=torch.complex64)
    with pytest.raises(RuntimeError, match=text):
        torch.istft(**{"input": spectra, "n_fft": 4, "window": torch.ones(4), **options})
