"""A noisy argmax is read as it is written, and nothing else is; its first word is traced so."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpverify.defs.continuous.trace import trace_family
from dpverify.defs.documents.argmax import FIRST, Argmax, read_argmax
from dpverify.defs.documents.traced import Noise
from dpverify.defs.documents.write_traced import argmax_document
from dpverify.defs.errors import NumberError
from dpverify.defs.mechanisms import library_mechanism

ARGMAX = Argmax(5, Noise("laplace", Fraction(2)), True, True)


def test_what_is_written_is_read() -> None:
    assert read_argmax(argmax_document(ARGMAX)) == ARGMAX


@pytest.mark.parametrize(("key", "value"), [
    ("entries", "1"), ("entries", "10001"), ("entries", "5/2"), ("symbolic", None),
    ("lead", "true"), ("noise", {"law": "laplace", "scale": "-1"}), ("more", "0"),
    ("noise", {"law": "laplace", "scale": "1", "more": "0"}), ("noise", []),
    ("noise", {"law": "gumbel", "scale": "1"}),
])  # fmt: skip
def test_other_documents_are_refused(key: str, value: Any) -> None:
    with pytest.raises(NumberError):
        read_argmax({**argmax_document(ARGMAX), key: value})


@pytest.mark.parametrize("name", ["B11", "B12"])
def test_the_first_word_is_that_of_the_trace(name: str) -> None:
    """Of a program that is traced as a whole, word by word."""
    family = trace_family(library_mechanism(name).with_parameters(n=5))
    argmax = Argmax(5, family.traced.noises[0], True, False)
    assert argmax.entries == family.entries
    assert argmax.first.noises == family.traced.noises
    (own,), (traced,) = argmax.first.words[FIRST], family.traced.words["0"]
    assert {*own.conditions} == {*traced.conditions}
