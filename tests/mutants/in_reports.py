"""Mistakes in what is shown: pages, drawings, LaTeX, SARIF, schemas, notebooks."""

from __future__ import annotations

from tests.mutants.planting import Changes, Module

MARKUP: Changes = {
    "attributes are not escaped": (
        "html_text(value) if isinstance(value, str)",
        "value if isinstance(value, str)",
    ),
    "text is not escaped": ("return Html(html_text(raw))", "return Html(raw)"),
    "coordinates without decimals": ('f"{number:.2f}"', 'f"{number:.0f}"'),
}
ESCAPE: Changes = {
    "quotes are left": ("html_escape(visible(text), quote=True)", "html_escape(text, quote=True)"),
}
BLOCKS: Changes = {
    "a code span is a heading": ('tag("code", text(span.text))', 'tag("h6", text(span.text))'),
    "a label is left out": ('text(label), class_="label"', 'text(""), class_="label"'),
}
PAGE: Changes = {
    "a policy that allows scripts": ("\"default-src 'none'; ", "\"default-src 'unsafe-inline'; "),
    "the digest of another style": (
        'f"{_policy(sheet, script)}',
        'f"{_policy(sheet + chr(32), script)}',
    ),
    "every document is carried": ("if len(data) > MOST_EMBEDDED:", "if len(data) < 0:"),
}
PAIR: Changes = {
    "P and Q are exchanged": (
        "math.inf if q == 0 else _log(p)",
        "-math.inf if q == 0 else _log(p)",
    ),
    "a small probability is zero": (
        "math.log(near) if near > 0 else",
        "math.log(near or 1) if 1 else",
    ),
    "the tail is not strict": ("else loss) > eps", "else loss) >= eps - 0.01"),
    "δ without e^ε": ("p - odds * q", "p - q"),
}
TRADE_OFF: Changes = {
    "the worst tests": ("key=lambda k: -pair.losses[k]", "key=lambda k: pair.losses[k]"),
    "the claim without δ": ("rest = max(0.0, 1 - delta)", "rest = 1.0"),
    "the event under the wrong law": (
        "beta = 1 - math.fsum(p for p, inside in zip(pair.p,",
        "beta = 1 - math.fsum(p for p, inside in zip(pair.q,",
    ),
    "the corner of the claim": ("meet = rest / (1 + odds)", "meet = rest / odds"),
}
LOSSES: Changes = {
    "the event is not told apart": (
        "(was[0] + p, was[1]) if inside else (was[0], was[1] + p)",
        "(was[0], was[1] + p)",
    ),
    "what never happens has a bar": ("or loss == -math.inf:", "or loss == math.inf:"),
}
CURVES: Changes = {
    "the risk is one-sided": ('"privacy-at-risk": True', '"privacy-at-risk": False'),
}
HEAT_MAP: Changes = {
    "the columns that agree": (
        "-(max(entries[j]) - min(entries[j]))",
        "(max(entries[j]) - min(entries[j]))",
    ),
    "zero is coloured": ("0.0 if entry == 0 else 0.06", "0.06 if entry == 0 else 0.06"),
    "every row is framed": ("if self.channel.inputs[i] in chosen", "if chosen"),
    "what is left out is what is drawn": ("left = 1 - sum(", "left = sum("),
}
TERMS: Changes = {
    "all terms are drawn": ('witness["terms"][:MOST_TERMS]', 'witness["terms"][:]'),
}
FIGURES: Changes = {
    "compositions are left out": ("else compose(described, made)", "else made[described]"),
    "the event is not marked": (
        "strict=True)), event)",
        "strict=True)), ())",
    ),
}
INDEX: Changes = {
    "a row without its status": ('data_status=row["status"]', 'data_status=row["expected"][:1]'),
    "the place in a source stays": ("dated[0] if dated else", "piece if dated else"),
}
ENTRY: Changes = {
    "no steps in the chain": ("for step in listed:", "for step in listed[1:]:"),
}
LATEX: Changes = {
    "a backslash is left": (r'"\\": r"\textbackslash{}"', r'"\\": "\\"'),
    "two hyphens are a dash": ('.replace("--", "-{}-").replace("--", "-{}-")', ""),
    "an exponent of one token": ("return _closing(tokens, start)", "return start + 1"),
    "two superscripts": ('made.append("{}")', "pass"),
    "only the last script counts": ("any(before[0] == kind for before in scripts)", "False"),
    "an index outside the exponent": ('.lastgroup == "lowered":', '.lastgroup == "raised":'),
    "a sign before a bracket": ("start + 1 < len(tokens)\n", "False\n"),
    "one script of a kind too short": (
        '"".join(plain[character] for',
        '"".join(plain[found[0]] for',
    ),
    "a hat on nothing": ("\\\\hat {part}", "\\\\hat {{}}{part}"),
}
LATEX_REPORT: Changes = {
    "the relation is turned": ('">": ">", "<": "<"', '">": "<", "<": ">"'),
    "rows may begin with an option": ('f"  {{}}{latex', 'f"  {latex'),
}
SARIF: Changes = {
    "what is open is an error": ('"none" if undecided else "error"', '"error"'),
    "what ended as expected is a result": ('if _outcome(finding) != "passed"', "if True"),
    "braces are placeholders": ('text.replace("{", "{{")', 'text.replace("{", "{")'),
    "a label may be a link": (r'LINK.sub(r"\\[", ', r'LINK.sub("[", '),
    "the parameters do not count": ("parameters, finding.expect))", "finding.expect))"),
}
SCHEMAS: Changes = {
    "the kind with its version": ('.partition("/")[0]', '.partition("|")[0]'),
}
NOTEBOOK: Changes = {
    "the cut is not said": ("if len(cells) < total or", "if len(cells) > total or"),
    "a proof that is not asked of the kernel is missing": (
        'outcome.status == "accepted"',
        'outcome.status == "rejected"',
    ),
}


def _shown(changes: Changes, *files: str) -> Module:
    return Module(changes, tuple(f"tests/reports/{file}.py" for file in files))


H = "dpverify.reports.html"
D = "dpverify.reports.drawings"
REPORTS = {
    "dpverify.reports.escape": _shown(ESCAPE, "test_markup"),
    "dpverify.reports.markup": _shown(MARKUP, "test_markup"),
    f"{H}.blocks": _shown(BLOCKS, "html/test_pages"),
    f"{H}.page": _shown(PAGE, "html/test_pages"),
    f"{D}.pair": _shown(PAIR, "drawings/test_pair"),
    f"{D}.trade_off": _shown(TRADE_OFF, "drawings/test_pair", "drawings/test_trade_off"),
    f"{D}.loss_profile": _shown(LOSSES, "drawings/test_loss_profile"),
    f"{D}.delta_curve": _shown(CURVES, "drawings/test_delta_curve"),
    f"{D}.heat_map": _shown(HEAT_MAP, "drawings/test_heat_map"),
    f"{D}.knowledge": _shown(TERMS, "drawings/test_knowledge"),
    f"{D}.of_documents": _shown(FIGURES, "html/test_pages"),
    f"{H}.index_page": _shown(INDEX, "html/test_pages"),
    f"{H}.entry_page": _shown(ENTRY, "html/test_pages"),
    "dpverify.reports.latex_text": _shown(LATEX, "test_latex", "test_latex_statements"),
    "dpverify.reports.latex": _shown(LATEX_REPORT, "test_latex"),
    "dpverify.reports.sarif": _shown(SARIF, "test_sarif"),
    "dpverify.reports.schemas": _shown(SCHEMAS, "test_schemas"),
    "dpverify.reports.notebook": _shown(NOTEBOOK, "test_notebook"),
}
