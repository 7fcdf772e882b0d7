"""Prints the ten longest files and functions of the package: a nudge, not a limit.

    python tools/size_report.py [FOLDER]
"""
import ast
import sys
from pathlib import Path

DEFAULT = Path(__file__).resolve().parents[1] / "src" / "rushlight"


def files_and_functions(folder):
    """Two lists of (lines, where)."""
    files, functions = [], []
    for path in sorted(folder.rglob("*.py")):
        text, where = path.read_text(), str(path.relative_to(folder))
        files.append((text.count("\n"), where))
        functions += [(node.end_lineno - node.lineno + 1, f"{where}:{node.lineno} {node.name}")
                      for node in ast.walk(ast.parse(text)) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    return files, functions


def report(folder, count=10):
    files, functions = files_and_functions(folder)
    lines = [f"{len(files)} files, {sum(n for n, _ in files)} lines, {len(functions)} functions"]
    for title, sized in (("longest files", files), ("longest functions", functions)):
        lines += ["", title, *(f"{length:6}  {where}" for length, where in sorted(sized, reverse=True)[:count])]
    return "\n".join(lines)


if __name__ == "__main__":
    print(report(Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT))
