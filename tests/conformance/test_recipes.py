"""A definition and a law of noise are three product files each, and none of them can be left out.

In a copy of the sources what registers the thing is taken out of one file after the other. The
conformance suite must fail there and say what is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conformance.copies import conformance, copied
from tests.repository.source import LAYERS, ROOT

FILE = re.compile(r"\A.*\Z", re.DOTALL)
"""All of a file: it is removed."""


@dataclass(frozen=True)
class Part:
    """What is taken out of a file, and what the suite must say then."""

    path: str
    pattern: re.Pattern[str]
    words: str


@dataclass(frozen=True)
class Recipe:
    """What was added by a recipe of CONTRIBUTING.

    Args: named how the sources name it, in any case; parts of its files; elsewhere other files that
        name it, with the reason.
    """

    named: str
    parts: tuple[Part, ...]
    elsewhere: Mapping[str, str]

    @property
    def files(self) -> set[str]:
        """The product files that the recipe asks for."""
        return {part.path for part in self.parts}


def lines(pattern: str) -> re.Pattern[str]:
    """Whole lines."""
    return re.compile(pattern, re.MULTILINE)


CHI_SQUARED, GUMBEL = "defs/definitions/chi_squared_dp.py", "defs/laws/gumbel.py"
RECIPES = {
    "χ²-privacy": Recipe(
        r"chi.?squared",
        (
            Part(CHI_SQUARED, FILE, "No module named 'dpverify.defs.definitions.chi_squared_dp'"),
            Part(
                CHI_SQUARED,
                lines(r"^    def functional\((?:.|\n)*?\n\n"),
                "abstract class ChiSquaredDP with abstract method",
            ),
            Part(CHI_SQUARED, lines(r"^    worst_corner = .*\n"), "'worst_corner'"),
            Part(
                "defs/definitions/registry.py",
                lines(r'^    "chi-squared-dp": \(.*\n'),
                "'chi-squared-dp'",
            ),
            Part(
                "checkers/kernel/definitions.py",
                lines(r'^    "chi-squared-dp": of_one_order\((?:.|\n)*?\n    \),\n'),
                "add a row of chi-squared-dp to checkers/kernel/definitions.py",
            ),
        ),
        {
            "checkers/kernel/divergences.py": "names it in its docstring, as an example",
            "checkers/kernel/mixture_claims.py": "mixtures have rows of their own, in the kernel",
            "checkers/mixtures/functionals.py": "and here",
            "checkers/mixtures/pair.py": "what that row asks",
            "checkers/exact/divergences.py": "an engine of its own, for large channels",
            "proofs/setting.py": "claims about it are proved for all sizes",
            "proofs/divergences.py": "and so are these",
            "proofs/derivations/divergences.py": "by derivations",
            "proofs/entries/divergences.py": "claims about it",
            "proofs/entries/closure_of_divergences.py": "the same",
            "proofs/entries/implications.py": "the same",
            "proofs/guarantees.py": "how these claims are written",
            "proofs/atlas/definitions.py": "the atlas has a row of it",
            "proofs/atlas/printed_rows.py": "which row of the literature's table it is",
        },
    ),
    "Gumbel noise": Recipe(
        r"gumbel",
        (
            Part(GUMBEL, FILE, "No module named 'dpverify.defs.laws.gumbel'"),
            Part(
                GUMBEL,
                lines(r"^    example = .*\n"),
                "GumbelLaw' object has no attribute 'example'",
            ),
            Part("defs/laws/registry.py", lines(r'^    "gumbel": .*\n'), "'gumbel'"),
            Part(
                "defs/laws/registry.py",
                lines(r'^    def gumbel\((?:.|\n)*?_noise\("gumbel", scale\)\n\n'),
                "gumbel: nothing is answered",
            ),
            Part(
                "checkers/kernel/laws.py",
                lines(r'^    "gumbel": Law\(.*\n'),
                "add gumbel to checkers/kernel/laws.py",
            ),
        ),
        {
            "checkers/audit/draws.py": "samples of it for a row of the audit that chooses by it",
            "checkers/audit/rows.py": "that row",
            **dict.fromkeys(
                (
                    "checkers/kernel/mixture_claims.py",
                    "checkers/kernel/mixture_laws.py",
                    "checkers/kernel/mixture_sources.py",
                    "checkers/mixtures/excess.py",
                    "checkers/mixtures/loss.py",
                    "checkers/mixtures/pieces.py",
                    "checkers/mixtures/tails.py",
                    "checkers/mixtures/terms.py",
                ),
                "mixtures know densities of their own",
            ),
            "checkers/kernel/releases.py": "statements about the exponential mechanism",
            "defs/continuous/races.py": "which of several values with it is the largest",
            "checkers/sensitivity/releases.py": "the same",
            "defs/as_run/ideal.py": "NumPy's gumbel, as real code calls it",
            "defs/as_run/loops.py": "the same, with the place of the number of values",
            "defs/as_run/numpy_random.py": "the same, by its name in NumPy",
            "defs/programs/draw.py": "the docstring of `Draw` lists the methods",
        },
    ),
}
CASES = [
    pytest.param(part, id=f"{part.path}, {number}")
    for recipe in RECIPES.values()
    for number, part in enumerate(recipe.parts)
]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources, which each test leaves as it was."""
    return copied(tmp_path_factory.mktemp("copy"))


@pytest.mark.parametrize("name", RECIPES)
def test_no_more_than_three_product_files_name_it(name: str) -> None:
    """Those of the recipe, and the others of which it is known why they do."""
    recipe = RECIPES[name]
    named = {
        path for path in _product_files() if re.search(recipe.named, _text(path), re.IGNORECASE)
    }
    assert len(recipe.files) <= 3
    assert named == recipe.files | {*recipe.elsewhere}


@pytest.mark.slow
@pytest.mark.parametrize("part", CASES)
def test_without_a_part_of_one_of_its_files_the_suite_is_red(part: Part, tree: Path) -> None:
    """And it says what is missing."""
    source = _text(part.path)
    assert len(part.pattern.findall(source)) == 1, "what registers it is not written as it was"
    file = tree / part.path
    try:
        if part.pattern is FILE:
            file.unlink()
        else:
            file.write_text(part.pattern.sub("", source), encoding="utf-8")
        green, output = conformance(tree)
    finally:
        file.write_text(source, encoding="utf-8")
    assert not green
    assert part.words in output


@pytest.mark.slow
def test_with_all_files_the_suite_is_green(tree: Path) -> None:
    """The control: the copy as it is."""
    green, output = conformance(tree)
    assert green, output


def _product_files() -> Iterator[str]:
    for layer in LAYERS:
        for path in (ROOT / layer).rglob("*.py"):
            yield str(path.relative_to(ROOT))


def _text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")
