"""Records what PyTorch's optimizers and schedulers do: `python tests/golden/record_optim.py`, where PyTorch is installed."""
import json
import sys
import warnings
from pathlib import Path

import numpy as np
import torch

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "optim"))
import trajectories  # noqa: E402


def main():
    warnings.simplefilter("ignore")
    arrays = {f"{trajectories.key(*case)}/{name}": array
              for case in trajectories.CASES for name, array in trajectories.run(torch, *case).items()}
    np.savez_compressed(HERE / "optim.npz", **arrays)
    schedules = {name: {"starts": [trajectories.rates(torch, name, start) for start in trajectories.STARTS],
                        "jumps": [trajectories.rates(torch, name, -1, epochs) for epochs in trajectories.JUMPS]}
                 for name in trajectories.SCHEDULERS}
    (HERE / "schedules.json").write_text(json.dumps(schedules))


if __name__ == "__main__":
    main()
