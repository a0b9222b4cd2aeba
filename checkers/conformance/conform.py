"""`conform`: whether a port has the law of the real code that it stands for.

What must never change: "equal" and "within" come from exact laws alone; what samples cannot tell
apart is "unknown", with the difference that they would have seen.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from dpverify.checkers.audit.audit import RISK
from dpverify.checkers.audit.seeding import run_of
from dpverify.checkers.conformance.laws import compared, gaps, law_of
from dpverify.checkers.conformance.sampled import Question, sampled
from dpverify.checkers.gate import not_accepted
from dpverify.defs.as_run.mechanism import AsRun, as_run
from dpverify.defs.channel import Channel
from dpverify.defs.errors import InternalError, UsageError
from dpverify.defs.neighbours import ALONE
from dpverify.defs.numbers import Value, as_value, number_json, number_text
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.validate import shown

SCHEMA: Final = "dpverify.conformance/1.0"
DRAWS: Final = 100_000
"""Samples of each side on an input, where samples are needed."""
MOST_DRAWS: Final = 10**9
SECONDS: Final = 20.0
"""Seconds after which a law is not enumerated further, and samples are drawn instead."""


@dataclass(frozen=True)
class Conformance:
    """What was found of a port and real code.

    Its verdict is "equal" (the laws are, exactly), "within" (exact, and no further apart than the
    tolerance), "different" (exact, or by samples at the stated risk), or "unknown": samples show no
    difference, which does not show that there is none.

    Args: document as it is saved, by the schema of conformances.
    """

    document: dict[str, Any]

    @property
    def verdict(self) -> str:
        """What came out."""
        return str(self.document["verdict"])

    @property
    def differs(self) -> bool:
        """Whether the laws are further apart than the tolerance."""
        return self.verdict == "different"

    def to_dict(self) -> dict[str, Any]:
        """The document, as it is saved."""
        return dict(self.document)

    def to_json(self) -> str:
        """Its JSON text, which `replay` reads."""
        return json.dumps(self.document, ensure_ascii=False, indent=2) + "\n"

    def __bool__(self) -> bool:
        raise TypeError("this is no boolean: ask .verdict, or .differs")


def conform(  # noqa: PLR0913  each is a choice of its own, by keyword
    port: Mechanism | Channel,
    real: Callable[..., Any] | AsRun,
    *,
    inputs: Any = None,
    exceptions: bool = False,
    types: bool = True,
    tolerance: Any = 0,
    draws: int = DRAWS,
    risk: Any = RISK,
    seed: int = 0,
    time_limit: float | None = None,
    names: tuple[str, str] | None = None,
) -> Conformance:
    """Compare the law of a port with that of the real code: exactly, else by samples.

    Both are run on every path where that is possible. Where one of them cannot be, samples of both
    are drawn, and the reason is stated.

    Args:
        port: a mechanism made by `@mechanism` or of the library, or a channel.
        real: the function that it stands for, or what `as_run` makes of it.
        inputs: a list of inputs, or `datasets(…)`; those of the port where it is None.
        exceptions: whether an exception of the real code is an output; the port returns the text
            "raises ValueError" for it.
        types: whether a receiver sees the types of what is returned.
        tolerance: the total variation up to which two laws count as the same; exact.
        draws: samples of each side on an input, where samples are needed.
        risk: with which laws that are the same are said to differ by samples, at most.
        seed: of the samples.
        time_limit: seconds for each of the two enumerations, and then for the samples; None for 20
            and for no limit.
        names: what the port and the real code are called in the answer; their own names where it is
            None.

    Returns: the verdict with the first input on which the laws differ; the kernel accepted the
        document.
    Raises: InputError for what cannot be compared; ProgramError for what either side raises.

    >>> import random
    >>> from dpverify.defs.programs.mechanism import mechanism
    >>> def respond(bit):
    ...     return bit if random.random() < 0.75 else 1 - bit
    >>> @mechanism(inputs=[0, 1])
    ... def port(bit, draw):
    ...     return bit if draw.flip("3/4") else 1 - bit
    >>> conform(port, respond).verdict
    'equal'
    """
    started = time.monotonic()
    code = _real(port, real, inputs, exceptions=exceptions, types=types)
    how = _how(tolerance, draws, risk, seed, time_limit)
    form = _compared(port, code, how)
    if names is not None:
        form |= {"port": {"name": names[0]}, "real": {"name": names[1]}}
    why = not_accepted(form, f"{form['port']['name']} and {code.name}")
    if why is not None and form["verdict"] == "different":
        raise InternalError(f"the kernel could not re-check what differs: {why}")
    more = {} if why is None else {"not_rechecked": why}
    return Conformance({**form, **more, "run": run_of(seed, time.monotonic() - started)})


@dataclass(frozen=True)
class _How:
    """What is asked of samples, and up to which distance laws count as the same."""

    near: Fraction
    draws: int
    risk: Fraction
    seed: int
    seconds: float | None


def _how(tolerance: Any, draws: Any, risk: Any, seed: int, seconds: float | None) -> _How:
    if not (isinstance(draws, int) and 0 < draws <= MOST_DRAWS):
        raise UsageError(f"draws is {shown(draws)}; give a whole number from 1 to {MOST_DRAWS:,}")
    near = _share(tolerance, "tolerance", least=0)
    return _How(near, draws, _share(risk, "risk", least=None), seed, seconds)


def _compared(port: Mechanism | Channel, code: AsRun, how: _How) -> dict[str, Any]:
    """The document without what the kernel says of it."""
    program = (
        port
        if isinstance(port, Channel)
        else replace(port, inputs=code.inputs, neighbours=_near(code.inputs))
    )
    cases = code.cases()
    limit = SECONDS if how.seconds is None else how.seconds
    known, actual = _laws(program, code, list(cases), limit)
    form: dict[str, Any] = {
        "schema": SCHEMA, "port": {"name": _name(port)}, "real": {"name": code.name},
        "inputs": list(cases), "types": code.types, "exceptions": code.exceptions,
        "tolerance": number_text(Value(how.near)),
    }  # fmt: skip
    if isinstance(known, Channel) and isinstance(actual, Channel):
        return form | _exact(known, actual, list(cases), Value(how.near))
    question = Question(
        known if isinstance(known, Channel) else None,
        program if isinstance(program, Mechanism) else None,
        _called(code), code.exceptions, code.types,
    )  # fmt: skip
    sides = (("the port", known), ("the real code", actual))
    reason = "; ".join(f"{side}: {text}" for side, text in sides if isinstance(text, str))
    return form | _by_samples(question, cases, reason, how)


def _exact(known: Channel, actual: Channel, inputs: list[str], near: Value) -> dict[str, Any]:
    """What two exact laws say: the largest distance, and the first input beyond the tolerance."""
    apart = gaps(known, actual, inputs)
    largest = max((gap.distance for gap in apart), default=Value(0))
    verdict = "equal" if largest.is_zero else "within" if largest <= near else "different"
    found: dict[str, Any] = {"verdict": verdict}
    promises = list(dict.fromkeys((*known.assumptions, *actual.assumptions)))
    found["evidence"] = "conditional" if promises else "exact"
    found["distance"] = number_json(largest)
    if verdict != "equal":
        # Beyond the tolerance the first input, which is the smallest; within it the worst.
        beyond = [gap for gap in apart if gap.distance > near]
        worst = [gap for gap in apart if gap.distance == largest]
        first = (beyond or worst)[0]
        found["difference"] = {
            "input": first.input, "output": first.output,
            "probabilities": [number_text(p) for p in first.probabilities],
        }  # fmt: skip
    found["laws"] = {"port": known.to_dict(), "real": actual.to_dict()}
    return found | ({"assumptions": promises} if promises else {})


def _by_samples(
    question: Question, cases: Mapping[str, Any], reason: str, how: _How
) -> dict[str, Any]:
    """What samples say, input after input; a difference ends the search."""
    audits: list[dict[str, Any]] = []
    end = None if how.seconds is None else time.monotonic() + how.seconds
    for label, given in cases.items():
        left = None if end is None else max(0.0, end - time.monotonic())
        audits += sampled(
            question, label, given, how.near, draws=how.draws, risk=how.risk / len(cases),
            seed=how.seed, seconds=left,
        )  # fmt: skip
        if audits[-1]["audit"]["verdict"] == "fails":
            break
    differs = audits[-1]["audit"]["verdict"] == "fails"
    return {
        "verdict": "different" if differs else "unknown",
        **({"evidence": "sampled"} if differs else {}),
        "samples": {"reason": " ".join(reason.split()), "risk": str(how.risk), "audits": audits},
    }  # fmt: skip


# ---------------------------------------------------------------- what is given


def _real(
    port: Mechanism | Channel, real: object, inputs: Any, *, exceptions: bool, types: bool
) -> AsRun:
    """The real code with the inputs on which both are compared."""
    if not isinstance(port, Mechanism | Channel):
        raise UsageError(
            f"the port is {shown(port)}; give a @mechanism, one of the library, or a channel"
        )
    if isinstance(real, AsRun):
        given = real.inputs if inputs is None else inputs
        code = replace(real, inputs=given, neighbours=_near(given))
        return replace(code, exceptions=code.exceptions or exceptions, types=code.types and types)
    if isinstance(real, Mechanism):
        raise UsageError(f"{real.name} is a @mechanism; give the function that it is a port of")
    if not callable(real):
        raise UsageError(f"the real code is {shown(real)}; give a function of the input")
    if inputs is None:
        if isinstance(port, Channel):
            raise UsageError("a channel does not say what its inputs are; add inputs=[…]")
        inputs = port.inputs if not callable(port.inputs) else listed_inputs(port)
    near = _near(inputs)
    return as_run(real, inputs=inputs, neighbours=near, exceptions=exceptions, types=types)


def listed_inputs(port: Mechanism) -> list[Any]:
    """The inputs of a port, of which there may be one."""
    return list(replace(port, neighbours=ALONE).cases().values())


def _near(inputs: Any) -> Any:
    """The neighbours of the inputs of laws that are compared: none of one input."""
    return ALONE if isinstance(inputs, Sequence) and len(inputs) == 1 else "all"


def _laws(
    program: Mechanism | Channel, code: AsRun, inputs: list[str], seconds: float
) -> tuple[Channel | str, Channel | str]:
    """Both laws; a text where one is not known."""
    known = law_of(program, seconds)
    if isinstance(known, Channel):
        known = compared(known, inputs, types=code.types, exceptions=code.exceptions)
    return known, law_of(code, seconds)


def _called(code: AsRun) -> Callable[..., Any]:
    """The function itself where nothing comes after it, so that it may take a generator."""
    if not code.after and code.key is None:
        return code.function
    key = code.key
    return code if key is None else lambda given: key(code(given))


def _name(port: Mechanism | Channel) -> str:
    if isinstance(port, Mechanism):
        return port.target
    return port.title or port.source or "a channel"


def _share(given: Any, what: str, *, least: int | None) -> Fraction:
    exact = as_value(given).as_rational()
    number = None if exact is None else Fraction(int(exact.p), int(exact.q))
    lowest = number is not None and (number > 0 if least is None else number >= least)
    if number is None or not lowest or number >= 1:
        start = "above 0" if least is None else "from 0"
        raise UsageError(f"the {what} is {shown(given)}; give a rational number {start}, below 1")
    return number
