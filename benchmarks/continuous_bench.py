"""`python -m benchmarks.continuous_bench`: exact probabilities of words with continuous noise.

Each row computes probabilities as elements of the ring, ε and gaps symbolic; seconds of the
processor, once, nothing kept between rows. "Terms" counts those of all results. A pair is two
inputs; "distinct" queries are random multiples of 1/97, so that no two exponents meet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import accumulate, product
from random import Random
from time import process_time

from dpverify.checkers.continuous.limits import limit
from dpverify.checkers.continuous.words import Words, probability
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Law, Noise, Path, Traced

F = Fraction
Work = Callable[[], int]


def main() -> None:
    """Print the table."""
    print((__doc__ or "").strip(), end="\n\n")
    print(f"{'what':<58}{'seconds':>10}{'terms':>10}")
    for name, work in rows():
        start = process_time()
        terms = work()
        print(f"{name:<58}{process_time() - start:>10.4f}{terms:>10}", flush=True)


def rows() -> Iterator[tuple[str, Work]]:
    """The rows, by name."""
    draw = Random(3)  # noqa: S311  a sample, no secret
    few = [Shift.of(0), Shift.of(1), Shift.of("1/2")]
    gap = [Shift.of(0, g=1), Shift.of(0, g=-1), Shift.of(0)]
    many = [Shift.of(F(draw.randint(-1000, 1000), 97)) for _ in range(10)]
    equal = [Shift.of(1)] * 10
    scores = [Shift.of(F(draw.randint(-9000, 9000), 97)) for _ in range(20)]
    yield "sparse vector, n=3, all words of a pair", lambda: pair(few, 2, 2, None)
    yield "the same with a gap", lambda: pair(gap, 2, 2, None)
    yield "the same with a gap, and all limits", limits(gap)
    yield "sparse vector, n=10, equal, one word", lambda: one(equal)
    yield "sparse vector, n=10, distinct, one word", lambda: one(many)
    yield "sparse vector, n=10, c=1, all words of a pair", lambda: pair(many, 2, 4, 1)
    yield "sparse vector, n=10, c=2, all words of a pair", lambda: pair(many, 2, 8, 2)
    yield "sparse vector, n=10, no stop, all words of a pair", lambda: pair(many, 2, 3, None)
    yield "noisy max, n=20, scores 0 … 19, all winners", winners("laplace", whole(20))
    yield "noisy max, n=20, distinct, one winner", winners("laplace", scores, 1)
    yield "noisy max, n=20, distinct, all winners", winners("laplace", scores)
    yield "noisy max, exponential, n=20, distinct, all winners", winners("exponential", scores)


def whole(n: int) -> list[Shift]:
    """0, …, n − 1."""
    return [Shift.of(i) for i in range(n)]


def difference(more: int, less: int, shift: Shift) -> Form:
    """noise[more] − noise[less] + shift."""
    return Form(tuple(sorted([(more, F(1)), (less, F(-1))])), shift)


def sparse_vector(queries: list[Shift], threshold: int, noise: int, stop: int | None) -> Traced:
    """1 where query + noise ≥ noise 0; it ends after `stop` ones."""
    words = {}
    for bits in product("01", repeat=len(queries)):
        word = "".join(bits)
        if stop:
            ones = accumulate(int(b) for b in bits)
            word = word[: next((i + 1 for i, k in enumerate(ones) if k == stop), len(word))]
        words[word] = (path(queries, word),)
    return Traced(laws(threshold, noise, len(queries)), words, symbolic=True)


def laws(threshold: int, noise: int, n: int) -> tuple[Noise, ...]:
    """Laplace noise of the threshold and of n queries."""
    return (Noise("laplace", F(threshold)), *(Noise("laplace", F(noise)) for _ in range(n)))


def path(queries: list[Shift], word: str) -> Path:
    """The conditions of one word."""
    conditions = [
        difference(i + 1, 0, queries[i]) if b == "1" else difference(0, i + 1, -queries[i])
        for i, b in enumerate(word)
    ]
    return Path(tuple(conditions))


def neighbour(queries: list[Shift]) -> list[Shift]:
    """Every other query up by 1, the others down by 1."""
    return [q + Shift.of(1 if i % 2 else -1) for i, q in enumerate(queries)]


def pair(queries: list[Shift], threshold: int, noise: int, stop: int | None) -> int:
    """All words of two inputs."""
    return sum(
        len(words.probability(word))
        for inputs in (queries, neighbour(queries))
        for traced in [sparse_vector(inputs, threshold, noise, stop)]
        for words in [Words(traced)]
        for word in traced.words
    )


def limits(queries: list[Shift]) -> Work:
    """All words of two inputs, and the limit of each ratio."""

    def work() -> int:
        here, there = (sparse_vector(q, 2, 2, None) for q in (queries, neighbour(queries)))
        a, b = Words(here), Words(there)
        found = [limit(a.probability(w), b.probability(w)) for w in here.words]
        return sum(len(x.numerator) + len(x.denominator) for x in found)

    return work


def one(queries: list[Shift]) -> int:
    """One word alone: 1010…."""
    word = "10" * (len(queries) // 2)
    alone = {word: (path(queries, word),)}
    return len(probability(Traced(laws(2, 4, len(queries)), alone, symbolic=True), word))


def winners(law: Law, scores: list[Shift], count: int | None = None) -> Work:
    """The probabilities of some winners of noisy max, or of all."""

    def work() -> int:
        n = len(scores)
        words = {
            str(i): (
                Path(tuple(difference(i, j, scores[i] - scores[j]) for j in range(n) if j != i)),
            )
            for i in range(n)
        }
        found = Words(Traced((Noise(law, F(2)),) * n, words, symbolic=True))
        return sum(len(found.probability(word)) for word in list(words)[:count])

    return work


if __name__ == "__main__":
    main()
