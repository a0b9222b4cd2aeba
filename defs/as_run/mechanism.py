"""`as_run`: a mechanism made of real code, called unmodified, with its randomness answered exactly.

What must never change: the function that is enumerated is the one that was given; every path is
compared with runs of the same function on plain numbers, and the finished law with runs on its
real randomness. Where they differ the code is refused, never guessed.
"""

from __future__ import annotations

import dis
import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from copy import deepcopy
from dataclasses import dataclass, field
from math import log, sqrt
from time import perf_counter
from typing import Any

from dpverify.defs.as_run.answers import Answers, Enumerated, Event, Plain, answered_by
from dpverify.defs.as_run.compiled import COMPUTES, refuse_compiled, versions
from dpverify.defs.as_run.installing import Generators, answering
from dpverify.defs.as_run.notes import Notes
from dpverify.defs.as_run.receiver import seen
from dpverify.defs.as_run.refusing import Refused
from dpverify.defs.errors import ProgramError, Undecided, UsageError
from dpverify.defs.numbers import Value
from dpverify.defs.programs.clear import codes
from dpverify.defs.programs.elsewhere import refuse_threads
from dpverify.defs.programs.guards import EXAMINATION, STATE, read_files
from dpverify.defs.programs.labels import Labelled
from dpverify.defs.programs.libraries import library_module
from dpverify.defs.programs.mechanism import Function, Mechanism
from dpverify.defs.programs.paths import SubLaw
from dpverify.defs.programs.reach import Reached, reached
from dpverify.defs.validate import shown

COMPARED, EVERY = 2_000, 64
"""Runs of an input that are compared at all places: the first ones, then one in so many."""
OTHERWISE = (
    "it does more with a uniform value than what is followed here, or keeps something from one run"
    " to the next, as a cache or a counter does"
)
"""Why a run on plain numbers may differ from the path that was followed."""
OF_NUMPY = (
    "NumPy gives a value of its own type there, and the path that was followed one of Python's;"
    " return bool(…) of it, or give --values-only (types=False) if no type is seen"
)
"""The same where both are one value, such as True and numpy.True_."""
PLACES = (0, 1000, 618)
"""Where in its interval each uniform value lies then, in thousandths: both ends and one within."""
WITHIN = PLACES[2:]
"""Where it lies in all other runs. Each path is compared: code may tell a number from what stands
for it on one path alone, which need be neither among the first ones nor one that chance takes."""
REAL_RUNS, REAL_SECONDS = 200, 0.25
"""Runs of an input on its real randomness, and the seconds after which no further one is begun."""
FALSE_ALARM = 1e-12
"""Probability at most with which a true law is refused for the frequency of one output."""


@dataclass(frozen=True)
class AsRun(Mechanism):
    """Real code with its inputs; made by `as_run`.

    Args: exceptions whether an exception is an output, named by its type; types whether a receiver
        sees the types of what is returned; the others as for `Mechanism`.
    """

    exceptions: bool = False
    types: bool = True
    notes: Notes = field(default_factory=Notes, compare=False, repr=False)

    traceable = False

    @property
    def name(self) -> str:
        """The name of the function."""
        last = [self.function, *self.after][-1]
        return str(getattr(last, "__name__", type(last).__name__))

    @property
    def parameters(self) -> dict[str, Any]:
        """Real code has none here; bind them by functools.partial."""
        if self.settings:
            raise UsageError(
                f"{self.name} is checked as it is, without parameters; give a function that sets"
                f" {', '.join(self.settings)}"
            )
        return {}

    def __call__(self, given: Any, *_: Any, **__: Any) -> Any:
        """Call the function once, on its real randomness."""
        return self._onward(self.function(given))

    def sample(self, given: Any, count: int, *, seed: int) -> list[Any]:
        """Outputs of the function on its real randomness; a seed does not reach that."""
        del seed
        return [self(deepcopy(given)) for _ in range(count)]

    def run(self, given: Any, **instead: Any) -> Callable[[Any], Any]:
        """The code on one input, as a function of the draw alone."""
        del instead
        runs = 0

        def once(draw: Any) -> Labelled:
            nonlocal runs
            answers = Enumerated(draw, self.notes)
            label = self._outcome(given, answers)
            runs += 1
            everywhere = runs <= COMPARED or not runs % EVERY
            self._compare(given, answers.events, label, PLACES if everywhere else WITHIN)
            return Labelled(label)

        return once

    def makes_sets(self) -> bool:
        """Whether it can get at such a set; code of a library may, and is not looked through."""
        libraries = refuse_compiled(self.functions)
        return bool(frozenset(libraries) - COMPUTES) or super().makes_sets()

    def examined(self) -> AbstractContextManager[Reached]:
        """Within this, the code's draws are answered and all other entropy is refused."""
        return self._examined()

    def idealised(self) -> Mechanism:
        """The same code as a program with continuous noise, its floats taken for real numbers."""
        from dpverify.defs.as_run.idealised import Idealised

        return Idealised(
            self.function, self.inputs, self.neighbours, self.key, self.about, None, {}, self.after,
            code=self,
        )  # fmt: skip

    def traced_output(self, given: Any) -> Any:
        """What one run returns, with symbols for what depends on continuous noise."""
        from dpverify.defs.as_run.forms import RAISED, form_of
        from dpverify.defs.as_run.idealised import released

        try:
            output = self._onward(self.function(deepcopy(given)))
            output = output if self.key is None else self.key(output)
        except (ProgramError, Undecided, MemoryError, RecursionError):
            raise
        except Exception as error:
            if not self.exceptions or STATE.trouble is not None:
                raise
            self.notes.form = RAISED
            self.notes.excepted = True
            return f"raises {type(error).__name__}"
        self.notes.form = form_of(output, types=self.types)
        return released(output, types=self.types)

    def promises(self, *, idealised: bool = False) -> tuple[str, ...]:
        """What an answer rests on beside the code: sound generators, and what was assumed."""
        used = ", ".join(sorted(self.notes.used)) or "none"
        grid = "" if idealised else ", a uniform double being a multiple of 2^-53"
        promises = [
            (
                f"the code ran as it is ({self._versions()}); its draws ({used}) are independent,"
                f" with their documented laws{grid}, and generators that were there before it was"
                " called are seeded with what nobody knows"
            ),
        ]
        if self.notes.assumed:
            names = ", ".join(sorted(self.notes.assumed))
            promises.append(
                f"{names} of this machine's C library rise or fall throughout where the code calls"
                " them (tested around every cut)"
            )
        return (*promises, *self._unseen(), *read_files())

    def _unseen(self) -> Iterator[str]:
        """What of an output is taken not to be seen, as was asked for."""
        if self.key is not None:
            yield "of an output nothing is seen but its key, a function that was given"
        if not self.types:
            yield (
                "of an output its values are seen and not their types, nor the names of members: 1,"
                " 1.0 and True are one, and so are a list and a tuple"
            )
        if self.notes.excepted:
            yield "of an exception the name of its type is seen, and not what it says"

    def confirm(self, cases: Mapping[str, Any], laws: Sequence[SubLaw]) -> None:
        """Run the code on its real randomness, and compare with the laws that were found.

        Raises: ProgramError for an output that has probability 0, or another frequency than its
            law allows (Hoeffding 1963: P(|c/n − p| ≥ t) ≤ 2·exp(−2nt²)).
        """
        generators = self._generators[-1]
        generators.verify()
        generators.free = True
        for (label, given), law in zip(cases.items(), laws, strict=True):
            if law.whole:
                self._confirm_one(label, given, law)

    # ------------------------------------------------------------ one run

    def _outcome(self, given: Any, answers: Answers | None) -> str:
        """The label of what one run returns or, where that is asked for, raises."""
        self.notes.raised = ""
        with answered_by(answers):
            try:
                output = self._onward(self.function(deepcopy(given)))
                if self.key is not None:
                    output = self.key(output)
                return seen(output, types=self.types)
            except (ProgramError, Undecided, MemoryError, RecursionError):
                raise
            except Exception as error:
                if not self.exceptions or STATE.trouble is not None:
                    raise
                self.notes.raised = " ".join(str(error).split())[:200]
                self.notes.excepted = True
                return f"raises {type(error).__name__}"

    def _compare(self, given: Any, events: list[Event], label: str, places: Sequence[int]) -> None:
        """Run a path on plain numbers, at each of the places; the same must come of it."""
        if STATE.trouble is not None:
            return
        # Of an exception, what it says: it may name the operation that is not followed.
        returned = f"{shown(label)} ({said})" if (said := self.notes.raised) else shown(label)
        for place in places if any(kind == "uniform" for kind, _ in events) else places[:1]:
            answers = Plain(events, place)
            try:
                again = self._outcome(given, answers)
            except ProgramError:
                raise
            except Exception as error:
                raise ProgramError(
                    f"returns {returned} where it raises {type(error).__name__} on plain"
                    f" numbers of that path: {' '.join(str(error).split())[:200]}; {OTHERWISE}"
                ) from error
            if again != label or not answers.exhausted:
                now = f"returns {shown(again)}" if again != label else "draws less"
                why = OF_NUMPY if again.endswith(f"({label})") else OTHERWISE
                raise ProgramError(
                    f"returns {returned} where it {now} on plain numbers of that path; {why}"
                )
            self.notes.compared += 1

    def _confirm_one(self, name: str, given: Any, law: SubLaw) -> None:
        counts: dict[str, int] = {}
        end = perf_counter() + REAL_SECONDS
        runs = 0
        while runs < REAL_RUNS and (runs < 20 or perf_counter() < end):
            try:
                label = self._outcome(given, None)
            except ProgramError:
                raise
            except Exception as error:
                raise ProgramError(
                    f"raises {type(error).__name__} on its real randomness, and on none of its"
                    f" paths: {' '.join(str(error).split())[:200]}"
                ) from error
            counts[label] = counts.get(label, 0) + 1
            runs += 1
        self.notes.sampled += runs
        allowed = sqrt(log(2 * max(1, len(counts)) / FALSE_ALARM) / (2 * runs))
        for label, count in counts.items():
            p = law.masses.get(label)
            if p is None:
                raise ProgramError(
                    f"input {name}: on its real randomness it returned {shown(label)}, which none"
                    " of its paths returns: not all of its randomness is answered"
                )
            if abs(count / runs - float(Value(p).ball(64).mid())) > allowed:
                raise ProgramError(
                    f"input {name}: on its real randomness it returned {shown(label)} {count} times"
                    f" in {runs}, which its paths do not allow (at a risk of {FALSE_ALARM:g})"
                )

    # ------------------------------------------------------------ around all runs

    @property
    def _generators(self) -> list[Generators]:
        return self.notes.watched

    @contextmanager
    def _examined(self) -> Iterator[Reached]:
        functions = self.functions
        try:
            packages = refuse_compiled(functions)
        except ProgramError as error:
            raise ProgramError(f"{self.name} {error}") from None
        self.notes.packages = packages
        tops = {str(getattr(f, "__module__", "") or "").partition(".")[0] for f in functions}
        own = frozenset(top for top in tops if not library_module(top, frozenset())) - {"dpverify"}
        with EXAMINATION:  # another thread may examine code of the same module
            refuse_threads(self.name, own)
            yield from self._answered(own, packages)

    def _answered(self, own: frozenset[str], packages: tuple[str, ...]) -> Iterator[Reached]:
        _import_first(self.functions)
        STATE.files.clear()
        with answering(own) as generators:
            self.notes.watched.append(generators)
            try:
                yield self._reached(own, packages)
                if not generators.free:
                    generators.verify()
            except Exception as error:
                self._blame(error)
                if not generators.free:
                    generators.verify()  # of a difference, that may be the reason
                raise
            finally:
                self.notes.watched.pop()
            self._blame(None)

    def _reached(self, own: frozenset[str], packages: tuple[str, ...]) -> Reached:
        """What the code can get at; raises ProgramError where it holds what is not answered."""
        reachable = reached(self.functions, own, answered=True)
        libraries = frozenset(packages) - COMPUTES - own
        if reachable.held is None and libraries:
            reachable.held = reached(self.functions, own | libraries, lenient=True).held
        if reachable.held is not None:
            raise ProgramError(f"{self.name} {reachable.held.removesuffix(',')}{_ELSE}")
        # Loops are followed path by path: what real code keeps between draws is not seen.
        reachable.loops = False
        # Nor is what a library keeps from one call to the next.
        reachable.state = reachable.state or bool(libraries)
        return reachable

    def _blame(self, error: Exception | None) -> None:
        """Say what the code looked at, in place of a difference of which that is the reason."""
        if STATE.trouble is not None:
            text = str(STATE.trouble).partition("; ask draw instead")[0]
            kind = Refused if isinstance(STATE.trouble, Refused) else ProgramError
            raise kind(f"{self.name} {text}") from error

    def _versions(self) -> str:
        if self.notes.versions is None:
            self.notes.versions = versions(self.notes.packages)
        return self.notes.versions


def _import_first(functions: Sequence[Function]) -> None:
    """Import what functions import when they run: compiled modules look at the types of NumPy."""
    for function in functions:
        code = getattr(getattr(function, "__func__", function), "__code__", None)
        for inner in () if code is None else codes(code):
            for step in dis.get_instructions(inner):
                if step.opname == "IMPORT_NAME" and isinstance(step.argval, str):
                    with suppress(Exception):  # the run says what is wrong with it
                        importlib.import_module(step.argval)


_ELSE = "; what is held there is neither answered nor compared"


def as_run(
    function: Function,
    *,
    inputs: Any,
    neighbours: Any = "all",
    key: Function | None = None,
    exceptions: bool = False,
    types: bool = True,
    **about: Any,
) -> AsRun:
    """Make a mechanism of real code, which is called as it is.

    Each draw from `random`, `secrets`, `os.urandom` and `numpy.random` is answered path by path,
    with exact probabilities for the code as it runs, rounding included. Every other source of
    entropy is refused by name.

    Args:
        function: input ↦ output; a function, a bound method, or any other callable.
        inputs: a list of inputs.
        neighbours: "all", a list of pairs of inputs, or a predicate of two inputs.
        key: makes of each output what is compared.
        exceptions: whether an exception is an output, named by its type; otherwise code that
            raises is refused.
        types: whether a receiver sees the types of what is returned: 1, 1.0 and [1] differ.
        about: such as `title` and `source`.

    Returns: a mechanism, for `check` and `measure`.
    Raises: UsageError for what cannot be called.

    >>> import random
    >>> def respond(bit):
    ...     return bit if random.random() < 0.75 else 1 - bit
    >>> from dpverify.defs.programs import channel_of
    >>> channel_of(as_run(respond, inputs=[0, 1])).probability("0", "1")
    Value('1/4')
    """
    if not callable(function):
        raise UsageError(f"as_run({shown(function)}): give a function, to be called with an input")
    return AsRun(function, inputs, neighbours, key, about, exceptions=exceptions, types=types)
