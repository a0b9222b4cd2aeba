"""The laws of noise: one file each, and a row in `registry.py`."""
