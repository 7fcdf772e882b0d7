"""Functions are written at their first call, which several threads may make at once."""
import subprocess
import sys

PROGRAM = """
import sys, threading
import rushlight as torch
sys.setswitchinterval(1e-6)
start, results = threading.Barrier(8), []

def run():
    start.wait()
    x = torch.ones(5, requires_grad=True)
    y = (x + 3) * (x - 4) / 0.5
    y.add_(1)
    y.sum(dim=0).backward()
    results.append(x.grad.tolist())

threads = [threading.Thread(target=run) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(results), *{tuple(r) for r in results})
"""


def test_eight_threads_make_the_same_first_calls():
    for _ in range(3):
        run = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
        assert (run.stdout, run.stderr) == ("8 (2.0, 2.0, 2.0, 2.0, 2.0)\n", "")
