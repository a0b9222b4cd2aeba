"""What other accountants say of a plan, beside the bounds that are proved, and who is wrong.

Each library runs in a process of its own, perhaps of another interpreter (`peers/`). Its numbers
are floats without a proof, and decide nothing. They are compared exactly, as the rationals that
they are: a bound is called wrong where it lies on the wrong side of the proved interval. Its input
is the plan in floats, so an amount next to a rounding, about 1e-15 relatively, may be due to that.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import Any, Final

from flint import fmpq

from dpverify.checkers.accounting.answer import Account
from dpverify.defs.accounting.events import Noise
from dpverify.defs.accounting.plan import Plan
from dpverify.defs.errors import DomainError
from dpverify.defs.numbers.decimals import decimal_text

COMPARISON_SCHEMA = "dpverify.account-comparison/1.0"
LIBRARIES: Final = {
    "dp_accounting": "dp-accounting",
    "prv_accountant": "prv-accountant",
    "autodp": "autodp",
    "opacus": "opacus",
}
"""What is imported, and what is installed."""
NUMBERS: Final[tuple[str, ...]] = ("lower", "estimate", "upper")
DIGITS = 3
LONGEST = 160
NOT_RECHECKED = "what other libraries say is their word; saved without --beside, replay re-checks"
SCRIPTS: Final = Path(__file__).parent / "peers"


@dataclass(frozen=True)
class Said:
    """What one method of a library says, and what is wrong with it.

    Args:
        library: its name and version.
        method: "PLD", "PRV" or "RDP".
        numbers: "lower", "estimate" and "upper", those that it gives; the exact values of floats.
        wrong: a sentence for each number that is on the wrong side.
    """

    library: str
    method: str
    numbers: dict[str, Fraction | None]
    wrong: tuple[str, ...]


@dataclass(frozen=True)
class Comparison:
    """An account beside what libraries say of the same plan.

    Args: silent says of each library that gives no number why.
    """

    account: Account
    said: tuple[Said, ...]
    silent: tuple[tuple[str, str], ...]

    def document(self) -> dict[str, Any]:
        """The JSON form: the account as it is, and beside it the numbers of others as decimals."""
        return {
            "schema": COMPARISON_SCHEMA,
            "account": self.account.document(),
            "beside": [
                {
                    "library": each.library,
                    "method": each.method,
                    **{name: _text(number) for name, number in each.numbers.items()},
                    "wrong": list(each.wrong),
                }
                for each in self.said
            ],
            "silent": [{"library": name, "reason": reason} for name, reason in self.silent],
            "not_rechecked": NOT_RECHECKED,
        }


def beside(account: Account, libraries: Sequence[str], python: str | None = None) -> Comparison:
    """Ask libraries about the plan of an account.

    Args:
        account: what is proved.
        libraries: of LIBRARIES.
        python: an interpreter that has them; this one, if not given.

    Raises: DomainError for a library that is not known, a plan that none of them has, or an
        interpreter that does not run.
    """
    for name in libraries:
        if name not in LIBRARIES:
            raise DomainError(f"{name!r} is no library here; known are {', '.join(LIBRARIES)}")
    questions, unsaid = _questions(account)
    if unsaid is not None:
        return Comparison(account, (), tuple((name, unsaid) for name in libraries))
    said: list[Said] = []
    silent: list[tuple[str, str]] = []
    for name in libraries:
        answers = [_asked(name, question, python or sys.executable) for question in questions]
        missing = [i for i, answer in enumerate(answers, 1) if "none" in answer]
        if missing:
            where = f"part {missing[0]}: " if account.plan.parts else ""
            silent.append((name, f"{where}{answers[missing[0] - 1]['none']}"))
            continue
        known_as = f"{name} {answers[0]['version']}"
        methods = zip(*(answer["methods"] for answer in answers), strict=True)
        said += [_judged(account, known_as, _dearest(each)) for each in methods]
    return Comparison(account, tuple(said), tuple(silent))


def _questions(account: Account) -> tuple[list[dict[str, Any]], str | None]:
    """The question about each part with all other events; or which part no other can be asked.

    Raises: DomainError where none of a plan without parts can be asked.
    """
    questions = []
    for i, plan in enumerate(account.plan.alternatives(), 1):
        try:
            questions.append(_question(plan, account.asked, account.given))
        except DomainError as fault:
            if not account.plan.parts:
                raise
            return [], f"part {i}, with the events of all records: {fault}"
    return questions, None


def _question(plan: Plan, asked: str, given: Fraction) -> dict[str, Any]:
    """The plan in floats; its neighbours differ by one record that is added or removed."""
    if plan.relation != "add-or-remove":
        raise DomainError("other libraries are asked about plans with add-or-remove alone")
    events = []
    for i, event in enumerate(plan.events, 1):
        noise = event.noise
        if not isinstance(noise, Noise) or noise.law not in ("gaussian", "laplace"):
            raise DomainError(
                f"event {i} is neither Gaussian nor Laplace noise; other libraries are not asked"
                " about it"
            )
        ratio = float(noise.size / noise.sensitivity)
        events.append([noise.law, ratio, float(event.rate), event.times])
    return {"asked": asked, "at": float(given), "events": events}


def _dearest(methods: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What a method says of a plan with parts: the largest of each of its numbers."""
    numbers = {name: max(each[name] for each in methods) for name in NUMBERS if name in methods[0]}
    return {"method": methods[0]["method"], **numbers}


def _asked(name: str, question: dict[str, Any], python: str) -> dict[str, Any]:
    """The answer of one library, or why there is none."""
    script = SCRIPTS / f"with_{name}.py"
    try:
        done = subprocess.run(  # noqa: S603  our own script, by the interpreter that the user names
            [python, str(script)], input=json.dumps(question), capture_output=True, text=True,
            check=False,
        )  # fmt: skip
    except OSError as error:
        raise DomainError(f"the interpreter {python!r} does not run: {error.strerror}") from error
    last = (done.stderr.strip().splitlines() or ["it ended without a word"])[-1][:LONGEST]
    if done.returncode:
        if f"No module named '{name}" in last:
            reason = f"not installed; pip install {LIBRARIES[name]}, here or where --python says"
            return {"none": reason}
        return {"none": f"it failed: {last}"}
    try:
        answer: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        return {"none": "its answer is no JSON"}
    return answer


def _judged(account: Account, library: str, given: dict[str, Any]) -> Said:
    """What a method says, with a sentence for each number that cannot be true."""
    numbers = {name: _exact(given[name]) for name in NUMBERS if name in given}
    low = Fraction(account.lower)
    high = None if account.upper == "inf" else Fraction(account.upper)
    wrong = []
    for name, number in numbers.items():
        # An infinite upper bound is true, if of no use.
        if number is None:
            continue
        if name != "lower" and number < low:
            wrong.append(f"its {_words(name)} is too small, by at least {_short(low - number)}")
        if name != "upper" and high is not None and number > high:
            wrong.append(f"its {_words(name)} is too large, by at least {_short(number - high)}")
    return Said(library, str(given["method"]), numbers, tuple(wrong))


def _words(name: str) -> str:
    return name if name == "estimate" else f"{name} bound"


def _exact(number: float) -> Fraction | None:
    """The value of a float; None for what is infinite or none."""
    return Fraction(number) if isfinite(number) else None


def _text(number: Fraction | None) -> str:
    return "inf" if number is None else repr(float(number))


def _short(number: Fraction) -> str:
    return decimal_text(fmpq(number.numerator, number.denominator), DIGITS, up=False)
