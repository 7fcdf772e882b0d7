"""Answers that PyTorch does not give: why a gradient is missing, and what the tape looks like."""
