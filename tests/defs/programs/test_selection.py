"""A selection tells the largest noisy query, and its lead over the next one."""

from __future__ import annotations

from dpverify.defs.continuous.trace import trace_family
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.programs import Draw, mechanism
from dpverify.defs.programs.selection import Selection


def test_a_selection_is_an_argmax_of_noisy_queries() -> None:
    """Traced like the same in other words."""

    @mechanism(inputs=[(0, 0, 0)])
    def plain(vector: tuple[int, ...], draw: Draw) -> int:
        return draw.argmax([query + draw.laplace(2) for query in vector])

    @mechanism(inputs=[(0, 0, 0)])
    def selected(vector: tuple[int, ...], draw: Draw) -> object:
        return Selection(lambda draw: draw.laplace(2)).run(vector, draw)

    assert trace_family(plain) == trace_family(selected)


def test_a_lead_is_released_beside_the_number() -> None:
    """The distance of the winner to each of the others, the least of them in each path."""
    family = trace_family(library_mechanism("B17").with_parameters(n=3))
    for paths in family.traced.words.values():
        assert len(paths) == 2
        assert all(len(path.released) == 1 for path in paths)
