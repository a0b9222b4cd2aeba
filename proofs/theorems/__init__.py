"""Stored proofs as data, one JSON file per entry; `scripts/make_proofs.py` writes them."""
