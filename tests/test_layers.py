"""Imports go down only. A layer may import itself and the layers above its line in this table."""
import ast
from pathlib import Path

import rushlight

PACKAGE = Path(rushlight.__file__).parent

# Lowest first. A module belongs to the longest prefix that fits.
LAYERS = [
    ("facts", "__future__ errors version device lazy_module dispatch_keys size op_methods backends.bfloat16 backends.meta "
              "backends.quiet backends.threads deterministic unbuilt autograd.grad_mode dispatch.arguments "
              "dispatch.families dispatch.kinds dispatch.namespace dispatch.out_dtypes"),
    ("dtypes", "dtypes shared_memory storage"),
    ("arrays", "backends"),
    ("the tape", "autograd.node autograd.views autograd.saved autograd.engine"),
    ("dispatch", "dispatch memory"),
    ("autograd", "autograd"),
    ("batches", "batching"),
    ("ops", "ops"),
    ("tensors", "tensor construction generator pickling printing"),
    ("namespaces", "accelerator amp ao autograd.functional autograd.gradcheck bases compiler cpu cuda distributed "
                   "distributions fft func functional futures fx hub insight jit library linalg mapping multiprocessing nn onnx "
                   "optim overrides package profiler quasirandom random return_types safetensors serialization signal special "
                   "testing torch_backends torch_version tracing types typings utils xpu _VF _custom_ops _dynamo "
                   "_functorch _higher_order_ops _subclasses _tensor _tensor_str _utils _vmap_internals"),
    ("the whole", "rushlight"),
]

# Imports inside functions that point up, with the reason why that is right.
UPWARD = {
    ("storage", "memory"): "a storage is copied with the tensors over it",
    ("storage", "mapping"): "few storages lie over files",
    ("device", "dispatch.meta"): "a default device without memory is known to the slow path alone",
    ("autograd.grad_mode", "dispatch.levels"): "inference mode sends every call through the slow path",
    ("autograd.engine", "autograd.deep"): "a pass deep within others needs what dispatch knows of the thread",
    ("autograd.function", "func.functions"): "custom Functions are batched only where a vmap is active",
    ("autograd.entry", "func.plain"): "gradients for a batch of covectors are a map over them",
    ("autograd.node", "dispatch.nodes"): "what a node saved is laid out by the code that was written for its op",
    ("dispatch.nodes", "autograd.saved_tensor"): "a handle on a saved tensor is made when somebody asks for one",
    ("backends", "torch_backends"): "the package of arrays answers to the names of torch.backends too",
    ("dispatch.slow", "autograd.forward"): "forward mode is loaded when a dual number first appears",
    ("dispatch.writing", "autograd.forward"): "forward mode is loaded when a dual number first appears",
    ("pickling", "nn.parameter"): "the file says that it holds a parameter",
    ("ops", "library"): "torch.ops holds what programs define, too",
    ("ops.getitem", "construction"): "Python data used as an index becomes a tensor",
}


def module_name(path):
    parts = ("rushlight", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in PACKAGE.rglob("*.py")}


def short(name):
    return name.removeprefix("rushlight.")


def rank(name):
    if name.endswith(".__main__"):
        return len(LAYERS) - 1
    fits = [(len(prefix), number) for number, (_, prefixes) in enumerate(LAYERS) for prefix in prefixes.split()
            if short(name) == prefix or short(name).startswith(prefix + ".")]
    return max(fits, default=(0, len(LAYERS) - 1))[1]


def imports_of(path):
    """(module, whether inside a function) for each import of rushlight in a file."""
    tree = ast.parse(path.read_text())
    inside = {id(node) for function in ast.walk(tree) if isinstance(function, (ast.FunctionDef, ast.Lambda))
              for node in ast.walk(function)}
    for node in ast.walk(tree):
        for name in imported_names(node):
            if name.split(".")[0] == "rushlight":
                yield name, id(node) in inside


def imported_names(node):
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        full = [f"{node.module}.{alias.name}" for alias in node.names]
        return [name if name in MODULES else node.module for name in full]
    return []


def upward_imports():
    for importer, path in MODULES.items():
        for imported, in_function in imports_of(path):
            if rank(imported) > rank(importer):
                yield short(importer), short(imported), in_function


def test_imports_go_down():
    wrong = [f"{importer} imports {imported}, which is above it" for importer, imported, in_function in upward_imports()
             if not in_function or (importer, imported) not in UPWARD]
    assert not wrong, "\n".join(wrong)


def test_every_exception_is_used():
    seen = {(importer, imported) for importer, imported, _ in upward_imports()}
    assert set(UPWARD) <= seen


def test_the_table_itself():
    prefixes = [prefix for _, names in LAYERS for prefix in names.split()]
    assert len(prefixes) == len(set(prefixes))
    assert rank("rushlight") == rank("rushlight.alias") == len(LAYERS) - 1
    assert rank("rushlight.dispatch.levels") < rank("rushlight.ops.shape") < rank("rushlight.tensor")
