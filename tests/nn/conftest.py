"""Layers draw their parameters: every test here starts from the same seed."""
import pytest


@pytest.fixture(autouse=True)
def every_test_is_seeded(seeded):
    pass
