"""What `strict` refuses, and what is said then."""
from __future__ import annotations

OUTPUT = ("Output {} of the user-provided function does not require gradients. The outputs must be computed in a differentiable "
          "manner from the input when running in strict mode.")
HESSIAN = ("While computing the hessian, found that the jacobian of the user-provided function with respect to input {} is "
           "independent of the input. This is not allowed in strict mode. You should ensure that your function is twice "
           "differentiable and that the jacobian depends on the inputs (this would be violated by a linear function for "
           "example).")

# What it means that a result is None, and that it has no graph where one is wanted.
FIRST = ("The output of the user-provided function is independent of input {}. This is not allowed in strict mode.",
         "The jacobian of the user-provided function is independent of input {}. This is not allowed in strict mode when "
         "create_graph=True.")
SECOND = ("The hessian of the user-provided function is independent of input {}. This is not allowed in strict mode.",
          "The hessian of the user-provided function is independent of input {}. This is not allowed in strict mode when "
          "create_graph=True.")


def require_grad(values, text):
    """RuntimeError in the words of `text` for the first value that does not require grad."""
    for i, value in enumerate(values):
        if not value.requires_grad:
            raise RuntimeError(text.format(i))


def check(grads, texts, create_graph):
    """RuntimeError for the first gradient that is None, or has no graph where one is wanted."""
    for i, grad in enumerate(grads):
        if grad is None:
            raise RuntimeError(texts[0].format(i))
        if create_graph and not grad.requires_grad:
            raise RuntimeError(texts[1].format(i))
