"""torch.overrides: functions in Python that classes may take over."""
import pytest

import rushlight as torch
from rushlight.overrides import (
    handle_torch_function, has_torch_function, has_torch_function_unary, has_torch_function_variadic, is_tensor_like)


class Passing:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return NotImplemented


class Taking(Passing):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return cls, func, types, args, kwargs


class Subclass(torch.Tensor):
    pass


def function(a, b=None):
    """Stands for a function of a library."""


def test_who_takes_over():
    plain, parameter, other = torch.ones(1), torch.nn.Parameter(torch.ones(1)), torch.ones(1).as_subclass(Subclass)
    assert [has_torch_function((value,)) for value in (plain, parameter, other, Taking(), 1, None, [other])] == [
        False, False, True, True, False, False, False]
    assert has_torch_function_unary(other) and has_torch_function_variadic(plain, other)
    assert not has_torch_function(()) and not has_torch_function_variadic(plain, 1)


def test_subclasses_are_asked_first_and_the_rest_in_order():
    tensor, base, taking = torch.ones(1), Passing(), Taking()
    _, func, types, args, kwargs = handle_torch_function(function, (tensor, base, taking, taking), tensor, b=3)
    assert func is function and types == (torch.Tensor, Taking, Passing) and args == (tensor,) and kwargs == {"b": 3}


def test_it_is_an_error_if_all_of_them_pass():
    with pytest.raises(TypeError, match="no implementation found for '.*function' on types that implement __torch_function__"):
        handle_torch_function(function, (Passing(), torch.ones(1)), 1)


def test_what_is_like_a_tensor():
    assert [is_tensor_like(value) for value in (1, None, torch.ones(1), Taking(), Taking)] == [False, False, True, True, True]


class Wrapped:
    """Holds a tensor; is none, and has no operators."""

    def __init__(self, value):
        self.value = value

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return func(*[a.value if isinstance(a, Wrapped) else a for a in args], **(kwargs or {}))


def test_operators_ask_whoever_overrides_functions():
    one, two = torch.tensor(1), Wrapped(torch.tensor(2))
    assert one + two == 3 and two - one == 1 and one * two == 2 and two / one == 2
    assert (one < two).item() and not (one == two).item()


def test_classes_are_asked_in_turn_subclasses_first():
    asked = []

    def overriding(name, base, answer):
        def take_over(cls, func, types, args=(), kwargs=None):
            asked.append((cls.__name__, [t.__name__ for t in types]))
            return answer if answer != "default" else super(made, cls).__torch_function__(func, types, args, kwargs or {})
        made = type(name, (base,), {"__torch_function__": classmethod(take_over)})
        return made

    Base = overriding("Base", torch.Tensor, "default")
    Derived = overriding("Derived", Base, "default")
    passing, answering = overriding("Passing", object, NotImplemented)(), overriding("Answering", object, "answer")()
    base, derived = torch.ones(2).as_subclass(Base), torch.ones(2).as_subclass(Derived)
    assert type(torch.add(base, derived)) is Derived
    assert asked == [("Derived", ["Derived", "Base"])] * 2
    asked.clear()
    assert torch.cat([passing, answering]) == torch.add(base, answering) == "answer"
    assert asked == [("Passing", ["Passing", "Answering"]), ("Answering", ["Passing", "Answering"]),
                     ("Base", ["Base", "Answering"]), ("Answering", ["Base", "Answering"])]


def test_a_call_that_all_leave_to_the_others():
    class Left(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            return NotImplemented

    class Reflected(Passing):
        def __radd__(self, other):
            return "reflected"

    x, left = torch.ones(2), torch.ones(2).as_subclass(Left)
    for call in (lambda: torch.add(x, Passing()), lambda: left.sum(), lambda: -left, lambda: left.add_(1), lambda: left[0],
                 lambda: torch.zeros_like(Passing()), lambda: torch.cat([x, Passing()])):
        with pytest.raises(TypeError, match="all __torch_function__ handlers returned NotImplemented"):
            call()
    for call in (lambda: x + Passing(), lambda: Passing() // x, lambda: x / left, lambda: x < Passing()):
        with pytest.raises(TypeError, match="unsupported operand|not supported"):
            call()
    assert x + Reflected() == "reflected"
    with pytest.raises(TypeError, match="unsupported operand"):
        x += Passing()
