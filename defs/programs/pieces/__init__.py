"""A program cut at its draws: its states are held and gone on from, so no run is repeated."""
