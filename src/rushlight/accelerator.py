"""torch.accelerator: there is none."""


def is_available():
    """False: rushlight computes on the CPU."""
    return False


def current_accelerator(check_available=False):
    """None."""


def device_count():
    """0."""
    return 0
