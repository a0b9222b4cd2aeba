"""Programs with continuous noise: what they compare and release, and how likely that is."""
