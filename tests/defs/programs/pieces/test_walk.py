"""States are shared only where nothing tells them apart; masses are added over one denominator."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from flint import fmpq

from dpverify.defs.numbers import Value, parse
from dpverify.defs.programs import Mechanism, mechanism
from dpverify.defs.programs.pieces import compiled, walk
from dpverify.defs.programs.pieces.allowed import Uncut
from dpverify.defs.programs.pieces.laws import cut
from tests.defs.programs.pieces.test_laws import by_paths, by_states


@mechanism(inputs=[0, 1, 2])
def kinds_meet(x: int, draw: Any) -> str:
    """1 and True come to one place from many states at once."""
    value = x
    for _ in range(3):
        value = draw.flip("1/3") if draw.flip("1/2") else int(draw.flip("1/4"))
    draw.flip("1/2")
    return f"{value}"


@mechanism(inputs=[0, 1, 2])
def depths(x: int, draw: Any) -> int:
    """States that are met at several depths, by paths of several denominators."""
    total = x
    for k in range(3):
        if draw.flip(Fraction(1, 2 + k)):
            total += draw.uniform(range(3))
            total -= draw.flip("2/7")
        elif draw.flip("1/5"):
            continue
    return total


@mechanism(inputs=[0, 1])
def bound_changes(x: int, draw: Any) -> tuple[int, int]:
    """A loop goes through the range that it began with."""
    n, turns = 3, 0
    for k in range(n):
        n += draw.flip("1/2")
        turns += k
    return turns, n + x


@mechanism(inputs=[0, 1])
def of_a_truth(x: int, draw: Any) -> tuple[Any, ...]:
    """range(True) counts from 0, which is an int."""
    held: list[Any] = []
    for k in range(x == 1):
        held.append(k if draw.flip("1/3") else bool(k))  # noqa: PERF401  the loop that is meant
    for number, k in enumerate(range(2)):
        held.append((number, k, draw.flip("1/2")))
    return tuple(held)


@mechanism(inputs=[0, 1])
def goes_on_after_checkpoints(x: int, draw: Any) -> int:
    """Checkpoints without a draw between them, named by a list of variables too."""
    heads = x
    for k in range(3):
        draw.checkpoint(k, heads)
        draw.checkpoint(*(k, heads))
        if heads < 3:
            heads += draw.flip("1/3") + 2 * draw.flip("1/2")
    return heads


@mechanism(inputs=[0, 1])
def jumps(x: int, draw: Any) -> int:
    """Loops and ways that hold no draw, longer than what stands in one function."""
    total = 0
    for k in range(2):
        more = draw.uniform(range(4))
        while more > 0:
            more -= 1
            if more == 2:
                continue
            if more == k and draw.flip("1/5"):
                break
            total += 1
        else:
            total += x
    return total


@mechanism(inputs=[0, 1])
def with_powers_of_e(x: int, draw: Any) -> int:
    """Probabilities that are no fractions."""
    return x + int(draw.flip("1/3") + draw.flip("exp(-1)") + draw.flip("1/2"))


@mechanism(inputs=[0, 1])
def many_checkpoints(x: int, draw: Any) -> int:
    """45 checkpoints without a draw between them; 20 are gone on from together."""
    number = x + sum(draw.flip("1/2") for _ in range(3))
    for k in range(45):
        draw.checkpoint(k, number)
        number = (3 * number + k) % 7
    return int(number + draw.flip("1/3"))


def parity(output: Any) -> tuple[int, ...]:
    return tuple(number % 2 for number in output)


@mechanism(inputs=[0, 1], key=parity)
def with_a_key(x: int, draw: Any) -> list[int]:
    """A list, of which a tuple is seen."""
    return [x + int(draw.uniform(range(3))) for _ in range(3)]


@mechanism(inputs=[0, 1])
def released(x: int, draw: Any) -> tuple[int, bool]:
    return x + int(draw.uniform(range(4))), draw.flip("1/3")


@released.then
def largest_first(output: tuple[int, bool]) -> Any:
    """A function of what is released."""
    number, heads = output
    if heads:
        return number
    return bool(number % 2)


PROGRAMS: list[Mechanism] = [
    kinds_meet, depths, bound_changes, of_a_truth, goes_on_after_checkpoints, jumps,
    with_powers_of_e, many_checkpoints,
    with_a_key, largest_first,
]  # fmt: skip


@pytest.mark.parametrize("least", [1, 1000])
@pytest.mark.parametrize("joined", [0, 1000])
def test_a_program_has_the_laws_of_its_paths_however_it_is_gone_on_from(
    least: int, joined: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One state after the other or together, and with following pieces joined or not.

    The other way runs the function itself, path by path.
    """
    monkeypatch.setattr(walk, "LEAST_TOGETHER", least)
    monkeypatch.setattr(compiled, "MOST_JOINED", joined)
    for number, program in enumerate(PROGRAMS):
        rows = [{label: Value(mass) for label, mass in row.items()} for row in by_states(program)]
        assert rows == _known(number), program.name


@cache
def _known(number: int) -> list[dict[str, Value]]:
    known = by_paths(PROGRAMS[number], 5000)
    assert known is not None
    return [{label: Value(mass) for label, mass in row.items()} for row in known]


def test_masses_over_several_denominators_are_added() -> None:
    """By hand: 1/2 + 1/2·1/3 = 2/3, where one way has the denominator 2 and the other 6."""

    @mechanism(inputs=[0, 1])
    def two_ways(x: int, draw: Any) -> int:
        late = 0
        if draw.flip("1/2"):
            late = int(draw.flip("2/3"))
        draw.flip("1/5")
        return late + x

    assert by_states(two_ways)[0] == {"0": fmpq(2, 3), "1": fmpq(1, 3)}


def test_a_power_of_e_keeps_the_others_exact() -> None:
    [zero, _] = by_states(with_powers_of_e)
    assert Value(zero["3"]) == parse("exp(-1)/6")


def _told(kind: Callable[[int], Any]) -> Mechanism:
    @mechanism(inputs=[0, 1])
    def hides(x: int, draw: Any) -> str:
        hidden: Any = 1
        for _ in range(3):
            hidden = kind(1) if draw.flip("1/2") else 1
        for _ in range(6):
            draw.flip("1/2")
        draw.checkpoint(x)
        return f"{hidden}" if draw.flip("1/2") else "none"

    return hides


@pytest.mark.parametrize("kind", [bool, float])
@pytest.mark.parametrize("least", [1, 1000])
def test_a_checkpoint_that_leaves_out_a_type_is_noticed(
    kind: type, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1, True and 1.0 are equal; the output tells which it was."""
    monkeypatch.setattr(walk, "LEAST_TOGETHER", least)
    with pytest.raises(Uncut, match="leaves something out"):
        by_states(_told(kind))


SEEN: list[int] = [0]


def notes(output: int) -> int:
    SEEN[0] += 1
    return output + SEEN[0]


def puts_back(output: int) -> int:
    SEEN[0] ^= 1
    told = output + SEEN[0]
    SEEN[0] ^= 1
    return told


def told_by_its_hash(output: int) -> int:
    return hash(f"{output}") % 2


@pytest.mark.parametrize("key", [told_by_its_hash, lambda output: output, type, id])
def test_a_key_that_does_more_than_compute_is_left_to_others(key: Callable[..., Any]) -> None:
    @mechanism(inputs=[0, 1], key=key)
    def program(x: int, draw: Any) -> int:
        return x + int(draw.uniform(range(9)))

    assert cut(program) is None


def test_a_key_that_changes_what_it_finds_is_left_to_others() -> None:
    @mechanism(inputs=[0, 1], key=notes)
    def program(x: int, draw: Any) -> int:
        return x + int(draw.uniform(range(9)))

    with pytest.raises(Uncut, match="changes what it finds outside"):
        by_states(program)
    SEEN[0] = 0


def test_a_key_that_puts_back_what_it_changes_tells_one_value() -> None:
    """Nothing else runs meanwhile: each output and 1, uniformly, by hand."""

    @mechanism(inputs=[0, 1], key=puts_back)
    def program(x: int, draw: Any) -> int:
        return x + int(draw.uniform(range(3)))

    assert by_states(program)[0] == {str(k): fmpq(1, 3) for k in (1, 2, 3)}
    assert SEEN == [0]
