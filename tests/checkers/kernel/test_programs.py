"""What the kernels of programs read is refused where it describes no program."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.kernel import laws
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.kernel.programs import Program, digest
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.programs import mechanism


@pytest.fixture(scope="module")
def everywhere() -> dict[str, Any]:
    """The program of a result on all real inputs."""
    b13 = library_mechanism("B13").with_parameters(n=2, eps="1/10")
    return _program(dv.check(b13, dv.PureDP(eps="1/10")))


@pytest.fixture(scope="module")
def listed() -> dict[str, Any]:
    """The program of a result on listed inputs."""

    @mechanism(inputs=[0, 1, 2], neighbours=[[0, 1], [1, 2]])
    def count(x: int, draw: Any) -> Any:
        return x + draw.laplace(2)

    return _program(dv.measure(count, "pure-dp"))


def _program(result: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(result.to_json())["subject"]["program"]
    return found


def test_programs_are_read(everywhere: dict[str, Any], listed: dict[str, Any]) -> None:
    assert Program(everywhere, "pure-dp").everywhere
    assert Program(listed, "pure-dp", laws.supports(laws.CONTINUOUS)).pairs == {
        ("0", "1"),
        ("1", "0"),
        ("1", "2"),
        ("2", "1"),
    }


@pytest.mark.parametrize("eps", ["0", "-1/2"])
def test_a_program_has_a_positive_eps(listed: dict[str, Any], eps: str) -> None:
    with pytest.raises(ValueError, match="not positive"):
        Program({**listed, "eps": eps}, "pure-dp")


def test_a_program_names_no_other_entries(everywhere: dict[str, Any]) -> None:
    family = deepcopy(everywhere["family"])
    family["entries"] = [f"{label}'" for label in family["entries"]]
    with pytest.raises(ValueError, match="names a gap that is no entry"):
        Program({**everywhere, "family": family}, "pure-dp")


@pytest.mark.parametrize("pairs", [[], [["0"]], [["0", "1", "2"]], [["0", "1"], ["0"]]])
def test_a_program_has_pairs(listed: dict[str, Any], pairs: list[list[str]]) -> None:
    with pytest.raises(ValueError, match="no pair of neighbours"):
        Program({**listed, "pairs": pairs}, "pure-dp")


def test_local_dp_is_about_all_pairs_of_listed_inputs(
    everywhere: dict[str, Any], listed: dict[str, Any]
) -> None:
    with pytest.raises(ValueError, match="about listed inputs"):
        Program(everywhere, "local-dp")
    with pytest.raises(ValueError, match="about all pairs"):
        Program(listed, "local-dp")


def test_a_place_is_a_pair_of_neighbours(
    everywhere: dict[str, Any], listed: dict[str, Any]
) -> None:
    program = Program(listed, "pure-dp")
    assert program.neighbours({"inputs": ["0", "1"]}) == ["0", "1"]
    with pytest.raises(ValueError, match="no neighbours"):
        program.neighbours({"inputs": ["0", "2"]})
    whole = Program(everywhere, "pure-dp")
    zero, one, nine = ([number] * len(whole.entries) for number in "019")
    assert whole.vectors({"entries": [zero, one]})[0] == dict.fromkeys(whole.entries, 0)
    with pytest.raises(ValueError, match="no neighbours"):
        whole.vectors({"entries": [zero, nine]})
    with pytest.raises(ValueError, match="not two inputs"):
        whole.vectors({"entries": [zero]})


def test_inputs_in_different_units_are_not_compared() -> None:
    """Equal words in units of 1/eps and of 1 are different laws; they passed for equal ones."""
    path = {"conditions": [{"noises": [["0", "1"]], "shift": "-1"}], "released": []}
    other = {"conditions": [{"noises": [["0", "-1"]], "shift": "1"}], "released": []}
    one = {
        "noises": [{"law": "laplace", "scale": "1"}],
        "symbolic": True,
        "words": {"a": [path], "b": [other]},
    }
    content = {
        "eps": "5",
        "inputs": {"0": one, "1": {**one, "symbolic": False}},
        "pairs": [["0", "1"], ["1", "0"]],
    }
    document = {
        "schema": "dpverify.result/1.0",
        "subject": {"kind": "continuous", "program": content, "digest": digest(content)},
        "definition": "approx-dp",
        "given": {"eps": "0", "delta": "0"},
        "verdict": "holds",
        "evidence": "enclosure",
        "checked": {"pairs": 2, "words": 2},
    }
    said = replay(document)
    assert said.status == "not-recheckable"
    assert "different units" in said.text


def _of_inputs(listed: dict[str, Any], *vectors: tuple[str, ...]) -> dict[str, Any]:
    """The program on two inputs with these entries, which are neighbours of each other."""
    one = next(iter(listed["inputs"].values()))
    labels = [f"({', '.join(vector)})" for vector in vectors]
    entries = {label: [*vector] for label, vector in zip(labels, vectors, strict=True)}
    return {"eps": "1", "inputs": dict.fromkeys(labels, one), "pairs": [labels, labels[::-1]],
            "moves": "A", "entries": entries}  # fmt: skip


def test_listed_neighbours_differ_by_a_move(listed: dict[str, Any]) -> None:
    """Each entry moves by at most 1: the difference is asked, not the sum, nor the product."""
    continuous = laws.supports(laws.CONTINUOUS)
    far = _of_inputs(listed, ("0", "0"), ("5", "0"))  # whose product is 0
    opposite = _of_inputs(listed, ("-3", "0"), ("3", "0"))  # whose sum is 0
    near = _of_inputs(listed, ("5", "3"), ("6", "3"))
    assert Program(near, "pure-dp", continuous).pairs
    for program in (far, opposite):
        with pytest.raises(ValueError, match="no neighbours by the moves"):
            Program(program, "pure-dp", continuous)


@pytest.mark.parametrize("entries", [["4", "3"], ["6", "3"]], ids=["less", "more"])
def test_entries_are_those_of_the_label(listed: dict[str, Any], entries: list[str]) -> None:
    program = _of_inputs(listed, ("5", "3"), ("5", "4"))
    program["entries"]["(5, 3)"] = entries
    with pytest.raises(ValueError, match="entries are not those of an input"):
        Program(program, "pure-dp", laws.supports(laws.CONTINUOUS))


def test_listed_inputs_have_words_that_are_a_partition(listed: dict[str, Any]) -> None:
    """Two paths that both always happen are no law; so is it on each of the listed inputs."""
    for label in listed["inputs"]:
        program = deepcopy(listed)
        (paths,) = program["inputs"][label]["words"].values()
        paths.append(deepcopy(paths[0]))
        with pytest.raises(ValueError, match="overlap"):
            Program(program, "pure-dp", laws.supports(laws.CONTINUOUS))


@pytest.mark.parametrize("after", [[], [""], [1], ["f", 2]], ids=str)
def test_functions_after_the_release_have_names(after: list[Any]) -> None:
    @mechanism(inputs=[0, 1])
    def value(x: int, draw: Any) -> Any:
        return x + draw.laplace(2)

    document = json.loads(dv.measure(value, "pure-dp").to_json())
    assert replay(document).status == "accepted"
    document["subject"]["after"] = after
    outcome = replay(document)
    assert outcome.status == "rejected"
    assert "no list of names" in outcome.text
