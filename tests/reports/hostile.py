"""Texts that try to be more than text wherever they are shown."""

from __future__ import annotations

_MARKUP = [
    "<script>window.pwned=1</script>", "<img src=x onerror=window.pwned=1>",
    "<svg onload=window.pwned=1>", "</title><script>window.pwned=1</script>",
    "</style><script>window.pwned=1</script>", "</script><script>window.pwned=1</script>",
    "</code></pre><b>out</b>", "<iframe src=//evil.example>", "<a href=javascript:pwned>x</a>",
    "<!--", "-->", "<![CDATA[", "]]>", "&lt;script&gt;", "&#60;b&#62;", "&amp", "<", ">", "&",
    "<base href=//evil.example>", "<meta http-equiv=refresh content=0>", "<plaintext>",
    "<style>*{}",
]  # fmt: skip
_QUOTES = [
    '" onmouseover="window.pwned=1', "' onmouseover='window.pwned=1", '"', "'", "`", '"><b>x</b>',
    "'><b>x</b>", '"/><script>window.pwned=1</script>', "\\", '\\"', "{{7*7}}", "${7*7}", "#{7*7}",
]  # fmt: skip
_HIDDEN = [
    "\u202eevil", "\u2066evil\u2069", "\u200b", "\u200f", "\ufeff", "\u2028x", "\u2029x", "\x00",
    "\x1b[2J", "\x1b]0;t\x07", "\x9b2J", "\r\nx", "\n\n# h", "\tx", "\x7f", "\ud800", "\U000e0041",
    "\ue000", "\u00adx", "\u061c",
]  # fmt: skip
_MARKDOWN = [
    "[x](javascript:alert(1))", "![x](//evil.example)", "**b**", "_i_", "# h", "> q", "- l", "1. l",
    "| a | b |", "|", "---", "``` x", "``", "~~~", "<b>*x*</b>", "$x$", "$$x$$", "\\(x\\)",
    "[x]: y",
    "* * *", "=====", "    code", "<https://evil.example>", "@everyone", "&nbsp;",
]  # fmt: skip
_LATEX = [
    "\\input{x}", "\\write18{x}", "$", "%", "{", "}", "^^41", "_", "~", "\\end{document}", "#1",
    "\\def\\x{y}", "&x&", "\\\\", "\\begin{verbatim}",
]  # fmt: skip
_OTHER = ["::error::x", "%0A::stop", "a" * 5000, "=1+1", "אבגד", "العربية", "x" + "\u0301" * 50]

PAYLOADS = [*_MARKUP, *_QUOTES, *_HIDDEN, *_MARKDOWN, *_LATEX, *_OTHER]
