"""Runs a program on noise that is a symbol, once for each way its comparisons can turn out.

A run begins like the one before it: up to the comparison that is to turn out differently, its
questions are compared with those of the last run and get the same answers.

What must never change: a run repeats the comparisons of the path before it; the paths partition
the space of the noises up to measure zero; what is not a comparison or a release of linear forms is
refused, never approximated.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, ClassVar, NoReturn

from dpverify.defs.continuous.coins import fallen, outcomes
from dpverify.defs.continuous.epsilon import Epsilon, power_of
from dpverify.defs.continuous.history import Branch, Event, History
from dpverify.defs.continuous.known import sign
from dpverify.defs.continuous.noisy import Noisy, form_of, held
from dpverify.defs.continuous.opaque import Opaque, refuse
from dpverify.defs.continuous.retries import Retries
from dpverify.defs.continuous.shapes import Shaped, form_shape
from dpverify.defs.continuous.sums import Sums
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import COIN, Form, Law, Noise, Path, Shape
from dpverify.defs.errors import ProgramError, Undecided
from dpverify.defs.laws.contract import NoiseLaw
from dpverify.defs.laws.registry import noise_law
from dpverify.defs.programs import laws
from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.labels import RELEASED, STAR, label_of
from dpverify.defs.programs.reach import Reached
from dpverify.defs.validate import shown

MOST_STEPS = 300_000
"""Draws and open comparisons of all runs; a few seconds."""


class TooMuch(ProgramError):
    """A program has more paths than are followed."""


class Tracer(Draw):
    """Draws symbols; forks where a comparison is open. `begin`, run, `path`, `advance`, repeat.

    Args:
        symbolic: scales are c/ε with the symbol `epsilon`; otherwise rational numbers.
        ordered: as for `Known`: gaps in inputs are beyond all bounds, or any real numbers.
        tick: called at each draw and open comparison; raises Undecided where time is up.
        reached: what the program can get at, where whoever asks can deal with programs that come
            back to their first draw (`Again` is raised there), and that round or wrap around what
            they release; None where such programs are refused.
    """

    __slots__ = (
        "_counts",
        "_drawn",
        "_history",
        "_numbers",
        "_retries",
        "_shapes",
        "_steps",
        "_tick",
        "epsilon",
        "noises",
        "ordered",
        "sums",
        "symbolic",
        "trouble",
    )

    whole: ClassVar[bool] = False

    def __init__(
        self,
        *,
        symbolic: bool,
        ordered: bool = True,
        tick: Callable[[], None] = lambda: None,
        reached: Reached | None = None,
    ) -> None:
        self.symbolic, self.ordered, self._tick = symbolic, ordered, tick
        self.epsilon = Epsilon(self)
        self.sums = Sums()
        self.noises: list[Noise] = []
        self._drawn: list[Noisy] = []
        self._numbers: dict[tuple[Noise, int], int] = {}
        self._counts: dict[Noise, int] = {}
        self._history = History(ordered, self._unsteady)
        self.trouble: ProgramError | Undecided | None = None
        self._retries = None if reached is None else Retries(reached)
        self._shapes: list[Shape] = []
        self._steps = 0

    # ------------------------------------------------------------ what the program calls

    def uniform(self, values: Any, high: Any = None) -> Any:
        """A symbol for noise between two numbers; a list is a discrete draw."""
        if high is None:
            return super().uniform(values)
        self._in_numbers("uniform")
        low, top = (self._number(end, "an end of uniform()") for end in (values, high))
        if low >= top:
            self.fault(f"uniform({low}, {top}) has no width; give low < high")
        return self._noise("uniform", (top - low) / 2) + (low + top) / 2

    def argmax(self, values: Sequence[Any]) -> int:
        forms = self._forms(values)
        return int(self._answer(tuple(forms), lambda: self._largest(forms)))

    def _largest(self, forms: Sequence[Form]) -> tuple[Branch, ...]:
        branches = []
        for i, one in enumerate(forms):
            conditions: list[Form] | None = []
            for j, other in enumerate(forms):
                if i != j and conditions is not None:
                    form = self.sums.minus(one, other)
                    known = self._decided(form, j < i)
                    if known is None:
                        conditions.append(form)
                    elif not known:
                        conditions = None
            if conditions is not None:
                branches.append(Branch(i, tuple(conditions)))
        return tuple(branches)

    def decide(self, form: Form, strict: bool) -> bool:
        """Whether a form is ≥ 0 (if strict, > 0) on this path."""
        return bool(self._answer((form, strict), lambda: self._ways(form, strict)))

    def _ways(self, form: Form, strict: bool) -> tuple[Branch, ...]:
        known = self._decided(form, strict)
        if known is not None:
            return (Branch(known),)
        return Branch(True, (form,)), Branch(False, (self.sums.negated(form),))

    def rounded(self, form: Form, step: Fraction) -> Shaped:
        """step·⌊form⌋, of a form with noise."""
        self._one_value(form, "rounds")
        return Shaped(self, form, Shape(step))

    def wrapped(self, form: Form, modulus: Fraction) -> Shaped:
        """form mod modulus, of a form with noise."""
        self._one_value(form, "takes the remainder of")
        return Shaped(self, form, Shape(modulus=modulus))

    def _one_value(self, form: Form, use: str) -> None:
        if self._retries is None:
            self.fault(f"{use} a value with continuous noise; use discrete noise for integers")
        if not form.noises:
            self.fault(f"{use} an input without noise, where all real inputs are meant")

    def checkpoint(self, *variables: Any) -> None:
        """Paths are followed to their end here."""

    def _take(self, law: laws.Law) -> Any:
        """One of finitely many values: where a coin, uniform between 0 and 1, falls."""
        if law.certain:
            return law.sure
        if self._retries is not None:
            self._retries.meet(self, (law.name,))
        values, ends = outcomes(self, law)
        self._in_numbers(law.name)
        coin = self._symbol(COIN, Fraction(1), noise_law(COIN))
        ((number, _),) = held(coin).noises

        def ways() -> tuple[Branch, ...]:
            found = fallen(number, ends, 0, len(values))
            return tuple(
                Branch(value, conditions) for value, conditions in zip(values, found, strict=True)
            )

        return self._answer((law.name, number), ways)

    def fault(self, text: str) -> NoReturn:
        """Remember a ProgramError, in case the program catches it, and raise it."""
        self.trouble = self.trouble or ProgramError(text)
        raise self.trouble

    @property
    def forks(self) -> int:
        """How many open comparisons and finite draws this run has had so far."""
        return self._history.forks

    # ------------------------------------------------------------ what the explorer calls

    def again(self) -> None:
        """All paths were followed; the next run is the first of another pass over them."""
        self._steps = 0

    def begin(self) -> None:
        """Start a run; it repeats what is left of the last one."""
        self._history.begin()
        self._shapes = []
        if self._retries is not None:
            self._retries.begin(sys._getframe(1))

    def path(self, released: tuple[Form, ...]) -> Path:
        """The path of the run that has ended."""
        self._history.end()
        if self._shapes and len(released) > 1:
            self.fault("releases a value that is rounded or wrapped around beside other values")
        shape = self._shapes[0] if self._shapes else None
        return Path(tuple(self._history.conditions), released, shape)

    def advance(self) -> bool:
        """Go to the next path, depth first; False where there is none."""
        while (event := self._history.back()) is not None:
            if isinstance(event.key, Noise):
                self._counts[event.key] -= 1
            if event.taken + 1 < len(event.branches):
                self._history.new(event.key, event.branches, event.taken + 1)
                return True
        return False

    def symbols(self, given: Any) -> Any:
        """An input with every Shift as what the program can compute with."""
        if isinstance(given, (list, tuple)):
            return type(given)(self.symbols(member) for member in given)
        return Noisy(self, Form((), given)) if isinstance(given, Shift) else given

    def forms_in(self, output: Any) -> tuple[Any, tuple[Form, ...]]:
        """An output with a star for each released value, and their forms.

        Lists stay lists and tuples tuples: whoever receives an output sees which it is.
        """
        if type(output) is tuple or type(output) is list:
            found = [self.forms_in(member) for member in output]
            starred = type(output)(each for each, _ in found)
            return starred, tuple(form for _, forms in found for form in forms)
        if isinstance(output, Opaque):
            if type(output) is Shaped:
                value, shape = form_shape(output)
                self._shapes.append(shape)
                return RELEASED, (value,)
            if type(output) is not Noisy:
                refuse(output, "returns")
        elif not isinstance(output, Shift):
            if isinstance(output, str) and STAR in output:
                self.fault(f"returns a text with {STAR}, which stands for released values")
            return output, ()
        form = form_of(output)
        if form is None or form.noises or (form.shift.gaps and not self.ordered):
            return RELEASED, () if form is None else (form,)
        if form.shift.gaps:
            self.fault("returns an input that lies beyond all bounds, without noise")
        number = form.shift.constant
        return (int(number) if number.denominator == 1 else number), ()

    def word_of(self, output: Any) -> str:
        """The word that a path with an output has; nothing is kept of it."""
        known = len(self._shapes)
        word = label_of(self.forms_in(output)[0])
        del self._shapes[known:]
        return word

    # ------------------------------------------------------------ how

    def _noise(self, law: Law, scale: Any) -> Any:
        """A symbol for noise of a law."""
        return self._symbol(law, scale, noise_law(law))

    def _symbol(self, law: Law, scale: Any, known: NoiseLaw) -> Noisy:
        if not known.symbolic:
            self._in_numbers(law)
        self._step()
        noise = Noise(law, self._scale(law, scale))
        if self._retries is not None and law != COIN:
            self._retries.meet(self, (law, noise.scale))
        past = self._history.past(noise)
        if past is not None:
            return past.answer  # type: ignore[no-any-return]  # to a noise, a Noisy
        count = self._counts[noise] = self._counts.get(noise, 0) + 1
        number = self._numbers.setdefault((noise, count), len(self.noises))
        if number == len(self.noises):
            self.noises.append(noise)
            self._drawn.append(Noisy(self, Form(((number, Fraction(1)),), Shift())))
        drawn = self._drawn[number]
        self._history.new(noise, (Branch(drawn),))
        low, high = known.support(noise.scale)
        if low is not None:
            self._history.known.add(Form(((number, Fraction(1)),), Shift(-low)))
        if high is not None:
            self._history.known.add(Form(((number, Fraction(-1)),), Shift(high)))
        return drawn

    def _scale(self, law: Law, scale: Any) -> Fraction:
        what = f"the scale of {law}()"
        if self.symbolic:
            if type(scale) is Epsilon:
                coefficient, exponent = power_of(scale)
                if exponent == -1 and coefficient > 0:
                    return coefficient
            self.fault(f"{what} is not c/ε with c > 0")
        number = self._number(scale, what)
        if number <= 0:
            self.fault(f"{what} is {shown(scale)}; give a number above 0")
        return number

    def _number(self, given: Any, what: str) -> Fraction:
        """A rational number that the program gives."""
        if isinstance(given, (Opaque, Shift)):
            self.fault(f"{what} depends on noise or on an input beyond all bounds")
        try:
            number = laws.number(given, what)
        except ProgramError as error:
            self.fault(str(error))
        if not number.is_rational:
            self.fault(f"{what} is {shown(given)}; give a rational number")
        return number.as_fraction()

    def _in_numbers(self, law: str) -> None:
        """Refuse ε as a symbol: what encloses these laws needs numbers."""
        if self.symbolic:
            self.fault(f"draws {law}() noise, which takes no ε as a symbol")

    def _forms(self, values: Sequence[Any]) -> list[Form]:
        forms = [form_of(value) for value in values]
        if not forms or None in forms:
            self.fault("argmax() takes a list, not empty, of ints, Fractions and noisy values")
        return [form for form in forms if form is not None]

    def _decided(self, form: Form, strict: bool) -> bool | None:
        if form.noises:
            return self._history.known.decided(form)
        if form.shift.gaps and not self.ordered:
            return None
        side = sign(form.shift)
        return side > 0 or (side == 0 and not strict)

    def _answer(self, key: object, ways: Callable[[], tuple[Branch, ...]]) -> Any:
        """The answer of the last run to the same question, or the first way that is open."""
        event: Event = self._history.past(key) or self._history.new(key, ways())
        if len(event.branches) > 1:
            self._step()
        return event.answer

    def _step(self) -> None:
        if self.trouble is not None:
            raise self.trouble
        self._steps += 1
        try:
            self._tick()
        except Undecided as stop:
            self.trouble = stop
            raise
        if self._steps > MOST_STEPS:
            self.trouble = TooMuch(
                f"draws and compares more than {MOST_STEPS:,} times on its paths together; compare"
                " less, ask argmax() for the largest of many values, or choose smaller parameters;"
                " a loop that tries again must come back to the first draw of the program (while"
                " True:) and keep nothing"
            )
            raise self.trouble

    def _unsteady(self) -> NoReturn:
        self.fault(
            "is no function of its input and its draws: it compares something else the second time;"
            " keep time, global state and other randomness out of it"
        )
