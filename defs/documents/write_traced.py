"""Writes traced programs as JSON data, to cross the border of a process and to stand in results.

The form, and how it is read, is said in `dpverify.defs.documents.traced_documents`, and of programs
by steps in `dpverify.defs.documents.stepwise`, of an argmax in `dpverify.defs.documents.argmax`.
"""

from __future__ import annotations

from typing import Any

from dpverify.defs.documents.argmax import Argmax
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.stepwise import After, Stepwise
from dpverify.defs.documents.traced import Form, Shape, Traced


def shift_document(shift: Shift) -> Any:
    """A shift as JSON data."""
    if shift.finite:
        return str(shift.constant)
    return [str(shift.constant), {name: str(k) for name, k in shift.gaps}]


def traced_document(traced: Traced) -> dict[str, Any]:
    """A traced program as JSON data."""
    places: dict[int, int] = {}  # by identity first: to compare forms takes long
    known: dict[Form, int] = {}

    def named(forms: tuple[Form, ...]) -> str:
        for form in forms:
            if id(form) not in places:
                places[id(form)] = known.setdefault(form, len(known))
        return " ".join(str(places[id(form)]) for form in forms)

    words = {
        word: [
            {
                "conditions": named(path.conditions),
                "released": named(path.released),
                **({} if path.shape is None else {"shape": _shape_document(path.shape)}),
            }
            for path in paths
        ]
        for word, paths in traced.words.items()
    }
    return {
        "noises": [{"law": noise.law, "scale": str(noise.scale)} for noise in traced.noises],
        "symbolic": traced.symbolic,
        "forms": list(map(_form_document, known)),
        "words": words,
    }


def stepwise_document(program: Stepwise) -> dict[str, Any]:
    """The program as JSON data."""
    return {
        "queries": str(program.queries),
        "threshold": {"law": program.threshold.law, "scale": str(program.threshold.scale)},
        "steps": [
            {
                "traced": traced_document(step.traced),
                "after": {word: _after_text(one) for word, one in step.after.items()},
            }
            for step in program.steps
        ],
    }


def argmax_document(program: Argmax) -> dict[str, Any]:
    """The program as JSON data."""
    return {
        "entries": str(program.count),
        "noise": {"law": program.noise.law, "scale": str(program.noise.scale)},
        "symbolic": program.symbolic,
        "lead": program.lead,
    }


def _after_text(after: After) -> str:
    return "stop" if after.state is None else f"{after.state}{' anew' * after.anew}"


def _shape_document(shape: Shape) -> dict[str, str]:
    members = {"step": shape.step, "offset": shape.offset, "modulus": shape.modulus}
    return {key: str(number) for key, number in members.items() if number is not None}


def _form_document(form: Form) -> dict[str, Any]:
    return {
        "noises": [[str(number), str(factor)] for number, factor in form.noises],
        "shift": shift_document(form.shift),
    }
