"""The types of what real code with continuous noise returns, place by place.

A word of a trace tells numbers by their values and containers by marks, so that an int and a float,
or a list and a tuple that begins with the mark of lists, may have one word. What must never change:
where a receiver sees a difference that the words do not tell, the code is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dpverify.defs.as_run.ideal import Ideal
from dpverify.defs.as_run.operands import is_array, numpy_module
from dpverify.defs.as_run.refusing import Refused

Form = tuple[str, ...]
RAISED: Form = ("exception",)


def form_of(output: Any, *, types: bool) -> Form:
    """The types of an output and of its members, in order.

    Args: types whether a receiver sees them; otherwise only texts are told from all else.
    """
    return tuple(_typed(output) if types else _texts(output))


def same_form(forms: dict[str, Form], word: str, form: Form) -> None:
    """Raise Refused where another output with the same word was of other types.

    Args: forms those of the words so far, to which this one is added.
    """
    known = forms.setdefault(word, form)
    if known != form:
        pairs = [(a, b) for a, b in zip(known, form, strict=False) if a != b]
        one, other = pairs[0] if pairs else (f"{len(known)} values", f"{len(form)} values")
        # The code has returned: no line of it is to blame, and it catches nothing any more.
        raise Refused(
            f"returns what differs in its types alone ({one} and {other}; --values-only,"
            " types=False, takes them for one), which is not answered exactly"
        )


def _typed(output: Any) -> Iterator[str]:
    kind = type(output)
    if issubclass(kind, Ideal):
        yield output.kind.__name__
    elif is_array(output):
        yield f"{kind.__name__} of {_members_type(output)} {output.shape}"
        if output.dtype == object:
            for member in output.ravel().tolist():
                yield from _typed(member)
    elif kind in (tuple, list):
        yield f"{kind.__name__} of {len(output)}"
        for member in output:
            yield from _typed(member)
    elif kind is dict:
        yield f"dict of {len(output)}"
        for pair in output.items():
            yield from _typed(pair)
    else:
        yield kind.__name__


def _members_type(array: Any) -> str:
    """The type of the members of an array; of one with noisy numbers, that of a plain one."""
    if array.dtype != object:
        return str(array.dtype)
    members = array.ravel().tolist()
    kinds = [x.kind if issubclass(type(x), Ideal) else type(x) for x in members]
    if not any(issubclass(type(x), Ideal) for x in members) or not all(map(_is_number, kinds)):
        return "object"
    return str(numpy_module().result_type(*kinds))


def _is_number(kind: type) -> bool:
    return issubclass(kind, (int, float, numpy_module().number))


def _texts(output: Any) -> Iterator[str]:
    kind = type(output)
    if kind in (tuple, list):
        for member in output:
            yield from _texts(member)
    elif kind is dict:
        for pair in output.items():
            yield from _texts(pair)
    elif is_array(output):
        for member in output.ravel().tolist():
            yield from _texts(member)
    else:
        yield "str" if issubclass(kind, str) else "other"
