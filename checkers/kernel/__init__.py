"""The room of trust: everything that re-checks a saved document, and nothing that finds one.

`door.replay` is the one way in. The modules here import `dpverify.defs.numbers`, the documents of
programs and one another; no engine is among them.
"""
