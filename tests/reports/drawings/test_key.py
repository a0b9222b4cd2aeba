"""The key of a panel: what is labelled, in its order, and told apart without colour."""

from __future__ import annotations

import re

from dpverify.defs.numbers import Value
from dpverify.reports.drawings.figure import Axis, Band, Bars, Curve, Mark, Panel
from dpverify.reports.drawings.files import style
from dpverify.reports.drawings.key import SERIES, Key, keys, sample, style_of

PLACE = (Value(0), Value(1))


def test_what_is_labelled_in_its_order() -> None:
    curves = [Curve("a", [PLACE]), Curve("", [PLACE], "axis"), Curve("b", [PLACE], "truth")]
    bands = [Band("c", [PLACE], [PLACE]), Band("", [PLACE], [PLACE], "claim")]
    marks = [Mark("d", *PLACE), Mark("e", *PLACE, "claim"), Mark("f", *PLACE, "truth")]
    bars = [Bars("g", (), inside=True), Bars("h", ())]
    assert keys(Panel("t", Axis("x"), Axis("y"), curves, bands, marks, bars)) == [
        Key("bar in", "g"), Key("bar", "h"), Key("line s0", "a"), Key("truth", "b"),
        Key("band s0", "c"), Key("dot s0", "d"), Key("dot claimed", "e"), Key("dot", "f"),
    ]  # fmt: skip


def test_hostile_words_are_shortened_and_visible() -> None:
    (key,) = keys(Panel("t", Axis("x"), Axis("y"), [Curve("\x1b" + "a" * 900, [PLACE])]))
    assert key.words.startswith("\\x1baaa")
    assert len(key.words) < 250


def test_series_differ_without_colour() -> None:
    """Each line has dashes of its own, and the first five marks have shapes or dashes apart."""
    dashes = dict(re.findall(r"svg \.(s\d) \{ --tone: var\(--s\d\);(.*?) \}", style()))
    assert len(dashes) == len(set(dashes.values())) == SERIES
    shapes = [sample(Key(style_of(Mark("m", *PLACE), number), "m")) for number in range(5)]
    assert len({re.sub(r'class="[^"]*"', "", shape) for shape in shapes}) == 5


def test_every_style_has_a_rule() -> None:
    """No part of a drawing is left black on black."""
    names = "truth other claim axis area bar bar.in dot dot.claimed line band cell frame grid"
    for name in (*names.split(), *(f"s{n}" for n in range(SERIES))):
        assert re.search(rf"^svg \.{re.escape(name)} \{{", style(), re.MULTILINE), name


def test_colours_stand_out_from_the_card() -> None:
    """At least 3 : 1, as WCAG 2.2 (1.4.11) asks of what is drawn, light, dark and printed."""
    schemes = re.findall(r":root \{(.*?)\}", style(), re.DOTALL)
    assert len(schemes) == 3
    for scheme in schemes:
        colours = dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]+)", scheme))
        card = light(colours.pop("card"))
        for name in colours.keys() - {"line", "heat-text"}:  # the grid is no information
            least, most = sorted((card, light(colours[name])))
            assert (most + 0.05) / (least + 0.05) >= 3, (name, colours[name])


def light(colour: str) -> float:
    """The relative luminance of #rgb or #rrggbb, by WCAG 2."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
