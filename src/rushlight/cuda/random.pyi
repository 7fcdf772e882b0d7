"""Written by tools/make_stubs.py: do not edit."""

from rushlight.cuda import get_rng_state as get_rng_state
from rushlight.cuda import get_rng_state_all as get_rng_state_all
from rushlight.cuda import initial_seed as initial_seed
from rushlight.cuda import manual_seed as manual_seed
from rushlight.cuda import manual_seed as _manual_seed
manual_seed_all = _manual_seed
from rushlight.cuda import seed as seed
from rushlight.cuda import seed as _seed
seed_all = _seed
from rushlight.cuda import set_rng_state as set_rng_state
from rushlight.cuda import set_rng_state_all as set_rng_state_all
