"""Where names are: which modules have a stub file, what a program finds in each, and in which file a thing is defined."""
import importlib
import inspect
import pkgutil
import sys
from functools import cache
from types import FunctionType, ModuleType

import rushlight
from rushlight import typings
from rushlight.dispatch.methods import public

# Inside, with all that is below them: no program imports these. What they define is typed where it is offered.
INSIDE = """
ops dispatch backends batching alias bases deterministic errors insight mapping memory printing pickling
shared_memory spawned tracing unbuilt typings __config__ __future__ amp.per_device autograd.context autograd.deep
autograd.delayed autograd.engine autograd.entry autograd.forward autograd.function_outputs autograd.function_tangents
autograd.functional. autograd.gradcheck. autograd.gradient_edge autograd.mutation autograd.node autograd.running
autograd.saved autograd.saved_tensor autograd.tangents autograd.views distributions.cross_entropies distributions.kl_registry
distributions.parametric distributions.transform func. nn.argument_order nn.inplace nn.multi_head nn.modules.destination
nn.modules.layer nn.modules.module_hooks nn.modules.module_state optim.arithmetic optim.checks optim.descent optim.line_search
optim.saving optim.lr_scheduler. serialization. safetensors.header safetensors.lazy testing. utils.data.iterators
utils.data.worker_pool utils.recomputation utils.swapping
""".split()

# Of these, with all that is below them, little is built, or needs what is not installed: a checker accepts any name there.
OPEN = """
_C _dynamo _functorch _tensor _utils _vmap_internals autograd.profiler distributed fx jit library onnx package profiler
return_types torch_backends types utils.data._utils utils.model_zoo utils.tensorboard xpu
""".split()

# Names that programs use all the same: private ones, and classes that are made or kept inside.
USED = {
    "rushlight": [name for name in public if name.startswith("_foreach_")] + ["_assert"],
    "rushlight.autograd.graph": ["RemovableHandle"],
    "rushlight.cuda.amp": ["autocast", "GradScaler"],
    "rushlight.hub": ["HASH_REGEX", "_get_torch_home"],
    "rushlight.nn.init": ["_calculate_fan_in_and_fan_out", "_calculate_correct_fan", "_no_grad_uniform_", "_no_grad_normal_",
                          "_no_grad_trunc_normal_"],
    "rushlight.nn.modules.module": ["_IncompatibleKeys"],
    "rushlight.nn.modules.utils": ["_single", "_pair", "_triple", "_quadruple", "_ntuple"],
    "rushlight.optim.lr_scheduler": ["_LRScheduler"],
    "rushlight.version": ["cuda", "debug", "git_version", "hip", "xpu"],
    "rushlight.utils.data.dataloader": ["_BaseDataLoaderIter", "_DatasetKind", "_MultiProcessingDataLoaderIter",
                                        "_SingleProcessDataLoaderIter"],
}


@cache
def stubbed():
    """The names of the modules that have a stub file, the packages before what they hold. All but the open ones are loaded."""
    rushlight.ops.load_all()
    below = [info.name for info in pkgutil.walk_packages(rushlight.__path__, "rushlight.", onerror=str)]
    found = ["rushlight", *(name for name in below if not is_below(name, INSIDE) and not name.endswith(".__main__"))]
    for name in found:
        if not is_open(name):
            importlib.import_module(name)
    return found


def is_open(name):
    """Whether the stub of a module accepts any name."""
    return is_below(name, OPEN)


def refuses(name):
    """Whether a module has names that are there to refuse what they are called for: its stub accepts any name beside its own."""
    made_by = getattr(getattr(sys.modules[name], "__getattr__", None), "__module__", None)
    return made_by == "rushlight.unbuilt" or name == "rushlight.cuda"


def is_below(name, rows):
    """Whether a row is the module's name, or the beginning of it up to a dot; a row with a dot at its end is not about itself."""
    name = name.removeprefix("rushlight.")
    return any(name == row or name.startswith(row if row.endswith(".") else row + ".") for row in rows)


# ---------------------------------------------------------------- what a program finds in a module

@cache
def offered(name):
    """The names in a module: first what comes from elsewhere, by the alphabet, then its own, in the order of the source."""
    module = sys.modules[name]
    own = {key for key, value in list(vars(module).items()) if module_of(value) == name and not key.startswith("_")
           and (inspect.isclass(value) or not type(value).__name__.startswith("_"))}
    names = own.union(getattr(module, "__all__", ()), children(name))
    if name == "rushlight" or not any(is_written_in(module, getattr(module, key)) for key in own):
        names.update(dir(module), listed(module))           # a table of contents: everything that it brings together
    if name == "rushlight":
        names.update(public)
    names = {key for key in names if not key.startswith("_") and not is_inside(held(name, key), name)}
    names.update(key for key in USED.get(name, ()) if hasattr(module, key))
    names.update(private_bases(name, names))
    source = {key: i for i, key in enumerate(vars(module)) if module_of(vars(module)[key]) == name != "rushlight"}
    return [*sorted(names.difference(source)), *sorted(names.intersection(source), key=source.get)]


def is_written_in(module, value):
    """Whether the source of a class or function stands in the module. Ops say that they are of a module that only lists them."""
    code = getattr(inspect.unwrap(value), "__code__", None) if isinstance(value, FunctionType) else None
    return isinstance(value, type) if code is None else code.co_filename == module.__file__


def children(name):
    """The modules in a package that programs look for there."""
    below = [other.rpartition(".")[2] for other in stubbed() if other.rpartition(".")[0] == name]
    offers = [child for child in below if is_open(f"{name}.{child}") or held(name, child) is sys.modules[f"{name}.{child}"]]
    return offers if name != "rushlight" else [child for child in offers if child not in typings.APART]


def held(name, key):
    """What a module holds under a name. None for a module that is open: it may need what is not installed."""
    return None if is_open(f"{name}.{key}") else getattr(sys.modules[name], key, None)


def listed(module):
    """The names that a module keeps for later."""
    return [key for table in ("_LAZY", "_MODULES", "_HOME") for key in getattr(module, table, ())]


def is_inside(value, name):
    """Whether something in a module is a tool of its own: a module without a stub, or a function that refuses what is missing."""
    if isinstance(value, ModuleType):
        return value.__name__ not in stubbed()
    return name != "rushlight" and module_of(value).startswith(("rushlight.errors", "rushlight.dispatch"))


def private_bases(name, names):
    """The private classes of a module that its classes derive from."""
    lines = [held(name, key).__mro__ for key in names if inspect.isclass(held(name, key))]
    return {base.__name__ for line in lines for base in line if base.__module__ == name and held(name, base.__name__)}


# ---------------------------------------------------------------- in which file something is defined

def module_of(value):
    """The module that a class or function says it is of; some say torch."""
    home = getattr(value, "__module__", None) or ""
    return "rushlight" + home.removeprefix("torch") if home.partition(".")[0] == "torch" else home


def owner_of(function):
    """The module whose stub defines a function: where it lives, or the package around that; None for ops, which live nowhere."""
    name = module_of(function)
    while "." in name:
        if name in stubbed() and getattr(sys.modules[name], function.__name__, None) is function:
            return name
        name = name.rpartition(".")[0]
    return None


@cache
def home_of(cls):
    """The module whose stub defines a class: where it lives, or else the first one that offers it. None for what is inside."""
    lives = module_of(cls)
    if not inspect.isclass(cls) or not lives.startswith("rushlight"):
        return None
    if lives in stubbed() and getattr(sys.modules[lives], cls.__name__, None) is cls:
        return lives
    holders = (name for name in stubbed() if getattr(sys.modules.get(name), cls.__name__, None) is cls)
    return next((name for name in holders if cls.__name__ in offered(name)), None)


def home_of_name(word):
    """(module, name) of the class that a word in an annotation means. The word may have been given an underscore, because the
    class that derives from it has its name."""
    for own in (word, word.removeprefix("_")):
        for name in stubbed():
            if not is_open(name) and home_of(vars(sys.modules[name]).get(own)) == name:
                return name, own
    raise LookupError(f"no stub knows the name {word}")
