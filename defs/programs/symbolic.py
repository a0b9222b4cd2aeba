"""Enumerating a program with ε as a symbol: the channel of every ε at once.

The program is run once per path, as ever; probabilities of draws may be functions of ε
(`defs/symbolic`), and the program may compute with ε but not branch on it. Nothing is left out: a
program with more paths than the budget is refused; a loop that comes back to a checkpoint is
closed.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any, NoReturn

from flint import fmpq

from dpverify.defs.errors import NumberError, ProgramError, Undecided, UsageError
from dpverify.defs.numbers import exp
from dpverify.defs.numbers.exponential_polynomial import ExpPoly
from dpverify.defs.programs import laws
from dpverify.defs.programs.elsewhere import no_other_coins
from dpverify.defs.programs.enumeration import MOST_CELLS, form_of, promises_of
from dpverify.defs.programs.explore import Purse, Run
from dpverify.defs.programs.laws import Branch, Law
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.programs.paths import SubLaw, law_of, retraced
from dpverify.defs.programs.replay import Prefix, Replay
from dpverify.defs.programs.telling import AS_ON_NUMBERS
from dpverify.defs.symbolic.family import Family, in_order
from dpverify.defs.symbolic.formal import EPS, Formal, constant, formal
from dpverify.defs.symbolic.symbol import Ledger, Symbol, formal_of
from dpverify.defs.target import Target

SYMBOL = "eps"
MOST_PATHS = 5_000
"""Paths of all inputs together: sums in ε cost more than rationals."""
MOST_DRAWS = 200
"""Draws on one path between two checkpoints."""


@dataclass
class Conditions:
    """What must be so for the draws of a program to be some.

    Args: nonnegative functions that are ≥ 0, in the order of the draws; ratios of noise, none of
        which is 1; divisors of whatever the program computed.
    """

    nonnegative: dict[Formal, None] = field(default_factory=dict)
    ratios: dict[Formal, None] = field(default_factory=dict)
    divisors: set[ExpPoly] = field(default_factory=set)


class FormalLaw(Law):
    """Finitely many values with probabilities that are functions of ε and sum to 1."""

    __slots__ = ("branches", "certain")

    def __init__(self, values: Sequence[Any], weights: Sequence[Formal]) -> None:
        self.name = ", ".join(
            f"{laws.value_name(v)}: {w}" for v, w in zip(values, weights, strict=True)
        )
        pairs = zip(values, weights, strict=True)
        self.branches = [(value, w, 0.0) for value, w in pairs if not w.is_zero]
        self.certain = len(self.branches) == 1

    @property
    def size(self) -> int:
        return len(self.branches)

    def branch(self, i: int) -> Branch | None:
        return self.branches[i] if i < len(self.branches) else None


class FormalReplay(Replay):
    """Draws along every path, with probabilities that may depend on ε.

    Args: as for Replay; conditions collects what must be so.
    """

    __slots__ = ("_conditions",)

    def __init__(
        self, prefix: Prefix, floor: float, tick: Callable[[], None], conditions: Conditions
    ) -> None:
        super().__init__(prefix, floor, tick)
        self._conditions = conditions

    def flip(self, p: Any) -> bool:
        if type(p) is not Symbol:
            return super().flip(p)
        heads = formal_of(p)
        return bool(self._formal((True, False), (heads, 1 - heads)))

    def choice(self, table: Any) -> Any:
        if not isinstance(table, Mapping) or not any(type(p) is Symbol for p in table.values()):
            return super().choice(table)
        weights = [self._exact(p) for p in table.values()]
        whole = sum(weights[1:], weights[0])
        if whole != 1:
            self._refuse(f"the probabilities of choice() sum to {whole}; they must sum to 1")
        return self._formal(tuple(table), weights)

    def geometric(self, ratio: Any, *, most: int | None = None) -> int:
        if type(ratio) is not Symbol:
            return super().geometric(ratio, most=most)
        if most is None:
            self._unbounded("geometric", "most=")
        weights = laws.geometric_weights(self._ratio(formal_of(ratio)), most)
        return int(self._formal(range(most + 1), weights))

    def discrete_laplace(
        self,
        scale: Any = None,
        *,
        ratio: Any = None,
        low: int | None = None,
        high: int | None = None,
    ) -> int:
        if type(scale) is not Symbol and type(ratio) is not Symbol:
            return super().discrete_laplace(scale, ratio=ratio, low=low, high=high)
        if (scale is None) == (ratio is None):
            self._refuse("discrete_laplace() takes a scale, or ratio=, and not both")
        if low is None or high is None:
            self._unbounded("discrete_laplace", "low= and high=")
        r = self._ratio(self._exact(exp(-1 / scale) if ratio is None else ratio))
        return int(self._formal(range(low, high + 1), laws.clamped_weights(r, low, high)))

    def _ratio(self, r: Formal) -> Formal:
        """A ratio of noise: in [0, 1), whatever of it is left in the probabilities."""
        if r == 1:
            self._refuse("a ratio of noise is 1; it lies between 0 and 1, without 1")
        nonnegative = self._conditions.nonnegative
        nonnegative[r] = nonnegative[1 - r] = self._conditions.ratios[r] = None
        return r

    def _formal(self, values: Sequence[Any], weights: Sequence[Any]) -> Any:
        if len(self._values) > MOST_DRAWS:
            text = f"a path of more than {MOST_DRAWS} draws; {_LOOPS}"
            raise self._noted(Undecided("unsupported", text))
        exact = [self._exact(w) for w in weights]
        for weight in exact:
            if weight.as_rational() is None:
                self._conditions.nonnegative[weight] = None
            elif weight.as_rational() < 0:  # type: ignore[operator]  # not None
                self._refuse(f"a probability is {weight}; it is at least 0")
        return self._take(FormalLaw(values, exact))

    def _exact(self, given: Any) -> Formal:
        if type(given) is Symbol:
            return formal_of(given)
        if isinstance(given, Formal):
            return given
        try:
            return constant(0) + laws.number(given, "a probability")
        except NumberError as error:
            self._refuse(str(error))

    def _unbounded(self, law: str, ends: str) -> NoReturn:
        self._refuse(
            f"{law}() has infinitely many values; with eps as a symbol every law is finite: give"
            f" {ends}"
        )

    def _refuse(self, text: str) -> NoReturn:
        raise self._noted(ProgramError(text))


def with_symbol(mechanism: Mechanism, settings: Mapping[str, str]) -> Mechanism:
    """The mechanism with `eps` for its parameter of that name, and for settings that mention it.

    Args: settings texts by name, such as {"base": "exp(eps/2)"}.
    Raises: UsageError where no parameter depends on ε, or `eps` is set to something else.
    """
    chosen = {name: _setting(text) for name, text in settings.items()}
    if SYMBOL in mechanism.parameters and SYMBOL not in chosen:
        chosen[SYMBOL] = EPS
    if not any(isinstance(value, Formal) for value in chosen.values()):
        raise UsageError(
            f"{mechanism.name}: nothing depends on eps; with --eps-range leave out its value, or"
            " set a parameter to a function of it, as :base=exp(eps/2)"
        )
    return mechanism.with_parameters(**chosen)


def refuse_inputs_of(mechanism: Mechanism, names: Collection[str]) -> None:
    """Raise a ProgramError where the inputs are a function of one of some parameters.

    With a symbol for it they would be listed for one value of ε, and are others at the next.
    """
    if callable(mechanism.inputs):
        for name in inspect.signature(mechanism.inputs).parameters:
            if name in names:
                raise ProgramError(
                    f"{mechanism.name}: inputs is a function of {name}, which depends on eps; with"
                    " --eps-range the inputs are the same for every eps"
                )


def _setting(text: str) -> Any:
    if SYMBOL not in text:
        return text
    try:
        return formal(text)
    except NumberError as error:
        raise UsageError(str(error)) from None


def split(target: Target) -> tuple[Target, dict[str, str]]:
    """The target without its settings, and these."""
    return replace(target, settings=()), dict(target.settings)


def family_of(
    mechanism: Mechanism,
    *,
    paths: int = MOST_PATHS,
    tick: Callable[[], None] = lambda: None,
    backward: bool = False,
) -> Family:
    """The channels of a program whose parameters may be functions of ε.

    Args: paths the budget; tick is called often and raises where time is up; backward as for
        `enumerations`.
    Raises: ProgramError for a program that branches on ε, draws from an infinite law, or cannot be
        enumerated; Undecided where the budget ends first.
    """
    laws.forget()
    refuse_inputs_of(mechanism, _functions(mechanism))
    purse, conditions = Purse(paths, tick), Conditions()
    cases, relation, _ = form_of(mechanism)
    followed: dict[str, SubLaw] = {}
    with no_other_coins(mechanism.name, *mechanism.functions) as reached:
        for label in reversed(cases) if backward else cases:
            ledger = Ledger()
            run = mechanism.run(cases[label], **_symbols(mechanism, ledger))
            try:
                followed[label] = _law(run, purse, conditions, ledger, backward=backward)
            except ProgramError as error:
                raise ProgramError(f"{mechanism.name}, input {label}: {error}") from error
            conditions.divisors |= ledger.divisors
        keeps, told = reached.keeps, (AS_ON_NUMBERS,) if reached.tells else ()
    laws_by_input = {label: followed[label].masses for label in cases}
    outputs = sorted({output for law in laws_by_input.values() for output in law}, key=_place)
    if len(outputs) * len(cases) > MOST_CELLS:
        raise Undecided("bits", f"{mechanism.name} has {len(outputs)} outputs, too many")
    rows = tuple(
        tuple(constant(0) + law.get(output, fmpq(0)) for output in outputs)
        for law in laws_by_input.values()
    )
    return Family(
        tuple(cases),
        tuple(outputs),
        rows,
        relation,
        tuple(sorted(conditions.nonnegative, key=str)),  # whichever path came first
        in_order(conditions.divisors),
        tuple(sorted(conditions.ratios, key=str)),
        (*promises_of(list(followed.values()), keeps=keeps), *told),
    )


def _functions(mechanism: Mechanism) -> dict[str, Formal]:
    """The parameters that are functions of ε."""
    return {k: v for k, v in mechanism.parameters.items() if isinstance(v, Formal)}


def _symbols(mechanism: Mechanism, ledger: Ledger) -> dict[str, Symbol]:
    """The parameters that are functions of ε, as a program may use them."""
    functions = _functions(mechanism)
    for function in functions.values():
        ledger.divisors |= function.divisors
    return {name: Symbol(ledger, function) for name, function in functions.items()}


def _law(
    run: Run, purse: Purse, conditions: Conditions, ledger: Ledger, *, backward: bool
) -> SubLaw:
    """The probabilities of the outputs; every path was run twice, the last branches first.

    Raises: ProgramError for what a symbol refused, whatever the program made of that.
    """

    def draws(prefix: Prefix, floor: float, tick: Callable[[], None]) -> Replay:
        return FormalReplay(prefix, floor, tick, conditions)

    try:
        law = law_of(run, -inf, purse, draws, backward=backward)
        if not law.merged:  # where it came to a checkpoint, all paths were run without it too
            retraced(run, -inf, law, purse.tick, draws)
    except ProgramError:
        ledger.check()
        raise
    ledger.check()
    if not law.whole:
        raise Undecided("unsupported", f"there are more than {law.paths} paths; {_LOOPS}")
    return law


def _place(label: str) -> tuple[int, int, str]:
    digits = label.removeprefix("-")
    number = digits.isdecimal() and digits.isascii() and len(digits) < 100
    return (0, int(label), label) if number else (1, 0, label)


_LOOPS = (
    "with eps as a symbol every path is followed to its end: bound the loops, or close them by"
    " draw.checkpoint()"
)
