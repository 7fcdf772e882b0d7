"""Types told by names: what a parameter, a result or an annotation is called says what it is."""

# Where a name in an annotation comes from.
HOMES = {
    **dict.fromkeys(("Any", "Generic", "IO", "Literal", "NamedTuple", "Self", "TypeVar", "overload"), "typing"),
    **dict.fromkeys(("Callable", "Iterable", "Iterator", "Mapping", "MutableMapping", "Sequence", "Sized"), "collections.abc"),
    **dict.fromkeys("bool bytes complex dict float int list object set slice str tuple type".split(), "builtins"),
    "ABC": "abc", "AbstractContextManager": "contextlib", "Enum": "enum", "OrderedDict": "collections", "PathLike": "os",
    "ndarray": "numpy",
    "Tensor": "rushlight.tensor", "dtype": "rushlight.dtypes", "device": "rushlight.device", "Generator": "rushlight.generator",
    **dict.fromkeys(("Size", "layout", "memory_format"), "rushlight.size"), "Parameter": "rushlight.nn.parameter",
    "Module": "rushlight.nn.modules.module", "Optimizer": "rushlight.optim.optimizer", "Node": "rushlight.autograd.graph",
    "RemovableHandle": "rushlight.utils.hooks", "UntypedStorage": "rushlight.storage", "TypedStorage": "rushlight.storage",
    "Dataset": "rushlight.utils.data.dataset", "Sampler": "rushlight.utils.data.sampler",
    "PackedSequence": "rushlight.nn.utils.rnn",
}

DEVICE, DTYPE = "device | str | int | None", "dtype | None"
DIMS, SIZES = "int | Sequence[int] | None", "int | Sequence[int]"
NUMBER = "complex"                     # to a checker an int and a float are complex numbers too

# Classes of Python's that classes here derive from, and that say something to a checker.
BASES = ("ABC", "dict", "list", "tuple", "str", "type", "Iterable", "Mapping", "MutableMapping", "OrderedDict")

# Types of the constants that a module may offer; the rest are tables of the module's own.
CONSTANTS = ("bool", "int", "float", "str", "dtype", "device", "layout", "memory_format", "Generator")

# What a parameter of this name is wherever it stands.
PARAMETERS = {
    "requires_grad": "bool", "dtype": DTYPE, "device": DEVICE, "layout": "layout | None", "memory_format": "memory_format | None",
    "generator": "Generator | None", "pin_memory": "bool", "non_blocking": "bool", "keepdim": "bool", "training": "bool",
    "create_graph": "bool", "ceil_mode": "bool", "inplace": "bool", "reduction": "str", "bias": "Any", "input": "Tensor",
    "tensor": "Tensor", "dim0": "int", "dim1": "int", "dim2": "int", "start_dim": "int", "end_dim": "int", "axis0": "int",
    "axis1": "int", "groups": "int", "num_groups": "int", "num_classes": "int", "axis": DIMS, "keepdims": "bool | None",
    "ignore_index": "int", "label_smoothing": "float", "upscale_factor": "int", "downscale_factor": "int",
    "module": "Module", "model": "Module", "optimizer": "Optimizer", "closure": "Callable[[], Any] | None",
    "state_dict": "Mapping[str, Any]", "prefix": "str", "recurse": "bool", "verbose": "bool", "seed": "int",
    "hook": "Callable[..., Any]", "fn": "Callable[..., Any]", "func": "Callable[..., Any]", "function": "Callable[..., Any]",
    "fill_value": NUMBER, "full_matrices": "bool", "hermitian": "bool", "left": "bool", "sorted": "bool",
    "largest": "bool", "equal_nan": "bool", "rtol": "float", "atol": "float", "from_": "Any", "to": "Any",
}

# Of functions that are ops: their dimensions and sizes come one by one or as a sequence.
OF_OPS = {"dim": DIMS, "dims": DIMS, "size": SIZES, "shape": SIZES, "sizes": SIZES, "normalized_shape": SIZES,
          "kernel_size": SIZES, "stride": f"{SIZES} | None", "dilation": SIZES, "padding": f"{SIZES} | str",
          "output_padding": SIZES, "output_size": "int | Sequence[int | None] | None", "p": "float | str | None",
          "ord": "float | str | None"}

# Of constructors of layers and optimizers.
WIDTHS = "int | tuple[int, ...]"
OF_CONSTRUCTORS = {
    **dict.fromkeys(("in_features", "out_features", "in1_features", "in2_features", "in_channels", "out_channels", "num_features",
                     "num_channels", "num_embeddings", "embedding_dim", "embed_dim", "num_heads", "hidden_size", "input_size",
                     "num_layers", "proj_size", "d_model", "nhead", "dim_feedforward", "num_encoder_layers", "last_epoch",
                     "num_decoder_layers", "num_parameters", "n_classes", "num_chunks"), "int"),
    "params": "Iterable[Any]", "bias": "bool", "kernel_size": WIDTHS, "stride": f"{WIDTHS} | None", "dilation": WIDTHS,
    "padding": f"{WIDTHS} | str", "output_padding": WIDTHS, "output_size": "int | tuple[int | None, ...] | None",
    "normalized_shape": "int | Sequence[int]", "lr": "float | Tensor", "betas": "tuple[float | Tensor, float | Tensor]",
    "weight_decay": "float", "momentum": "float | None", "eps": "Any", "alpha": "float", "beta": "float",
    "dropout": "float", "p": "float", "dim": "int | None", "weight": "Tensor | None", "pos_weight": "Tensor | None",
    "padding_idx": "int | None", "max_norm": "float | None", "activation": "str | Callable[[Tensor], Tensor]",
    "size": "Any", "bidirectional": "bool",
}

# What a method of this name gives wherever it stands.
RETURNS = {
    **dict.fromkeys(("__init__", "__setitem__", "__delitem__", "__setattr__", "__delattr__", "__exit__", "reset_parameters",
                     "load_state_dict", "zero_grad", "add_param_group", "remove", "clear", "flatten_parameters"), "None"),
    **dict.fromkeys(("__repr__", "__str__", "__format__", "extra_repr"), "str"),
    **dict.fromkeys(("__len__", "__int__", "__index__", "__hash__"), "int"), "__float__": "float", "__complex__": "complex",
    **dict.fromkeys(("__bool__", "__contains__", "__eq__", "__ne__"), "bool"),
    **dict.fromkeys(("__enter__", "__iadd__"), "Self"), "__iter__": "Iterator[Any]", "state_dict": "dict[str, Any]",
    "device_count": "int",
    **dict.fromkeys(("sample", "rsample", "sample_n", "log_prob", "cdf", "icdf", "entropy", "enumerate_support", "perplexity",
                     "kl_divergence", "log_abs_det_jacobian"), "Tensor"),
}
PREFIXES = {"is_": "bool", "set_": "None", "reset_": "None"}

# What an attribute or a property of this name is.
ATTRIBUTES = {
    "device": "device", "dtype": "dtype", "layout": "layout", "shape": "Size", "generator": "Generator | None",
    **dict.fromkeys(("training", "requires_grad", "inplace", "ceil_mode", "batch_first"), "bool"),
    "optimizer": "Optimizer", "module": "Module", "ndim": "int", "itemsize": "int", "nbytes": "int", "last_epoch": "int",
    **dict.fromkeys(("mean", "variance", "stddev"), "Tensor"), "batch_shape": "Size", "event_shape": "Size",
    "has_rsample": "bool",
}


def result_of(name):
    """What something of this name gives, or None."""
    by_prefix = (kind for prefix, kind in PREFIXES.items() if name.startswith(prefix) and name != prefix)
    return RETURNS.get(name) or next(by_prefix, None)


# Modules whose functions give a tensor, where nothing else is said.
OF_TENSORS = ("rushlight.nn.functional", "rushlight.nn.init", "rushlight.nn.grad", "rushlight.linalg", "rushlight.fft",
              "rushlight.special", "rushlight.signal.windows", "rushlight.functional")
