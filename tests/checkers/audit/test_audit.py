"""Audits end to end: what samplers may be, what is refuted, what is said of the rest."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

import dpverify as dv
from dpverify.checkers import seam
from dpverify.checkers.audit.own_events import of_witness
from dpverify.checkers.audit.pairs import inputs_and_pairs
from dpverify.checkers.audit.running import Progress, Watch
from dpverify.checkers.audit.samplers import Named, command_of
from dpverify.defs.errors import InputError, ProgramError, Undecided
from tests.command_line import run
from tests.repository.source import ROOT


def without_run(found: dv.Audit) -> dict[str, Any]:
    """The document but for how long it took."""
    return {key: value for key, value in found.document.items() if key != "run"}


def vectorised(bit: int, rng: np.random.Generator, count: int) -> Any:
    """Randomised response with ε = ln 4, all at once."""
    return rng.random(count) < (0.8 if bit else 0.2)


def with_generator(bit: int, rng: np.random.Generator) -> bool:
    return bool(rng.random() < (0.8 if bit else 0.2))


def with_seed(bit: int, seed: int) -> str:
    return "yes" if random.Random(seed).random() < (0.8 if bit else 0.2) else "no"


def without_seed(bit: int) -> tuple[bool, float]:
    """The global generators of Python and numpy."""
    return random.random() < (0.8 if bit else 0.2), float(np.random.random())


@pytest.mark.parametrize("sampler", [vectorised, with_generator, with_seed, without_seed])
def test_every_form_of_a_function(sampler: Callable[..., Any]) -> None:
    """ε = 1 is refuted, the bound is below the truth, and the same seed gives the same answer."""
    first, second = (
        dv.audit(sampler, dv.PureDP(eps=1), inputs=[0, 1], draws=10_000) for _ in range(2)
    )
    assert first.fails
    assert 1 < first.lower_bound < np.log(4)
    assert without_run(first) == without_run(second)
    assert dv.replay(first).status == "accepted"


def test_what_is_true_is_unknown_with_a_power() -> None:
    """Of ln 4 itself nothing is refuted; a little more would have been seen."""
    found = dv.audit(vectorised, dv.PureDP(eps=dv.ln(4)), inputs=[0, 1], draws=100_000)
    assert found.verdict == "unknown"
    assert 1.3 < found.lower_bound < np.log(4)
    assert np.log(4) < float(found.document["power"]["eps"]) < 1.6
    with pytest.raises(TypeError, match="no boolean"):
        bool(found)


def test_a_power_is_what_it_says() -> None:
    """Of 20 audits of the stated violation at least 18 are refuted, where 99 % are expected."""
    claim = dv.PureDP(eps=1)
    stated = dv.audit(vectorised_at(1.0), claim, inputs=[0, 1], draws=20_000).document["power"]
    sampler = vectorised_at(float(stated["eps"]))
    fails = [
        dv.audit(sampler, claim, inputs=[0, 1], draws=20_000, seed=seed, events=[bool]).fails
        for seed in range(20)
    ]
    assert sum(fails) >= 18


def vectorised_at(eps: float) -> Callable[..., Any]:
    """An event of probability 0.2 and e^ε·0.2."""

    def sampler(bit: int, rng: np.random.Generator, count: int) -> Any:
        return rng.random(count) < (0.2 * np.exp(eps) if bit else 0.2)

    return sampler


def test_the_answer_does_not_depend_on_who_draws() -> None:
    """This process, threads, two processes: the same document."""
    options: dict[str, Any] = {"inputs": [3, 4], "draws": 5000, "to_the_end": True}
    sampler = Named(f"{ROOT / 'examples' / 'samplers.py'}:released")
    alone = without_run(dv.audit(sampler, dv.PureDP(eps=1), **options))
    with ThreadPoolExecutor(3) as threads:
        assert (
            without_run(dv.audit(sampler, dv.PureDP(eps=1), executor=threads, **options)) == alone
        )
    two = dv.audit(sampler, dv.PureDP(eps=1), executor=seam.processes(2), **options)
    assert without_run(two) == alone


def fatal_once(place: int, count: int, seed: int) -> Any:
    """A sampler whose process dies, once."""
    marker = Path(os.environ["DPVERIFY_TEST_MARKER"])
    if place and seed % 2 == 0 and not marker.exists():
        marker.touch()
        os._exit(9)
    return np.random.default_rng(seed).random(count) < (0.8 if place else 0.2)


@pytest.mark.long
def test_a_worker_that_dies_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    marker = tmp_path / "died"
    monkeypatch.setenv("DPVERIFY_TEST_MARKER", str(marker))
    options: dict[str, Any] = {"inputs": [0, 1], "draws": 5000, "to_the_end": True}
    makes = seam.Seam(lambda: ProcessPoolExecutor(1), 1)
    found = dv.audit(fatal_once, dv.PureDP(eps=1), executor=makes, **options)
    assert marker.exists()
    again = dv.audit(fatal_once, dv.PureDP(eps=1), executor=makes, **options)
    assert without_run(found) == without_run(again)


def always_fatal(place: int, count: int) -> Any:
    del place, count
    os._exit(9)


def test_workers_that_always_die_are_not_an_answer() -> None:
    makes = seam.Seam(lambda: ProcessPoolExecutor(1), 1)
    with pytest.raises(Undecided, match="workers died 3 times"):
        dv.audit(always_fatal, dv.PureDP(eps=1), inputs=[0, 1], draws=5000, executor=makes)


def test_an_audit_goes_on_where_it_stopped() -> None:
    """Batches that are known are not drawn again; the answer is the same."""
    options: dict[str, Any] = {"inputs": [0, 1], "draws": 20_000, "batch": 1000}
    noted: dict[str, Any] = {}
    whole = dv.audit(
        vectorised, dv.PureDP(eps=dv.ln(4)), watch=Watch(note=noted.__setitem__), **options
    )
    assert len(noted) == 16
    half = dict(list(noted.items())[::2])
    drawn: list[str] = []
    told: list[Progress] = []
    watch = Watch(half, lambda key, _: drawn.append(key), told.append)
    assert without_run(
        dv.audit(vectorised, dv.PureDP(eps=dv.ln(4)), watch=watch, **options)
    ) == without_run(whole)
    assert {*drawn} == noted.keys() - half.keys()
    assert [one.samples for one in told] == [1000 * (i + 1) for i in range(16)]


def test_time_that_is_up_leaves_a_valid_answer() -> None:
    found = dv.audit(
        vectorised, dv.PureDP(eps=dv.ln(4)), inputs=[0, 1], draws=10**9, batch=1000, seconds=0.05
    )
    assert found.verdict == "unknown"
    # The number was not fixed in advance: the second route would not be valid.
    assert "clopper_pearson" not in found.document
    assert dv.replay(found).status == "accepted"


# ---------------------------------------------------------------- events, pairs, curves


def test_mixed_outputs() -> None:
    """Silence is an event of the test that looks at the true count."""

    def told(count: int, rng: np.random.Generator) -> float | None:
        return count + rng.laplace(0, 1) if count >= 4 else None

    found = dv.audit(told, dv.PureDP(eps=5), inputs=[3, 4], draws=5000)
    assert found.fails
    assert found.document["tests"][0]["event"] in ("the output is None", "the output is a number")


def test_a_sampler_that_starts_anew_is_refused() -> None:
    """The same thousand coins, counted fifty times, would refute what is true of fair ones."""

    def repeated(bit: int, count: int) -> Any:
        return np.random.default_rng(bit).random(count) < 0.5

    with pytest.raises(ProgramError, match="the same outputs in two batches of input 0"):
        dv.audit(repeated, dv.PureDP(eps=1), inputs=[0, 1], draws=20_000)


def test_what_hardly_varies_may_repeat() -> None:
    """Constants, and outputs that are nearly always one: batches of them are often alike."""

    def seldom(bit: int, rng: np.random.Generator, count: int) -> Any:
        return rng.random(count) < bit * 1e-4

    assert not dv.audit(
        seldom, dv.ApproxDP(eps=1, delta="1/1000"), inputs=[0, 1], draws=50_000
    ).fails


def test_vectors_of_bits_are_points() -> None:
    """Two answers of which only both together tell the inputs apart."""

    def parity(bit: int, rng: np.random.Generator, count: int) -> Any:
        first = rng.integers(0, 2, count)
        return np.stack([first, (first + bit + (rng.random(count) < 0.1)) % 2], axis=1)

    assert dv.audit(parity, dv.PureDP(eps=2), inputs=[0, 1], draws=20_000).fails
    assert not dv.audit(parity, dv.PureDP(eps=dv.ln(9)), inputs=[0, 1], draws=20_000).fails


def test_only_the_named_pairs_are_compared() -> None:
    """0 and 2 differ by far, but are no neighbours."""

    def noisy(place: int, rng: np.random.Generator, count: int) -> Any:
        return place + rng.laplace(0, 1, count)

    pairs = [(0, 1), (1, 2)]
    claim = dv.PureDP(eps="6/5")
    near = dv.audit(noisy, claim, inputs=[0, 1, 2], neighbours=pairs, draws=20_000)
    assert not near.fails
    assert dv.audit(noisy, claim, inputs=[0, 1, 2], draws=20_000).fails


def noisy_sum(records: Any, rng: np.random.Generator, count: int) -> Any:
    """A sum with too little noise: one record costs ε = 2."""
    return sum(records) + rng.laplace(0, 0.5, count)


def test_data_sets_have_neighbours_of_their_own() -> None:
    """Sums of up to two bits: neighbours differ by one record."""
    sets = dv.datasets([0, 1], max_size=2)
    found = dv.audit(noisy_sum, dv.PureDP(eps=1), inputs=sets, draws=5000)
    assert found.fails
    assert found.lower_bound < 2
    first, second = found.document["tests"][0]["inputs"]
    assert abs(first.count("1") - second.count("1")) == 1
    with pytest.raises(InputError, match="neighbours of their own"):
        dv.audit(noisy_sum, dv.PureDP(eps=1), inputs=sets, neighbours=[([], [1])])


def test_a_strategy_draws_pairs() -> None:
    """Of lists and the same with one more record; the same seed draws the same pairs."""
    records = st.lists(st.integers(0, 1), max_size=3)
    pairs = records.map(lambda one: (one, [*one, 1]))
    options: dict[str, Any] = {"inputs": pairs, "draws": 5000}
    first, second = (dv.audit(noisy_sum, dv.PureDP(eps=1), **options) for _ in range(2))
    assert first.fails
    assert first.lower_bound < 2
    assert without_run(first) == without_run(second)
    with pytest.raises(InputError, match="let it draw pairs"):
        dv.audit(noisy_sum, dv.PureDP(eps=1), inputs=st.integers())


def test_inputs_that_are_shown_alike_are_not_taken_for_each_other() -> None:
    """Long lists are shown by their beginnings. A pair keeps its own two: here they are equal laws.

    The sampler tells the pairs from each other, and never the two of a pair.
    """
    far = [0] * 300

    def told(records: list[int], rng: np.random.Generator, count: int) -> np.ndarray:
        return np.full(count, sum(records) // 10) + rng.integers(0, 2, count)

    pairs = st.sampled_from([([*far, kind, 0], [*far, kind, 1]) for kind in (0, 10, 20)])
    found = dv.audit(told, dv.PureDP(eps="1/10"), inputs=pairs, draws=5000)
    assert not found.fails


def test_neighbours_are_the_inputs_that_are_named() -> None:
    """True is no 1, though Python takes both for equal; an array of numpy is found as itself."""
    _, labels, pairs = inputs_and_pairs([1, 2, True], [(True, 2)], 0)
    assert pairs == ((2, 1), (1, 2))
    assert labels == ("1", "2", "True")
    arrays = [np.zeros(2), np.ones(2)]
    assert inputs_and_pairs(arrays, [(arrays[0], arrays[1])], 0)[2] == ((0, 1), (1, 0))


def test_events_of_ones_own_and_of_a_witness(tmp_path: Path) -> None:
    """The event of an exact witness refutes the sampler that was ported."""

    @dv.mechanism(inputs=[0, 1])
    def port(bit: int, draw: Any) -> str:
        return "yes" if draw.flip("4/5" if bit else "1/5") else "no"

    saved = tmp_path / "result.json"
    saved.write_text(dv.check(port, dv.PureDP(eps=1)).to_json())
    event = of_witness(str(saved))
    for events in ([event], [lambda output: output == "yes"]):
        found = dv.audit(with_seed, dv.PureDP(eps=1), inputs=[0, 1], draws=5000, events=events)
        assert found.fails
        assert len(found.document["tests"]) == 2  # the event on the pair in both orders
    assert "witness" in event.text


def test_the_witness_of_a_port_that_releases_numbers(tmp_path: Path) -> None:
    """Its event is an interval of the released number, which happens with probability e⁻¹/2 on 3.

    P[3 + Laplace(1) in [4, ∞)] = e⁻¹/2, and 1/2 on 4: of ε = 1/2 and δ = 1/100 that is too much.
    """

    @dv.mechanism(inputs=[3, 4])
    def port(count: int, draw: Any) -> Any:
        noisy = count + draw.laplace(1)
        return noisy if noisy >= 4 else None

    claim = dv.ApproxDP(eps="1/2", delta="1/100")
    saved = tmp_path / "result.json"
    saved.write_text(dv.check(port, claim).to_json())
    event = of_witness(str(saved))
    sampler = Named(f"{ROOT / 'examples' / 'samplers.py'}:released")
    found = dv.audit(sampler, claim, inputs=[3, 4], draws=5000, events=[event])
    assert found.fails
    counts = {tuple(test["inputs"]): test["counts"] for test in found.document["tests"]}
    both, first, second, neither = counts["4", "3"]
    total = both + first + second + neither
    assert abs((both + first) / total - 0.5) < 0.06
    assert abs((both + second) / total - np.exp(-1) / 2) < 0.06
    broken = saved.read_text().replace('"factors"', '"factor"')
    saved.write_text(broken)
    with pytest.raises(InputError, match="cannot be read; save it again"):
        of_witness(str(saved))


def test_a_curve_lies_below_the_truth() -> None:
    """δ(ε) = 0.8 − 0.2·e^ε, below it by little, at all points together."""
    found = dv.audit(
        vectorised, dv.PureDP(eps=2), inputs=[0, 1], draws=200_000, curve=["0", "1/2", "1"]
    )
    for point in found.document["curve"]:
        eps = float(Fraction(point["eps"]))
        truth = 0.8 - 0.2 * np.exp(eps)
        assert truth - 0.03 < float(point["delta"]) < truth
    assert dv.replay(found).status == "accepted"


# ---------------------------------------------------------------- other sources


def test_a_command_in_another_language() -> None:
    """awk tells a bit with ε = ln 3."""
    script = ROOT / "examples" / "coin.awk"
    awk = command_of(f"awk -v x={{input}} -v n={{count}} -v seed={{seed}} -f {script}")
    found = dv.audit(awk, dv.PureDP(eps="0.9"), inputs=[0, 1], draws=50_000)
    assert found.fails
    assert found.lower_bound < np.log(3)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("false {input} {count}", "ended with status 1 on input 7"),
        ("echo {input} {count}", "asked for 9 lines and wrote 1"),
        ("nosuch {input} {count}", "cannot be run"),
    ],
)
def test_commands_that_fail(command: str, words: str) -> None:
    """One line that says what the command did."""
    with pytest.raises((InputError, ProgramError), match=words):
        command_of(command).draw(7, 1, 9)


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "npy"])
def test_files_of_samples(tmp_path: Path, suffix: str) -> None:
    """Each form of the same samples gives the same tests."""
    rng = np.random.default_rng(3)
    paths = []
    for place in range(2):
        samples = place + rng.laplace(0, 1, 4000 + place)
        path = tmp_path / f"{place}.{suffix}"
        if suffix == "npy":
            np.save(path, samples)
        else:
            path.write_text("".join(f"{one!r}\n" for one in samples.tolist()))
        paths.append(str(path))
    found = dv.audit_files(paths, dv.PureDP(eps="0.4"))
    assert found.fails
    assert found.document["samples"]["chosen_on"] == 800
    assert found.document["samples"]["tested"] <= 3200


def test_a_column_of_an_array_holds_numbers(tmp_path: Path) -> None:
    """Beside a list of the same samples it "refuted" every claim: it was read as tuples of one."""
    samples = np.random.default_rng(4).integers(0, 2, 8000)
    paths = [str(tmp_path / name) for name in ("list.npy", "column.npy")]
    np.save(paths[0], samples[:4000])
    np.save(paths[1], samples[4000:].reshape(-1, 1))
    assert not dv.audit_files(paths, dv.PureDP(eps="1/2")).fails


# ---------------------------------------------------------------- bad input


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "one input": ({"inputs": [0]}, "two inputs at least"),
    "an input twice": ({"inputs": [0, 0]}, "stands twice"),
    "no neighbours": ({"neighbours": []}, "0 ordered pairs"),
    "a pair of others": ({"neighbours": [(0, 7)]}, "no pair of the inputs"),
    "too few": ({"draws": 100}, "fewer than 50"),
    "draws that are none": ({"draws": 0}, "whole number"),
    "a risk of 0": ({"risk": 0}, "between 0 and 1"),
    "a risk above 1": ({"risk": "3/2"}, "between 0 and 1"),
    "a curve of a word": ({"curve": ["-1"]}, "the curve"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_audited_is_refused(name: str) -> None:
    options, words = BAD[name]
    with pytest.raises(InputError, match=words):
        dv.audit(vectorised, dv.PureDP(eps=1), **{"inputs": [0, 1], "draws": 1000, **options})


def test_a_sampler_that_raises_is_one_line() -> None:
    def broken(_: int) -> None:
        raise ValueError("no\nluck")

    with pytest.raises(ProgramError, match=r"the sampler raised ValueError on input 0: no luck"):
        dv.audit(broken, dv.PureDP(eps=1), inputs=[0, 1], draws=1000)


def test_a_sampler_that_ends_python_is_one_line() -> None:
    def leaves(_: int) -> None:
        raise SystemExit(4)

    with pytest.raises(ProgramError, match=r"ends the interpreter \(SystemExit\) on input 0"):
        dv.audit(leaves, dv.PureDP(eps=1), inputs=[0, 1], draws=1000)


def test_where_an_object_lies_is_no_output() -> None:
    def objects(_: int, count: int) -> list[object]:
        return [object() for _ in range(count)]

    with pytest.raises(InputError, match="an object of type object, whose text is the place"):
        dv.audit(objects, dv.PureDP(eps=1), inputs=[0, 1], draws=1000)


def test_a_file_without_samples_is_named(tmp_path: Path) -> None:
    (tmp_path / "some.csv").write_text("0.5\n" * 300)
    (tmp_path / "none.csv").write_text("")
    files = [str(tmp_path / name) for name in ("some.csv", "none.csv")]
    ended = run("audit", "--samples", *files, "--definition", "pure-dp", "--eps", "1")
    assert (ended.status, ended.out) == (2, "")
    assert "none.csv' has no samples" in ended.err


def test_what_a_sampler_prints_is_not_in_the_report(tmp_path: Path) -> None:
    """Standard output is the document alone."""
    file = tmp_path / "talks.py"
    file.write_text(
        "print('loaded')\ndef talks(x, rng, count):\n    print('hello')\n"
        "    return rng.random(count) < .5\n"
    )
    words = ["--inputs", "[0, 1]", "--definition", "pure-dp", "--eps", "1", "--draws", "2000"]
    ended = run("audit", f"{file}:talks", *words, "--format", "json")
    assert json.loads(ended.out)["schema"] == "dpverify.audit/1.0"


def test_a_sampler_of_the_wrong_length() -> None:
    def short(bit: int, count: int) -> list[int]:
        return [bit] * (count - 1)

    with pytest.raises(InputError, match="asked for 200 outputs and returned 199"):
        dv.audit(short, dv.PureDP(eps=1), inputs=[0, 1], draws=1000)


def test_a_definition_of_which_samples_say_nothing() -> None:
    with pytest.raises(InputError, match="not audited by samples"):
        dv.audit(vectorised, dv.RenyiDP(alpha=2, eps=1), inputs=[0, 1], draws=1000)
