"""Linear algebra: the names of torch.linalg."""
from rushlight.backends.numpy.linalg import LinAlgError                                             # noqa: F401
from rushlight.dispatch.op import find_op as _find_op, registry as _registry

for _name in ("cholesky", "cholesky_ex", "cond", "cross", "det", "diagonal", "eig", "eigh", "eigvals", "eigvalsh",
              "householder_product", "inv", "inv_ex", "lstsq", "lu", "lu_factor", "lu_factor_ex", "lu_solve", "matmul",
              "matrix_exp", "matrix_norm", "matrix_power", "matrix_rank", "multi_dot", "norm", "pinv", "qr", "slogdet", "solve",
              "solve_ex",
              "solve_triangular", "svd", "svdvals", "tensorinv", "tensorsolve", "vander", "vecdot", "vector_norm"):
    if f"linalg_{_name}" in _registry:
        globals()[_name] = _registry[f"linalg_{_name}"].function


def __getattr__(name):
    if name in ("ldl_factor", "ldl_factor_ex", "ldl_solve"):
        return globals().setdefault(name, _find_op(f"linalg_{name}").function)
    from rushlight.errors import missing_attribute
    raise missing_attribute("torch.linalg", name)
