"""Two laws by samples, where one of them is not known exactly: an audit of one against the other.

The two sides are the inputs of an audit, and the claim is approximate differential privacy with
ε = 0 and δ = the tolerance: no event is more likely on one side than on the other by more than
that. What must never change: samples show that laws differ, at a stated risk, and never that they
are equal.
"""

from __future__ import annotations

import functools
import math
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, Final

from dpverify.checkers.audit.audit import audit
from dpverify.checkers.audit.draws import Doubles
from dpverify.checkers.audit.events import Event
from dpverify.checkers.audit.samplers import Function
from dpverify.checkers.audit.seeding import decimal
from dpverify.checkers.conformance import events
from dpverify.defs.as_run.receiver import raised, seen
from dpverify.defs.channel import Channel
from dpverify.defs.continuous.probe import draws_continuously
from dpverify.defs.definitions import ApproxDP
from dpverify.defs.errors import InternalError, ProgramError, Undecided
from dpverify.defs.numbers import Value
from dpverify.defs.numbers.balls import ball_bounds
from dpverify.defs.programs import explore
from dpverify.defs.programs.mechanism import Mechanism

PORT: Final = "port"
REAL: Final = "real"
BITS: Final = 64
"""Bits of a uniform number by which an output of a known law is drawn: an error of 2⁻⁶⁴."""
PLACES: Final = 6
"""Decimals of the difference that would have been seen."""
LOOK: Final = 2_000
"""Samples of each side by which tails are placed where no law is known."""
FIRST: Final = 1 << 40
"""What sets the seed of these apart from that of all others."""
Draws = Callable[[int, int], list[Any]]
"""From a seed and a number, so many outputs."""


@dataclass(frozen=True)
class Sides:
    """The sampler of an audit whose two inputs are the port and the real code."""

    sides: Mapping[str, Draws]

    def draw(self, given: str, seed: int, count: int) -> list[Any]:
        """So many outputs of a side, from a seed."""
        return self.sides[given](seed, count)


@dataclass(frozen=True)
class Question:
    """What is asked of samples.

    Args: law the port's, where it is known; port the program itself, where it is not; real the
        function; exceptions and types as for `as_run`.
    """

    law: Channel | None
    port: Mechanism | None
    real: Callable[..., Any]
    exceptions: bool
    types: bool

    def sides(self, label: str, given: Any) -> Sides:
        """Who draws, on one input."""
        port = _of_program(self.port, label, given) if self.law is None else of_law(self.law, label)
        return Sides({PORT: port, REAL: lambda seed, count: self._real(given, seed, count)})

    def _real(self, given: Any, seed: int, count: int) -> list[Any]:
        drawn = list(Function(self._called).draw(given, seed, count))
        if self.law is None:  # numbers stay numbers: events are tails of them, too
            return drawn
        labels = [seen(output, types=self.types) for output in drawn]
        return list(map(raised, labels)) if self.exceptions else labels

    @property
    def _called(self) -> Callable[..., Any]:
        """The function on a copy of its input, its exceptions as texts where they are outputs."""

        @functools.wraps(self.real)
        def called(given: Any, *args: Any, **named: Any) -> Any:
            try:
                return self.real(deepcopy(given), *args, **named)
            except Exception as error:
                if not self.exceptions:
                    raise
                return f"raises {type(error).__name__}"

        return called


def of_law(law: Channel, label: str) -> Draws:
    """Outputs of a known law, as labels: by a uniform number of 64 bits, cut where it says."""
    row = law.row(law.input_index(label))
    ends: list[int] = []
    below = Value(0)
    for p in row:
        below += p
        ends.append(_floor(below, BITS))

    def draw(seed: int, count: int) -> list[str]:
        bits = Random(seed)  # noqa: S311  an audit, no secret
        last = len(ends) - 1
        # A rounding below leaves at most 2⁻⁶⁴ behind the last end.
        places = (min(bisect_right(ends, bits.getrandbits(BITS)), last) for _ in range(count))
        return [law.outputs[place] for place in places]

    return draw


def _floor(number: Value, bits: int) -> int:
    """⌊number·2^bits⌋, or one less where the number is irrational and lies just above that."""
    exact = number.as_rational()
    if exact is not None:
        return int((exact.p << bits) // exact.q)
    lower, _ = ball_bounds(number.ball(2 * bits))
    return int((lower.p << bits) // lower.q)


def _of_program(port: Mechanism | None, label: str, given: Any) -> Draws:
    """Outputs of a program: by exact draws, in doubles where its noise is continuous."""
    if port is None:
        raise InternalError("a port without its law, which is no program either")
    program = port
    in_doubles = program.traceable and draws_continuously(program)

    def draw(seed: int, count: int) -> list[Any]:
        with _as_its_own(f"{program.name}, input {label}"):
            if not in_doubles:
                return program.sample(given, count, seed=seed)
            run, noise = program.run(given), Doubles(seed)
            return [run(noise) for _ in range(count)]

    return draw


@contextmanager
def _as_its_own(name: str) -> Iterator[None]:
    """Within this, what is raised is what a program raises.

    Raises: ProgramError, with the line of the program.
    """
    try:
        yield
    except (InternalError, KeyboardInterrupt, Undecided):
        raise
    except Exception as error:
        raise ProgramError(f"{name}: {explore.raised(error)}") from error
    except BaseException as error:  # noqa: BLE001  whatever it raises, the program raised it
        raise ProgramError(f"{name}: {explore.leaves(error)}") from None


def sampled(
    question: Question, label: str, given: Any, tolerance: Fraction, *, draws: int, risk: Fraction,
    seed: int, seconds: float | None,
) -> list[dict[str, Any]]:  # fmt: skip
    """What samples say of one input: audits, each with the difference that would have been seen.

    Args: tolerance up to which a difference counts for nothing; risk with which laws that are no
        further apart are said to differ.
    Raises: ProgramError for what either side raises.
    """
    sides, law = question.sides(label, given), question.law
    if law is not None:
        ways: list[tuple[Event, ...]] = [events.of_law(law, label)]
    else:
        first = [draw(seed + FIRST, LOOK) for draw in sides.sides.values()]
        # What an audit chooses by itself finds a single value that only one side returns.
        ways = [events.of_samples(first), ()]
    found = []
    for way in ways:
        document = audit(
            sides, ApproxDP(eps=0, delta=tolerance), inputs=[PORT, REAL], draws=draws,
            risk=risk / len(ways), seed=seed, seconds=seconds, events=way,
        ).document  # fmt: skip
        seen_from = visible(document, tolerance)
        more = {} if seen_from is None else {"visible": seen_from}
        # How it ran stands once, beside the whole.
        kept = {key: value for key, value in document.items() if key != "run"}
        found.append({"input": label, **more, "audit": kept})
        if document["verdict"] == "fails":
            break
    return found


def visible(document: Mapping[str, Any], tolerance: Fraction) -> str | None:
    """The difference of the probabilities of an event that would have been seen, rounded up.

    It would with the probability that the power states: P = e^ε·Q + δ is then what the event has on
    one side, Q what it has on the other.
    """
    power = document.get("power")
    if power is None:
        return None
    beyond = math.expm1(float(Fraction(power["eps"]))) * float(Fraction(power["on_second"]))
    scaled = math.ceil((beyond + float(tolerance)) * 10**PLACES * (1 + 1e-9)) + 1
    return decimal(Fraction(scaled, 10**PLACES), PLACES)
