"""The import lines of a stub file, and the words of annotations that mean something else in it."""
import builtins

from stubs import words
from stubs.definitions import Class, Import, names_in
from stubs.functions import result_tuples
from stubs.places import home_of_name


def hidden_words(module, found):
    """The words that mean something else here: `float` beside a method called so, `int` where that is a dtype."""
    own = {member.name for d in found if isinstance(d, Class) for member in d.members}
    for d in found:
        if words.HOMES.get(d.name) not in (module, d.home if isinstance(d, Import) else None):
            own.add(d.name)
    return own & words.HOMES.keys()


def import_lines(module, found, hidden):
    """What the annotations of a file need."""
    own = {d.name for d in found} - hidden
    used = {word for d in found for text in d.types() for word in names_in(text)} - own - {"None"}
    return [line for word in sorted(used) for line in import_line(word, module, word in hidden)]


def import_line(word, module, is_hidden):
    home, name = origin(word)
    wanted = f"_{word}" if is_hidden else word
    if home == module:
        return [f"{wanted} = {name}"]
    if home == "builtins" and not is_hidden:
        return []
    return [f"from {home} import {name}" + (f" as {wanted}" if wanted != name else "")]


def origin(word):
    """(module, name) of what a word means."""
    if word in words.HOMES:
        return words.HOMES[word], word
    if word in result_tuples():
        return "rushlight.op_methods", word
    return ("builtins", word) if hasattr(builtins, word) else home_of_name(word)
