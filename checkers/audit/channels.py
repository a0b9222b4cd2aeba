"""Events of programs whose inputs and outputs are listed: the event that attains the tight ε."""

from __future__ import annotations

from dpverify.checkers.audit.draws import Doubles
from dpverify.checkers.audit.interval import BITS, Counted, counted
from dpverify.checkers.exact.measure import measure_channel
from dpverify.defs.programs.enumeration import channel_of
from dpverify.defs.programs.labels import label_of
from dpverify.defs.programs.mechanism import Mechanism


def audited(mechanism: Mechanism, samples: int, seed: int) -> tuple[Counted, Counted]:
    """The event on both inputs of the pair that attains the tight ε; exact by enumeration.

    The samples come from runs of the program, each with draws of `Doubles`.
    """
    channel = channel_of(mechanism)
    measurement = measure_channel(channel, "pure-dp", {})
    event = {channel.outputs[o] for o in measurement.event}
    cases = mechanism.cases()
    pair = []
    for number, (i, p) in enumerate(
        zip(measurement.pair, (measurement.p, measurement.q), strict=True)
    ):
        run, draw = mechanism.run(cases[channel.inputs[i]]), Doubles(seed + number)
        count = sum(label_of(run(draw)) in event for _ in range(samples))
        pair.append(counted(p.ball(BITS), count, samples))
    return pair[0], pair[1]
