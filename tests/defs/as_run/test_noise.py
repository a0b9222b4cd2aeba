"""Real code with continuous noise: what is decided with floats taken for real numbers."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dpverify import Fails, PureDP, check, measure, mechanism, replay
from dpverify.defs.as_run import as_run
from dpverify.defs.as_run.idealised import AS_NUMBERS, Ideals
from dpverify.defs.errors import ProgramError
from dpverify.defs.numbers import INFINITY, as_eps
from dpverify.defs.numbers.documents import IDEALISED

RNG = np.random.default_rng()


def _scale(x: int) -> Any:
    return x + RNG.laplace(0, 2.0)


def _place(x: int) -> Any:
    return np.random.laplace(loc=x, scale=1 / 0.5)


def _above(x: int) -> Any:
    return x + RNG.laplace() > 0.5


def _clipped(x: int) -> Any:
    return np.clip(x + RNG.laplace(), 0, 4)


def _python_clipped(x: int) -> Any:
    return max(0, min(4, x + RNG.laplace()))


def _rounded(x: int) -> Any:
    return np.round(x + RNG.laplace())


def _where(x: int) -> Any:
    return np.where(x + RNG.laplace(size=2) > 1, 1, 0)


def _matrix(x: int) -> Any:
    return np.array([[1.0, 0.0], [0.0, 2.0]]) @ (np.array([x, 1]) + RNG.laplace(size=2))


def _dictionary(x: int) -> Any:
    return {"n": x + RNG.laplace(), "k": [1, 2]}


def _cosines(x: int) -> Any:
    """As diffprivlib draws Laplace noise."""
    a, b, c, d = (random.random() for _ in range(4))
    return x - 1.0 * (np.log(1 - a) * np.cos(np.pi * b) + np.log(1 - c) * np.cos(np.pi * d))


def _bernoulli(x: int) -> Any:
    return x if random.random() < 0.25 and RNG.laplace() > 5 else 0


def _part(x: int) -> Any:
    """A coin and uniform noise of one draw: above ¼ the rest is uniform there."""
    u = random.random()
    return "low" if u < 0.25 else x + u


@pytest.mark.long
@pytest.mark.parametrize(
    ("function", "eps"),
    [
        # Noise of scale b around a count that moves by 1: ε = 1/b.
        (_scale, "1/2"), (_place, "1/2"), (_dictionary, "1"), (_cosines, "1"),
        (_clipped, "1"), (_python_clipped, "1"), (_rounded, "1"), (_matrix, "1"),
        # Of each bit P(x = 0) = ½·e^(−1), P(x = 1) = ½: two bits lose twice as much.
        (_where, "2"),
        # P(x = 1 above ½) = 1 − ½·e^(−½), against ½·e^(−½): 2·e^½ − 1.
        (_above, "ln(2*exp(1/2)-1)"),
        (_bernoulli, "inf"), (_part, "inf"),
    ],
    ids=lambda given: getattr(given, "__name__", str(given)),
)  # fmt: skip
def test_the_smallest_eps_is_that_of_real_numbers(function: Callable[[int], Any], eps: str) -> None:
    measured = measure(as_run(function, inputs=[0, 1]), "pure-dp")
    assert measured.tight["eps"] == (INFINITY if eps == "inf" else as_eps(eps))
    assert measured.evidence == "idealised"
    assert measured.assumptions[:2] == (IDEALISED, AS_NUMBERS)
    assert replay(measured).status == "accepted"


def _normal(x: int) -> Any:
    return random.gauss(x, 2)


def _sum_of_normals(x: int) -> Any:
    """As diffprivlib has it; √2 is a float, 2/√2² is not 1, in the 17th digit."""
    z = (random.normalvariate(0, 1) + random.normalvariate(0, 1)) / 2
    return x + z * 2 * 2


def _box_muller(x: int) -> Any:
    u, v = random.random(), random.random()
    return x + 2 * (math.sqrt(-2 * math.log(1 - u)) * math.cos(2 * math.pi * v))


def _exponential(x: int) -> Any:
    return x + random.expovariate(0.5)


def _uniform(x: int) -> Any:
    return random.uniform(x - 1, x + 1)


@pytest.mark.long
@pytest.mark.parametrize(
    ("function", "port"),
    [
        (_normal, lambda x, draw: x + draw.gaussian(2)),
        (_box_muller, lambda x, draw: x + draw.gaussian(2)),
        (_exponential, lambda x, draw: x + draw.exponential(2)),
        (_uniform, lambda x, draw: x + draw.uniform(-1, 1)),
        (_sum_of_normals, lambda x, draw: x + 2 * (draw.gaussian(1) + draw.gaussian(1))),
    ],
    ids=lambda given: given.__name__,
)
def test_it_is_decided_as_its_port_is(function: Any, port: Any) -> None:
    real = measure(as_run(function, inputs=[0, 1]), "approx-dp", eps="1/4")
    ported = measure(mechanism(inputs=[0, 1])(port), "approx-dp", eps="1/4")
    assert real.tight == ported.tight
    assert replay(real).status == "accepted"


@pytest.mark.long
def test_too_little_noise_fails_and_replays() -> None:
    def little(x: int) -> Any:
        return x + RNG.laplace(0, 0.5)

    verdict = check(as_run(little, inputs=[0, 1]), PureDP(eps=1))
    assert isinstance(verdict, Fails)
    assert verdict.evidence == "idealised"
    assert measure(as_run(little, inputs=[0, 1]), "pure-dp").tight["eps"] == as_eps("2")
    assert replay(verdict).status == "accepted"


@pytest.mark.parametrize("t", [0.1, 0.7, 1.0, 3.0, 20.0])
def test_the_mean_that_makes_two_products_laplace_noise(t: float) -> None:
    """The mean over V of 1/(1 + t²·cos²πV), the real part, is (1 + t²)^(−½): the midpoint rule."""
    angles = (np.arange(4000) + 0.5) * np.pi / 4000
    assert np.mean(1 / (1 + (t * np.cos(angles)) ** 2)) == pytest.approx(1 / math.sqrt(1 + t * t))


def _twice(x: int) -> Any:
    u = random.random()
    return x + math.log(u) + math.log(u)


def _both(x: int) -> Any:
    u, v = random.random(), random.random()
    r = math.sqrt(-2 * math.log(u))
    return x + r * math.cos(2 * math.pi * v), r * math.sin(2 * math.pi * v)


def _alone(x: int) -> Any:
    return x + math.log(random.random()) * math.cos(math.pi * random.random())


def _half_angle(x: int) -> Any:
    """The cosine over [0, π/2) has another law."""
    return x + math.log(random.random()) * math.cos(math.pi / 2 * random.random())


def _same_product(x: int) -> Any:
    product = math.log(random.random()) * math.cos(math.pi * random.random())
    return x + product + product


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (_twice, "after taking its logarithm"), (_both, "of a uniform"), (_alone, "otherwise"),
        (_half_angle, "of a uniform"), (_same_product, "otherwise|twice"),
        (lambda x: float(x + RNG.laplace()), "wants a plain float"),
        (lambda x: int(x + RNG.laplace()), "makes an int"),
        (lambda x: f"{x + RNG.laplace():.2f}", "writes"),
        (lambda x: {x + RNG.laplace(): 1}, "takes the hash"),
        (lambda x: np.exp(x + RNG.laplace()), "computes exp"),
        (lambda x: np.exp(x + RNG.laplace(size=2)), "computes exp"),
        (lambda x: RNG.laplace(0, abs(RNG.laplace())) + x, "as a parameter"),
        (lambda x: RNG.laplace() * RNG.laplace() + x, "multiplies"),
        (lambda x: (x + RNG.laplace()).hex(), r"takes \.hex"),
        (lambda x: RNG.standard_t(3) + x, "standard_t"),
        (lambda x: x + RNG.laplace() if type(x + RNG.laplace()) is float else 0, "trace"),
    ],
)  # fmt: skip
def test_what_has_no_law_here_is_refused_by_name(function: Any, said: str) -> None:
    with pytest.raises(ProgramError, match=said):
        measure(as_run(function, inputs=[0, 1]), "pure-dp")


def test_a_place_may_be_noisy() -> None:
    """Two scales, 1 and 2: post-processing gives ε ≤ 1/2, and the tail of the sum is as heavy."""
    found = measure(as_run(lambda x: RNG.laplace(RNG.laplace(x, 1), 2), inputs=[0, 1]), "pure-dp")
    assert str(found.tight["eps"]) == "1/2"


def test_infinite_and_missing_numbers_do_not_enter_a_sum() -> None:
    with pytest.raises(ProgramError, match="with inf"):
        measure(as_run(lambda x: x + RNG.laplace() + math.inf, inputs=[0, 1]), "pure-dp")


def test_a_planted_mistake_in_the_answers_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With twice the scale, what is measured is another number than that of the table above."""
    real = Ideals.noise

    def wrong(self: Ideals, law: str, scale: Any, what: str) -> Any:
        return real(self, law, 2 * scale, what)

    monkeypatch.setattr(Ideals, "noise", wrong)
    assert measure(as_run(_scale, inputs=[0, 1]), "pure-dp").tight["eps"] == as_eps("1/4")


@pytest.mark.long
@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda d: d.update(evidence="conditional"), id="a stronger word"),
        pytest.param(lambda d: d.update(evidence="certificate"), id="the strongest"),
        pytest.param(
            lambda d: d.update(assumptions=d["assumptions"][1:]), id="without the promise"
        ),
        pytest.param(lambda d: d.pop("assumptions"), id="without any"),
        pytest.param(
            lambda d: d["tight"]["eps"].update(exact="1/4", lower="1/4", upper="1/4"),
            id="another number",
        ),
    ],
)
def test_a_forged_grade_is_rejected(change: Any) -> None:
    document = json.loads(json.dumps(measure(as_run(_scale, inputs=[0, 1]), "pure-dp").to_dict()))
    assert replay(document).status == "accepted"
    change(document)
    assert replay(document).status == "rejected"


def test_an_exception_that_depends_on_noise_is_an_output() -> None:
    """log of a number below 0 raises in the real code; here the code itself does so."""

    def crash(x: int) -> Any:
        if x + RNG.laplace() < 0:
            raise OverflowError
        return "fine"

    measured = measure(as_run(crash, inputs=[0, 1], exceptions=True), "pure-dp")
    # P(raises) = ½ on 0 and ½·e^(−1) on 1.
    assert measured.tight["eps"] == as_eps("1")
    assert any("and not what it says" in promise for promise in measured.assumptions)


def _seen_by_itself(x: int) -> Any:
    a = x + RNG.laplace(0, 1)
    return ("here", x) if 1.0 < a < 1.0 + 1e-12 and a == a else a > 0  # noqa: PLR0124


def _seen_by_the_largest(x: int) -> Any:
    both = [x + RNG.laplace(0, 1), RNG.laplace(0, 1)]
    if abs(both[0] - both[1]) < 1e-12 and any(a == max(both) for a in both):
        return "here", x
    return both[0] < both[1]


def _seen_by_a_difference(x: int) -> Any:
    a = x + RNG.laplace(0, 1)
    return ("here", x) if 1.0 < a < 1.0 + 1e-12 and not (a - a or 2 * a != a + a) else a > 0


@pytest.mark.parametrize("function", [_seen_by_itself, _seen_by_the_largest, _seen_by_a_difference])
def test_what_is_the_same_form_is_equal(function: Callable[[int], Any]) -> None:
    """On a stretch of 10^-12 each shows its input: no finite ε holds.

    Equality was answered by "never", as of noise that is continuous; and the referee, who would
    have seen that these are equal always, comes there once in 10^12 runs.
    """
    found = measure(as_run(function, inputs=[0, 1]), "pure-dp")
    assert found.tight["eps"] == INFINITY
    assert replay(found).status == "accepted"


def _never(x: int) -> Any:
    a = x + RNG.laplace(0, 1)
    return ("here", x) if 1.0 < a < 1.0 + 1e-6 and a - a != 0 else a > 0


def _winner(x: int) -> Any:
    both = [q + RNG.laplace(0, 1) for q in (x, 0)]
    best = max(both)
    return [i for i, a in enumerate(both) if a == best]


def _winner_in_an_array(x: int) -> Any:
    both = np.array([x, 0]) + RNG.laplace(0, 1, 2)
    return int(np.argmax(both == both.max()))


def _no_number(x: int) -> Any:
    a = x + RNG.laplace(0, 1)
    return None if a != a else a > 0  # noqa: PLR0124  as code asks for NaN


def _apart(x: int) -> Any:
    a, b = RNG.laplace(0, 1, 2)
    return ("never", x) if a in (b, 0) or a + 1 == a else x + a > 0


@pytest.mark.parametrize(
    ("function", "eps"),
    [
        (_never, "1"),  # one of a > 0: on 0 and 1 the tails 1/2 and e^-1/2 below 0
        (_no_number, "1"),
        (_apart, "1"),
        # P(X + x ≥ Y) for Laplace X, Y: 1/2 at 0; at 1 it is 1 − (3/4)/e, so that the loser of
        # both loses by ln(1/2 / ((3/4)/e)) = 1 + ln(2/3).
        (_winner, "1+ln(2/3)"),
        (_winner_in_an_array, "1+ln(2/3)"),
    ],
)
def test_what_equality_says_of_noise(function: Callable[[int], Any], eps: str) -> None:
    """Never of two noises, always of one; code that asks so was refused, or was not."""
    found = measure(as_run(function, inputs=[0, 1]), "pure-dp")
    assert found.tight["eps"] == as_eps(eps)
    assert replay(found).status == "accepted"


def test_equality_with_what_is_rounded_is_refused() -> None:
    def remainder(x: int) -> Any:
        a = x + RNG.laplace(0, 1)
        return a == a % 4  # true between 0 and 4

    with pytest.raises(ProgramError, match="combines"):
        measure(as_run(remainder, inputs=[0, 1]), "pure-dp")


def _raises_nothing(ask: Callable[[Any], Any]) -> Callable[[Any], bool]:
    def answered(a: Any) -> bool:
        try:
            ask(a)
        except Exception:  # noqa: BLE001  a float raises none
            return False
        return True

    return answered


TOLD_FROM_FLOATS: dict[str, Callable[[Any], Any]] = {
    "type": lambda a: type(a) is float,
    "C code": _raises_nothing(lambda a: float.__lt__(a, 3.0)),
    "JSON": _raises_nothing(lambda a: json.dumps([a])),
}
"""What no object can answer as a float; what one can is in `test_narrow`."""


@pytest.mark.parametrize("width", [1e-6, 1e-9, 1e-12])
@pytest.mark.parametrize("name", TOLD_FROM_FLOATS)
def test_what_tells_noise_from_floats_is_refused_on_a_narrow_path(name: str, width: float) -> None:
    """Of floats each is true: the input is shown, and no finite ε holds.

    ε = 1 was certified: random points do not come to a path that is taken once in 10^12 runs.
    """
    trick = TOLD_FROM_FLOATS[name]

    def shown(x: int) -> Any:
        a = x + RNG.laplace(0, 1)
        return ("here", x) if 1.0 < a < 1.0 + width and trick(a) else a > 0

    with pytest.raises(ProgramError, match="does not do what its trace says"):
        measure(as_run(shown, inputs=[0, 1]), "pure-dp")


def _holding(member: Any) -> Any:
    """An array of one object, which has members of its own."""
    made = np.zeros(1, dtype=object)
    made[0] = member
    return made


def _list_or_tuple(x: int) -> Any:
    noisy = RNG.laplace()
    return _holding([noisy] if x else (noisy,))


def _object_or_row(x: int) -> Any:
    noisy = RNG.laplace()
    return _holding([noisy]) if x else np.array([[noisy]])


def _int_or_float(x: int) -> Any:
    noisy = RNG.laplace()
    return round(noisy) if x else np.round(noisy)


def _truths_or_ints(x: int) -> Any:
    above = RNG.laplace() > 0
    return np.array([above]) if x else np.array([int(above)])


def _list_or_its_mark(x: int) -> Any:
    noisy = RNG.laplace()
    return [noisy] if x else ("list", (noisy,))


def _range_or_its_text(x: int) -> Any:
    noisy = RNG.laplace()
    return (noisy, range(3)) if x else (noisy, "range(0, 3)")


@pytest.mark.parametrize(
    "code",
    [_list_or_tuple, _object_or_row, _int_or_float, _truths_or_ints, _list_or_its_mark,
     _range_or_its_text],
)  # fmt: skip
def test_outputs_that_differ_in_their_types_alone_are_not_one(code: Callable[[int], Any]) -> None:
    """Each tells its input to a receiver who sees types; the words of a trace do not tell them."""
    with pytest.raises(ProgramError, match="differs in its types alone"):
        measure(as_run(code, inputs=[0, 1]), "pure-dp")


def test_a_text_is_no_range_without_types_either() -> None:
    real = as_run(_range_or_its_text, inputs=[0, 1], types=False)
    assert measure(real, "pure-dp").tight["eps"] == INFINITY
    real = as_run(_truths_or_ints, inputs=[0, 1], types=False)
    assert measure(real, "pure-dp").tight["eps"] == as_eps(0)
