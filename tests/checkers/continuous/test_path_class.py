"""Classes of paths: equal but for names, and nothing else."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from dpverify.checkers.continuous.path_class import Classes, Named
from dpverify.checkers.kernel.certificates.alignment import Affine, Change, Moved, Shifted
from dpverify.checkers.kernel.certificates.moves import Box
from dpverify.defs.documents.traced import Noise

ONE = Fraction(1)
NOISES = (
    Noise("laplace", ONE),
    Noise("laplace", 2 * ONE),
    Noise("laplace", 2 * ONE),
    Noise("laplace", 2 * ONE),
    Noise("exponential", 2 * ONE),
    Noise("laplace", 3 * ONE),
)
BOX: Box = ((-ONE, ONE),) * 4
RISING: Box = ((0 * ONE, ONE),) * 4


def change(noise: int, entry: int, sign: int = 1, slope: int = 1, constant: int = 0) -> Change:
    """±(noise − noise 0 + slope·move + constant) ≥ 0."""
    return Change(
        ((0, Fraction(-sign)), (noise, Fraction(sign))),
        Affine(Fraction(constant), ((entry, Fraction(sign * slope)),)),
    )


def path(*changes: Change, released: tuple[Change, ...] = ()) -> Moved:
    """A path with these rows."""
    return Moved(changes, released)


def named(given: Moved, box: Box = BOX) -> Named:
    """Its class."""
    return Classes(NOISES).named(given, box)


BASE = path(change(1, 0), change(2, 1, -1), change(3, 2, -1))


def test_where_things_happen_does_not_matter() -> None:
    """One above and two below, in any order, at any entries."""
    classes = Classes(NOISES)
    keys = set()
    for one, two, three in permutations(range(3)):
        rows = [change(one + 1, one), change(two + 1, two, -1), change(three + 1, three, -1)]
        keys |= {classes.named(path(*order), BOX).key for order in permutations(rows)}
    assert len(keys) == 1


OTHERS = {
    "two above": path(change(1, 0), change(2, 1), change(3, 2, -1)),
    "another law": path(change(4, 0), change(2, 1, -1), change(3, 2, -1)),
    "another scale": path(change(5, 0), change(2, 1, -1), change(3, 2, -1)),
    "another slope": path(change(1, 0, slope=2), change(2, 1, -1), change(3, 2, -1)),
    "another constant": path(change(1, 0, constant=1), change(2, 1, -1), change(3, 2, -1)),
    "one entry twice": path(change(1, 0), change(2, 1, -1), change(3, 1, -1)),
    "a value": path(change(1, 0), change(2, 1, -1), released=(change(3, 2, -1),)),
    "fewer": path(change(1, 0), change(2, 1, -1)),
}


@pytest.mark.parametrize("what", OTHERS)
def test_what_matters(what: str) -> None:
    classes = Classes(NOISES)
    assert classes.named(OTHERS[what], BOX).key != classes.named(BASE, BOX).key


def single(noise: int = 1, factor: int = 1, slope: int = 1, constant: int = 0) -> Change:
    """factor·noise + slope·move + constant, where there is one order of names alone."""
    return Change(((noise, Fraction(factor)),), Affine(Fraction(constant), ((0, Fraction(slope)),)))


SINGLE = {
    "another law": path(single(4)),
    "another scale": path(single(5)),
    "another factor": path(single(factor=2)),
    "another slope": path(single(slope=2)),
    "another constant": path(single(constant=1)),
    "a value": path(released=(single(),)),
    "twice": path(single(), single()),
}


@pytest.mark.parametrize("what", SINGLE)
def test_what_matters_of_a_single_noise(what: str) -> None:
    classes = Classes(NOISES)
    assert classes.named(path(single()), BOX).key == classes.named(path(single(2)), BOX).key
    assert classes.named(SINGLE[what], BOX).key != classes.named(path(single()), BOX).key


def test_how_entries_move_matters() -> None:
    classes = Classes(NOISES)
    one = path(single())
    assert classes.named(one, BOX).key != classes.named(one, RISING).key


def test_old_names_come_back() -> None:
    """A shift of each noise by the move of its entry, under new names and back."""
    classes = Classes(NOISES)
    found = classes.named(BASE, BOX)
    renamed = classes.renamed(BASE, BOX, found)
    assert sorted(n.scale for n in renamed.noises) == [1, 2, 2, 2]
    place = dict(enumerate(found.places))
    shifts = {}
    for new, old in enumerate(found.numbers):
        if old:
            entry = next(k for k, at in place.items() if at == old - 1)
            shifts[new] = Shifted(Affine(ONE, ((entry, ONE),)), Affine(2 * ONE))
    assert classes.with_old_names(shifts, found) == {
        n: Shifted(Affine(ONE, ((n - 1, ONE),)), Affine(2 * ONE)) for n in (1, 2, 3)
    }
