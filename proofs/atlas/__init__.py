"""The atlas: which definition has which property, and which definition implies which.

Its cells and arrows are read off the registered claims (`reading`), their grades are computed from
proofs and witnesses (`grades`), and what follows from several of them is marked as derived.
"""
