"""For the kernel: values whose inputs move in an ℓ2 ball, and the largest answer there.

Trusted, with `certificates/ball.py`, which says why.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from dpverify.checkers.kernel import laws
from dpverify.checkers.kernel.certificates import ball as forms
from dpverify.checkers.kernel.programs import Program
from dpverify.checkers.kernel.shifted import Shifted
from dpverify.defs import numbers as num
from dpverify.defs.documents.traced import Noise
from dpverify.defs.documents.traced_documents import rational
from dpverify.defs.numbers.documents import need as _need
from dpverify.defs.numbers.functions import power

OF_THE_LOSS: Final = {"pure-dp": 1, "bounded-range": 2}
"""Definitions that ask for so many times the largest loss of Laplace values.

Bounded range adds the largest losses of both directions. They are equal: with m, −m is a move.
"""


class InBall:
    """A program that releases values, on all real inputs, some entries of which move in a ball."""

    def __init__(self, program: Program) -> None:
        paths = [path for several in program.family.words.values() for path in several]
        alone = len(paths) == 1 and not paths[0].conditions
        if not alone:
            raise num.Undecided("unsupported", "the program compares before it releases")
        unit, part = program.unit(program.family), program.relation.ball
        _need(part is not None, "the inputs move in no ball")
        self.noises = [Noise(noise.law, noise.scale / unit) for noise in program.family.noises]
        self.radius = part.numbers[0] if part is not None else Fraction(0)
        self.count = len(program.entries)
        moving = program.relation.in_ball
        number = {name: i for i, name in enumerate(program.entries) if i in moving}
        self.rows = [
            (dict(form.noises), {number[g]: k for g, k in form.shift.gaps if g in number})
            for form in paths[0].released
        ]
        for terms, _ in self.rows:
            kinds = {self.noises[n].law for n in terms}
            shared = [n for n in terms if sum(n in other for other, _ in self.rows) > 1]
            apart = kinds == {"gaussian"} or (len(terms) == 1 and not shared)
            if not apart:
                raise num.Undecided("unsupported", "values that share noise which is not Gaussian")
        self.laws = {self.noises[n].law for terms, slopes in self.rows if slopes for n in terms}

    def worst_move(self, name: str) -> tuple[Fraction, ...] | None:
        """The move that is worst for a definition, where it has rational entries."""
        return forms.worst_move(
            self.rows, self.noises, self.radius, self.count, of_the_loss=name in OF_THE_LOSS
        )

    def largest(self, name: str, of_pair: Callable[[Shifted], Any], norm: Any) -> tuple[Any, bool]:
        """The largest answer, or an upper bound of it, and whether it is the largest one itself.

        Args: of_pair what the definition asks of a pair of laws; norm what the document states: a
            bound of the largest eigenvalue, of Laplace noise the squared length of a vector.
        """
        if self.laws == {"laplace"} and name in OF_THE_LOSS:
            moving = [row for row in self.rows if row[1]]
            longest = forms.square(forms.laplace_vector(moving, self.noises))
            _need(rational(norm, "the norm") == longest, "the norm is another one")
            square = longest * self.radius**2
            return power(num.Value(square), num.Value(Fraction(1, 2))) * OF_THE_LOSS[name], True
        if self.laws != {"gaussian"}:
            text = "an ℓ2 ball of moves, noise of this law and this definition"
            raise num.Undecided("unsupported", text)
        form, most = forms.gaussian_form(self.rows, self.noises), rational(norm, "the norm")
        _need(forms.is_above(form, most), "the norm is smaller than an eigenvalue")
        pair = laws.shifted("gaussian", [], self.radius**2 * most, integers=False)
        return of_pair(pair), forms.is_eigenvalue(form, most)
