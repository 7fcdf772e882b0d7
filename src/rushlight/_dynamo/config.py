"""torch._dynamo.config: what programs tell a compiler before they call it. Nothing is compiled here, so nothing reads it."""
accumulated_recompile_limit = 256
assume_static_by_default = automatic_dynamic_shapes = True
cache_size_limit = recompile_limit = 8
capture_dynamic_output_shape_ops = capture_scalar_outputs = False
disable = suppress_errors = verbose = False
error_on_recompile = False
guard_nn_modules = optimize_ddp = True
specialize_float = specialize_int = False
