"""Claims in symbols: identities, what refutes them, what is unknown; and forged results."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.decide import check
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.kernel.programs import digest
from dpverify.checkers.symbols.claim import SymbolicClaim
from dpverify.defs.programs import mechanism

F = Fraction
Document = dict[str, Any]


def program(law: str, moves: Any, count: int = 1) -> Any:
    """So many numbers, each with noise of scale s."""

    @mechanism(inputs=[(0,) * count], moves=moves, symbols=("Delta", "s"))
    def values(x: Any, draw: Any, *, Delta: Any = "1", s: Any = "1") -> Any:  # noqa: N803
        del Delta
        return tuple(each + getattr(draw, law)(s) for each in x)

    return values


def asked(found: Any, name: str, **given: str) -> Any:
    """The verdict, which the kernel has re-checked unless it is unknown."""
    verdict = check(found, SymbolicClaim(name, given), all_inputs=True)
    if not verdict.unknown:
        assert replay(json.loads(verdict.to_json())).status == "accepted"
    return verdict


L1, L2, LINF = (getattr(dv.moves, name)("Delta") for name in ("l1", "l2", "linf"))
ONE, EXCHANGE = dv.moves.one_entry("Delta"), dv.moves.exchange("Delta")
EXACT: dict[str, tuple[Any, str, str, str]] = {
    # By hand: the program, the definition, what is exactly enough, and something smaller.
    "gdp": (program("gaussian", ONE), "gaussian-dp", "Delta/s", "Delta/(2*s)"),
    "zcdp": (program("gaussian", L2, 3), "zcdp", "Delta**2/(2*s**2)", "Delta**2/(3*s**2)"),
    "gdp in l1": (program("gaussian", L1, 2), "gaussian-dp", "Delta/s", "Delta/(s+1)"),
    "zcdp in a cube": (program("gaussian", LINF, 2), "zcdp", "Delta**2/s**2", "Delta**2/(2*s**2)"),
    "zcdp, exchange": (program("gaussian", EXCHANGE, 3), "zcdp", "Delta**2/s**2", "Delta/s"),
    "pure": (program("laplace", L1, 3), "pure-dp", "Delta/s", "99/100*Delta/s"),
    "pure in a cube": (program("laplace", LINF, 3), "pure-dp", "3*Delta/s", "2*Delta/s"),
    "pure, exchange": (program("laplace", EXCHANGE, 2), "pure-dp", "2*Delta/s", "Delta/s"),
    "integers": (program("discrete_laplace", L1, 2), "pure-dp", "Delta/s", "Delta/s-1/100"),
    "discrete Gaussian": (
        program("discrete_gaussian", L2, 2), "zcdp", "Delta**2/(2*s)", "Delta**2/(2*s+1)",
    ),
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("what", EXACT)
def test_what_is_exactly_enough_holds_and_less_fails(what: str) -> None:
    """And a little more holds as well."""
    found, name, enough, less = EXACT[what]
    (parameter,) = {"gaussian-dp": ["mu"], "zcdp": ["rho"]}.get(name, ["eps"])
    assert asked(found, name, **{parameter: enough}).holds
    assert asked(found, name, **{parameter: f"{enough} + Delta*s/1000"}).holds
    verdict = asked(found, name, **{parameter: less})
    assert verdict.fails
    at = {symbol: F(x) for symbol, x in verdict.more.at.items()}
    # The engine for numbers, at the numbers that refute, says the same of the same claim.
    numbers = found.with_parameters(**at)
    claim = {"gaussian-dp": dv.GaussianDP, "zcdp": dv.ZCDP, "pure-dp": dv.PureDP}[name]
    text = less.replace("Delta", f"({at['Delta']})").replace("s", f"({at['s']})")
    inputs = [(0,) * len(verdict.witness.entries[0]), (1,) * len(verdict.witness.entries[0])]
    number = dv.parse(text)
    if number >= 0:
        again: Any = dv.check(replace(numbers, inputs=inputs), claim(number), all_inputs=True)
        assert again.fails


def test_the_smallest_point_refutes() -> None:
    """μ = Delta/(2s) at 1 and 1; ρ = Delta/s only where Delta is above s, and first at 2 and 1."""
    first = asked(program("gaussian", ONE), "gaussian-dp", mu="Delta/(2*s)")
    assert first.more.at == {"Delta": "1", "s": "1"}
    assert first.witness.value == dv.Value(1)
    assert first.witness.excess == dv.Value(F(1, 2))
    later = asked(program("gaussian", ONE), "zcdp", rho="Delta/s")
    found = {name: F(x) for name, x in later.more.at.items()}
    bad = [
        (a, b)
        for a, b in product([F(1), F(2), F(1, 2)], repeat=2)
        if a / b < a**2 / (2 * b**2)
    ]  # fmt: skip
    assert (found["Delta"], found["s"]) in bad
    assert sum(x.numerator + x.denominator for x in found.values()) == min(
        a.numerator + a.denominator + b.numerator + b.denominator for a, b in bad
    )


def test_renyi_of_an_order() -> None:
    """ε = α·Δ²/(2s²); of discrete noise between integers it is less, and is not decided."""
    smooth, whole = program("gaussian", ONE), program("discrete_gaussian", ONE)
    assert asked(smooth, "renyi-dp", alpha="3/2", eps="3*Delta**2/(4*s**2)").holds
    assert asked(smooth, "renyi-dp", alpha="3/2", eps="2*Delta**2/(4*s**2)").fails
    assert asked(whole, "renyi-dp", alpha="3", eps="3*Delta**2/(2*s)").holds
    assert asked(whole, "renyi-dp", alpha="3/2", eps="3*Delta**2/(4*s)").unknown


def test_a_power_of_the_sum_shows_what_coefficients_do_not() -> None:
    """Delta² − Delta·s + s² is positive; times 1 + Delta + s often enough it is seen to be."""
    verdict = asked(
        program("laplace", ONE), "pure-dp", eps="Delta/s + (Delta**2 - Delta*s + s**2)/s"
    )
    assert verdict.holds
    assert int(verdict.more.exponent) > 0


def test_what_touches_zero_inside_is_unknown() -> None:
    """(Delta − s)² ≥ 0 is true, and no power of the sum shows it."""
    verdict = asked(program("laplace", ONE), "pure-dp", eps="Delta/s + (Delta - s)**2")
    assert verdict.unknown
    assert "no power" in verdict.reason.text


def test_a_negative_claim_fails() -> None:
    """A μ below 0 somewhere is refuted there, though its square is large enough."""
    assert asked(program("gaussian", ONE), "gaussian-dp", mu="-2*Delta/s").fails


UNKNOWN = {
    "a ball of Laplace values": (program("laplace", L2, 2), "pure-dp", {"eps": "2*Delta/s"}),
    "pure of Gaussian noise": (program("gaussian", ONE), "pure-dp", {"eps": "Delta/s"}),
    "GDP of Laplace noise": (program("laplace", ONE), "gaussian-dp", {"mu": "Delta/s"}),
}


@pytest.mark.parametrize("what", UNKNOWN)
def test_what_is_not_decided_is_unknown(what: str) -> None:
    """In words."""
    found, name, given = UNKNOWN[what]
    assert asked(found, name, **given).unknown


@pytest.mark.parametrize(
    ("name", "given", "text"),
    [
        ("approx-dp", {"eps": "Delta", "delta": "0"}, "are decided"),
        ("zcdp", {}, "takes rho"),
        ("renyi-dp", {"eps": "Delta"}, "takes alpha and eps"),
        ("zcdp", {"rho": 3}, "texts"),
    ],
)
def test_claims_that_make_no_sense(name: str, given: Any, text: str) -> None:
    """Refused as they are written."""
    with pytest.raises(dv.InputError, match=text):
        SymbolicClaim(name, given)


@pytest.mark.parametrize("rho", ["gamma", "exp(Delta)", "1/(Delta - s)", "Delta**(1/2)", "Delta +"])
def test_functions_outside_the_class_are_refused(rho: str) -> None:
    """In one line."""
    with pytest.raises(dv.InputError) as refused:
        asked(program("gaussian", ONE), "zcdp", rho=rho)
    assert "\n" not in str(refused.value)


def test_of_listed_inputs_it_is_refused() -> None:
    """A claim in symbols is about all inputs."""
    claim = SymbolicClaim("zcdp", {"rho": "Delta"})
    assert check(program("gaussian", ONE), claim).fails
    with pytest.raises(dv.InputError, match="all_inputs"):
        check(program("gaussian", ONE), claim, all_inputs=False)


# ------------------------------------------------------------------------------ forged documents


def held() -> Document:
    """ρ = Delta²/(2s²), which holds with equality."""
    form: Document = json.loads(
        asked(program("gaussian", L2, 2), "zcdp", rho="Delta**2/(2*s**2)").to_json()
    )
    return form


def failed() -> Document:
    """ρ = Delta²/(3s²), refuted at 1 and 1."""
    form: Document = json.loads(
        asked(program("gaussian", L2, 2), "zcdp", rho="Delta**2/(3*s**2)").to_json()
    )
    return form


def put(*path: Any) -> Callable[[Document], None]:
    """Another value at a place, resealed."""
    *keys, last, value = path

    def change(form: Document) -> None:
        holder: Any = form
        for key in keys:
            holder = holder[key]
        holder[last] = value
        form["subject"]["digest"] = digest(form["subject"]["program"])

    return change


PROGRAM = ("subject", "program")
FORGED: dict[str, tuple[Callable[[], Document], Callable[[Document], Any]]] = {
    "a smaller claim": (held, put("given", "rho", "Delta**2/(3*s**2)")),
    "another exponent": (held, put("exponent", "1/2")),
    "an exponent beyond all": (held, put("exponent", "1000")),
    "no exponent": (held, lambda form: form.pop("exponent")),
    "a larger radius": (held, put(*PROGRAM, "moves", "l2(2*Delta)")),
    "a radius below 0": (held, put(*PROGRAM, "moves", "l2(-Delta)")),
    "a radius that may be 0": (held, put(*PROGRAM, "moves", "l2(Delta-s)")),
    "a cube": (held, put(*PROGRAM, "moves", "linf(Delta)")),
    "another relation": (held, put(*PROGRAM, "moves", "l3(Delta)")),
    "a symbol dropped": (held, put(*PROGRAM, "symbols", ["Delta"])),
    "a symbol twice": (held, put(*PROGRAM, "symbols", ["Delta", "s", "s"])),
    "a smaller scale": (held, put(*PROGRAM, "values", 0, "scale", "s/2")),
    "a scale that may be negative": (held, put(*PROGRAM, "values", 0, "scale", "s-Delta")),
    "a steeper slope": (held, put(*PROGRAM, "values", 0, "slopes", ["2", "0"])),
    "a slope of another entry": (held, put(*PROGRAM, "values", 0, "slopes", ["1"])),
    "no noise": (held, put(*PROGRAM, "values", 0, "factor", "0")),
    "another law": (held, put(*PROGRAM, "values", 0, "law", "cauchy")),
    "not resealed": (held, lambda form: form["subject"]["program"].update(moves="l1(Delta)")),
    "fails": (held, put("verdict", "fails")),
    "another evidence": (held, put("evidence", "exact")),
    "of listed inputs": (held, put("all_inputs", False)),
    "a count": (held, put("checked", "conditions", 7)),
    "more than is read": (held, put("tight", {"rho": "0"})),
    "other numbers": (failed, put("at", "s", "2")),
    "numbers below 0": (failed, put("at", "s", "-1")),
    "a number too few": (failed, lambda form: form["at"].pop("s")),
    "inputs further apart": (
        failed,
        lambda form: form["witness"].update(
            entries=[["0", "0"], ["2", "0"]], inputs=["(0, 0)", "(2, 0)"]
        ),
    ),
    "other labels": (failed, put("witness", "inputs", ["(0, 0)", "(2, 0)"])),
    "another value": (failed, put("witness", "value", "exact", "2")),
    "another excess": (failed, put("witness", "excess", "exact", "2")),
    "a claim that holds there": (failed, put("given", "rho", "Delta**2/s**2")),
    "holds": (failed, put("verdict", "holds")),
}


@pytest.mark.parametrize("what", FORGED)
def test_forged_results_are_refused(what: str) -> None:
    """Each is accepted as it was; changed, it is rejected, or of a kind that is not read."""
    make, change = FORGED[what]
    form = make()
    assert replay(json.loads(json.dumps(form))).status == "accepted"
    change(form)
    wanted = {"another relation", "another law"}
    outcome = replay(json.loads(json.dumps(form)))
    assert outcome.status == ("not-recheckable" if what in wanted else "rejected"), outcome.text


def test_one_value_of_several_entries() -> None:
    """Released by itself, not in a tuple; the corner that moves the other entry moves nothing."""

    @mechanism(inputs=[(0, 0)], moves=L2, symbols=("Delta", "s"))
    def first(x: Any, draw: Any, *, Delta: Any = "1", s: Any = "1") -> Any:  # noqa: N803
        del Delta
        return x[0] + draw.gaussian(s)

    assert asked(first, "gaussian-dp", mu="Delta/s").holds
    assert asked(first, "gaussian-dp", mu="Delta/(2*s)").fails
