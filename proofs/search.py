"""Looking for a counterexample among generated instances, and shrinking what is found."""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import number_text
from dpverify.proofs.instances import Instance
from dpverify.proofs.labels import Shape
from dpverify.proofs.statement import Statement


@dataclass(frozen=True)
class Searched:
    """What a search did.

    Args:
        found: the smallest instance that refutes; None where there was none.
        generated: instances generated, without those of shrinking.
        met_hypotheses: those of them that met every hypothesis.
        complete: the number of instances asked for was reached, or a counterexample found.
        meeting: an instance that met every hypothesis; None where there was none.
    """

    found: Instance | None
    generated: int
    met_hypotheses: int
    complete: bool
    meeting: Instance | None = None


class _EnoughError(BaseException):
    """Ends a search; not an Exception, which hypothesis would take for a failing example."""


class _Probe:
    """Judges instances until enough met the hypotheses; counts until the first that refutes."""

    def __init__(self, seconds: float) -> None:
        self.enough = 0
        self._end = time.monotonic() + seconds
        self.generated = 0
        self.met = 0
        self.meeting: Instance | None = None
        self.late = False
        self.best: Instance | None = None
        self._refuting: set[object] = set()

    def __call__(self, instance: Instance) -> bool:
        if time.monotonic() > self._end:
            self.late = True
            if self.best is None:
                raise _EnoughError
            # What refuted before must do so again: hypothesis replays its best example at the end.
            return _key(instance) in self._refuting
        met, refutes = _judged(instance)
        if met and self.meeting is None:
            self.meeting = instance
        if self.best is None:
            self.generated += 1
            self.met += met
        if refutes:
            self.best = instance
            self._refuting.add(_key(instance))
        elif self.best is None and self.met >= self.enough:
            raise _EnoughError
        return refutes


def search(
    statement: Statement,
    *,
    instances: int = 200,
    seed: int | None = None,
    seconds: float = 20.0,
    shrink: bool = True,
) -> Searched:
    """Generate instances, and shrink the first that refutes the statement.

    Args:
        statement: what is to be refuted.
        instances: how many that meet the hypotheses to generate, over all shapes of the
            statement's sizes; of all, at most four times that.
        seed: another seed, other instances; None always gives the same ones.
        seconds: when to stop, in generation and in shrinking.
        shrink: whether to look for a smaller one once an instance refutes.

    Returns:
        What was found; nothing in it is re-checked yet.
    """
    shapes = list(shapes_of(statement))
    quota = -(-instances // len(shapes))
    probe = _Probe(seconds)
    instance: Instance | None = None
    with _no_folder():
        for shape in shapes:
            probe.enough += quota
            instance = _found(statement, shape, probe, 4 * quota, seed or 0, shrink=shrink)
            if instance is not None or probe.late:
                break
    complete = instance is not None or not probe.late
    return Searched(instance, probe.generated, probe.met, complete, probe.meeting)


def shapes_of(statement: Statement) -> Iterator[Shape]:
    """Every shape within the statement's sizes, small ones first: so what is found is small."""
    ranges = [range(low, high + 1) for low, high in statement.sizes.values()]
    for sizes in sorted(product(*ranges), key=lambda combination: (sum(combination), combination)):
        yield dict(zip(statement.sizes, sizes, strict=True))


def _found(
    statement: Statement, shape: Shape, probe: _Probe, limit: int, seed: int, *, shrink: bool
) -> Instance | None:
    import hypothesis
    from hypothesis.errors import Flaky, NoSuchExample

    from dpverify.proofs.generate import instances

    phases = [hypothesis.Phase.generate] + [hypothesis.Phase.shrink] * shrink
    settings = hypothesis.settings(
        max_examples=limit,
        database=None,
        deadline=None,
        phases=phases,
        suppress_health_check=list(hypothesis.HealthCheck),
        verbosity=hypothesis.Verbosity.quiet,
        print_blob=False,
    )
    source = random.Random(seed)  # noqa: S311  a seed, not a secret
    try:
        return hypothesis.find(instances(statement, shape), probe, settings=settings, random=source)
    except (NoSuchExample, _EnoughError):
        return None
    except Flaky:
        return probe.best


def _judged(instance: Instance) -> tuple[bool, bool]:
    try:
        return instance.met, instance.refutes
    except Undecided:
        return False, False


def _key(instance: Instance) -> object:
    numbers = tuple(map(number_text, instance.parameters.values()))
    return tuple(instance.shape.items()), tuple(instance.channels.values()), numbers


@contextmanager
def _no_folder() -> Iterator[None]:
    """Keep hypothesis from writing its folder, which it does even without a database.

    It caches the constants of modules there. Under pytest the folder is the user's own affair.
    """
    if "pytest" in sys.modules or "HYPOTHESIS_STORAGE_DIRECTORY" in os.environ:
        yield
        return
    from hypothesis.configuration import set_hypothesis_home_dir

    # A folder that cannot be made: hypothesis then does without.
    set_hypothesis_home_dir(Path(os.devnull) / "hypothesis")
    try:
        yield
    finally:
        set_hypothesis_home_dir(None)
