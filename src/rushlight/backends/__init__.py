"""Arrays: the vocabulary that every op is written in, over NumPy."""
