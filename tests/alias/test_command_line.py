"""`python -m rushlight`: a program notices no difference from `python FILE.py` but the torch that it gets."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

import rushlight

SOURCE = str(Path(rushlight.__file__).parents[1])


def run(*arguments, cwd=None, flags=()):
    environment = {**os.environ, "PYTHONPATH": SOURCE, "PYTHONIOENCODING": "utf-8"}
    return subprocess.run([sys.executable, *flags, "-m", "rushlight", *map(str, arguments)], cwd=cwd, env=environment,
                          capture_output=True, text=True, timeout=120)


@pytest.fixture
def program(tmp_path):
    """Writes a program and gives its path."""
    def write(text, name="program.py"):
        path = tmp_path / name
        path.write_text(text)
        return path
    return write


def test_a_file(program):
    path = program("import sys, torch\nprint(__name__, sys.argv[1:], torch.tensor([1.0, 2.0]) * 2)\n")
    done = run(path, "--flag", "value")
    assert (done.stdout, done.stderr, done.returncode) == ("__main__ ['--flag', 'value'] tensor([2., 4.])\n", "", 0)


def test_a_file_imports_its_neighbours(program):
    program("import torch\nvalue = torch.tensor(3)\n", "neighbour.py")
    path = program("import sys, neighbour\nprint(neighbour.value.item(), sys.argv[0] == sys.orig_argv[-1])\n")
    assert run(path).stdout == "3 True\n"


def test_the_program_is_the_main_module(program):
    path = program("import sys, pickle\nclass Thing: pass\nassert sys.modules['__main__'].Thing is Thing\n"
                   "assert type(pickle.loads(pickle.dumps(Thing()))) is Thing\nassert __file__.endswith('program.py')\n"
                   "assert __builtins__ and __spec__ is None\n")
    done = run(path)
    assert (done.stderr, done.returncode) == ("", 0)


@pytest.mark.parametrize("text, status, says", [
    ("import sys\nsys.exit(3)\n", 3, ""), ("raise SystemExit('the end')\n", 1, "the end\n"),
    ("raise KeyboardInterrupt\n", 130, None)])
def test_exit_status(program, text, status, says):
    done = run(program(text))
    assert done.returncode == status
    assert says is None or done.stderr == says


def test_a_traceback_shows_the_lines_of_the_program_and_no_others(program):
    path = program("import torch\ndef fail():\n    raise ValueError('no')\nfail()\n")
    done = run(path)
    assert done.returncode == 1
    lines = done.stderr.splitlines()
    assert lines[0] == "Traceback (most recent call last):" and lines[-1] == "ValueError: no"
    assert "    fail()" in lines and "    raise ValueError('no')" in lines
    assert [line for line in lines if line.startswith("  File")] == [
        f'  File "{path}", line 4, in <module>', f'  File "{path}", line 3, in fail']


def test_a_syntax_error_is_shown_as_python_shows_it(program):
    done = run(program("print('a'\n"))
    assert done.returncode == 1 and "SyntaxError" in done.stderr and "rushlight" not in done.stderr


def test_a_module(program, tmp_path):
    (tmp_path / "package").mkdir()
    program("import sys, torch\nprint(__name__, __package__, sys.argv[1:], torch.__version__)\n", "package/__main__.py")
    done = run("-m", "package", "one", cwd=tmp_path)
    assert done.stdout == "__main__ package ['one'] 2.13.0+rushlight\n"
    assert run("-m", "no_such_package", cwd=tmp_path).returncode == 1


@pytest.mark.parametrize("how", ["file", "code"])
def test_annotations_are_evaluated_as_the_program_says(program, how):
    text = "import torch\ndef f(x: torch.Tensor): pass\nprint(f.__annotations__['x'] is torch.Tensor)\n"
    assert (run(program(text)) if how == "file" else run("-c", text)).stdout == "True\n"


def test_a_module_of_torch():
    assert "Is CUDA available: False" in run("-m", "torch.utils.collect_env").stdout.splitlines()
    done = run("-m", "torch.utils.bottleneck", "train.py")
    assert done.returncode == 1 and "does not implement torch.utils.bottleneck (`python -m cProfile" in done.stderr


def test_code():
    done = run("-c", "import sys, torch; print(sys.argv, torch.ones(2).sum().item())", "one")
    assert done.stdout == "['-c', 'one'] 2.0\n"


def test_the_interpreters_own_flags_hold(program):
    assert run(program("import sys\nprint(sys.flags.optimize)\n"), flags=("-O",)).stdout == "1\n"


def test_help_and_version():
    assert "FILE.py" in run("--help").stdout
    assert run("--version").stdout.startswith("rushlight ")


@pytest.mark.parametrize("arguments", [[], ["-x"], ["-c"], ["-m"], ["no_such_file.py"]])
def test_a_command_that_names_nothing_to_run(arguments):
    assert run(*arguments).returncode == 2


@pytest.mark.parametrize("how", ["spawn", "forkserver"])
def test_processes_that_the_program_starts_have_it_too(program, how):
    path = program("import sys, torch\nimport torch.multiprocessing as mp\n\n"
                   "def child(queue):\n    queue.put((torch.__version__, sys.argv[1:], torch.ones(2) * 2))\n\n"
                   f"if __name__ == '__main__':\n    context = mp.get_context('{how}')\n    queue = context.Queue()\n"
                   "    process = context.Process(target=child, args=(queue,))\n    process.start()\n"
                   "    print(*queue.get())\n    process.join()\n    print(process.exitcode, type(sys.argv[1:]))\n")
    done = run(path, "--flag")
    assert (done.stdout, done.stderr) == ("2.13.0+rushlight ['--flag'] tensor([2., 2.])\n0 <class 'list'>\n", "")
