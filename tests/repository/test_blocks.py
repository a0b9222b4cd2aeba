"""Python blocks of the documents become modules with the lines of their page, and are typed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.repository.source import ROOT
from tests.repository.test_site import loaded

CHECK = loaded("scripts/check_blocks.py")
PAGE = """# Title

```python
import math

x = 1
```

It goes on:

```python
y = x + math.pi
```

```pycon
>>> a = 1
>>> def f(z):
...     return z
...
>>> f(a)
1

```

- indented

  ```python
  b: int = "text"
  ```
"""


def test_modules_keep_the_lines_of_the_page() -> None:
    """Two programs, one of two blocks, and a session without what it prints."""
    made = CHECK.modules("docs/a-b.md", PAGE)
    assert [one.name for one in made] == [
        "docs_a_b_md_program4", "docs_a_b_md_program28", "docs_a_b_md_session16",
    ]  # fmt: skip
    lines = PAGE.splitlines()
    for one in made:
        for at, line in enumerate(one.text.splitlines()):
            assert line in lines[at]
    assert made[2].text.split() == ["a", "=", "1", "def", "f(z):", "return", "z", "f(a)"]


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("import a\na.b(c)", {"c"}),
        ("def f(x):\n    return x + y + len(z)\n", {"y", "z"}),
        ("x = 1\ndef f():\n    return x\n", set()),
        ("[i for i in range(3)]\n", set()),
        ("class A:\n    b = 1\n    def c(self) -> 'A':\n        return A()\n", set()),
    ],
)
def test_names_that_a_block_takes_from_the_one_before(code: str, names: set[str]) -> None:
    assert CHECK.unknown_names(code) == names


def test_no_block_is_left_out() -> None:
    """Every fence of README and docs that says Python is read; each has one module or joins one."""
    for page in CHECK.pages():
        text = page.read_text("utf-8")
        fences = re.findall(r"^ *```(?:python|pycon)\b", text, re.MULTILINE)
        assert len(CHECK.BLOCK.findall(text)) == len(fences), page
        assert bool(fences) == bool(CHECK.modules(page.name, text)), page
        other = re.findall(
            r"^ *(?:```|~~~) ?\{?(?:py|py3|code-block\}.*|doctest)$", text, re.MULTILINE
        )
        assert other == [], page


def test_no_error_is_ignored() -> None:
    """No block and no setting of the check switches an error off."""
    for page in CHECK.pages():
        for block in CHECK.BLOCK.findall(page.read_text("utf-8")):
            assert "type: ignore" not in block[2], page
            assert "pyright:" not in block[2], page
    text = (ROOT / "scripts" / "check_blocks.py").read_text("utf-8")
    assert text.count('"none"') == 1  # expressions of a session, which show a value


@pytest.mark.slow
def test_a_wrong_block_is_reported(tmp_path: Path) -> None:
    """By both tools, at its line of its page; the planted error was seen, or it would be named."""
    if not (CHECK.PYRIGHT / "pyright").is_dir():
        pytest.skip("no pyright here; `make blocks` fetches it")
    wrong = CHECK.faults({"docs/a-b.md": PAGE.replace("f(z)", "f(z: int) -> int")}, tmp_path / "x")
    assert [re.sub(r": .*\[", " [", line) for line in wrong] == [
        "docs/a-b.md:28 [mypy]", "docs/a-b.md:28 [pyright]",
    ]  # fmt: skip
