"""The kernel for refutations: each hypothesis holds for the objects, and the conclusion fails.

Trusted, with `compositions.py`, which recomputes the objects, `finite.py`, which re-checks claims
over events, `divergences.py`, which re-checks those that measure two laws (Rényi, zero-concentrated
and Gaussian privacy, total variation, bounded range, χ²), `comparisons.py`, which re-checks those
about quantities, and `dpverify.defs.numbers`.
Whose statement is refuted is asked where statements are registered (`proofs/registered.py`): the
name of the entry is listed as not re-checked here.

What must never change: accepted means that every composed channel was computed anew, that every
hypothesis holds, and that the conclusion fails at its witness.
"""

from __future__ import annotations

from typing import Any

from dpverify.checkers.kernel import comparisons, divergences, finite
from dpverify.checkers.kernel.channels import check_schema, unread_notes
from dpverify.checkers.kernel.compositions import Objects
from dpverify.checkers.kernel.outcome import Outcome, known_keys, shown
from dpverify.checkers.kernel.results import repeats_the_channel
from dpverify.checkers.kernel.work import judged_in_budget
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need


def replay(document: object) -> Outcome:
    """Re-check a refutation; the same answers as `door.replay`."""
    return judged_in_budget(document, _refutation)


def _refutation(document: Any) -> Outcome:
    check_schema(document, "refutation")
    known_keys(
        document, "the refutation", ("schema", "entry", "objects", "hypotheses", "conclusion")
    )
    need(type(document["entry"]) is str, "the entry is not named by a text")
    objects = Objects(doc.member(document, "objects", dict))
    hypotheses = doc.member(document, "hypotheses", list)
    for claim in hypotheses:
        _check_claim(claim, "holds", objects)
    conclusion = doc.member(document, "conclusion", dict)
    _check_claim(conclusion, "fails", objects)
    text = f"{len(hypotheses)} hypotheses hold, the conclusion fails: re-checked"
    return Outcome("accepted", text, ("entry", *_unread(objects)), _facts(conclusion, objects))


def _check_claim(claim: Any, verdict: str, objects: Objects) -> None:
    """Reject a claim about a named object unless it has the verdict that it needs."""
    keys = ("of", "definition", "given", "verdict", *(["witness"] if verdict == "fails" else []))
    known_keys(claim, "a claim of the refutation", keys)
    need(
        claim["verdict"] == verdict, f"a claim has another verdict than {verdict!r}, which it needs"
    )
    name, given = doc.member(claim, "definition", str), doc.member(claim, "given", dict)
    channel = objects.get(claim["of"])
    if name in finite.NAMES:
        more = {key: value for key, value in given.items() if key not in finite.NAMES[name]}
        repeats_the_channel(more, (), {})
        finite.check_claim(claim, verdict, channel, [])
    elif name in divergences.CLAIMS:
        measured = divergences.CLAIMS[name]
        own = (measured.key, *measured.details)
        # A claim of a refutation is about an object as it stands there: nothing is given anew.
        repeats_the_channel({key: given[key] for key in given if key not in own}, (), {})
        # Without a stated tight value the bound itself is re-checked: at the witness where the
        # claim fails, for every ordered pair of neighbours where it holds.
        measured(channel, {}, given).decide(claim, verdict, [])
    elif name in comparisons.COMPARISONS:
        comparisons.recheck(claim, channel)
    else:
        raise num.Undecided("unsupported", f"the kernel does not know the definition {name[:60]!a}")


def _unread(objects: Objects) -> tuple[str, ...]:
    """What stands in the objects of a refutation and takes part in no claim."""
    unread: list[str] = []
    for name, form in objects.forms.items():
        if name not in objects.channels:
            unread.append(f"objects.{name}")
        elif "schema" in form:
            keys = unread_notes(form)
            # No claim of a refutation looks at a prior or a distance, and of a map only its rows
            # are used: its neighbours are the channel's.
            keys += [key for key in ("prior", "distance") if key in form]
            if name not in objects.relation_used:
                keys += [key for key in ("neighbours", "directed") if key in form]
            unread += [f"objects.{name}.{key}" for key in keys]
    return tuple(unread)


def _facts(conclusion: Any, objects: Objects) -> tuple[tuple[str, str], ...]:
    """What a reader compares: the claim that fails, and the channels by their digests."""
    facts = [("conclusion", f"{conclusion['definition']} of {conclusion['of']}")]
    facts += [(key, shown(value)) for key, value in conclusion["given"].items()]
    facts.append(("neighbours", objects.channels[conclusion["of"]].relation_in_words))
    facts += [
        (f"digest of {name}", channel.digest)
        for name, channel in objects.channels.items()
        if channel.digest
    ]
    return tuple(facts)
