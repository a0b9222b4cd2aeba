"""Claims about released values for every positive value of symbols in a program."""
