"""The locks: every package pinned, hashed, and found in whatever index is configured."""

from __future__ import annotations

import re

import pytest

from tests.repository.source import ROOT, pyproject

LOCKS = ["requirements.lock", "requirements-optional.lock"]
# Each is installed on top of the first lock by a target of its own.
EXTRAS = {"docs": "requirements-docs", "notebook": "requirements-notebook"}
# Pinned where `make audited` installs them, in an environment of its own.
UNLOCKED = {"opendp", "diffprivlib", "pydp"}
# In no lock either: each release of numba binds the versions of NumPy, which we need.
UNPINNED = {"fast"}
ALL = [*LOCKS, *(f"{name}.lock" for name in EXTRAS.values())]
PIN = re.compile(r"^([a-z0-9-]+)==\S+( ;.*)? \\$")
NAME = re.compile(r"^[A-Za-z0-9._-]+")


def entries(lock: str) -> list[str]:
    """The lock without comments, each package with its continuation lines as one string."""
    lines = (ROOT / lock).read_text("utf-8").splitlines()
    joined: list[str] = []
    for line in lines:
        if not line or line.lstrip().startswith("#"):
            continue
        if line.startswith(" "):
            joined[-1] += "\n" + line.strip()
        else:
            joined.append(line)
    return joined


def names(requirements: list[str]) -> set[str]:
    """The plain names in a list of requirements, without our own extras."""
    found = {match[0].lower() for text in requirements if (match := NAME.match(text))}
    return found - {"dpverify"}


@pytest.mark.parametrize("lock", ALL)
def test_every_package_is_pinned_and_hashed(lock: str) -> None:
    """pip --require-hashes would refuse anything else, but only when it gets there."""
    for entry in entries(lock):
        first, *hashes = entry.split("\n")
        assert PIN.match(first), first
        assert hashes
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}( \\)?", line) for line in hashes)


@pytest.mark.parametrize("lock", ALL)
def test_no_address_in_a_lock(lock: str) -> None:
    """Neither an index nor a path: the user's own configuration decides where from."""
    text = (ROOT / lock).read_text("utf-8")
    assert not re.search(r"://|^-|find-links| @ |^\.|^/", text, re.MULTILINE)


def test_everything_required_is_locked() -> None:
    """The lock covers the dependencies, the development tools and the build backend."""
    project = pyproject()["project"]
    extras = project["optional-dependencies"]
    wanted = names(project["dependencies"]) | names(extras["test"]) | names(extras["dev"])
    wanted |= names(pyproject()["build-system"]["requires"])
    assert wanted <= {entry.split("==")[0] for entry in entries(LOCKS[0])}


def test_every_dependency_is_decided() -> None:
    """A row says what it is for; of what a target installs beside the locks too."""
    project = pyproject()["project"]
    wanted = names(project["dependencies"])
    wanted |= set().union(*(names(given) for given in project["optional-dependencies"].values()))
    makefile = (ROOT / "Makefile").read_text("utf-8")
    wanted |= {name.partition("-playwright")[0] for name in re.findall(r"([a-z-]+)==", makefile)}
    text = (ROOT / "docs" / "decisions" / "0002-dependencies.md").read_text("utf-8")
    rows = " ".join(re.findall(r"^\| ([^|]+) \|", text, re.MULTILINE))
    assert {name for name in wanted if not re.search(rf"\b{name}\b", rows)} == set()
    assert {"click", "qif", "sphinx", "cosmic-ray", "axe"} <= wanted


def test_the_optional_lock_holds_the_optional_extras() -> None:
    """What the other extras need, on top of the other lock and never in it."""
    extras = pyproject()["project"]["optional-dependencies"]
    optional = {entry.split("==")[0] for entry in entries(LOCKS[1])}
    wanted = {
        name
        for extra in extras.keys() - {"test", "dev", *EXTRAS, *UNLOCKED, *UNPINNED}
        for name in names(extras[extra])
    }
    assert wanted == {"qif", "cvc5", "scikit-learn", "distributed"}
    assert wanted <= optional
    assert not optional & {entry.split("==")[0] for entry in entries(LOCKS[0])}
    asked = names((ROOT / "requirements-optional.in").read_text("utf-8").splitlines())
    assert asked == wanted


@pytest.mark.parametrize("extra", EXTRAS)
def test_an_extra_with_a_lock_of_its_own(extra: str) -> None:
    """It asks for what the extra does, and repeats nothing of the first lock."""
    wanted = names(pyproject()["project"]["optional-dependencies"][extra])
    asked = names((ROOT / f"{EXTRAS[extra]}.in").read_text("utf-8").splitlines())
    locked = {entry.split("==")[0] for entry in entries(f"{EXTRAS[extra]}.lock")}
    assert wanted
    assert asked == wanted
    assert wanted <= locked
    assert not locked & {entry.split("==")[0] for entry in entries(LOCKS[0])}


def test_the_extras_without_a_lock_are_pinned() -> None:
    """Where their code is run."""
    extras = pyproject()["project"]["optional-dependencies"]
    pins = (ROOT / "benchmarks" / "audited" / "requirements.txt").read_text("utf-8")
    for extra in UNLOCKED:
        for name in names(extras[extra]):
            assert re.search(rf"^{name}==\S+$", pins, re.MULTILINE), name
