"""Writes examples/packs/dpriv-bench: the 588 statements of category 1 of DPriv-Bench.

Facts only, in our own words: which function, noise and definition a question is about, the
sensitivity that it states, and the label that is printed. Its 98 questions for each of six releases
are 49 functions, each first with noise for the stated sensitivity, then with half of it (for
Gaussian noise: half the variance), with the labels "holds" and "fails" in turn. Source: Wang et al.
2026, arXiv 2604.15851; repository erchiw/DPriv-Bench, data/category_1, commit 48f86ab. The
dependence of a question on n ≥ 2 is ours: at n = 1 some stated sensitivities are 0.

    .venv/bin/python examples/make_packs.py
"""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent / "packs" / "dpriv-bench"
BANK: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("sum(x)", "1", ()),
    ("prod(x)", "1", ()),
    ("max(x)", "1", ()),
    ("min(x)", "1", ()),
    ("mean(x)", "1/n", ()),
    ("sqrt(sum(x[i]^2))", "1", ()),
    ("sum(abs(x[i]-x[i+1]))", "2", ()),
    ("sum(abs(x[i]-mean(x)))", "2*(n-1)/n", ()),
    ("sum((x[i]-mean(x))^2)", "(n-1)/n", ()),
    ("sum((x[i]-mu)^2)", "1", ("mu=0..1",)),
    ("sum(x[i]^2)", "1", ()),
    ("sum(x[i]^3)", "1", ()),
    ("sum(sqrt(x[i]))", "1", ()),
    ("sum(log(x[i]+1))", "log(2)", ()),
    ("sum(exp(x[i]))", "exp(1)-1", ()),
    ("sum(sin(pi*x[i]))", "1", ()),
    ("sum(cos(pi*x[i]))", "2", ()),
    ("sum(atan(x[i]))", "atan(1)", ()),
    ("sum(x[i]*(1-x[i]))", "1/4", ()),
    ("sum(x[i]^2*(1-x[i])^2)", "1/16", ()),
    ("median(x)", "1", ()),
    ("quantile(3/4,x)-quantile(1/4,x)", "1", ()),
    ("sum([x[i]>1/2])", "1", ()),
    ("sum([a<=x[i]<=b])", "1", ("a=0..1", "b=0..1")),
    ("sum(x[i]*x[i+1])", "2", ()),
    ("sum(i<j, x[i]*x[j])", "n-1", ()),
    ("sum(x[2*i-1]-x[2*i])", "1", ()),
    ("sum(x)^2", "2*n-1", ()),
    ("sum(i=1..n, i*x[i])", "n", ()),
    ("[sum(x)>n/2]", "1", ()),
    ("sum([x[i]>0.7])", "1", ()),
    ("prod([x[i]>tau])", "1", ("tau=0..1",)),
    ("[x[1]>x[2]]", "1", ()),
    ("odd(sum([x[i]>1/2]))", "1", ()),
    ("log(1+sum(x[i]^2))", "log(2)", ()),
    ("sqrt(sum((x[i]-x[i+1])^2)+(x[n]-x[1])^2)", "sqrt(2)", ()),
    ("sum(x[i]^2)/(1+sum(x))", "1/2", ()),
    ("exp(-sum(x[i]^2))", "1-exp(-1)", ()),
    ("sum(1/(1+x[i]^2))", "1/2", ()),
    ("sum(1/(1+exp(-x[i])))", "(1-exp(-1))/(2*(1+exp(-1)))", ()),
    ("sum(exp(x[i])*x[i])/sum(exp(x[i]))", "exp(1)/(exp(1)+n-1)", ()),
    ("sum(abs(x[i]-1/2))", "1/2", ()),
    ("sum((x[i]-x[i+1])^2)", "2", ()),
    ("sum(x)", "1", ()),  # in a fixed order of the records, which does not change the sum
    ("1+sum(j=1..n, [x[j]<x[1]])", "n-1", ()),
    ("sum(x[2*i])", "1", ()),
    ("sum(i=1..n, x[i]/i)", "1", ()),
    ("-sum(x[i]*log(x[i]+delta))", "log(1+delta)", ("delta=1..inf",)),
    ("sum(i=1..n, abs(x[i]-i/n))", "1", ()),
)
LARGEST = "the place of the largest is eps-DP"
RELEASES = {
    "laplace": ("laplace", "pure-dp", "plus Laplace noise of scale {c}s/eps, is eps-DP"),
    "gaussian-gdp": (
        "gaussian", "gaussian-dp", "plus Gaussian noise of variance {c}s^2/mu^2, is mu-GDP",
    ),
    "gaussian-zcdp": (
        "gaussian", "zcdp", "plus Gaussian noise of variance {c}s^2/(2 rho), is rho-zCDP",
    ),
    "exponential-mechanism": (
        "gumbel-max", "pure-dp",
        f"of d columns, plus Gumbel noise of scale {{c}}2s/eps each: {LARGEST}",
    ),
    "noisy-max": (
        "laplace-max", "pure-dp",
        f"of d columns, plus Laplace noise of scale {{c}}2s/eps each: {LARGEST}",
    ),
    "permute-and-flip": (
        "exponential-max", "pure-dp",
        f"of d columns, plus exponential noise of scale {{c}}2s/eps each: {LARGEST}",
    ),
}  # fmt: skip


def quoted(text: str) -> str:
    """A TOML text."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def main() -> None:
    """Write the six files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, (release, definition, words) in RELEASES.items():
        lines = [
            "# Written by examples/make_packs.py.",
            "[pack]",
            'title = "DPriv-Bench, category 1"',
            'source = "Wang et al. 2026, arXiv 2604.15851, category 1"',
        ]
        for number, (function, sensitivity, where) in enumerate(BANK, start=1):
            for half in (False, True):
                text = f"{function} of n >= 2 records in [0,1], one replaced, s = {sensitivity},"
                text += " " + words.format(c="1/2 " if half else "")
                lines += [
                    "", "[[statement]]",
                    f"id = {quoted(f'1/{name}/{2 * number - (not half)}')}",
                    f"text = {quoted(text)}",
                    f"label = {quoted('fails' if half else 'holds')}",
                    f"function = {quoted(function)}",
                    'domain = "[0,1]"',
                    *([f"where = [{', '.join(map(quoted, where))}]"] if where else []),
                    f"release = {quoted(release)}",
                    f"sensitivity = {quoted(sensitivity)}",
                    f"noise = {quoted('1/2' if half else '1')}",
                    f"definition = {quoted(definition)}",
                ]  # fmt: skip
        (FOLDER / f"category-1-{name}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
