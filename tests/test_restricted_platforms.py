"""Where Python has no threads, no processes and no ctypes, as in the browser: everything but worker processes works."""
import os
import subprocess
import sys

PROGRAM = '''
import _thread, sys, threading

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in {"_multiprocessing", "_posixshmem", "_ctypes", "ctypes", "fcntl", "_posixsubprocess", "_ssl"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

def refuse(*args, **kwargs):
    raise RuntimeError("can't start new thread")

sys.meta_path.insert(0, Missing())
sys.platform = "emscripten"
_thread.start_new_thread = threading._start_new_thread = refuse

import io, tempfile
import numpy as np
import rushlight
rushlight.install_as_torch()
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
import safetensors.torch

torch.manual_seed(0)
big = torch.randn(1024, 1024, requires_grad=True)              # enough for threads, where there are any
nn.functional.gelu(big @ big.t()).softmax(1).sum().backward()

net = nn.Sequential(nn.Conv2d(1, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.Dropout(), nn.Flatten(), nn.Linear(8 * 36, 10))
optimizer = torch.optim.Adam(net.parameters())
data = TensorDataset(torch.randn(64, 1, 8, 8), torch.randint(10, (64,)))
for images, labels in DataLoader(data, batch_size=16, shuffle=True):
    optimizer.zero_grad()
    nn.functional.cross_entropy(net(images), labels).backward()
    optimizer.step()

with tempfile.TemporaryDirectory() as folder:
    torch.save(net.state_dict(), folder + "/net.pt")
    net.load_state_dict(torch.load(folder + "/net.pt"))
    torch.load(folder + "/net.pt", mmap=True)
    safetensors.torch.save_file(net.state_dict(), folder + "/net.safetensors")
    safetensors.torch.load_file(folder + "/net.safetensors")
torch.func.vmap(torch.func.grad(lambda x: x.sin().sum()))(torch.randn(3, 2))
torch.distributions.Normal(0, 1).sample()
np.from_dlpack(torch.from_numpy(np.arange(3)))
torch.zeros(3, device="meta")
print("done", *[name for name in ("multiprocessing.connection", "concurrent.futures") if name in sys.modules])
'''


def test_a_training_script_and_its_files():
    found = subprocess.run([sys.executable, "-W", "error", "-c", PROGRAM], capture_output=True, text=True,
                           env={**os.environ, "RUSHLIGHT_JIT": "0"})
    assert (found.stdout, found.stderr) == ("done\n", "")
