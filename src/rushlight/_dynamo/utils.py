"""torch._dynamo.utils: what libraries ask before they hand a compiler something."""


def is_compile_supported(device_type):
    """False: nothing is compiled for any device."""
    return False
