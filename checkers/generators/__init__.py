"""What is generated at random: numbers, laws, the rows of channels.

Where nothing is expected to be found, it is drawn plainly; for users, and where something was found
that must be shrunk, by hypothesis (`checkers/strategies`). What is so rare
that hypothesis does not meet it again is shrunk by `shrinking`. What must never change: whatever is
called private is so by construction, with no look at the definition.
"""
