"""More than 200 objects to write and read, made by the library given; and what of an object two libraries must agree on."""
import collections
import struct

DTYPES = ("uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64", "float16", "bfloat16", "float32", "float64",
          "complex64", "complex128", "bool")

LAYOUTS = {
    "contiguous": lambda t: t,
    "transposed": lambda t: t.t(),
    "sliced": lambda t: t[1:, 1:3],
    "column": lambda t: t[:, 2],
    "strided": lambda t: t.as_strided((2, 2), (5, 2), 1),
    "expanded": lambda t: t[0, :1].expand(3, 1),
    "scalar": lambda t: t[1, 2],
    "empty": lambda t: t[:0],
    "pair": lambda t: (t, t[1], t.t()),
}


def numbers(torch, dtype):
    """A 3 x 4 tensor of that type."""
    return torch.arange(12).reshape(3, 4).to(getattr(torch, dtype))


def zoo(torch):
    """name -> object."""
    made = {f"{dtype} {layout}": look(numbers(torch, dtype)) for dtype in DTYPES for layout, look in LAYOUTS.items()}
    return {**made, **special_numbers(torch), **leaves(torch), **containers(torch), **values(torch), **states(torch)}


def special_numbers(torch):
    infinite = [0.0, -0.0, float("inf"), float("-inf"), 1e-40, 1.5]
    made = {f"{dtype} extremes": torch.tensor(infinite, dtype=getattr(torch, dtype))
            for dtype in ("float16", "bfloat16", "float32", "float64", "complex64", "complex128")}
    for dtype in DTYPES[:5]:
        info = torch.iinfo(getattr(torch, dtype))
        made[f"{dtype} extremes"] = torch.tensor([info.min, info.max], dtype=getattr(torch, dtype))
    return made


def leaves(torch):
    x = torch.arange(6.).reshape(2, 3)
    made = {}
    for dtype in ("float16", "bfloat16", "float32", "float64", "complex64"):
        made[f"parameter {dtype}"] = torch.nn.Parameter(x.to(getattr(torch, dtype)))
        made[f"leaf {dtype}"] = x.to(getattr(torch, dtype)).requires_grad_()
    attributed, tied = torch.arange(3.), torch.nn.Parameter(x)
    attributed.note, attributed.numbers = "a note", [1, 2]
    nowhere = torch.empty(2, 3, device="meta")
    made |= {"meta": nowhere, "meta view": nowhere.t(), "meta parameter": torch.nn.Parameter(nowhere)}
    return {**made, "frozen parameter": torch.nn.Parameter(x, requires_grad=False), "tied parameters": {"a": tied, "b": tied},
            "attributes": attributed, "parameter and its data": (tied, tied.data), "rank 5": torch.zeros(1, 2, 1, 2, 1),
            "channels last": torch.zeros(1, 2, 2, 2).contiguous(memory_format=torch.channels_last),
            "conjugated": torch.tensor([1 + 2j, 3 - 1j]).conj().clone(), "storage": torch.arange(3.).untyped_storage()}


def containers(torch):
    x = torch.arange(4.)
    recursive = [x]
    recursive.append(recursive)
    ordered = collections.OrderedDict([("z", x), ("a", x[1:])])
    ordered._metadata = collections.OrderedDict(version=1)
    deep = x
    for _ in range(60):
        deep = [deep]
    return {
        "list": [x, x, x[2:]], "tuple": (x,), "empty tuple": (), "empty list": [], "empty dict": {},
        "dict": {"x": x, 1: 2, None: ()},
        "tuple keys": {(1, "a"): x, (): 0}, "ordered": ordered, "counter": collections.Counter("abca"), "set": {1, 2, 3},
        "long tuple": tuple(range(20)), "long list": list(range(2500)), "long dict": {str(i): i for i in range(1200)},
        "recursive": recursive, "deep": deep, "nested": {"a": [{"b": ({"c": x},)}]}, "twice": [(x, x), (x, x)],
        "dict of none": {"a": None}, "many tensors": [torch.full((2,), i) for i in range(300)],
        "equal keys": {"a": "a", "b": "a"}, "mixed": [1, 1.0, True, "1", b"1", None, x],
    }


def values(torch):
    return {
        "none": None, "true": True, "false": False, "zero": 0, "small": 255, "two bytes": 65535, "negative": -1,
        "four bytes": 2 ** 31 - 1, "lowest four": -2 ** 31, "five bytes": 2 ** 31, "long": 2 ** 100, "negative long": -2 ** 100,
        "float": 3.14, "infinity": float("inf"), "text": "text", "empty text": "", "unicode": "żółć ☃ 𝄞",
        "long text": "ab" * 300, "bytes": b"\x00\xff", "bytearray": bytearray(b"abc"), "complex": 1 + 2j,
        "size": torch.Size([2, 3]), "empty size": torch.Size([]),
        "device": torch.device("cpu"), "layout": torch.strided,
        "cuda device": torch.device("cuda:1"),
        **{f"dtype {dtype}": getattr(torch, dtype) for dtype in DTYPES},
    }


def states(torch):
    """What training leaves: states of modules, optimizers, schedulers and random generators."""
    weight = torch.nn.Parameter(torch.arange(6.).reshape(2, 3))
    state = {0: {"step": torch.tensor(3.), "exp_avg": torch.zeros(2, 3), "exp_avg_sq": torch.ones(2, 3)}}
    groups = [{"lr": 1e-3, "betas": (0.9, 0.999), "eps": 1e-8, "foreach": None, "amsgrad": False, "params": [0]}]
    made = {"optimizer by hand": {"state": state, "param_groups": groups}, "random state": torch.Generator().get_state(),
            "checkpoint": {"epoch": 3, "model": collections.OrderedDict(weight=weight.detach()), "best": float("inf"),
                           "optimizer": {"state": state, "param_groups": groups}}}
    for name, options in {"SGD": {"momentum": 0.9}, "Adam": {}, "AdamW": {"amsgrad": True}, "RMSprop": {}, "Adagrad": {}}.items():
        parameter = torch.nn.Parameter(torch.tensor([[1., 2., 4.], [8., 16., 32.]]))        # squares that need no rounding
        optimizer = getattr(torch.optim, name)([parameter], lr=0.5, **options)
        (parameter * parameter).sum().backward()
        optimizer.step()
        made[f"{name} state"] = optimizer.state_dict()
    return made


# ---------------------------------------------------------------- comparing

def described(obj):
    """Plain data that is equal for equal objects of two libraries: shared memory and shared objects have the same numbers."""
    return _described(obj, {}, {})


def _described(obj, seen, storages):
    kind = type(obj).__name__
    if isinstance(obj, (int, str, bytes, bytearray, complex, type(None))):
        return kind, obj
    if isinstance(obj, float):
        return kind, struct.pack("<d", obj)
    if id(obj) in seen:
        return "the same as", seen[id(obj)][0]
    seen[id(obj)] = len(seen), obj
    if isinstance(obj, dict):
        items = [(_described(k, seen, storages), _described(v, seen, storages)) for k, v in obj.items()]
        return kind, items, sorted(vars(obj)) if hasattr(obj, "__dict__") else None
    if isinstance(obj, (list, tuple)):
        return kind, [_described(v, seen, storages) for v in obj]
    if isinstance(obj, set):
        return kind, sorted(obj)
    if hasattr(obj, "untyped_storage"):
        return _described_tensor(obj, kind, storages)
    if hasattr(obj, "nbytes"):
        return kind, bytes(obj.tolist())
    return kind, repr(obj)


def _described_tensor(tensor, kind, storages):
    if tensor.is_meta:
        return kind, str(tensor.dtype), tuple(tensor.shape), tensor.stride(), tensor.requires_grad
    untyped = tensor.untyped_storage()
    number = storages.setdefault(untyped.data_ptr() or id(tensor), (len(storages), untyped))[0]
    attributes = {name: value for name, value in vars(tensor).items() if name in ("note", "numbers")}
    return (kind, str(tensor.dtype), tuple(tensor.shape), tensor.stride(), tensor.storage_offset(), tensor.requires_grad,
            bytes(untyped.tolist()), number, attributes)
