"""Asking a solver: formulas as SMT-LIB 2 text, answers that are typed, models that are re-checked.

Nothing in here is trusted: a `Sat` is a proposal that exact arithmetic and the kernel must accept,
an `Unsat` rests on the word of the solver, which is named wherever the answer is used.
"""
