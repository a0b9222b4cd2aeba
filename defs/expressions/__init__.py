"""Functions of a database as people write them: the grammar, and what a text means; trusted."""
