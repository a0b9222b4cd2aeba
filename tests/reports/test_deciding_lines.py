"""What is marked in the source of a mechanism; each program's remarks are read off it by hand."""

from __future__ import annotations

import pytest

from dpverify.app.sources import source_of_target
from dpverify.reports.deciding_lines import LOOKS, Source, source_of

LEAKS = '''
import dpverify as dv

@dv.mechanism(inputs=[3, 4])
def leaks(count, draw, *, eps="1/2"):
    """Four lines of words
    are not shown."""
    if count < 4:
        return None
    return count + draw.laplace(1 / eps)
'''


def remarks(text: str, name: str = "f") -> dict[int, str]:
    """The remarks of all functions by the number of their line."""
    source = source_of(text, name, "f.py")
    assert source is not None
    return {n: words for piece in source.pieces for n, words in piece.remarks.items()}


def test_a_leak_is_told_by_its_line() -> None:
    """The decorator is shown, the docstring is not; numbers are those of the file."""
    source = source_of(LEAKS, "leaks", "leaks.py")
    assert source is not None
    (piece,) = source.pieces
    assert [number for number, _ in piece.lines] == [4, 5, 8, 9, 10]
    assert piece.remarks == {
        8: LOOKS,
        9: "releases None",
        10: "draws Laplace noise; releases what has noise in it",
    }
    bare = source_of(LEAKS, "leaks", "leaks.py", decorators=False)
    assert bare is not None
    assert bare.pieces[0].lines[0][0] == 5


def test_lines_are_those_of_python() -> None:
    """A form feed, or what some editors take for an end of a line, ends none."""
    text = LEAKS.replace("import dpverify", "# \u2028\f\nimport dpverify")
    source = source_of(text, "leaks", "leaks.py")
    assert source is not None
    (piece,) = source.pieces
    assert dict(piece.lines)[9].strip() == "if count < 4:"


# Of each: the body of f(x, draw), and the lines at which the input is looked at without noise. The
# second is what a reader of the body says; the first line of the body is line 2.
BODIES = {
    "a test": ("if x > 0:\n  return 1\nreturn 0", [2]),
    "a test of a name made of it": ("y = x * 2\nif y:\n  return 1", [3]),
    "with noise": ("y = x + draw.laplace(1)\nif y > 0:\n  return 1", []),
    "a count of coins": ('v = 0\nwhile draw.flip("1/2"):\n  v += 1\nif v > x:\n  return 1', []),
    "a count up to a break": (
        'n = 0\nwhile True:\n  n = n + 1\n  if draw.flip("1/2"):\n    break\nreturn n > x', [],
    ),
    "set where a coin fell": (
        'seen = 0\nif draw.flip("1/2"):\n  seen = 1\nif seen > x:\n  return 1', [],
    ),
    "a list that noise is put into": (
        "values = [x]\nvalues.append(draw.laplace(1))\nif max(values) > x:\n  return 1", [],
    ),
    "a list that a call fills": (
        "values = [x]\nheappush(values, draw.laplace(1))\nif values[0] > x:\n  return 1", [],
    ),
    "a pattern": ('match draw.flip("1/2"), x:\n  case [u, w]:\n    return u > w', []),
    "members of the input": (
        "out = []\nfor q in x:\n  if q > 0:\n    out.append(q + draw.laplace(1))\nreturn out", [4],
    ),
    "noise under another name": ("noise = lambda: draw.laplace(1)\ny = noise()\nreturn y > x", []),
    "what a helper returns": ("y = helper(x, draw)\nreturn y > x", []),
    "a parameter": ("return k > 0", []),
    "a function inside": (
        "def noisy(v):\n  return v + draw.laplace(1)\nif noisy(x) > 2:\n  return 1", [],
    ),
    "a function inside that calls another": (
        "def one():\n  return draw.laplace(1)\ndef two():\n  return one()\nreturn two() > x", [],
    ),
    "a class inside": (
        'class C:\n  def toss(self):\n    return draw.flip("1/2")\nreturn C().toss() == x', [],
    ),
    "a function inside without noise": ("def twice():\n  return 2 * x\nreturn twice() > 3", [4]),
    "what was raised": ("try:\n  y = 1\nexcept ValueError as e:\n  return e.args[0] > 0", []),
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
def test_without_noise_is_only_said_where_there_is_none(name: str) -> None:
    body, lines = BODIES[name]
    text = "def f(x, draw, *, k=1):\n" + "".join(f"  {line}\n" for line in body.split("\n"))
    assert [n for n, words in remarks(text).items() if LOOKS in words] == lines


def test_what_is_released_as_it_is() -> None:
    """A return of the input; and of both, of which only the noise is told."""
    assert (
        remarks("def f(x, draw):\n  return x")[2] == "releases what the input says, without noise"
    )
    both = "def f(x, draw):\n  return x, draw.flip('1/2')"
    assert remarks(both)[2] == "draws a coin; releases what has noise in it"


def test_what_a_function_inside_returns_is_not_released_by_that() -> None:
    """Its returns are told of no release; that of the mechanism may hold its noise."""
    text = "def f(x, draw):\n  def noisy(v):\n    return v + draw.laplace(1)\n  return noisy(x)\n"
    assert remarks(text) == {3: "draws Laplace noise", 4: "releases what has noise in it"}


def test_functions_that_are_called_are_shown_too() -> None:
    """The mechanism first; of a helper no release is told, and its own names are not known."""
    text = (
        "def noisy(value, draw):\n  if value > 0:\n    return value\n  return draw.gaussian(1)\n"
        "def f(x, draw):\n  return noisy(x, draw)\n"
    )
    source = source_of(text, "f", "f.py")
    assert source is not None
    assert [piece.lines[0][0] for piece in source.pieces] == [5, 1]
    assert remarks(text) == {
        6: "draws, in noisy; releases what has noise in it", 4: "draws Gaussian noise",
    }  # fmt: skip


def test_to_pick_the_largest_is_no_draw() -> None:
    text = "def f(x, draw):\n  return draw.argmax([q + draw.laplace(1) for q in x])\n"
    told = "draws Laplace noise; picks the place of the largest; releases what has noise in it"
    assert remarks(text) == {2: told}


def test_a_second_parameter_of_a_helper_is_no_source_of_noise() -> None:
    text = (
        "def least(low, high):\n  return low if low < high else high\n"
        "def f(x, coins):\n  return least(x + coins.laplace(1), 3)\n"
    )
    assert remarks(text) == {4: "draws Laplace noise; releases what has noise in it"}


@pytest.mark.parametrize(
    "text", ["def f(x, draw", "g = 1", "class f: pass", "def f(x, draw):\n" + "  x = 1\n" * 90]
)
def test_no_source_where_there_is_none_to_show(text: str) -> None:
    assert source_of(text, "f", "f.py") is None


def test_the_source_of_a_target() -> None:
    """A file, a mechanism of the library (its module, and no path), and what has none."""
    file = source_of_target("examples/programs.py:unsafe_count:eps=1/3")
    assert isinstance(file, Source)
    assert LOOKS in {words for piece in file.pieces for words in piece.remarks.values()}
    library = source_of_target("B20:n=3,c=1")
    assert library is not None
    assert library.place == "dpverify.defs.mechanisms.sparse_vector"
    for other in ("examples/matrix.csv", "json:loads", "nothing.py:f", "examples/programs.py:none"):
        assert source_of_target(other) is None
