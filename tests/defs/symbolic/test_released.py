"""Programs on letters: their forms, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

import dpverify as dv
from dpverify.defs.errors import ProgramError
from dpverify.defs.programs import mechanism
from dpverify.defs.symbolic.released import released

OPTIONS: dict[str, Any] = {
    "inputs": [(0, 0)], "moves": dv.moves.l2("Delta"), "symbols": ("Delta", "s"),
}  # fmt: skip


def test_the_forms_of_a_program() -> None:
    """Linear in the entries, with quotients of polynomials for factors."""

    @mechanism(**OPTIONS)
    def values(x: Any, draw: Any, *, Delta: Any = "1", s: Any = "1") -> Any:  # noqa: N803
        scaled = (2 * x[0] - x[1] / s) * Delta
        return scaled + 3 - 2 * draw.gaussian(s / 2), -x[1] + draw.gaussian(s**2) / s

    assert released(values).to_document() == {
        "symbols": ["Delta", "s"],
        "moves": "l2(Delta)",
        "values": [
            {
                "law": "gaussian", "scale": "1/2*s", "factor": "-2",
                "slopes": ["2*Delta", "-Delta/(s)"],
            },
            {"law": "gaussian", "scale": "s**2", "factor": "1/(s)", "slopes": ["0", "-1"]},
        ],
    }  # fmt: skip


# ruff: noqa: ARG005  (each body has the arguments of all)
REFUSED: dict[str, tuple[Any, str]] = {
    "a comparison": (lambda x, d, a, s: x[0] + d.gaussian(s) if a > s else x[0], "compares"),
    "a product of entries": (lambda x, d, a, s: x[0] * x[1] + d.gaussian(s), "multiplies"),
    "a quotient": (lambda x, d, a, s: 1 / x[0] + d.gaussian(s), "divides"),
    "a float": (lambda x, d, a, s: x[0] * 0.5 + d.gaussian(s), "float"),
    "no noise": (lambda x, d, a, s: (x[0] + d.gaussian(s), x[1]), "noise of its own"),
    "one noise twice": (lambda x, d, a, s: [d.gaussian(s) + x[0]] * 2, "noise of its own"),
    "a scale of the input": (lambda x, d, a, s: x[0] + d.gaussian(x[1]), "depends on the input"),
    "a scale that may be 0": (lambda x, d, a, s: x[0] + d.gaussian(a - s), "above 0"),
    "another law": (lambda x, d, a, s: x[0] + d.gumbel(s), "nothing is decided"),
    "a coin": (lambda x, d, a, s: x[0] + d.flip("1/2") + d.gaussian(s), "nothing is decided"),
    "a word": (lambda x, d, a, s: "word", "noisy values"),
    "its type": (
        lambda x, d, a, s: x[0] + d.gaussian(s) + int(type(s).__name__ == "Fraction"),
        "does not do with numbers|asks what kind",
    ),
    "rounding": (lambda x, d, a, s: round(x[0]) + d.gaussian(s), "rounds"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_more_than_linear_is_refused(what: str) -> None:
    """In one line, though the program may catch the error."""
    body, text = REFUSED[what]

    @mechanism(**OPTIONS)
    def values(x: Any, draw: Any, *, Delta: Any = "1", s: Any = "1") -> Any:  # noqa: N803
        return body(x, draw, Delta, s)

    with pytest.raises(ProgramError, match=text) as refused:
        released(values)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("options", "settings", "text"),
    [
        ({"symbols": None}, {}, "states no symbols"),
        ({"symbols": ("Delta", "gamma")}, {}, "is no parameter"),
        ({"moves": None}, {}, "states no moves"),
        ({}, {"s": 2}, "is set to a number"),
        ({"inputs": []}, {}, "no inputs"),
    ],
)
def test_what_a_program_must_state(options: Any, settings: Any, text: str) -> None:
    """Symbols that are parameters and left open, a relation, and an input for its shape."""

    @mechanism(**{**OPTIONS, **options})
    def values(x: Any, draw: Any, *, Delta: Any = "1", s: Any = "1") -> Any:  # noqa: N803
        del Delta
        return x[0] + draw.gaussian(s)

    with pytest.raises(ProgramError, match=text):
        released(values.with_parameters(**settings))


def test_a_program_that_may_tell_letters_from_numbers_is_refused() -> None:
    """What it catches may be raised of a letter alone, and numbers that are not tried show it."""

    @mechanism(**OPTIONS)
    def values(x: Any, draw: Any, *, Delta: Any = "1", s: Any = "1") -> Any:  # noqa: N803
        del Delta
        try:
            return x[0] + draw.gaussian(s)
        except TypeError:
            return x[0]

    with pytest.raises(ProgramError, match="asks for types or special methods"):
        released(values)
