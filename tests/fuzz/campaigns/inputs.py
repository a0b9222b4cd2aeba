"""Malformed input of every format: refused with one line, or decided as an oracle says.

Valid examples of channels, scenarios, claims, theorems, saved results, programs, columns and
answers are changed in their structure or their bytes, or stand where something else than a file
stands, and given to the command that reads them.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz import examples, file_oracle, mutations
from tests.fuzz.campaign import Tally
from tests.fuzz.play import Played, apart, here, torn

FULL = 50_000
SHORT = 400
APART = 400
"""One attack in so many runs in a process of its own."""
LIMIT = ("--time-limit", "3")


@dataclass(frozen=True)
class Attack:
    """A file with its bytes, the command line that reads it, and the claim that an oracle knows."""

    kind: str
    suffix: str
    content: bytes
    before: tuple[str, ...]
    after: tuple[str, ...] = ()
    asked: tuple[Fraction, Fraction] | None = None
    document: Any = None

    def command(self, path: str) -> list[str]:
        """The command line, with the file where it belongs."""
        first, *rest = self.before
        joined = [part.replace("{}", path) for part in rest]
        return [first, *joined, *self.after]


CLAIMS: tuple[tuple[tuple[str, ...], tuple[str, str] | None], ...] = (
    (("pure-dp", "--eps", "1"), ("1", "0")),
    (("pure-dp", "--eps", "0"), ("0", "0")),
    (("approx-dp", "--eps", "1/2", "--delta", "1/10"), ("1/2", "1/10")),
    (("approx-dp", "--eps", "0", "--delta", "1/4"), ("0", "1/4")),
    (("total-variation", "--delta", "1/2"), ("0", "1/2")),
    (("local-dp", "--eps", "ln(3)"), None),
    (("metric-dp", "--eps", "1"), None),
    (("probabilistic-dp", "--eps", "1", "--delta", "1/10"), None),
    (("privacy-at-risk", "--eps", "1", "--risk", "1/10"), None),
    (("bounded-range", "--eps", "1"), None),
    (("renyi-dp", "--alpha", "2", "--eps", "1"), None),
    (("zcdp", "--rho", "1"), None),
    (("gaussian-dp", "--mu", "1"), None),
    (("f-dp", "--trade-off", "gaussian(1)"), None),
    (("pure-dp", "--eps", "1e9999"), None),
    (("local-dp", "--eps", "1e-9999"), None),
    (("approx-dp", "--eps", "exp(1000000)", "--delta", "exp(-1000000)"), None),
    (("total-variation", "--delta", "1e-9999"), None),
    (("renyi-dp", "--alpha", "999999", "--eps", "1e-400"), None),
    (("zcdp", "--rho", "1e-9999"), None),
    (("gaussian-dp", "--mu", "1e100"), None),
    (("f-dp", "--trade-off", "approx(1e-9999,1e-9999)"), None),
)  # fmt: skip


def _bytes(rng: Random, data: bytes) -> bytes:
    return mutations.octets(rng, data) if rng.random() < 0.15 else data


def _channel(rng: Random) -> Attack:
    changed = mutations.tree(rng, rng.choice(examples.channels()))
    plain = mutations.as_json(rng, changed)
    content = _bytes(rng, plain)
    claim, asked = rng.choice(CLAIMS)
    known = None if asked is None or content != plain else (Fraction(asked[0]), Fraction(asked[1]))
    whole = ("--definition", *claim, *LIMIT)
    return Attack("channel", ".json", content, ("check", "{}"), whole, known, changed)


def _plain(rng: Random) -> Attack:
    """A channel drawn at random, mostly a right one, with a claim that the oracle can decide."""
    document = _drawn_channel(rng)
    if rng.random() < 0.2:
        document = mutations.tree(rng, document)
    eps, delta = Fraction(rng.choice((0, 0, 0, 1, 3, 8, 20)), 8), Fraction(rng.randrange(17), 16)
    definition = rng.choice(
        ("pure-dp", "approx-dp", "local-dp", *(("total-variation",) * (not eps)))
    )
    claim: tuple[str, ...] = ("--definition", definition)
    if definition != "total-variation":
        claim += ("--eps", str(eps))
    if definition in ("pure-dp", "local-dp"):
        delta = Fraction(0)
    else:
        claim += ("--delta", str(delta))
    # Local DP is about all pairs of inputs, whatever the file says of neighbours.
    meant = (
        {**document, "neighbours": "all", "directed": False} if isinstance(document, dict) else 0
    )
    asked = document if definition != "local-dp" else meant
    content = mutations.as_json(rng, document)
    after = (*claim, *LIMIT)
    return Attack("plain channel", ".json", content, ("check", "{}"), after, (eps, delta), asked)


def _drawn_channel(rng: Random) -> dict[str, Any]:
    inputs = [f"x{i}" for i in range(rng.randrange(2, 5))]
    outputs = [f"y{i}" for i in range(rng.randrange(1, 5))]
    rows = []
    for _ in inputs:
        parts = [rng.choice((0, 1, 1, 2, 3, 7)) for _ in outputs]
        parts[rng.randrange(len(parts))] += 1
        rows.append([str(Fraction(part, sum(parts))) for part in parts])
    document: dict[str, Any] = {
        "schema": "dpverify.channel/1.0", "inputs": inputs, "outputs": outputs, "matrix": rows,
        "neighbours": "all",
    }  # fmt: skip
    if rng.random() < 0.4:
        pairs = [[a, b] for a, b in combinations(inputs, 2) if rng.random() < 0.7]
        document |= {"neighbours": pairs or [inputs[:2]], "directed": rng.random() < 0.4}
    return document


def _table(rng: Random) -> Attack:
    content = mutations.lines(rng, rng.choice(examples.tables())).encode("utf-8", "surrogatepass")
    claim, _ = rng.choice(CLAIMS)
    after = ("--neighbours", "all", "--definition", *claim, *LIMIT)
    return Attack("table", ".csv", _bytes(rng, content), ("check", "{}"), after)


def _array(rng: Random) -> Attack:
    content = mutations.array(rng, rng.choice(examples.arrays()))
    after = ("--neighbours", "all", "--definition", "pure-dp")
    return Attack("array", ".npy", content, ("measure", "{}"), after)


def _archive(rng: Random) -> Attack:
    content = mutations.archive(rng, rng.choice(examples.arrays()))
    after = ("--neighbours", "all", "--definition", "pure-dp")
    return Attack("archive", ".npz", content, ("measure", "{}"), after)


def _scenario(rng: Random) -> Attack:
    content = mutations.as_json(rng, mutations.tree(rng, rng.choice(examples.scenarios())))
    definition = rng.choice(("apkdp", "ppkdp"))
    claim: tuple[str, ...] = ("--definition", definition, "--eps", rng.choice(("0", "1")))
    if rng.random() < 0.5:
        return Attack(
            "scenario", ".json", _bytes(rng, content), ("measure", "{}"), (*claim, *LIMIT)
        )
    claim += ("--delta", "1/100")
    return Attack("scenario", ".json", _bytes(rng, content), ("check", "{}"), (*claim, *LIMIT))


def _saved(rng: Random) -> Attack:
    content = mutations.as_json(rng, mutations.tree(rng, rng.choice(examples.saved())))
    return Attack("saved result", ".json", _bytes(rng, content), ("replay", "{}"))


def _part(rng: Random) -> Attack:
    content = mutations.as_json(rng, mutations.tree(rng, rng.choice(examples.PARTS)))
    option = rng.choice(("neighbours", "prior", "distance"))
    table = str(examples.EXAMPLES / "matrix.csv")
    after = ("--neighbours", "all") if option != "neighbours" else ()
    claim = rng.choice((("pure-dp",), ("metric-dp",), ("guessing-advantage", "--goal", "no")))
    before = ("measure", table, f"--{option}", "{}", "--definition", *claim)
    return Attack("part", ".json", _bytes(rng, content), before, after)


def _text_attack(
    kind: str, suffix: str, texts: Callable[[], tuple[str, ...]], before: tuple[str, ...],
    after: tuple[str, ...] = (),
) -> Callable[[Random], Attack]:  # fmt: skip
    def attack(rng: Random) -> Attack:
        text = mutations.lines(rng, rng.choice(texts()))
        content = _bytes(rng, text.encode("utf-8", "surrogatepass"))
        return Attack(kind, suffix, content, before, after)

    return attack


KINDS: tuple[tuple[int, Callable[[Random], Attack]], ...] = (
    (250, _channel),
    (150, _plain),
    (120, _table),
    (100, _array),
    (100, _archive),
    (120, _scenario),
    (160, _saved),
    (40, _part),
    (60, _text_attack("claims", ".toml", examples.claim_files, ("check", "--claims", "{}"), LIMIT)),
    (60, _text_attack("answers", ".txt", lambda: examples.ANSWERS,
                      ("attack", "reconstruct", "--answers-file", "{}", "--bound", "1/2"))),
    (60, _text_attack("column", ".csv", examples.attributes,
                      ("guess", "--attribute", "{}:time", "--precision", "5", "--eps", "1/2"),
                      LIMIT)),
    (4, _text_attack("program", ".py", lambda: (examples.PROGRAM,),
                     ("check", "{}:target", "--definition", "pure-dp", "--eps", "1"), LIMIT)),
    (3, _text_attack("theorem", ".py", examples.theorem_files, ("prove", "{}"), LIMIT)),
)  # fmt: skip
WEIGHTS, MAKERS = zip(*KINDS, strict=True)


def run(attacks: int, seed: int) -> Tally:
    """Make that many attacks; the same seed draws the same ones."""
    tally, here_before = Tally(), Path.cwd()
    with tempfile.TemporaryDirectory(prefix="dpverify-fuzz-") as folder:
        os.chdir(folder)
        try:
            for number in range(attacks):
                _play(tally, seed, number, Path(folder))
        finally:
            os.chdir(here_before)
    return tally


def _dice(seed: int, number: int) -> Random:
    return Random(f"inputs {seed} {number}")  # noqa: S311  attacks are drawn, no secrets


def _play(tally: Tally, seed: int, number: int, folder: Path) -> None:
    rng = _dice(seed, number)
    attack = rng.choices(MAKERS, WEIGHTS)[0](rng)
    path = _placed(rng, attack, folder, number)
    arguments = attack.command(path)
    out = folder / f"out{number}.json" if rng.random() < 0.1 and arguments[0] == "check" else None
    if arguments[0] in ("check", "measure"):
        arguments += ["--format", "json", *(["--out", str(out)] if out else [])]
    before = {each.name for each in folder.iterdir()}
    played = (apart if number % APART == APART - 1 else here)(arguments)
    if played.fault is not None and played.fault[0] == "hangs":
        played = apart(arguments)  # there the command is governed as it is for a user
    fault, known = played.fault, _known(attack, played)
    if known is not None and known != (played.verdict() == "holds"):
        said = f"{played.verdict()}, though the oracle says {known}"
        fault = fault or ("false statements", said)
    wreck = torn(folder, before, out, played.status)
    if fault is None and wreck is not None:
        fault = ("torn files", wreck)
    _cleaned(folder)
    if fault is None:
        outcome = {0: "decided", 1: "decided", 2: "refused", 3: "left open"}[played.status]
        tally.count(outcome if known is None else "decided as the oracle says")
        return
    tally.fault(fault[0], _reproduction(fault[1], seed, number, attack, arguments))


def _known(attack: Attack, played: Played) -> bool | str | None:
    """What the oracle says of a claim that was decided; None where it says nothing."""
    if attack.asked is None or played.verdict() not in ("holds", "fails"):
        return None
    return file_oracle.truth(attack.document, *attack.asked)


def _placed(rng: Random, attack: Attack, folder: Path, number: int) -> str:
    """Put the content where the command line will look; now and then no regular file."""
    path = folder / f"attack{number}{attack.suffix}"
    kind = rng.randrange(400)
    if kind == 0:
        path.mkdir()
    elif kind == 1:
        os.mkfifo(path)
    elif kind == 2:
        path.symlink_to(path.name)
    elif kind == 3:
        path.symlink_to("/dev/zero")
    elif kind == 4:
        return str(folder / ("a" * 300 + attack.suffix))
    elif kind == 5:
        return str(folder / "no" / path.name)
    else:
        path.write_bytes(attack.content)
    if kind == 6:
        link = folder / f"link{number}{attack.suffix}"
        link.symlink_to(path)
        return str(link)
    if kind == 7:
        return f"./{path.name}"
    return str(path)


def _cleaned(folder: Path) -> None:
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            for inner in path.iterdir():
                inner.unlink()
            path.rmdir()
        else:
            path.unlink()


def _reproduction(what: str, seed: int, number: int, attack: Attack, arguments: list[str]) -> str:
    content = repr(attack.content)
    shown = content if len(content) < 1_500 else f"{content[:1_500]}… ({len(attack.content)} bytes)"
    return f"{what}\n  inputs, seed {seed}, attack {number} ({attack.kind}): {arguments}\n  {shown}"


def content_of(seed: int, number: int) -> bytes:
    """The bytes of one attack, to save and to look at."""
    rng = _dice(seed, number)
    attack: Attack = rng.choices(MAKERS, WEIGHTS)[0](rng)
    return attack.content


def documents_of(content: bytes) -> Any:
    """What Python's own reader makes of it."""
    return json.loads(content)
