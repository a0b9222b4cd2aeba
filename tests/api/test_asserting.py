"""`dv.assert_private`."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import dpverify as dv
from dpverify.asserting import NotPrivateError, subject_channel
from dpverify.checkers.answers.places import Witness
from dpverify.checkers.subjects import Subject
from dpverify.counterexamples import Folder, use_folder
from tests.command_line import run

RR = dv.Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]], title="RR")
FAIR = dv.Channel(["0", "1"], ["0", "1"], [["1/2", "1/2"], ["1/2", "1/2"]])
CHAIN = dv.Channel(
    ["a", "b", "c"], ["y", "z"], [["1/2", "1/2"], ["1/4", "3/4"], ["1/8", "7/8"]],
    [["a", "b"], ["b", "c"]],
)  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder of the test's own, then the one before."""
    before = Folder.path
    use_folder(tmp_path / "kept")
    yield tmp_path / "kept"
    use_folder(before)


def failure(subject: object, claim: Any, **options: Any) -> NotPrivateError:
    with pytest.raises(AssertionError) as caught:
        dv.assert_private(subject, claim, **options)
    assert isinstance(caught.value, NotPrivateError)
    return caught.value


def test_what_holds_passes_and_leaves_nothing(folder: Path) -> None:
    """No folder is made."""
    dv.assert_private(RR, dv.PureDP(eps=dv.ln(3)))
    dv.assert_private(RR, dv.ApproxDP(eps=1, delta="3/4-exp(1)/4"))
    assert not folder.exists()


def test_what_fails_shows_the_witness_and_replays(folder: Path) -> None:
    """The error carries the verdict; the file is accepted by the kernel."""
    error = failure(RR, dv.PureDP(eps=1))
    assert str(error).startswith("RR does not satisfy pure-dp with ε = 1\n")
    assert error.verdict.fails
    (path,) = folder.iterdir()
    assert f"dpverify replay {path}" in str(error)
    assert run("replay", path).status == 0


def test_a_saved_counterexample_is_tried_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other pair is looked at while its inputs still violate the claim."""
    failure(CHAIN, dv.PureDP(eps="ln(2)/2"))
    seen: list[int] = []
    whole = dv.check

    def counting(subject: dv.Channel, *arguments: Any, **options: Any) -> Any:
        seen.append(len(subject.inputs))
        return whole(subject, *arguments, **options)

    monkeypatch.setattr("dpverify.checkers.decide.check", counting)
    monkeypatch.setattr("dpverify.checkers.known_pair.check", counting)
    again = failure(CHAIN, dv.PureDP(eps="ln(2)/2"))
    assert seen == [2]
    assert "at least ε = ln(2) ≈ 0.6931471806, by the saved pair" in str(again)
    assert isinstance(again.verdict.subject, Subject)
    assert again.verdict.subject.channel is CHAIN


def test_the_saved_one_is_checked_against_the_present_channel(folder: Path) -> None:
    """What was saved is of the past: the message and the file show the present probabilities."""
    failure(RR, dv.PureDP(eps=1))
    other = dv.Channel(["0", "1"], ["0", "1"], [["4/5", "1/5"], ["1/5", "4/5"]])
    assert "4/5" in str(failure(other, dv.PureDP(eps=1)))
    (path,) = folder.iterdir()
    assert run("replay", path).status == 0
    assert "4/5" in path.read_text("utf-8")


def test_a_stale_counterexample_is_removed_once_the_claim_holds(folder: Path) -> None:
    """A mended mechanism, a weaker claim: the folder is empty again."""
    failure(RR, dv.PureDP(eps=1))
    dv.assert_private(FAIR, dv.PureDP(eps=1))
    assert list(folder.iterdir()) == []
    failure(RR, dv.PureDP(eps=1))
    dv.assert_private(RR, dv.PureDP(eps="1.1"))
    assert list(folder.iterdir()) == []


def test_a_stale_counterexample_gives_way_to_a_new_one(folder: Path) -> None:
    """The saved pair is fine now, another is not: the full check finds it."""
    failure(CHAIN, dv.PureDP(eps="ln(2)/2"))
    mended = dv.Channel(
        ["a", "b", "c"], ["y", "z"], [["1/4", "3/4"], ["1/4", "3/4"], ["1/8", "7/8"]],
        [["a", "b"], ["b", "c"]],
    )  # fmt: skip
    assert "x = 'b', x' = 'c'" in str(failure(mended, dv.PureDP(eps="ln(2)/2")))
    assert len(list(folder.iterdir())) == 1


def test_a_forged_file_changes_no_answer(folder: Path) -> None:
    """Labels that are none, or a file that is no JSON, in the place of a counterexample."""
    failure(RR, dv.PureDP(eps=1))
    (path,) = folder.iterdir()
    for text in ('{"witness": {"inputs": ["7", "0"]}}', "no JSON"):
        path.write_text(text)
        assert "is the smallest that holds" in str(failure(RR, dv.PureDP(eps=1)))
        path.write_text(text)
        dv.assert_private(RR, dv.PureDP(eps=2))
        assert not path.exists()


def test_an_open_question_does_not_pass(folder: Path) -> None:
    """Unknown is no "holds"; nothing is saved."""
    error = failure(RR, dv.PureDP(eps=2), time_limit=0)
    assert error.verdict.unknown
    assert "was not shown to satisfy pure-dp" in str(error)
    assert not folder.exists()


def test_where_nothing_can_be_saved_the_failure_still_shows(tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "kept").write_text("in the way")
    assert "the counterexample was not saved" in str(failure(RR, dv.PureDP(eps=1)))
    dv.assert_private(RR, dv.PureDP(eps=2))  # and what holds passes, though nothing can be removed


def test_other_things_than_channels() -> None:
    """What has `to_channel()` is asked for it; the rest is one clear line."""
    dv.assert_private(dv.observe(RR, "uniform"), dv.PureDP(eps=dv.ln(3)))
    assert subject_channel(RR) is RR
    for wrong in (3, "rr.json", dv.Channel):
        with pytest.raises(dv.InputError, match="give a Channel, a mechanism, or load one"):
            dv.assert_private(wrong, dv.PureDP(eps=1))
    with pytest.raises(dv.InputError, match="the claim is 'pure-dp'"):
        dv.assert_private(RR, "pure-dp")  # type: ignore[arg-type]  # that is the point
    with pytest.raises(dv.InputError, match=r"subject is the function rr; .*as_run\(function"):
        dv.assert_private(rr, dv.PureDP(eps=1))


def rr(bit: int) -> int:
    """Draws by itself."""
    return bit if random.random() < 0.75 else 1 - bit  # noqa: S311  what is asked about


def test_what_is_refused_shows_the_line_of_the_test() -> None:
    """pytest is shown no frame of ours but those that it hides."""
    answers: dict[int, int] = {}

    def cached(bit: int) -> int:
        if bit not in answers:
            answers[bit] = rr(bit)
        return answers[bit]

    with pytest.raises(dv.InputError, match="as a cache or a counter does") as caught:
        dv.assert_private(dv.as_run(cached, inputs=[0, 1]), dv.PureDP(eps=1))
    shown = [frame for frame in caught.traceback if not frame.ishidden(caught)]
    assert [Path(frame.path).name for frame in shown] == [Path(__file__).name]


# ---------------------------------------------------------------- programs


@dv.mechanism(inputs=["0", "1"], neighbours="all")
def response(bit: str, draw: Any) -> str:
    if draw.flip("1/2"):
        return bit
    return "1" if draw.flip("1/2") else "0"


@dv.mechanism(inputs=[0, 1], neighbours="all")
def endless(count: int, draw: Any) -> int:
    return count + int(draw.geometric("1/2"))


def test_a_program_is_run_on_all_its_paths(folder: Path) -> None:
    """Randomised response as a program: it holds at ln 3; below it fails like the matrix."""
    dv.assert_private(response, dv.PureDP(eps=dv.ln(3)))
    assert not folder.exists()
    error = failure(response, dv.PureDP(eps=1))
    found, of_matrix = error.verdict, failure(RR, dv.PureDP(eps=1)).verdict
    assert isinstance(found, dv.Fails)
    assert isinstance(of_matrix, dv.Fails)
    witness = found.witness
    assert isinstance(witness, Witness)
    assert witness.inputs == ("'0'", "'1'")  # the texts, as they are told from numbers
    assert isinstance(of_matrix.witness, Witness)
    assert witness.probabilities == of_matrix.witness.probabilities
    (saved, *_) = folder.iterdir()
    assert run("replay", saved).status == 0
    dv.assert_private(response, dv.PureDP(eps=2))


def test_a_program_without_end_fails_by_bounds_or_stays_open() -> None:
    """With infinitely many paths a pure ε is refuted where it can be; else it is not shown."""
    assert failure(endless, dv.PureDP(eps="1/2"), time_limit=20).verdict.fails
    open_claim = failure(endless, dv.ProbabilisticDP(eps=1, delta=0), time_limit=1)
    assert not open_claim.verdict.holds


def test_a_program_by_its_name_runs_in_a_process_of_its_own(tmp_path: Path) -> None:
    """What it does to its process does nothing here; limits end it."""
    file = tmp_path / "users.py"
    file.write_text(
        "import dpverify as dv, os\n"
        "os.environ['SEEN'] = 'here'\n"
        "@dv.mechanism(inputs=[0, 1])\n"
        "def coin(bit, draw):\n"
        "    return bit if draw.flip('3/4') else 1 - bit\n"
        "@dv.mechanism(inputs=[0, 1])\n"
        "def leaves(bit, draw):\n"
        "    os._exit(3)\n"
        "    return bit\n"
    )
    dv.assert_private(dv.program(f"{file}:coin"), dv.PureDP(eps=dv.ln(3)))
    assert dv.measure(dv.program(f"{file}:coin"), "pure-dp").tight["eps"] == dv.ln(3)
    assert "SEEN" not in os.environ
    with pytest.raises(dv.InputError, match="ends its process"):
        dv.check(dv.program(f"{file}:leaves"), dv.PureDP(eps=1))
    with pytest.raises(dv.InputError, match="names no program"):
        dv.program("rr.json")
