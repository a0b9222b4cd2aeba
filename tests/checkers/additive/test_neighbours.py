"""Released values under each relation of neighbours, against sums written down again."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import dpverify as dv
from dpverify.checkers.kernel.certificates.moves import relation
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.kernel.programs import digest
from dpverify.defs.programs import mechanism

F = Fraction
SCALES: Any = (1, 2, F(1, 2))
Document = dict[str, Any]
check: Any = dv.check
measure: Any = dv.measure


def vector(law: str, moves: Any, scales: Any = SCALES) -> Any:
    """So many numbers, each with noise of its own."""

    @mechanism(inputs=[(0,) * len(scales), (1,) + (0,) * (len(scales) - 1)], moves=moves)
    def values(x: Any, draw: Any) -> Any:
        return tuple(
            each + getattr(draw, law)(scale) for each, scale in zip(x, scales, strict=True)
        )

    return values


def tight(program: Any, name: str, **given: Any) -> Any:
    """The smallest parameter on all inputs; the kernel has re-checked all of it."""
    found = measure(program, name, all_inputs=True, **given)
    assert found.not_rechecked is None
    assert replay(json.loads(found.to_json())).status == "accepted"
    return next(iter(found.tight.values()))


def loss(move: Any) -> Fraction:
    """Σ |m_i|/b_i."""
    return sum((abs(x) / F(b) for x, b in zip(move, SCALES, strict=True)), F(0))


def rate(move: Any) -> Fraction:
    """Σ m_i²/(2σ_i²)."""
    return sum((x * x / F(b) ** 2 / 2 for x, b in zip(move, SCALES, strict=True)), F(0))


RELATIONS: dict[str, tuple[Any, Fraction, Fraction]] = {
    # The relation, the largest loss, the largest rate; by hand: 1/b is at most 2, for the third.
    "l1(3/2)": (dv.moves.l1("3/2"), F(3), F(9, 2)),
    "linf(3/2)": (dv.moves.linf("3/2"), F(21, 4), F(189, 32)),
    "one_entry(3/2)": (dv.moves.one_entry("3/2"), F(3), F(9, 2)),
    "exchange(2)": (dv.moves.exchange(2), F(6), F(10)),
    "box(-1:2,0:1,0:1/2)": (dv.moves.box((-1, 2), (0, 1), (0, "1/2")), F(7, 2), F(21, 8)),
    "add_or_remove(-1,3)": (dv.moves.add_or_remove(-1, 3), F(13, 2), F(61, 8)),
    "replace_record(-1,3)": (dv.moves.replace_record(-1, 3), F(6), F(10)),
    "l1(1)[2], still[1]": (
        dv.moves.parts((dv.moves.l1(1), 2), (dv.moves.still(), 1)), F(1), F(1, 2),
    ),
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("text", RELATIONS)
def test_the_largest_loss_and_rate_of_each_relation(text: str) -> None:
    """As worked out by hand; and no move among thousands needs more."""
    moves, largest, rho = RELATIONS[text]
    assert tight(vector("laplace", moves), "pure-dp") == dv.Loss(largest)
    assert tight(vector("gaussian", moves), "zcdp") == dv.Value(rho)
    assert tight(vector("gaussian", moves), "renyi-dp", alpha="3/2") == dv.Value(rho * F(3, 2))
    draw, known, seen = random.Random(1), relation(text, 3), 0  # noqa: S311  (cases of a test)
    for _ in range(20_000):
        move = tuple(F(draw.randint(-8, 8), 2) for _ in range(3))
        if known.contains(move):
            seen += 1
            assert loss(move) <= largest
            assert rate(move) <= rho
    assert seen > 1


def test_gaussian_values_in_a_ball() -> None:
    """μ = r/σ_min and ρ = μ²/2 for independent noise, exactly."""
    program = vector("gaussian", dv.moves.l2("3/2"))
    assert tight(program, "gaussian-dp") == dv.Value(3)
    assert tight(program, "zcdp") == dv.Value(F(9, 2))
    claim = check(program, dv.GaussianDP(mu="299/100"), all_inputs=True)
    assert claim.witness.entries == ((0, 0, 0), (0, 0, F(3, 2)))


@mechanism(inputs=[(0, 0), (1, 1)], moves=dv.moves.l2(2))
def correlated(x: Any, draw: Any) -> Any:
    """The covariance [[5, 4], [4, 4]]; its inverse [[1, −1], [−1, 5/4]] has (9 ± √65)/8."""
    one, both = draw.gaussian(1), draw.gaussian(2)
    return x[0] + one + both, x[1] + both


@mechanism(inputs=[(0, 0), (1, 1)], moves=dv.moves.l2(1))
def symmetric(x: Any, draw: Any) -> Any:
    """AᵀA = [[5, 4], [4, 5]] has the eigenvalue 9 on (1, 1)/√2, which is not rational."""
    return 2 * x[0] + x[1] + draw.gaussian(1), x[0] + 2 * x[1] + draw.gaussian(1)


def test_a_ball_and_correlated_noise() -> None:
    """The rate is 4·λ/2 with λ = (9 + √65)/8: bounds around it, and claims on both sides."""
    found = tight(correlated, "zcdp")
    assert float(found.lower) == pytest.approx((9 + 65**0.5) / 4)
    assert F(str(found.upper)) - F(str(found.lower)) < F(1, 10**25)
    for rho, holds in (("4.26557", True), ("4.26556", False)):
        claim = check(correlated, dv.ZCDP(rho=rho), all_inputs=True)
        assert claim.holds is holds
        assert claim.not_rechecked is None
        if claim.fails:
            step = [b - a for a, b in zip(*claim.witness.entries, strict=True)]
            assert sum(x * x for x in step) <= 4
    left = check(correlated, dv.ZCDP(rho="(9+65**(1/2))/4"), all_inputs=True)
    assert (left.name, left.reason.code) == ("unknown", "precision")
    apart = F(str(found.upper)) - F(str(found.lower))
    assert apart < F(left.reason.within) < 1000 * apart


def test_a_rational_eigenvalue_is_decided_at_equality() -> None:
    """μ = 3, though no rational input attains it."""
    assert tight(symmetric, "gaussian-dp") == dv.Value(3)
    assert check(symmetric, dv.GaussianDP(mu=3), all_inputs=True).holds
    less = check(symmetric, dv.GaussianDP(mu="2.9999999999"), all_inputs=True)
    assert less.fails
    assert less.not_rechecked is None
    assert measure(symmetric, "gaussian-dp", all_inputs=True).attained_by is None


@pytest.mark.parametrize("seed", range(5))
def test_random_maps_in_a_ball(seed: int) -> None:
    """The largest eigenvalue by numpy, for values of several entries."""
    some = random.Random(seed)  # noqa: S311  (cases of a test)
    map_ = [[some.randint(-3, 3) for _ in range(4)] for _ in range(3)]
    sigma = [some.randint(1, 3) for _ in range(3)]

    @mechanism(inputs=[(0, 0, 0, 0), (1, 0, 0, 0)], moves=dv.moves.l2("1/2"))
    def values(x: Any, draw: Any) -> Any:
        sums = [sum(k * e for k, e in zip(row, x, strict=True)) for row in map_]
        return tuple(s + draw.gaussian(b) for s, b in zip(sums, sigma, strict=True))

    scaled = np.array(map_) / np.array(sigma)[:, None]
    wanted = np.linalg.eigvalsh(scaled.T @ scaled)[-1] / 8
    found = tight(values, "zcdp")
    lower = getattr(found, "lower", None)
    assert float(found.approx() if lower is None else lower) == pytest.approx(wanted, rel=1e-9)


def test_laplace_values_in_a_ball() -> None:
    """ε = r·√(1 + 1/4 + 4) = √21·r/2, an algebraic number that is claimed exactly."""
    program = vector("laplace", dv.moves.l2(1))
    assert tight(program, "pure-dp") == dv.parse("21**(1/2)/2")
    assert tight(program, "bounded-range") == dv.parse("21**(1/2)")
    assert check(program, dv.PureDP(eps="21**(1/2)/2"), all_inputs=True).holds
    less = check(program, dv.PureDP(eps="2.2912878"), all_inputs=True)
    assert less.fails
    assert less.not_rechecked is None
    alike = vector("laplace", dv.moves.l2(3), (2, 2, 2, 2))  # √4·3/2, on the diagonal
    assert tight(alike, "pure-dp") == dv.Loss(3)
    assert measure(alike, "pure-dp", all_inputs=True).attained_by.value == dv.Loss(3)


def test_what_is_not_known_in_a_ball_is_said() -> None:
    """The rate of several Laplace values; values that share their noise."""
    with pytest.raises(dv.Undecided, match="ℓ2 ball"):
        measure(vector("laplace", dv.moves.l2(1)), "zcdp", all_inputs=True)

    @mechanism(inputs=[(0, 0), (1, 1)], moves=dv.moves.l2(1))
    def shared(x: Any, draw: Any) -> Any:
        noise = draw.laplace(1)
        return x[0] + noise, x[1] + noise

    assert not check(shared, dv.PureDP(eps=50), all_inputs=True).holds


def test_a_corner_is_not_enough_where_nothing_is_convex() -> None:
    """GDP of several Laplace values on an ℓ1 ball is refused, not taken from its corners."""
    with pytest.raises(dv.Undecided, match="not furthest apart together"):
        measure(vector("laplace", dv.moves.l1(1)), "total-variation", all_inputs=True)


INTEGERS: dict[str, tuple[str, Any, str, Any]] = {
    "l1 and discrete Laplace": ("discrete_laplace", dv.moves.l1(2), "pure-dp", dv.Loss(1)),
    "l1 between integers": ("discrete_laplace", dv.moves.l1("5/2"), "pure-dp", dv.Loss(1)),
    "exchange": ("discrete_laplace", dv.moves.exchange(1), "pure-dp", dv.Loss(1)),
    "a ball with two steps": ("discrete_gaussian", dv.moves.l2("3/2"), "zcdp", dv.Value(F(1, 2))),
    "one entry": ("discrete_gaussian", dv.moves.one_entry(3), "zcdp", dv.Value(F(9, 4))),
    "records": ("discrete_laplace", dv.moves.add_or_remove(0, 3), "pure-dp", dv.Loss(F(7, 2))),
}


@pytest.mark.parametrize("what", INTEGERS)
def test_integer_noise_on_all_integer_inputs(what: str) -> None:
    """Scale 2, σ² = 2, three entries: (1, 1, 0) is in the ball of radius 3/2, (1, 1, 1) is not."""
    law, moves, name, wanted = INTEGERS[what]
    assert tight(vector(law, moves, (2, 2, 2)), name) == wanted


def test_noisy_max_is_aligned_at_all_corners() -> None:
    """argmax of Laplace values of scale 2: r/2 where one entry moves, r where two do."""

    def top(moves: Any) -> Any:
        @mechanism(inputs=[(0, 0, 0), (1, 0, 0)], moves=moves)
        def largest(x: Any, draw: Any) -> Any:
            return draw.argmax([each + draw.laplace(2) for each in x])

        return largest

    assert tight(top(dv.moves.one_entry(1)), "pure-dp") == dv.Loss(F(1, 2))
    assert tight(top(dv.moves.l1(1)), "pure-dp") == dv.Loss(F(1, 2))
    assert tight(top(dv.moves.exchange(1)), "pure-dp") == dv.Loss(1)
    ball = tight(top(dv.moves.l2(1)), "pure-dp")  # in the box, which is aligned
    assert (float(ball.lower), float(ball.upper)) == (0.5, 1.0)


@mechanism(inputs=[(0, 1), (10, 2)], moves=dv.moves.add_or_remove(0, 10))
def mean_with_private_size(given: Any, draw: Any) -> Any:
    """A published benchmark says that this holds; the scale tells the size."""
    total, size = given
    return total / size + draw.laplace(10 / size)


@pytest.mark.parametrize("eps", ["1/10", "1", "5", "100"])
def test_a_scale_that_tells_the_size_fails_with_every_eps(eps: str) -> None:
    """P/Q grows without bound in the tail: by hand at the released value of the witness."""
    claim = check(mean_with_private_size, dv.PureDP(eps=eps), all_inputs=True)
    assert claim.fails
    assert replay(json.loads(claim.to_json())).status == "accepted"
    (one, other), (value,) = claim.witness.entries, claim.witness.released
    step = [b - a for a, b in zip(one, other, strict=True)]
    assert relation("add_or_remove(0,10)", 2).contains(step)
    exponents = [abs(value - s / n) * n / 10 for s, n in (one, other)]
    gain = float(exponents[1] - exponents[0]) + float(np.log(float(one[1] / other[1])))
    assert gain > float(F(eps))


def test_the_loss_of_it_is_infinite_and_the_noisy_pair_holds() -> None:
    """(sum + Lap(20), n + Lap(2)) is 1-DP: 10/20 + 1/2."""
    found = measure(mean_with_private_size, "pure-dp", all_inputs=True)
    assert found.tight["eps"].is_infinite

    @mechanism(inputs=[(0, 1), (10, 2)], moves=dv.moves.add_or_remove(0, 10))
    def pair(given: Any, draw: Any) -> Any:
        return given[0] + draw.laplace(20), given[1] + draw.laplace(2)

    assert tight(pair, "pure-dp") == dv.Loss(1)
    attained = measure(pair, "pure-dp", all_inputs=True).attained_by
    assert relation("add_or_remove(0,10)", 2).are_inputs(*attained.entries)


def test_a_program_that_divides_and_was_not_refuted_is_unknown() -> None:
    """Public size: nothing fails on the pairs that are tried, and nothing is said of all."""

    @mechanism(inputs=[(0, 1), (10, 1)], moves=dv.moves.replace_record(0, 10))
    def mean(given: Any, draw: Any) -> Any:
        return given[0] / given[1] + draw.laplace(10 / given[1])

    claim = check(mean, dv.PureDP(eps=1), all_inputs=True)
    assert claim.unknown
    assert "no failure was seen" in claim.reason.text


# ------------------------------------------------------------------------------ forged documents


def saved(result: Any) -> Document:
    """The document that a user would save."""
    form: Document = json.loads(result.to_json())
    return form


def moves(text: str) -> Callable[[Document], None]:
    """Another relation, resealed."""

    def change(form: Document) -> None:
        form["subject"]["program"]["moves"] = text
        form["subject"]["digest"] = digest(form["subject"]["program"])

    return change


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


def on_ball(name: str, program: Any = correlated) -> Callable[[], Document]:
    """A measurement in a ball."""
    return lambda: saved(measure(program, name, all_inputs=True))


LAPLACE = vector("laplace", dv.moves.l1(1))
FORGED: dict[str, tuple[Callable[[], Document], Callable[[Document], None]]] = {
    "a larger radius": (lambda: saved(measure(LAPLACE, "zcdp", all_inputs=True)), moves("l1(2)")),
    "a renamed relation": (
        lambda: saved(measure(LAPLACE, "zcdp", all_inputs=True)), moves("linf(1)"),
    ),
    "an unknown relation": (
        lambda: saved(measure(LAPLACE, "zcdp", all_inputs=True)), moves("l3(1)"),
    ),
    "another radius, pure": (
        lambda: saved(measure(LAPLACE, "pure-dp", all_inputs=True)), moves("l1(3/2)"),
    ),
    "a ball of more": (on_ball("zcdp"), moves("l2(3)")),
    "no ball": (on_ball("zcdp"), moves("linf(2)")),
    "a smaller norm": (on_ball("zcdp"), put("norm", "2")),
    "a larger norm": (on_ball("zcdp"), put("norm", "9/4")),
    "no norm": (on_ball("zcdp"), lambda form: form.pop("norm")),
    "a supremum of bounds": (on_ball("zcdp"), put("supremum", True)),
    "no supremum": (on_ball("gaussian-dp", symmetric), lambda form: form.pop("supremum")),
    "a smaller tight value": (
        on_ball("gaussian-dp", symmetric),
        put("tight", "mu", {"exact": "2", "lower": "2", "upper": "2"}),
    ),
    "another norm of Laplace values": (
        on_ball("pure-dp", vector("laplace", dv.moves.l2(1))), put("norm", "5"),
    ),
    "an input outside the ball": (
        on_ball("zcdp"), put("attained_by", "entries", [["0", "0"], ["2", "1"]]),
    ),
    "neighbours by no move": (
        lambda: saved(check(mean_with_private_size, dv.PureDP(eps=1), all_inputs=True)),
        put("subject", "program", "moves", "replace_record(0,10)"),
    ),
    "no moves beside entries": (
        lambda: saved(check(mean_with_private_size, dv.PureDP(eps=1), all_inputs=True)),
        lambda form: (form["subject"]["program"].pop("moves"), put("seed", 0)(form))[0],
    ),
    "other entries": (
        lambda: saved(check(mean_with_private_size, dv.PureDP(eps=1), all_inputs=True)),
        put("subject", "program", "entries", "(0, 1)", ["0", "2"]),
    ),
    "records that are not there": (
        lambda: saved(
            measure(vector("gaussian", dv.moves.add_or_remove(1, 3)), "zcdp", all_inputs=True)
        ),
        lambda form: (
            form["attained_by"].update(
                entries=[["0", "0", "1"], ["3", "3", "2"]], inputs=["(0, 0, 1)", "(3, 3, 2)"]
            )
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", FORGED)
def test_forged_results_are_rejected(what: str) -> None:
    """Each is accepted as it was, and rejected once changed."""
    make, change = FORGED[what]
    form = make()
    assert replay(json.loads(json.dumps(form))).status == "accepted"
    change(form)
    assert replay(json.loads(json.dumps(form))).status == "rejected"


# ------------------------------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ("B", "give 'A', 'M' or 'O', or a relation"),
        (3, "give 'A', 'M' or 'O', or a relation"),
        (dv.moves.l1("Delta"), "no parameter"),
        (dv.moves.exchange(1), "two entries or more"),
        (dv.moves.box((0, 1), (0, 1)), "no relation of neighbours"),
        (dv.moves.parts((dv.moves.l1(1), 2)), "more or fewer entries"),
    ],
)
def test_other_moves_are_refused_in_one_line(given: Any, text: str) -> None:
    """Said before anything is decided."""

    @mechanism(inputs=[0, 1], moves=given)
    def value(x: Any, draw: Any) -> Any:
        return x + draw.laplace(1)

    with pytest.raises(dv.InputError, match=text) as refused:
        measure(value, "pure-dp", all_inputs=True)
    assert "\n" not in str(refused.value)
