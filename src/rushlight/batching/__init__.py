"""Batched arrays: what vmap computes with."""
