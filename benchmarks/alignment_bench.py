"""Times of tracing and aligning the mechanisms with continuous noise, for all real inputs.

`python -m benchmarks.alignment_bench`. Each line: id, n, c, the bound in units of ε (B10: in nats),
seconds for the trace and for the alignment. The first solver call, which imports it, is not timed.
"""

from __future__ import annotations

from time import perf_counter

from dpverify.checkers.continuous.alignment import Aligned, align_family
from dpverify.defs.continuous.probe import over_reals
from dpverify.defs.continuous.trace import trace_family
from dpverify.defs.mechanisms import library, library_mechanism

SIZES = (2, 3, 5, 10)


def line(name: str, settings: dict[str, int]) -> None:
    """Trace and align once, and print a line."""
    found = library_mechanism(name).with_parameters(**settings)
    started = perf_counter()
    family = trace_family(found)
    traced = perf_counter()
    aligned = align_family(family, str(found.about["moves"]))
    ended = perf_counter()
    bound = str(aligned.bound) if isinstance(aligned, Aligned) else f"none, word {aligned.word}"
    sizes = ", ".join(f"{key} = {value}" for key, value in settings.items())
    print(f"{name}  {sizes:<14} {bound:<8} {traced - started:6.3f} s {ended - traced:6.3f} s")


def main() -> None:
    """Print all lines."""
    align_family(trace_family(library_mechanism("B01")), "A")
    for found in library().values():
        if over_reals(found):
            sizes: list[dict[str, int]] = [{"n": n} for n in SIZES]
            if "n" not in found.parameters:
                sizes = [{}]
            if "c" in found.parameters:
                sizes = [{**size, "c": c} for size in sizes for c in (1, 2)]
            for settings in sizes:
                line(str(found.about["id"]), settings)


if __name__ == "__main__":
    main()
