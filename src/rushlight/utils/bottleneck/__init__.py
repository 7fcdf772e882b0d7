"""torch.utils.bottleneck: there is no profiler of operations; `python -m cProfile -m rushlight FILE` shows where time goes."""
