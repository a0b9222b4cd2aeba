"""What a notebook asks of an object."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import dpverify as dv
from dpverify.defs import display
from dpverify.defs.display import Displayed, show_with


@pytest.fixture
def restored() -> Iterator[None]:
    """The renderer of the package, put back after the test."""
    known = display._Known.find
    yield
    show_with(known)


@pytest.mark.usefixtures("restored")
def test_a_renderer_is_asked_with_the_form() -> None:
    """And found only when it is needed."""
    asked: list[object] = []

    def renderer(shown: object, form: str) -> str:
        asked.append(shown)
        return f"{form}!"

    show_with(lambda: renderer)
    shown = Displayed()
    assert asked == []
    assert (shown._repr_html_(), shown._repr_markdown_()) == ("html!", "markdown!")
    assert asked == [shown, shown]


@pytest.mark.usefixtures("restored")
def test_without_a_renderer_an_object_is_shown_by_its_repr() -> None:
    show_with(None)
    assert Displayed()._repr_html_() is None


def test_the_package_names_its_own() -> None:
    assert "dpverify" in str(dv.Channel(["0", "1"], ["a"], [["1"], ["1"]])._repr_html_())
    assert Displayed()._repr_markdown_() is None  # nothing is known of it


def test_print_shows_at_most_five_lines() -> None:
    """Of a failure, a claim that holds, an open question and a measurement."""
    coin = dv.Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]], title="a coin")
    answers = [
        dv.check(coin, dv.PureDP(eps=1)),
        dv.check(coin, dv.PureDP(eps=2)),
        dv.check(coin, dv.PureDP(eps=1), time_limit=0),
        dv.measure(coin, "renyi-dp", alpha=2),
    ]
    for answer in answers:
        lines = str(answer).splitlines()
        assert 3 <= len(lines) <= 5
        assert "a coin" in lines[0]
        assert lines[-1].startswith("  scope     the 2 listed inputs")


def test_an_answer_is_explained_in_sentences() -> None:
    """What came out, the definition with its source, the evidence, the scope."""
    coin = dv.Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    words = dv.check(coin, dv.PureDP(eps=1)).explain()
    for part in ("becomes 3 times surer", "Dwork", "certificate, which means", "Not covered"):
        assert part in words


@pytest.mark.parametrize("suffix", ["html", "md", "tex", "txt", "json"])
def test_an_answer_is_saved_in_the_form_of_its_suffix(tmp_path: Path, suffix: str) -> None:
    """Each is what the command line writes; the document replays."""
    coin = dv.Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    file = tmp_path / f"answer.{suffix}"
    dv.check(coin, dv.PureDP(eps=1)).save(file)
    text = file.read_text(encoding="utf-8")
    begins = {"html": "<!DOCTYPE html>", "md": "#", "tex": "\\", "txt": "fails", "json": "{"}
    assert text.startswith(begins[suffix])
    if suffix == "json":
        assert dv.replay(file).status == "accepted"


def test_what_is_no_form_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    """One line that names the suffixes; a channel has no document to replay."""
    coin = dv.Channel(["0", "1"], ["0"], [["1"], ["1"]])
    with pytest.raises(
        dv.InputError, match=r"no form is saved as '\*\.pdf'; end the name in one of"
    ):
        coin.save(tmp_path / "coin.pdf")
    assert list(tmp_path.iterdir()) == []


def test_show_prints_what_the_command_line_prints(capsys: pytest.CaptureFixture[str]) -> None:
    """The report as text; of an object that nobody renders its `repr`."""
    coin = dv.Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    dv.check(coin, dv.PureDP(eps=1)).show()
    assert "Excess" in capsys.readouterr().out
    Displayed().show()
    assert "Displayed object" in capsys.readouterr().out


def test_exact_numbers_turn_into_floats() -> None:
    """The nearest to what they are, for plots; π-free values are known by hand."""
    assert float(dv.parse("3/4")) == 0.75
    assert float(dv.ln(3)) == 1.0986122886681098
    assert float(dv.parse("inf", allow_infinity=True)) == float("inf")
    assert float(dv.parse("Phi(0)")) == 0.5
