"""One small profile for all properties: the same examples in every run, and few of them."""
import hypothesis

hypothesis.settings.register_profile("small", max_examples=100, derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("small")
