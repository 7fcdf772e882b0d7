"""torch.Generator: a random stream of one's own."""
from __future__ import annotations

from rushlight.backends.numpy.mt19937 import Engine, default_engine, random_seed
from rushlight.device import device as Device


class Generator:
    """A stream of random numbers; `engine` draws the words."""

    def __init__(self, device="cpu"):
        self.device = Device(device)
        if self.device.type != "cpu":
            raise RuntimeError(f"rushlight has no {self.device.type} generator: it computes on the CPU")
        self.engine = Engine()

    def manual_seed(self, seed):
        """Starts the stream that belongs to `seed`, and returns the generator."""
        if not hasattr(seed, "__index__"):
            raise RuntimeError(f"manual_seed expected a long, but got {type(seed).__name__}")
        seed = seed.__index__()
        if not -(1 << 63) <= seed < (1 << 64):
            raise ValueError("Overflow when unpacking long long")
        self.engine.reseed(seed)
        return self

    def seed(self):
        """Starts a stream that nobody can foresee, and returns its seed."""
        self.engine.reseed(random_seed())
        return self.engine.seed

    def initial_seed(self):
        """The seed that the stream started from."""
        return self.engine.seed

    def get_state(self):
        """The place in the stream, as a tensor of bytes (torch's layout)."""
        from rushlight.construction import from_bytes
        return from_bytes(self.engine.state_bytes())

    def set_state(self, new_state):
        """Goes to a place in a stream that get_state gave."""
        from rushlight import dtypes
        if not hasattr(new_state, "_data"):
            raise TypeError(f"expected a torch.ByteTensor, but got {type(new_state).__name__}")
        if new_state.dtype is not dtypes.uint8:
            raise TypeError("RNG state must be a torch.ByteTensor")
        self.engine.set_state_bytes(new_state._data.tobytes())
        return self

    def clone_state(self):
        """A generator of its own at the same place."""
        made = type(self)()
        made.engine.set_state_bytes(self.engine.state_bytes())
        return made

    def get_offset(self):
        raise RuntimeError("CPU Generator does not use offset")

    def set_offset(self, offset):
        raise RuntimeError("CPU Generator does not use offset")

    def graphsafe_get_state(self):
        raise NotImplementedError("graphsafe_get_state is not supported in this Generator")

    def graphsafe_set_state(self, state):
        raise NotImplementedError("graphsafe_set_state is not supported in this Generator")

    def __deepcopy__(self, memo):
        return self.clone_state()

    def __reduce__(self):
        return Generator, (self.device,), (self.initial_seed(), None, self.get_state())

    def __setstate__(self, state):
        _, _, place = state                     # (seed, offset, place): the offset is for streams on a GPU
        self.set_state(place)

    def __repr__(self):
        return f"<torch._C.Generator object at {id(self):#x}>"


default_generator = object.__new__(Generator)
default_generator.device, default_generator.engine = Device("cpu"), default_engine
