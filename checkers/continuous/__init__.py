"""Programs with continuous noise: exact probabilities, limits in the gaps, alignments."""
