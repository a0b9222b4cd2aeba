"""`python -m benchmarks.peers`: other systems and dpverify on the same questions.

Each system runs in build/peers (`make peers`), gets the questions as JSON and answers with its own
defaults; the truth is computed here, exactly or between rigorous bounds, by other code than that
of `dpverify account`, which answers the questions about compositions for dpverify. A bound is
called wrong where it is proved to lie on the wrong side of the truth, however little. Seconds are
of the processor, without imports; of accountants the least of three runs, each in a new process.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from benchmarks import stored
from benchmarks.peers import libraries, table, testers
from benchmarks.peers.compositions import COMPOSITIONS, EPS, Composition, Truth, truth
from benchmarks.peers.judged import Enclosure, Side, tallied
from benchmarks.peers.process import asked, asked_here, versions

PACKAGES = ("dp-accounting", "prv-accountant", "autodp", "riskcal", "opendp", "diffprivlib",
            "privacy-estimates", "numpy", "scipy")  # fmt: skip
ACCOUNTANTS = ("dp_accounting", "prv_accountant", "autodp", "riskcal", "opendp")
KINDS = ("delta", "eps", "beta")
SHOWN = Fraction(1)
RUNS = 3
Answer = dict[str, Any]


def main() -> None:
    """Print the tables that are asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    tables: dict[str, Callable[[], Any]] = {
        "compositions": compositions, "libraries": stated, "testers": shown_by_samples,
    }  # fmt: skip
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=", ".join(tables))
    parser.add_argument("--store", action="store_true",
        help="keep what was measured of compositions, and put it into the docs")  # fmt: skip
    given = parser.parse_args()
    chosen = given.tables or list(tables)
    print((__doc__ or "").strip(), end="\n\n")
    print(", ".join(f"{name} {found}" for name, found in versions(PACKAGES).items()))
    for name in chosen:
        if name not in tables:
            parser.error(f"no table {name}; there are {', '.join(tables)}")
        measured = tables[name]()
        if given.store and measured:
            stored.store(table.STORED, measured)
            stored.put_table(table.PAGE, table.NAME, list(table.markdown(measured["rows"])))


def compositions() -> dict[str, Any]:
    """What each accountant says, in one line for each mechanism; then δ(1) itself."""
    questions = [each.question() for each in COMPOSITIONS]
    answers = {"dpverify": asked_here(runs=RUNS)}
    answers |= {system: asked(system, questions, runs=RUNS) for system in ACCOUNTANTS}
    truths = [truth(each) for each in COMPOSITIONS]
    print(f"\nδ(ε) at ε = {', '.join(map(str, EPS))}; ε(δ) at δ = 2^-10, 2^-20; k = 1, 10, 100")
    print("β(α), the error of the best test at level α = 1/64, 1/8, 1/2")
    side = f"{'wrong':>6}{'by':>8}{'gap':>8}"
    print(f"{'system':<16}{'mechanism':<19}{'of':<7}{'upper':>6}{side}{'lower':>7}{side}{'s':>8}")
    names = list(dict.fromkeys(each.mechanism for each in COMPOSITIONS))
    rows = []
    for system, found in answers.items():
        for name in names:
            places = [i for i, each in enumerate(COMPOSITIONS) if each.mechanism == name]
            row = _line(system, name, [(found[i], truths[i]) for i in places])
            rows += [row] if row else []
    _at_one(truths, answers)
    return {"versions": versions(PACKAGES), "rows": rows}


def _line(system: str, name: str, pairs: list[tuple[Answer, Truth]]) -> dict[str, Any] | None:
    """Print what a system said of a mechanism; the same for a file."""
    # What a system has not answered took it no time.
    seconds = sum(answer.get("seconds", 0.0) for answer, _ in pairs)
    found: dict[str, dict[str, Side]] = {}
    for kind in KINDS:
        both = [
            pair
            for answer, true in pairs
            if kind in answer
            for pair in zip(answer[kind], getattr(true, kind), strict=True)
        ]
        sides = tallied(both)
        if any(side.given for side in sides.values()):
            _print_line(system, name, kind, sides, None if found else seconds)
            found[kind] = sides
    return table.row(system, name, found, seconds) if found else None


def _print_line(
    system: str, name: str, kind: str, sides: dict[str, Side], seconds: float | None
) -> None:
    cells = ""
    for width, each in ((6, sides["upper"]), (7, sides["lower"])):
        wrong = f"{each.wrong:>6}{float(each.worst):>8.2g}" if each.wrong else f"{'–':>6}{'':>8}"
        gap = f"{float(each.widest):>8.1g}" if each.given else f"{'':>8}"
        cells += f"{each.given or '–':>{width}}{wrong}{gap}"
    took = "" if seconds is None else f"{seconds:>8.3f}"
    print(f"{system:<16}{name:<19}{kind:<7}{cells}{took}".rstrip())


def _at_one(truths: list[Truth], answers: dict[str, list[Answer]]) -> None:
    place = EPS.index(SHOWN)
    print("\nδ(1)")
    print(f"{'mechanism':<22}{'k':>4}  {'system':<16}{'lower':>22}{'estimate':>22}{'upper':>22}")
    for number, each in enumerate(COMPOSITIONS):
        _shown(each, "truth", _digits(truths[number].delta[place]))
        for system, said in answers.items():
            if system != "dpverify" and "delta" in said[number]:
                _shown(each, system, said[number]["delta"][place])


def _digits(found: Enclosure) -> dict[str, float]:
    return {"lower": max(float(found.low), 0.0), "upper": float(found.high)}


def _shown(each: Composition, system: str, said: dict[str, float]) -> None:
    name = f"{each.mechanism} {each.parameter}"
    numbers = "".join(
        f"{said[kind]:>22.12g}" if kind in said else f"{'':>22}"
        for kind in ("lower", "estimate", "upper")
    )
    print(f"{name:<22}{each.k:>4}  {system:<16}{numbers}")


def stated() -> None:
    """The ε that a library states, and the one that holds."""
    print("\nε as stated, and the smallest that holds for the documented law; whether")
    print(f"{libraries.SAMPLES} samples an input, and its table if it has one, agree with that law")
    print(f"{'system':<13}{'mechanism':<48}{'stated':>14}{'holds':>14}{'difference':>12}  law")
    found = libraries.cases()
    for system in ("opendp", "diffprivlib"):
        mine = [case for case in found if case.system == system]
        for case, answer in zip(mine, asked(system, [each.question for each in mine]), strict=True):
            exact, said = case.exact, answer["eps"]
            law = "not seen" if not case.seen else "agrees" if case.law_agrees(answer) else "NO"
            word = "  TOO SMALL" if libraries.too_small(said, exact) else ""
            print(
                f"{system:<13}{case.what:<48}{said:>14.10f}{exact.approx():>14.10f}"
                f"{libraries.far(said, exact):>12.2g}  {law:<9}{exact}{word}"
            )
    _coins()


def _coins() -> None:
    kind, places = {"mechanism": "randomized_response_bool"}, libraries.probabilities()
    answers = [each["eps"] for each in asked("opendp", [kind | {"parameter": p} for p in places])]
    pairs = [(said, libraries.coin(p)) for p, said in zip(places, answers, strict=True)]
    wrong = sum(libraries.too_small(said, exact) for said, exact in pairs)
    most = max(libraries.far(said, exact) for said, exact in pairs)
    print(f"{'opendp':<13}a bit, {len(places)} values of p: {wrong} too small;", end=" ")
    print(f"at most {most:.1g} above")


def shown_by_samples() -> None:
    """Lower bounds from samples, beside the exact ε."""
    found = list(testers.sampled())
    answers = asked("privacy_estimates", [each.question() for each in found])
    print(f"\nthe event of dpverify's witness in {testers.SAMPLES} samples of each input, seed"
          f" {testers.SEED}; privacy-estimates, 95 % confidence")  # fmt: skip
    print(f"{'id':<5}{'parameters':<24}{'ε that holds':>13}{'s':>7}{'counts':>17}"
          f"{'lower bound':>13}{'s':>7}")  # fmt: skip
    for each, answer in zip(found, answers, strict=True):
        counts = f"{each.here}, {each.there}"
        print(f"{each.row.id:<5}{each.row.parameters:<24}{each.row.value:>13}", end="")
        print(f"{each.exact_seconds:>7.2f}{counts:>17}{answer['lower']:>13.4f}{each.seconds:>7.2f}")


if __name__ == "__main__":
    main()
