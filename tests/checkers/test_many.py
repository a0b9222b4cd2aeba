"""Many claims: the verdicts are those of `check`, one by one and in order, whoever decides."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest

import dpverify as dv
from dpverify.checkers import many
from dpverify.checkers.kernel import door
from dpverify.checkers.kernel.door import Outcome, replay
from dpverify.checkers.many import PIECE
from dpverify.checkers.steps import Steps, in_step
from dpverify.checkers.subjects import Subject
from dpverify.defs.errors import InternalError

T = TypeVar("T")


def channel(a: int, b: int) -> dv.Channel:
    """Two coins, in tenths."""
    return dv.Channel(
        ["0", "1"], ["0", "1"], [[f"{a}/10", f"{10 - a}/10"], [f"{b}/10", f"{10 - b}/10"]]
    )


def claims() -> list[tuple[dv.Channel, dv.PureDP | dv.ApproxDP]]:
    """Some that hold and some that fail, of two definitions."""
    return [
        (channel(a, b), claim)
        for a in (1, 5)
        for b in (2, 9)
        for claim in (dv.PureDP(eps="ln(5)"), dv.ApproxDP(eps=1, delta="1/4"))
    ]


def told(verdict: dv.Verdict) -> tuple[str, str]:
    """What a verdict says, without the time it took."""
    return type(verdict).__name__, str(getattr(verdict, "tight", None))


def test_the_verdicts_are_those_of_check() -> None:
    """In this process and by an executor, in their order, also where it is turned round."""
    alone = [told(dv.check(*claim)) for claim in claims()]
    assert {kind for kind, _ in alone} == {"Holds", "Fails"}
    assert [told(verdict) for verdict in dv.check_many(claims())] == alone
    turned = [told(verdict) for verdict in dv.check_many(reversed(claims()))]
    assert turned == alone[::-1]
    with ThreadPoolExecutor(2) as executor:
        assert [told(v) for v in dv.check_many(claims(), executor=executor)] == alone
        assert executor.submit(int).result() == 0, "it stays open"


def saved(verdict: dv.Verdict) -> dict[str, object]:
    """The document of a verdict without its run, which differs from time to time."""
    form = verdict.to_dict()
    del form["run"]
    return form


def test_documents_are_those_of_check() -> None:
    """Each verdict is about the channel that was handed over, and is saved as `check` saves it."""
    asked = claims()
    with ThreadPoolExecutor(2) as executor:
        for verdicts in (dv.check_many(asked), dv.check_many(asked, executor=executor)):
            for (subject, claim), verdict in zip(asked, verdicts, strict=True):
                assert verdict.subject.channel is subject  # type: ignore[union-attr]
                assert saved(verdict) == saved(dv.check(subject, claim))


def test_what_cannot_be_put_in_its_place_comes_back() -> None:
    """A channel with a source that is known, and a program: their verdicts say what they are of."""
    about = Subject(channel(1, 2), "file.json")

    @dv.mechanism(inputs=[0, 1])
    def coin(bit: int, draw: dv.Draw) -> bool:
        return draw.flip("1/4") if bit else draw.flip("3/4")

    first, second = dv.check_many([(about, dv.PureDP(eps=9)), (coin, dv.PureDP(eps="ln(3)"))])
    assert first.subject == about
    assert first.to_dict()["subject"]["source"] == "file.json"
    assert second.holds
    assert second.to_dict()["subject"]["kind"] == dv.check(coin, dv.PureDP(eps=2)).to_dict()[
        "subject"]["kind"]  # fmt: skip


@pytest.mark.long
def test_processes_say_the_same() -> None:
    """Verdicts travel from other processes."""
    alone = [told(dv.check(*claim)) for claim in claims()]
    assert [told(verdict) for verdict in dv.check_many(claims(), jobs=2)] == alone


def test_a_script_that_calls_it_at_once_is_told_what_is_missing(tmp_path: Path) -> None:
    """Its processes import it and call it too, and so on, which Python ends."""
    script = tmp_path / "script.py"
    script.write_text(
        "import dpverify as dv\n"
        "coin = dv.Channel(['0', '1'], ['0', '1'], [['1/2', '1/2']] * 2)\n"
        "print(next(dv.check_many([(coin, dv.PureDP(eps=1))], jobs=2)).name)\n",
        encoding="utf-8",
    )
    ended = subprocess.run(
        [sys.executable, script], check=False, capture_output=True, text=True, timeout=120
    )
    assert (ended.returncode, ended.stdout) == (1, "")
    last = ended.stderr.splitlines()[-1]
    assert "workers died 3 times" in last
    assert 'below `if __name__ == "__main__":`' in last


def test_claims_are_taken_as_they_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of an endless generator, one piece is taken for the first verdict."""
    monkeypatch.setattr("dpverify.checkers.many.PIECE", 3)
    taken = 0

    def endless() -> Iterator[tuple[dv.Channel, dv.PureDP]]:
        nonlocal taken
        while True:
            taken += 1
            yield channel(1, 2), dv.PureDP(eps=1)

    verdicts = dv.check_many(endless())
    assert next(verdicts).name == "holds"
    assert taken == 3 < PIECE
    verdicts.close()


def test_groups_of_any_size_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Claims are decided in step as far as few numbers are involved, larger ones alone."""
    alone = [saved(dv.check(*claim)) for claim in claims()]
    sizes: list[int] = []

    def noted(tasks: Iterable[Steps[T]]) -> list[T]:
        listed = list(tasks)
        sizes.append(len(listed))
        return in_step(listed)

    monkeypatch.setattr(many, "in_step", noted)
    for most, expected in ((3, [1] * 8), (8, [2] * 4), (13, [3, 3, 2]), (10_000, [8])):
        sizes.clear()
        monkeypatch.setattr(many, "TOGETHER", most)
        assert [saved(verdict) for verdict in dv.check_many(claims())] == alone
        assert sizes == expected


def test_the_kernel_is_asked_about_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in step: as often as there are claims, and what it rejects is no verdict."""
    asked: list[object] = []
    rejected = 5

    def counting(document: object) -> Outcome:
        asked.append(document)
        return replay(document) if len(asked) != rejected else Outcome("rejected", "planted")

    monkeypatch.setattr(door, "replay", counting)
    first_four = dv.check_many(claims()[:4])
    assert [verdict.not_rechecked for verdict in first_four] == [None] * 4
    assert len(asked) == 4
    with pytest.raises(InternalError, match=r"the kernel rejects .*: planted"):
        list(dv.check_many(claims()))


def test_open_claims_are_unknown() -> None:
    """Whose time is up at once; and where the others of a piece are of other kinds and sizes."""
    hurried = dv.check_many(claims(), time_limit=0.0)
    assert {verdict.name for verdict in hurried} == {"unknown"}
    large = dv.Channel.from_weights(
        [str(i) for i in range(40)], ["0", "1"], [[1 + i % 7, 90 + i] for i in range(40)]
    )
    mixed = [*claims()[:2], (large, dv.ZCDP(rho="1/100")), *claims()[2:]]
    named = [verdict.name for verdict in dv.check_many(mixed, time_limit=60)]
    assert named == [dv.check(*claim).name for claim in mixed]


def test_of_claims_that_are_refused_the_first_is_named() -> None:
    """Whatever the order in which they are decided."""
    lacking, strange = (channel(1, 2), dv.MetricDP(eps=1)), (channel(1, 2), "pure")
    for first, other in ((lacking, strange), (strange, lacking)):
        asked: list[Any] = [*claims()[:3], first, *claims()[3:5], other, *claims()[5:]]
        with pytest.raises(dv.InputError, match="claim 3: "):
            list(dv.check_many(asked))


def test_what_cannot_be_asked_is_refused() -> None:
    """With the number of the claim; nobody is asked where two are to do the work."""
    with pytest.raises(dv.InputError, match="claim 1: the claim is 'pure'"):
        list(dv.check_many([(channel(1, 2), dv.PureDP(eps=1)), (channel(1, 2), "pure")]))  # type: ignore[list-item]
    with pytest.raises(dv.InputError, match="claim 0 is no pair"):
        list(dv.check_many([channel(1, 2)]))  # type: ignore[list-item]
    with pytest.raises(dv.InputError, match="give one of them"):
        dv.check_many([], jobs=2, scheduler="tcp://nowhere:1")
    with pytest.raises(dv.InputError, match="claims is None; give pairs"):
        dv.check_many(None)  # type: ignore[arg-type]
    with pytest.raises(dv.InputError, match="jobs is 0"):
        dv.check_many([], jobs=0)
