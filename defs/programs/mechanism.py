"""`@mechanism`: a Python function that draws, with its inputs and their neighbours.

What must never change: the one function is what is enumerated and what is sampled; the first
argument is the input, the second the draw, all others are keyword parameters.
"""

from __future__ import annotations

import dis
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from copy import deepcopy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice, pairwise
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, overload

from dpverify.defs.clock import look
from dpverify.defs.emptiness import refuse_empty
from dpverify.defs.errors import InputError, ProgramError, Undecided
from dpverify.defs.neighbours import ALONE
from dpverify.defs.programs.datasets import DataSets
from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.elsewhere import no_other_coins
from dpverify.defs.programs.guards import read_files
from dpverify.defs.programs.kept_defaults import is_known, refuse_changed
from dpverify.defs.programs.labels import as_seen, label_of
from dpverify.defs.programs.parameters import assignments, bound, parameters_of
from dpverify.defs.programs.reach import Reached, reached
from dpverify.defs.programs.tail import TailBound, tail_bound
from dpverify.defs.validate import shown

if TYPE_CHECKING:
    from dpverify.defs.programs.paths import SubLaw

Function = Callable[..., Any]

MAX_INPUTS = 10_000


@dataclass(frozen=True)
class Mechanism:
    """A program with its inputs; made by `@mechanism`.

    Args:
        function: (input, draw, *, parameters) ↦ output.
        inputs: a list of inputs, or a function of (some of) the parameters that returns one; or
            `datasets(…)`, which say themselves which are neighbours.
        neighbours: "all", a list of pairs of inputs, or a predicate of two inputs; in both orders.
        key: makes of each output something that has a label; the outputs with equal keys are one.
        tail: for a program with infinitely many outputs, a pair (core, eps), or a function of (some
            of) the parameters that returns one: your word that each output outside the core is at
            most e^eps times as likely on an input as on a neighbour.
        about: id, name, title, source and the like, for the mechanisms of the library.
        settings: parameters that differ from their defaults.
        after: functions that are applied in turn to what `function` releases, as `then` adds them.
    """

    function: Function
    inputs: Any
    neighbours: Any = "all"
    key: Function | None = None
    about: Mapping[str, Any] = field(default_factory=dict)
    tail: Any = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    after: tuple[Function, ...] = ()

    traceable: ClassVar[bool] = True
    """Whether its noise may be a symbol: it draws from a `draw` that it is given."""

    @property
    def name(self) -> str:
        """The name of the function, or of the last one that is applied to what it releases."""
        return str(getattr([self.function, *self.after][-1], "__name__", "mechanism"))

    @property
    def functions(self) -> list[Function]:
        """All functions of the program, in the order in which they run."""
        key = [] if self.key is None else [self.key]
        return [self.function, *self.after, *key]

    @property
    def released(self) -> Mechanism:
        """The mechanism whose output is what is released, before any function of it."""
        return replace(self, after=())

    def then(self, function: Function) -> Mechanism:
        """The mechanism with a function of what it releases after it; a decorator.

        The function may be any Python: it gets the output of the mechanism and nothing else, so
        that whatever is shown of what is released holds of what the function makes of it.

        Raises: ProgramError for what is no plain function of one argument, or returns nothing, and
            for a mechanism with a key.

        >>> @mechanism(inputs=[0, 1])
        ... def noisy(x, draw):
        ...     return x + draw.laplace(1)
        >>> @noisy.then
        ... def square(released):
        ...     return released * released
        >>> square.name, square.released.name
        ('square', 'noisy')
        """
        _refuse_no_function_of_one(function)
        if self.key is not None:
            raise ProgramError(
                f"then({function.__name__}): {self.name} has a key; leave it out, and let the"
                " function after it do what the key does"
            )
        # A promise about the outputs of the mechanism is none about those of the function.
        return replace(self, after=(*self.after, function), tail=None)

    @property
    def parameters(self) -> dict[str, Any]:
        """The value of every keyword parameter, exact."""
        return dict(self._parameters)

    @cached_property
    def _parameters(self) -> dict[str, Any]:
        # Read once: a program is run at thousands of points, and a signature costs more than a run.
        return bound(self.name, parameters_of(self.function), self.settings)

    @property
    def target(self) -> str:
        """Name and settings as a target spells them."""
        chosen = {name: value for name, value in self.parameters.items() if name in self.settings}
        return f"{self.name}:{assignments(chosen)}" if chosen else self.name

    def __call__(self, given: Any, draw: Draw, **settings: Any) -> Any:
        """Run the program once, with a draw of your own."""
        parameters = self.with_parameters(**settings).parameters
        return self._onward(self.function(given, draw, **parameters))

    def with_parameters(self, **settings: Any) -> Mechanism:
        """The mechanism with other parameters, given as texts or exact numbers.

        Raises: UsageError for a parameter that the function does not have.
        """
        program = replace(self, settings={**self.settings, **settings})
        _ = program.parameters
        return program

    def cases(self) -> dict[str, Any]:
        """The inputs by label, in order.

        Raises: EmptyQuestion where there are fewer than two, or none where one is `ALONE`;
            ProgramError where there are too many, or two with one label.
        """
        cases: dict[str, Any] = {}
        for value in self.first_inputs(MAX_INPUTS + 1):
            label = self._input_label(value)
            if label in cases:
                raise ProgramError(f"{self.name}: the input {label} is given twice; inputs differ")
            cases[label] = value
        refuse_empty(
            len(cases) > 1 or (cases and self.neighbours is ALONE),
            f"{self.name} has {'one input' if cases else 'no inputs'}",
            f"give 2 to {MAX_INPUTS}, of which some are neighbours",
        )
        if len(cases) > MAX_INPUTS:
            raise ProgramError(
                f"{self.name} has more than {MAX_INPUTS} inputs; give 2 to {MAX_INPUTS}"
            )
        return cases

    def first_inputs(self, count: int) -> list[Any]:
        """So many inputs, the first ones, or all if there are fewer.

        Raises: ProgramError where inputs are no list.
        """
        given = self._asked(self.inputs, "inputs")
        if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
            raise ProgramError(f"{self.name}: inputs is {shown(given)}; give a list of inputs")
        self._refuse_used_up(self.inputs, "inputs")  # a function of parameters makes new ones
        return list(islice(given, count))

    def relation(self, cases: Mapping[str, Any]) -> Any:
        """The neighbours as a channel takes them: "all", or pairs of labels."""
        if isinstance(self.inputs, DataSets):
            if self.neighbours != "all":
                raise ProgramError(
                    f"{self.name}: data sets say which are neighbours; give neighbours= to"
                    " datasets alone"
                )
            labels = list(cases)
            return [[labels[i], labels[j]] for i, j in self.inputs.pairs]
        if callable(self.neighbours):
            near = self.neighbours
            items, pairs = list(cases.items()), []
            for i, (a, x) in enumerate(items):
                look()
                pairs += [[a, b] for b, y in items[i + 1 :] if near(x, y) or near(y, x)]
            if any(self._input_label(x) != a for a, x in items):
                raise ProgramError(
                    f"{self.name}: neighbours changes the inputs that it compares; let it work on"
                    " copies, such as list(x)"
                )
            return pairs
        given = self.neighbours
        if given is ALONE or (isinstance(given, str) and given == "all"):
            return given
        self._refuse_used_up(given, "neighbours")
        # A text is no list of pairs, though its letters could be gone through.
        listed: Any = None if isinstance(given, str) else given
        try:
            pairs = [[*pair] for pair in listed]
        except TypeError:
            raise ProgramError(
                f"{self.name}: neighbours is {shown(given)}; give 'all', a list of pairs"
                " of inputs, or a predicate of two inputs such as lambda x, y: abs(x - y) <= 1"
            ) from None
        for pair in pairs:
            if len(pair) != 2:
                raise ProgramError(
                    f"{self.name}: neighbours holds {shown(tuple(pair))}, which is no pair of two"
                    " inputs; give a list of pairs"
                )
        return [[self._input_label(x) for x in pair] for pair in pairs]

    def bound_of_tail(self) -> TailBound | None:
        """What is promised of the outputs outside a core; None where nothing is."""
        return tail_bound(self._asked(self.tail, "tail"), self.name)

    def run(self, given: Any, **instead: Any) -> Callable[[Draw], Any]:
        """The program on one input, as a function of the draw alone.

        Args: given the input; instead: what parameters are to be in place of their numbers.
        """
        function, plain = self.function, self.key is None and not self.after
        parameters = {**self.parameters, **instead}
        fixed = _immutable(given) and all(map(_immutable, parameters.values()))
        if fixed and plain and not parameters:
            return lambda draw: function(given, draw)
        if fixed and plain:
            return lambda draw: function(given, draw, **parameters)

        # Copies that a run left as they were are as good as new ones, if all of them is compared.
        known, unchanged = all(map(is_known, parameters.values())), list[dict[str, Any]]()

        def once(draw: Draw) -> Any:
            # A program may change a list that it is given; the next run must not see that.
            used = unchanged.pop() if unchanged else deepcopy(parameters)
            output = self.seen(function(deepcopy(given), draw, **used))
            refuse_changed(self.name, parameters, used)
            if known:
                unchanged.append(used)
            return output

        return once

    def sample(self, given: Any, count: int, *, seed: int) -> list[Any]:
        """Outputs of independent runs on one input, by exact draws from the bits of a seed.

        Args: given an input; count how many; seed an integer ≥ 0.
        Raises: ProgramError for a draw that cannot be sampled exactly.
        """
        from dpverify.defs.programs.sampling import samples

        return samples(self.run(given), count, seed)

    def examined(self) -> AbstractContextManager[Reached]:
        """Within this, what the program looks at beside its input and draws is refused.

        Returns: what the program can get at.
        """
        return no_other_coins(self.name, *self.functions)

    def idealised(self) -> Any:
        """Itself: its noise is that of real numbers."""
        return self

    def makes_sets(self) -> bool:
        """Whether it can get at a set whose order may depend on the hashes of texts."""
        return reached(self.functions).sets

    def promises(self) -> tuple[str, ...]:
        """What every answer about it rests on, beside what it draws."""
        return read_files()

    def confirm(self, cases: Mapping[str, Any], laws: Sequence[SubLaw]) -> None:
        """Compare the laws that were found with what else is known of the program: nothing here.

        Args: cases the inputs by label; laws those of the inputs, in the same order.
        """

    def seen(self, output: Any) -> Any:
        """What is seen of what `function` returns: what `after` and then `key` make of it."""
        output = self._onward(output)
        return output if self.key is None else self.key(output)

    def _onward(self, released: Any) -> Any:
        """What the functions after it make of what is released."""
        for function in self.after:
            released = function(as_seen(released))
        return released

    def _asked(self, given: Any, what: str) -> Any:
        """Inputs as a list; a function of parameters is called with those that it names."""
        if not callable(given):
            return given
        known = self.parameters
        names = list(inspect.signature(given).parameters)
        for name in names:
            if name not in known:
                raise ProgramError(f"{self.name}: {what} is a function of {name}, no parameter")
        try:
            return given(**{name: known[name] for name in names})
        except (InputError, MemoryError, Undecided):
            raise
        except Exception as error:
            # Of the library's mechanisms too: their n may be −1.
            raise unreadable(self.name, error) from error

    def _refuse_used_up(self, given: Any, what: str) -> None:
        """Refuse a generator: the second look at it would find nothing."""
        if isinstance(given, Iterator):
            raise ProgramError(
                f"{self.name}: {what} is of the type {type(given).__name__}, which can be gone"
                " through once; give a list, as by list(…)"
            )

    def _input_label(self, value: Any) -> str:
        try:
            return label_of(_frozen(value))
        except ProgramError:
            raise ProgramError(
                f"{self.name}: the input {shown(value)} has no label; inputs are None, bools, ints,"
                " texts, bytes, Fractions, or lists and tuples of these"
            ) from None


@overload
def mechanism(
    *,
    inputs: Any,
    neighbours: Any = ...,
    key: Function | None = ...,
    tail: Any = ...,
    **about: Any,
) -> Callable[[Function], Mechanism]: ...


@overload
def mechanism(function: Function, /) -> Mechanism: ...


def mechanism(
    function: Function | None = None,
    /,
    *,
    inputs: Any = None,
    neighbours: Any = "all",
    key: Function | None = None,
    tail: Any = None,
    **about: Any,
) -> Any:
    """Make a mechanism of a function (input, draw, *, parameters) ↦ output.

    Args: inputs, neighbours, key and tail as for `Mechanism`; about its further keywords, such as
        `title` and `claim`.
    Raises: ProgramError for a function of another form, one that returns nothing, or without
        inputs.

    >>> @mechanism(inputs=[0, 1])
    ... def randomized_response(bit, draw):
    ...     return bit if draw.flip("1/2") else int(draw.flip("1/2"))
    >>> from dpverify.defs.programs import channel_of
    >>> channel_of(randomized_response).probability("0", "1")
    Value('1/4')
    """
    if function is not None or inputs is None:
        raise ProgramError("write @mechanism(inputs=[…]): a mechanism needs its inputs")

    def decorate(found: Function) -> Mechanism:
        parameters_of(found)
        if _returns_nothing(found):
            raise ProgramError(
                f"the mechanism {found.__name__} returns nothing; return what it releases"
            )
        return Mechanism(found, inputs, neighbours, key, about, tail)

    return decorate


def _refuse_no_function_of_one(function: Any) -> None:
    """Raise a ProgramError unless this is a plain function that takes what was released alone."""
    # A method or an object that is called may hold more than its code and what it was closed over.
    if not isinstance(function, FunctionType):
        raise ProgramError(f"then({shown(function)}): give a function, def or lambda")
    name, parameters = function.__name__, inspect.signature(function).parameters.values()
    if [p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters] != [True]:
        raise ProgramError(f"then({name}): give a function of one argument, what was released")
    if _returns_nothing(function):
        raise ProgramError(f"then({name}): it returns nothing; return what is made of the values")


def _returns_nothing(function: Function) -> bool:
    """Whether every way out of a function returns None: a forgotten `return`.

    A mechanism that releases nothing would be as private as can be, and not what was meant.
    """
    code = getattr(function, "__code__", None)
    steps = list(dis.get_instructions(code)) if code is not None else []
    ways = [
        step.argval if step.opname == "RETURN_CONST" else _returned(before, step)
        for before, step in pairwise(steps)
        if step.opname in ("RETURN_VALUE", "RETURN_CONST")
    ]
    return bool(ways) and all(value is None for value in ways)


def _returned(before: dis.Instruction, step: dis.Instruction) -> Any:
    """The constant that is returned; for anything else, something that is not None.

    Where branches join at a `return`, the constant before it belongs to one of them alone.
    """
    return before.argval if before.opname == "LOAD_CONST" and not step.is_jump_target else step


def _frozen(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return tuple(_frozen(member) for member in value)
    return value


def _immutable(value: Any) -> bool:
    """Whether a value cannot change; a type of the program's own may have a hash and change."""
    if type(value) in (tuple, frozenset):
        return all(map(_immutable, value))
    known = type(value) in (int, bool, float, complex, str, bytes, type(None), Fraction, range)
    return known or type(value).__module__.startswith("dpverify.")


def unreadable(name: str, error: BaseException) -> ProgramError:
    """What is said where a function for the inputs, the neighbours or the tail raises."""
    return ProgramError(
        f"{name}: its inputs, neighbours or tail cannot be read:"
        f" {type(error).__name__}: {' '.join(str(error).split())[:200]}"
    )
