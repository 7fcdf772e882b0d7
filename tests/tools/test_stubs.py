"""The stub files: current, true to the live objects and to what calls return, and found by `import torch`."""
import ast
import importlib
import inspect
import subprocess
import sys
from pathlib import Path

import pytest
import rushlight as torch
from rushlight import typings
from rushlight.autograd import node as autograd_node
from rushlight.dispatch.op import registry
from rushlight.op_methods import OpMethods

from tests.ops.samples import Make, calls_for, has_samples
from tests.tools.test_tools import load

make_stubs = load("make_stubs")
by_hand, definitions, functions, places, words = (importlib.import_module(f"stubs.{name}") for name in (
    "by_hand", "definitions", "functions", "places", "words"))
STUBS = make_stubs.stubs()
TREES = {name: ast.parse(STUBS[make_stubs.path_of(name)]) for name in make_stubs.stubbed()}

LOADED = [name for name in TREES if not places.is_open(name)]


def definitions_in(name):
    return [node for node in TREES[name].body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]


def test_the_stubs_are_current():
    stale = make_stubs.stale(STUBS)
    assert not stale, f"run python tools/make_stubs.py: {stale[:3]}"


def test_stale_and_needless_stubs_are_noticed(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(make_stubs, "SOURCE", tmp_path)
    monkeypatch.setattr(make_stubs, "stubs", lambda: {tmp_path / "one.pyi": "x: int\n"})
    (tmp_path / "gone.pyi").write_text("")
    assert make_stubs.main(["--check"]) == 1
    assert capsys.readouterr().err.count("out of date") == 2
    assert make_stubs.main([]) == 0 == make_stubs.main(["--check"])
    assert [path.name for path in tmp_path.iterdir()] == ["one.pyi"]


# ---------------------------------------------------------------- the names

@pytest.mark.parametrize("name", LOADED)
def test_every_name_in_a_stub_exists(name):
    module = importlib.import_module(name)
    for node in TREES[name].body:
        for key in names_bound(node):
            assert key.startswith("_") or places.is_open(f"{name}.{key}") or hasattr(module, key), f"{name}.{key}"


def names_bound(node):
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [alias.asname for alias in node.names if alias.asname == alias.name]
    if isinstance(node, ast.AnnAssign | ast.Assign):
        return [node.target.id if isinstance(node, ast.AnnAssign) else node.targets[0].id]
    return [node.name] if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name != "__getattr__" else []


@pytest.mark.parametrize("name", LOADED)
def test_every_method_in_a_stub_exists(name):
    module = importlib.import_module(name)
    for node in definitions_in(name):
        cls = STANDS_FOR.get((name, node.name)) or getattr(module, node.name, None)
        for member in node.body if inspect.isclass(cls) else ():
            if isinstance(member, ast.FunctionDef):
                assert hasattr(cls, member.name), f"{name}.{node.name}.{member.name}"


STANDS_FOR = {("rushlight.autograd.graph", "Node"): autograd_node.Node}      # which is that for isinstance alone


def test_every_method_of_a_tensor_is_in_the_stubs():
    cls, = [node for node in definitions_in("rushlight.op_methods") if node.name == "OpMethods"]
    told = {node.name for node in cls.body if isinstance(node, ast.FunctionDef)}
    installed = {key for key, value in vars(OpMethods).items() if callable(value) or isinstance(value, property)}
    assert {key for key in installed if not key.startswith("_")} <= told
    assert told <= installed


def test_every_name_that_programs_use_most_is_in_the_stubs():
    """The names of tests/golden/names_in_use.txt, as far as they are built."""
    lines = (Path(__file__).parents[1] / "golden" / "names_in_use.txt").read_text().splitlines()
    names = [line for line in lines if not line.startswith("#")]
    missing = [name for name in names if is_built(name) and not is_told(name)]
    assert not missing
    assert not is_told("torch.nn.Linear.no_such_name") and not is_told("torch.no_such_name")


def is_built(name):
    """Whether the name, from `torch.` on, leads to something."""
    value = torch
    for part in name.split(".")[1:]:
        try:
            value = getattr(value, part)
        except (AttributeError, NotImplementedError):
            return False
    return True


def is_told(name):
    """Whether the name leads to something in the stubs: a definition, a constant, a module, or an attribute."""
    module, found = "rushlight", None
    for part in name.removesuffix(".__dict__").split(".")[1:]:
        if found is None and part != "Tensor" and f"{module}.{part}" in TREES:
            module = f"{module}.{part}"
            continue
        found = looked_up(module, part) if found is None else member_of(found, part)
        if found == "anything":
            return True
        if found is None:
            return False
        if isinstance(found, str):
            module, found = found, None
    return True


def looked_up(module, name):
    """A module's name (its definition, where it is a class; a module, as text), or None."""
    for node in TREES[module].body:
        if isinstance(node, ast.FunctionDef) and node.name == "__getattr__":
            return "anything"
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*" and hasattr(importlib.import_module(node.module), name):
            return "anything"
        if isinstance(node, ast.ImportFrom) and node.names[0].asname == name:
            original = node.names[0].name
            is_module = inspect.ismodule(getattr(importlib.import_module(node.module), original, None))
            return f"{node.module}.{original}" if is_module else looked_up(node.module, original)
        if isinstance(node, ast.Assign) and node.targets[0].id == name:
            value = getattr(importlib.import_module(module), name)
            return value.__name__ if inspect.ismodule(value) else looked_up(module, node.value.id)
        if getattr(node, "name", None) == name or isinstance(node, ast.AnnAssign) and node.target.id == name:
            return node
    return None


def member_of(cls, name):
    if isinstance(cls, ast.AnnAssign):
        return "anything" if ast.unparse(cls.annotation) == "Any" else None
    names = {getattr(node, "name", None) or node.target.id if not isinstance(node, ast.Assign) else node.targets[0].id
             for node in cls.body if isinstance(node, (ast.FunctionDef, ast.AnnAssign, ast.Assign))}
    if name in names:
        return cls
    for base in cls.bases:
        found = looked_up_anywhere(ast.unparse(base).partition("[")[0].removeprefix("_"))
        if found is not None and member_of(found, name) is not None:
            return cls
    return None


def looked_up_anywhere(name):
    classes = (node for tree in TREES.values() for node in tree.body if isinstance(node, ast.ClassDef))
    return next((node for node in classes if node.name == name), None)


def test_nothing_is_defined_under_the_name_of_a_module():
    """mypy knows a definition and a module beside it by one full name, and mistakes them. What is imported keeps its own name."""
    for name in TREES:
        path = make_stubs.path_of(name)
        beside = {p.stem for p in path.parent.iterdir() if p.suffix == ".py" or p.is_dir()} if path.stem == "__init__" else set()
        nodes = [node for node in TREES[name].body if isinstance(node, (ast.AnnAssign, ast.ClassDef, ast.FunctionDef))]
        defined = {key for node in nodes for key in names_bound(node)}
        assert not defined & beside, name


# ---------------------------------------------------------------- the parameters

@pytest.mark.parametrize("file", sorted(path.stem for path in by_hand.FOLDER.glob("*.pyi")))
def test_what_is_written_by_hand_takes_what_the_live_functions_take(file):
    module = f"rushlight.{file}".removesuffix(".__init__")
    written = by_hand.written_for(file if file == "functions" else module)
    homes = [OpMethods, torch] if file == "functions" else [importlib.import_module(module)]
    assert written.definitions, "a file that says nothing"
    for name, group in written.definitions.items():
        live = [getattr(home, name) for home in homes if hasattr(home, name)]
        assert live, f"{file}: there is no {name}"
        if isinstance(group[0], definitions.Class):
            check_members(group[0], live[0])
        elif isinstance(group[0], definitions.Function):
            check_parameters(group, live)


def check_members(cls, live):
    for name, group in by_hand.grouped(cls.members).items():
        if isinstance(group[0], definitions.Function) and not set(group[0].decorators) - {"overload"} and hasattr(live, name):
            check_parameters(group, [getattr(live, name)])


def check_parameters(group, live):
    """Together the overloads have the parameters of the live function (as a function and as a method), unless one takes any."""
    given = [functions.signature(f) for f in live if inspect.isroutine(f) and getattr(f, "op", None) is None]
    written = [p for found in group for p in found.parameters if p.name not in ("self", "cls", "*", "/")]
    if not given or any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for parameters in given for p in parameters):
        return
    told, names = {p.name for p in written if not p.star}, [{p.name for p in parameters} for parameters in given]
    unknown, missing = told - set.union(*names), set.intersection(*names) - told - {"self", "cls", "input", "obj", "keepdims"}
    assert not unknown, f"{group[0].name}: the live function has no {unknown}"
    assert not missing or any(p.star for p in written), f"{group[0].name}: nothing is said of {missing}"


# ---------------------------------------------------------------- the results

RESULTS = [pytest.param(op, id=op.name) for op in registry.values() if has_samples(op) and not op.name.startswith("_")]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("op", RESULTS)
def test_an_op_returns_what_the_stub_says(op):
    said = functions.result_of(op)
    for call in calls_for(op, Make(lambda array: torch.tensor(array), op.name))[:2]:
        result = op.function(*call.args, **call.kwargs)
        if said == "Tensor":
            assert isinstance(result, torch.Tensor)
        elif said.startswith("tuple"):
            assert isinstance(result, (tuple, list)) and all(isinstance(part, torch.Tensor) for part in result)
        else:
            assert type(result)._fields == functions.result_tuples()[said]


X = torch.tensor([[3.0, 1.0], [2.0, 4.0]])


@pytest.mark.parametrize("call, said", [
    (lambda: X.max(), "Tensor"), (lambda: torch.max(X, 0), "_values_indices"), (lambda: X.min(dim=1), "_values_indices"),
    (lambda: torch.max(X, X), "Tensor"), (lambda: X.median(0), "_values_indices"), (lambda: X.sort(), "_values_indices"),
    (lambda: X.split(1), "tuple"), (lambda: X.chunk(2), "tuple"), (lambda: X.unbind(), "tuple"),
    (lambda: torch.meshgrid(X[0], X[1], indexing="ij"), "tuple"),
    (lambda: torch.where(X > 1), "tuple"), (lambda: X.nonzero(as_tuple=True), "tuple"), (lambda: X.nonzero(), "Tensor"),
    (lambda: torch.var_mean(X), "tuple"), (lambda: torch.allclose(X, X), "bool"), (lambda: torch.equal(X, X), "bool"),
    (lambda: torch.is_tensor(X), "bool"), (lambda: torch.promote_types(torch.int, torch.half), "dtype"),
    (lambda: X.type(), "str"),
    (lambda: torch.broadcast_shapes((2, 1), (3,)), "Size"), (lambda: X.size(), "Size"), (lambda: X.size(0), "int"),
    (lambda: X.stride(), "tuple"), (lambda: X.numel(), "int"), (lambda: X.dim(), "int"), (lambda: X.unique(), "Tensor"),
    (lambda: torch.histogram(X, 2), "_hist_bin_edges"), (lambda: torch.linalg.slogdet(X), "_sign_logabsdet"),
    (lambda: torch.get_rng_state(), "Tensor"), (lambda: torch.Generator().manual_seed(0), "Generator"),
    (lambda: torch.nn.utils.clip_grad_norm_([], 1.0), "Tensor"), (lambda: torch.nn.init.zeros_(X.clone()), "Tensor"),
    (lambda: torch.nn.init.calculate_gain("relu"), "float"), (lambda: X.numpy(), "ndarray"), (lambda: X.detach(), "Tensor"),
])
def test_a_function_by_hand_returns_what_the_stub_says(call, said):
    result = call()
    if said in functions.result_tuples():
        assert type(result)._fields == functions.result_tuples()[said]
    elif said == "Tensor":
        assert isinstance(result, torch.Tensor)
    else:
        assert type(result).__name__ in (said, *(("list",) if said == "tuple" else ()))


def test_no_word_stands_in_a_table_that_means_nothing():
    """A type in the tables is one that an annotation may have."""
    for table in (words.PARAMETERS, words.OF_OPS, words.OF_CONSTRUCTORS, words.RETURNS, words.ATTRIBUTES):
        for kind in table.values():
            assert functions.known(kind.replace("Ellipsis", "")) or kind == "Any", kind
    assert functions.known("NoSuchType") is None


# ---------------------------------------------------------------- for `import torch`

def test_every_stub_for_torch_forwards_to_a_module_that_is_there():
    files = typings.stub_files()
    assert Path("torch/__init__.pyi") in files and Path("torch/utils/data/__init__.pyi") in files
    assert "_assert as _assert" in files[Path("torch/__init__.pyi")]
    assert Path("torch/tensor.pyi") not in files and Path("torch/backends/cudnn.pyi") in files
    for path, text in files.items():
        for node in ast.parse(text).body:
            if isinstance(node, ast.ImportFrom) and node.module != "typing":
                module = importlib.import_module(node.module)
                assert all(alias.name == "*" or hasattr(module, alias.name) for alias in node.names), path


def test_stubs_for_torch_are_written_unless_pytorch_is_there(tmp_path, monkeypatch, capsys):
    there = importlib.machinery.ModuleSpec("torch", None)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: there)
    assert "PyTorch is installed" in typings.main([str(tmp_path / "a")])
    assert not (tmp_path / "a").exists()
    assert typings.main([str(tmp_path / "a"), "--force"]) == 0
    assert not (tmp_path / "a" / "safetensors").exists()
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert typings.main([str(tmp_path / "b")]) == 0
    assert "from rushlight.nn import *" in (tmp_path / "b" / "torch" / "nn" / "__init__.pyi").read_text()
    assert (tmp_path / "b" / "safetensors" / "torch.pyi").exists()
    assert "mypy_path" in capsys.readouterr().out


def test_a_context_manager_and_a_result_read_as_they_should():
    assert "def __new__(cls, function: _F) -> _F: ..." in STUBS[make_stubs.path_of("rushlight.autograd.grad_mode")]
    text = STUBS[make_stubs.path_of("rushlight.op_methods")]
    assert "    def exp_(self) -> Tensor: ...\n" in text
    assert '    def exp(self) -> Tensor:\n        """Returns' in text
    assert "    def __add__(self, other: Any, *, alpha: Any = 1) -> Tensor: ...\n" in text


def test_the_program_that_the_checkers_read_runs():
    """`make types` checks what it asserts of types."""
    run = subprocess.run([sys.executable, "-W", "error", "-m", "rushlight", Path(__file__).with_name("typed_program.py")],
                         capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
