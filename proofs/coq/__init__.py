"""Proofs for all finite sizes as files of the proof assistant Coq."""
