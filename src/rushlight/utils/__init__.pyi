"""Written by tools/make_stubs.py: do not edit."""

from rushlight.utils import benchmark as benchmark
from rushlight.utils import bottleneck as bottleneck
from rushlight.utils import call_log as call_log
from rushlight.utils import checkpoint as checkpoint
from rushlight.utils import collect_env as collect_env
from rushlight.utils import cpp_extension as cpp_extension
from rushlight.utils import data as data
from rushlight.utils import deterministic as deterministic
from rushlight.utils import dlpack as dlpack
from rushlight.utils import flop_counter as flop_counter
from rushlight.utils import hooks as hooks
from rushlight.utils import model_zoo as model_zoo
from rushlight.utils import tensorboard as tensorboard
