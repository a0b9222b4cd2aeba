"""The page in a real browser: sliders, keyboard, screen reader, both widths, light and dark.

With DPVERIFY_SCREENSHOTS=FOLDER each view is photographed there.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import dpverify as dv
from dpverify.app.explore.server import Server
from tests.app.explore.serving import served
from tests.browser import Browser, browser, found
from tests.reports.html.looking import AXE, STICKING_OUT, violations
from tests.reports.html.test_in_browser import CONTRAST

pytestmark = pytest.mark.skipif(found() is None, reason="no chromium here: apt install chromium")
SCREENSHOTS = os.environ.get("DPVERIFY_SCREENSHOTS")
PROGRAM = '''
from dpverify import mechanism


@mechanism(inputs=[3, 4])
def noisy(count, draw, *, eps="1/2", high=6, safe=True):
    """Discrete Laplace noise between 0 and high."""
    return count + draw.discrete_laplace(1 / eps, low=-count, high=high - count)
'''
SAYS = "document.querySelector('#says').textContent"
QUIET = "document.querySelector('#answer').getAttribute('aria-busy') === 'false'"
WHERE = "document.activeElement.id || document.activeElement.getAttribute('aria-label')"
UNNAMED = """
[...document.querySelectorAll("input, button, a")].filter(e =>
  !(e.getAttribute("aria-label") || (e.labels && e.labels.length) || e.textContent.trim())).length
"""


@pytest.fixture(scope="module")
def tab() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served() as running:
        yield running


def settled(tab: Browser) -> str:
    """What the live region says once no question is open."""
    end = time.monotonic() + 60
    while not tab.value(QUIET):
        assert time.monotonic() < end, "the answer does not come"
        time.sleep(0.02)
    return str(tab.value(SAYS))


def moved(tab: Browser, field: str, value: str) -> str:
    """What is said after a field got a value, as by a hand."""
    tab.value(
        f"(() => {{ const field = document.querySelector({field!r}); field.focus();"
        f" field.value = {value!r}; for (const kind of ['input', 'change'])"
        " field.dispatchEvent(new Event(kind, {bubbles: true})); })()"
    )
    return settled(tab)


def looked_at(tab: Browser, url: str, name: str) -> None:
    """At both widths, light and dark: nothing sticks out, nothing is said, nothing leaves."""
    for width in (1280, 390):
        for dark in (False, True):
            tab.open(url, width=width, dark=dark)
            settled(tab)
            if SCREENSHOTS:
                shade = "dark" if dark else "light"
                tab.screenshot(Path(SCREENSHOTS) / f"explore-{name}-{width}-{shade}.png")
            assert tab.value("document.documentElement.scrollWidth") <= width
            assert tab.value(STICKING_OUT) == 0
            assert tab.messages == []
            asked = [request for request in tab.requests if not request.startswith("data:")]
            assert asked, "the page asked for nothing"
            assert all(request.startswith(url) for request in asked), asked
            assert tab.value(CONTRAST) >= 4.5
            assert tab.value(UNNAMED) == 0
            if AXE.is_file():
                assert violations(tab) == []


@pytest.mark.long
def test_a_channel_looks_well(tab: Browser, server: Server) -> None:
    """The page of randomised response, as a screen reader sees it too (axe-core)."""
    looked_at(tab, server.url, "channel")


@pytest.mark.long
def test_a_program_looks_well(tab: Browser, tmp_path: Path) -> None:
    """The page of a program, whose parameters are sliders; both of them move the answer."""
    path = tmp_path / "programs.py"
    path.write_text(PROGRAM, encoding="utf-8")
    with served(f"{path}:noisy") as running:
        looked_at(tab, running.url, "program")
        assert "smallest ε: 1/4" in moved(tab, "#parameter-eps-text", "1/4")
        assert "smallest ε: 3/5" in moved(tab, "#parameter-eps", "0.6")
        assert tab.value("document.querySelector('#parameter-eps-text').value") == "0.6"
        outputs = "document.querySelectorAll('svg[aria-label^=\"heat map\"] .name.mid').length"
        assert tab.value(outputs) == 7
        moved(tab, "#parameter-high", "4")
        assert tab.value(outputs) == 5


@pytest.mark.long
def test_the_page_follows_the_file(tab: Browser, tmp_path: Path) -> None:
    """With --watch: a saved file brings its parameters and its answer; ε stays as it was set."""
    path = tmp_path / "programs.py"
    path.write_text(PROGRAM, encoding="utf-8")
    with served(f"{path}:noisy", watched=True) as running:
        tab.open(running.url)
        settled(tab)
        assert moved(tab, "#claim-eps-text", "1/3").startswith("fails: pure-dp with ε = 1/3; ")
        path.write_text(PROGRAM.replace('eps="1/2"', 'loss="1/4"').replace("1 / eps", "1 / loss"),
                        encoding="utf-8")  # fmt: skip
        end = time.monotonic() + 60
        while "smallest ε: 1/4" not in tab.value(SAYS) and time.monotonic() < end:
            time.sleep(0.05)
        assert settled(tab).startswith("holds: pure-dp with ε = 1/3; smallest ε: 1/4")
        fields = "[...document.querySelectorAll('[data-parameter]')].map(f => f.dataset.parameter)"
        assert tab.value(fields) == ["loss", "high", "safe"]
        path.write_text("def broken(", encoding="utf-8")
        while "programs.py" not in tab.value(SAYS) and time.monotonic() < end + 60:
            time.sleep(0.05)
        assert "programs.py" in tab.value(SAYS)
        tab.open("about:blank")  # the page asks until it is left


@pytest.mark.long
def test_the_claims_look_well(tab: Browser, server: Server) -> None:
    """The browser of claims, and one claim that is examined when it is opened."""
    tab.open(f"{server.url}claims/")
    shown = "[...document.querySelectorAll('.index tbody tr')].filter(r => !r.hidden).length"
    every = tab.value(shown)
    tab.value("document.querySelector('[name=words]').value = 'post-processing';"
              "document.querySelector('.filters').dispatchEvent(new Event('input'))")  # fmt: skip
    assert 0 < tab.value(shown) < every
    assert tab.messages == []
    tab.open(f"{server.url}claims/dp.post-processing.probabilistic.html")
    assert tab.value("document.querySelector('h1').textContent").startswith("refuted ")
    assert tab.value("document.querySelectorAll('svg').length") > 3
    assert all(r.startswith((server.url, "data:")) for r in tab.requests)


def test_the_answer_follows_the_sliders(tab: Browser, server: Server) -> None:
    """ε from 1 to 1.1 crosses ln 3: the claim holds. A moved entry changes what is tight."""
    tab.open(server.url)
    assert settled(tab).startswith("fails: pure-dp with ε = 1;")
    assert moved(tab, "#claim-eps", "1.1").startswith("holds: pure-dp with ε = 11/10;")
    assert tab.value("document.querySelector('#claim-eps-text').value") == "1.1"
    assert moved(tab, "#claim-eps-text", "ln(3)").startswith("holds: ")
    assert moved(tab, "#claim-delta-text", "1e-6").startswith("holds: approx-dp")
    tab.value("document.querySelector('[data-entry]').focus()")
    assert (
        tab.value("document.querySelector('#entry-label').textContent") == "probability of 0 on 0"
    )
    assert "ln(12/5)" in moved(tab, "#entry", "0.6")
    entries = "[...document.querySelectorAll('[data-entry]')].map(e => e.value)"
    assert tab.value(entries) == ["3/5", "2/5", "1/4", "3/4"]
    assert "sums to 13/20" in moved(tab, "[data-entry]", "1/4")
    assert tab.value("document.querySelector('#says').className") == "open"


@pytest.mark.long
def test_rows_are_added_and_removed(tab: Browser, server: Server) -> None:
    """The buttons of the table, and a table that is no channel in between."""
    tab.open(server.url)
    settled(tab)
    rows = "document.querySelectorAll('.entries tbody tr').length"
    for edit, count in (("add-input", 3), ("remove-input", 2)):
        tab.value(f"document.querySelector('[data-edit={edit}]').click()")
        assert "ln(3)" in settled(tab)
        assert tab.value(rows) == count
    tab.value("document.querySelector('[data-edit=add-output]').click()")
    settled(tab)
    assert tab.value("document.querySelectorAll('[data-output]').length") == 3


def test_the_keyboard_reaches_everything_in_order(tab: Browser, server: Server) -> None:
    """Tab goes from the claim to the table, the answer and the files; arrows move a slider."""
    tab.open(server.url)
    settled(tab)
    tab.value("document.querySelector('#claim-eps').focus()")
    visited = [tab.value(WHERE)]
    for _ in range(40):
        tab.press("Tab", code=9)
        visited.append(tab.value(WHERE) or tab.value("document.activeElement.textContent"))
    for earlier, later in (
        ("claim-eps", "claim-eps-text"), ("claim-eps-text", "claim-delta"),
        ("claim-delta-text", "name of output 1"), ("name of output 2", "name of input 1"),
        ("probability of 0 on 0", "probability of 1 on 0"), ("probability of 1 on 1", "entry"),
        ("entry", "Add an input"), ("Remove the last output", "what is tight"),
        ("what is tight", "Save the page"), ("Save JSON", "Save a test"),
    ):  # fmt: skip
        assert earlier in visited, (earlier, visited)
        assert visited.index(earlier) < visited.index(later), (earlier, later)
    tab.value("document.querySelector('#claim-eps').focus()")
    for _ in range(10):
        tab.press("ArrowRight", code=39)
    assert settled(tab).startswith("holds: pure-dp with ε = 11/10;")
    assert tab.value(WHERE) == "claim-eps"


def test_a_screen_reader_hears_it(tab: Browser, server: Server) -> None:
    """Every field has a name and a role; the answer is a status that is read out whole."""
    tab.open(server.url)
    settled(tab)
    spoken = tab.spoken()
    for role, name in (
        ("slider", "ε, the privacy loss"), ("textbox", "ε, the privacy loss, exactly"),
        ("slider", "The chosen entry"), ("textbox", "probability of 1 on 0"),
        ("textbox", "name of output 2"), ("button", "Save JSON"), ("group", "The claim"),
        ("heading", "What is tight"), ("link", "The claims about privacy itself"),
        ("form", "what can be changed"),
    ):  # fmt: skip
        assert (role, name) in spoken, (role, name)
    assert "status" in {role for role, _ in spoken}
    assert all(name for role, name in spoken if role in ("textbox", "slider", "button", "image"))
    live = "['aria-live', 'aria-atomic'].map(a => document.querySelector('#says').getAttribute(a))"
    assert tab.value(live) == ["polite", "true"]


def test_what_one_sees_is_saved(tab: Browser, server: Server) -> None:
    """The JSON is accepted by the kernel, the page stands alone, the test passes."""
    tab.open(server.url)
    settled(tab)
    tab.value("window.saved = []; URL.createObjectURL = (blob) => { saved.push(blob);"
              " return 'data:,'; }; HTMLAnchorElement.prototype.click = function () {"
              " saved[saved.length - 1].named = this.download; }")  # fmt: skip
    texts: dict[str, str] = {}
    for form in ("json", "page", "test"):
        before = len(texts)
        tab.value(f"document.querySelector('[data-save={form}]').click()")
        end = time.monotonic() + 60
        while tab.value("saved.length") == before and time.monotonic() < end:
            time.sleep(0.02)
        name, text = tab.value("saved.at(-1).text().then(t => [saved.at(-1).named, t])")
        texts[name] = text
    assert set(texts) == {"result.json", "result.html", "test_privacy.py"}
    assert dv.replay(json.loads(texts["result.json"])).status == "accepted"
    assert "<script" not in texts["result.html"]
    assert "connect-src" not in texts["result.html"]
    names: dict[str, Any] = {}
    exec(compile(texts["test_privacy.py"], "test_privacy.py", "exec"), names)  # noqa: S102  is it a test?
    assert sorted(n for n in names if n.startswith("test_")) == [
        "test_the_claim_fails", "test_the_tight_parameter",
    ]  # fmt: skip
    names["test_the_claim_fails"]()
    names["test_the_tight_parameter"]()


def test_a_foreign_page_gets_nothing(tab: Browser, server: Server, tmp_path: Path) -> None:
    """A file in the same browser that knows the address: neither its reading nor its question."""
    foreign = tmp_path / "foreign.html"
    foreign.write_text("<!DOCTYPE html><title>x</title>", encoding="utf-8")
    tab.open(foreign)
    typed = "{method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{}'}"
    for options in ("{}", typed, "{method: 'POST', mode: 'no-cors', body: '{}'}"):
        got = tab.value(
            f"fetch({server.url + 'answer'!r}, {options}).then(r => r.text(), e => 'refused')"
        )
        assert got in ("refused", ""), got
    framed = (
        "new Promise(done => { const frame = document.createElement('iframe');"
        f" frame.onload = () => done(frame.contentDocument === null); frame.src = {server.url!r};"
        " document.body.append(frame); })"
    )
    assert tab.value(framed) is True
