"""The benchmark set of the field: one row for each mechanism, computed."""
