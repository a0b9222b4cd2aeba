"""What a program releases where parameters are symbols: values A·x + noise, for every parameter.

The program runs once on an input whose entries are letters, with parameters that are letters too;
the noise it draws is a letter with a law and a scale. Each released value is then a linear form,
with quotients of polynomials in the parameters as factors. What must never change: whatever else a
program asks of a letter is refused, and the program with numbers must do what its forms say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NoReturn

from dpverify.defs.continuous.opaque import Opaque, refuse, sealed
from dpverify.defs.errors import NumberError, ProgramError
from dpverify.defs.moves import Moves, linf, one_entry
from dpverify.defs.numbers.rational_function import Ratio, symbols
from dpverify.defs.programs import laws
from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.elsewhere import no_other_coins
from dpverify.defs.programs.explore import raised
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.validate import shown

Key = tuple[str, int]
"""("entry", i), ("noise", j), or ("one", 0) for what is added."""
ONE: Final[Key] = ("one", 0)
_OF_LETTERS: Final = {"A": linf(1), "O": one_entry(1)}
LAWS: Final = ("laplace", "gaussian", "discrete_laplace", "discrete_gaussian")
"""Noise of which claims in symbols are decided."""
POINTS: Final = ((1, 2, 3, 5, 7, 11), (3, 1, 4, 2, 9, 5), (2, 7, 1, 8, 3, 4))
"""Numbers in place of letters, at which the program is compared with its forms."""


@dataclass(frozen=True)
class Value:
    """A released value: its noise, and by how much it moves with each entry of the input.

    Args: factor of the noise; scale of its law (of discrete Gaussian noise σ²).
    """

    law: str
    scale: Ratio
    factor: Ratio
    slopes: tuple[Ratio, ...]


@dataclass(frozen=True)
class Released:
    """A program for every value of its symbols.

    Args: letters the symbols; moves the relation, with names of symbols in it.
    """

    letters: tuple[str, ...]
    moves: str
    values: tuple[Value, ...]

    def to_document(self) -> dict[str, Any]:
        """As results hold it."""
        values = [
            {"law": v.law, "scale": str(v.scale), "factor": str(v.factor),
             "slopes": [*map(str, v.slopes)]}
            for v in self.values
        ]  # fmt: skip
        return {"symbols": [*self.letters], "moves": self.moves, "values": values}


def released(found: Mechanism) -> Released:
    """Run a mechanism on letters.

    Raises: ProgramError for one that does more than release values with noise of their own, or
        states no symbols and no moves.
    """
    names, moves = _stated(found)
    letters = dict(zip(names, symbols(names), strict=True))
    run, given = _Run(letters), found.first_inputs(1)
    if not given:
        raise ProgramError(f"{found.name} has no inputs; give one, for the number of its entries")
    sample, several = given[0], isinstance(given[0], (list, tuple))
    size = len(sample) if several else 1
    entries = [run.linear({("entry", i): run.number(1)}) for i in range(size)]
    point = type(sample)(entries) if several else entries[0]
    with no_other_coins(found.name, found.function, found.key) as reached:
        try:
            forms = run.of(found.run(point, **{n: run.letter(x) for n, x in letters.items()}))
            for numbers in POINTS:
                at = dict(zip(names, map(Fraction, numbers), strict=False))
                _compare(found, run, forms, at, sample)
        except ProgramError as error:
            raise ProgramError(f"{found.name}: {error}") from None
    if reached.tells:
        raise ProgramError(
            f"{found.name} asks for types or special methods, or catches what a symbol may raise;"
            " compute with what it is given, and go by nothing else"
        )
    values = tuple(_value(found, run, forms, form, size) for form in forms)
    return Released(tuple(names), moves, values)


def _stated(found: Mechanism) -> tuple[list[str], str]:
    """The symbols and the relation of a mechanism."""
    given, moves = found.about.get("symbols"), found.about.get("moves")
    names = given.split() if isinstance(given, str) else [*given] if given else []
    if not names or not all(isinstance(name, str) for name in names):
        raise ProgramError(
            f"{found.name} states no symbols; write symbols=('Delta', 'sigma') in @mechanism, for"
            " parameters that stand for all positive numbers"
        )
    unknown = [name for name in names if name not in found.parameters]
    if unknown:
        raise ProgramError(f"{found.name}: the symbol {shown(unknown[0])} is no parameter of it")
    fixed = [name for name in names if name in found.settings]
    if fixed:
        raise ProgramError(f"{found.name}: the symbol {fixed[0]} is set to a number; leave it out")
    if isinstance(moves, str):
        moves = _OF_LETTERS.get(moves)
    if not isinstance(moves, Moves):
        raise ProgramError(f"{found.name} states no moves; write moves=dpverify.moves.l2('Delta')")
    numbers = {name: x for name, x in found.parameters.items() if name not in names}
    return names, moves.text(numbers, frozenset(names))


class _Letter(Opaque):
    """A linear form in entries and noise, or a number that depends on symbols."""

    __slots__ = ("_form",)
    what = "a number that stands for many"
    otherwise = "add, subtract, draw and release it, and multiply it by numbers and symbols"

    def __init__(self, run: _Run, form: Mapping[Key, Ratio]) -> None:
        super().__init__(run)
        _keep_form(self, (run, {key: k for key, k in form.items() if k != 0}))

    def __add__(self, other: object) -> Any:
        run, form = _form_of(self)
        return run.linear(_sum(form, run.form(self, other)))

    __radd__ = __add__

    def __neg__(self) -> Any:
        run, form = _form_of(self)
        return run.linear({key: -k for key, k in form.items()})

    def __pos__(self) -> _Letter:
        return self

    def __sub__(self, other: object) -> Any:
        run, form = _form_of(self)
        right = run.form(self, other)
        return run.linear(_sum(form, {key: -k for key, k in right.items()}))

    def __rsub__(self, other: object) -> Any:
        return -self + other

    def __mul__(self, other: object) -> Any:
        run, form = _form_of(self)
        right = run.form(self, other)
        if right.keys() - {ONE}:
            form, right = right, form
        if right.keys() - {ONE}:
            refuse(self, "multiplies two of")
        by = right.get(ONE, run.number(0))
        return run.linear({key: k * by for key, k in form.items()})

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Any:
        run, _ = _form_of(self)
        return self * run.inverse(self, run.form(self, other))

    def __rtruediv__(self, other: object) -> Any:
        run, form = _form_of(self)
        return run.inverse(self, form) * other

    def __pow__(self, exponent: object, modulus: object = None) -> Any:
        run, form = _form_of(self)
        if form.keys() - {ONE} or type(exponent) is not int or modulus is not None:
            refuse(self, "takes a power of")
        return run.linear({ONE: form.get(ONE, run.number(0)) ** exponent})

    def _compared(self, other: object) -> Any:
        del other
        refuse(self, "compares")

    __lt__ = __le__ = __gt__ = __ge__ = _compared


_form_of, _keep_form = sealed(_Letter, "_form")


def _sum(one: Mapping[Key, Ratio], other: Mapping[Key, Ratio]) -> dict[Key, Ratio]:
    total = dict(one)
    for key, k in other.items():
        total[key] = total[key] + k if key in total else k
    return total


class _Run(Draw):
    """Draws letters for noise, and remembers what it refused."""

    __slots__ = ("_one", "drawn", "trouble")

    def __init__(self, letters: Mapping[str, Ratio]) -> None:
        first = next(iter(letters.values()))
        self._one = first * 0 + 1
        self.drawn: list[tuple[str, Ratio]] = []
        self.trouble: ProgramError | None = None

    def fault(self, text: str) -> NoReturn:
        """Remember and raise a ProgramError."""
        self.trouble = self.trouble or ProgramError(text)
        raise self.trouble

    def number(self, number: int | Fraction) -> Ratio:
        """A number that depends on nothing."""
        return self._one * number

    def letter(self, form: Ratio) -> _Letter:
        """A number that depends on symbols."""
        return self.linear({ONE: form})

    def linear(self, form: Mapping[Key, Ratio]) -> _Letter:
        """A linear form."""
        return _Letter(self, form)

    def form(self, one: _Letter, other: object) -> dict[Key, Ratio]:
        """What is added to or multiplied with a letter."""
        if type(other) is _Letter:
            form: dict[Key, Ratio] = _form_of(other)[1]
            return form
        if isinstance(other, (Opaque, bool)):
            refuse(one, "combines something else with")
        if not isinstance(other, (int, Fraction)):
            refuse(one, f"combines {type(other).__name__} with")
        return {ONE: self.number(other)}

    def inverse(self, one: _Letter, form: Mapping[Key, Ratio]) -> _Letter:
        """1/form."""
        if form.keys() - {ONE}:
            refuse(one, "divides by an entry or by noise with")
        try:
            return self.letter(form.get(ONE, self.number(0)).inverse())
        except NumberError as error:
            self.fault(str(error))

    def discrete_laplace(
        self, scale: Any = None, *, ratio: Any = None, low: Any = None, high: Any = None
    ) -> Any:
        """A letter for discrete Laplace noise."""
        if ratio is not None or low is not None or high is not None:
            self.fault("with symbols, discrete_laplace() takes a scale alone")
        return self._noise("discrete_laplace", scale)

    def discrete_gaussian(self, sigma2: Any) -> Any:
        """A letter for discrete Gaussian noise."""
        return self._noise("discrete_gaussian", sigma2)

    def _noise(self, law: str, scale: Any) -> Any:
        if law not in LAWS:
            self.fault(f"draws {law}() noise, of which nothing is decided with symbols")
        if type(scale) is _Letter:
            form = _form_of(scale)[1]
            if form.keys() - {ONE}:
                self.fault(f"the scale of {law}() depends on the input or on noise")
            size = form.get(ONE, self.number(0))
        else:
            try:
                size = self.number(laws.number(scale, f"the scale of {law}()").as_fraction())
            except NumberError as error:
                self.fault(str(error))
        if not all(c > 0 for c in size.num.to_dict().values()) or size == 0:
            self.fault(f"the scale of {law}() is {size}; it is above 0 for all positive symbols"
                       " where its coefficients are")  # fmt: skip
        self.drawn.append((law, size))
        return self.linear({("noise", len(self.drawn) - 1): self.number(1)})

    def _take(self, law: laws.Law) -> Any:
        self.fault(f"draws {law.name}, of which nothing is decided with symbols")

    def of(self, program: Any) -> list[dict[Key, Ratio]]:
        """The forms that a program returns."""
        try:
            output = program(self)
        except Exception as error:
            raise self.trouble or raised(error) from error
        if self.trouble is not None:
            raise self.trouble
        alone = type(output) is _Letter  # which refuses to say of what kind it is
        several = [*output] if not alone and isinstance(output, (list, tuple)) else [output]
        if not several or any(type(one) is not _Letter for one in several):
            raise ProgramError("with symbols a program returns noisy values, one or several")
        return [_form_of(one)[1] for one in several]


class _Numbers(Draw):
    """Answers the j-th draw with a number, if its law and scale are those of the j-th letter."""

    __slots__ = ("_at", "_drawn", "_noise_numbers", "count")

    def __init__(self, run: _Run, at: Mapping[str, Fraction], noise: list[Fraction]) -> None:
        self._drawn, self._at, self._noise_numbers, self.count = run.drawn, at, noise, 0

    def discrete_laplace(
        self, scale: Any = None, *, ratio: Any = None, low: Any = None, high: Any = None
    ) -> Any:
        """The next number."""
        del ratio, low, high
        return self._noise("discrete_laplace", scale)

    def discrete_gaussian(self, sigma2: Any) -> Any:
        """The next number."""
        return self._noise("discrete_gaussian", sigma2)

    def _noise(self, law: str, scale: Any) -> Any:
        number = self.count
        self.count += 1
        wanted = self._drawn[number] if number < len(self._drawn) else None
        size = laws.number(scale, "a scale").as_fraction()
        if wanted is None or wanted[0] != law or wanted[1].at(self._at) != size:
            raise ProgramError(DIFFERS)
        return self._noise_numbers[number]

    def _take(self, law: laws.Law) -> Any:
        del law
        raise ProgramError(DIFFERS)


DIFFERS: Final = (
    "does not do with numbers what it does with symbols; a program may compute, draw and release"
    " with them, and go by nothing else"
)


def _compare(
    found: Mechanism, run: _Run, forms: list[dict[Key, Ratio]], at: Mapping[str, Fraction],
    sample: Any,
) -> None:  # fmt: skip
    """Run the program on numbers; raise a ProgramError where it does something else."""
    size = len(sample) if isinstance(sample, (list, tuple)) else 1
    place = [Fraction(7 * i + 2) for i in range(size)]
    noise = [Fraction(5 - 2 * j) for j in range(len(run.drawn))]
    point = type(sample)(place) if isinstance(sample, (list, tuple)) else place[0]
    numbers = {ONE: Fraction(1)}
    numbers |= {("entry", i): x for i, x in enumerate(place)}
    numbers |= {("noise", j): x for j, x in enumerate(noise)}
    wanted = [sum((k.at(at) * numbers[key] for key, k in f.items()), Fraction(0)) for f in forms]
    draw = _Numbers(run, at, noise)
    output = found.run(point, **at)(draw)
    several = [*output] if isinstance(output, (list, tuple)) else [output]
    if several != wanted or draw.count != len(run.drawn):
        raise ProgramError(DIFFERS)


def _value(
    found: Mechanism, run: _Run, forms: list[dict[Key, Ratio]], form: dict[Key, Ratio], size: int
) -> Value:
    """A released value with noise of its own."""
    noises = [j for kind, j in form if kind == "noise"]
    alone = len(noises) == 1 and sum(("noise", noises[0]) in other for other in forms) == 1
    if not alone:
        raise ProgramError(
            f"{found.name}: with symbols each released value has one noise of its own"
        )
    law, scale = run.drawn[noises[0]]
    none = run.number(0)
    slopes = tuple(form.get(("entry", i), none) for i in range(size))
    return Value(law, scale, form["noise", noises[0]], slopes)
