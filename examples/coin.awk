# Randomised response: tells the bit x truly with probability 3/4, so that ε = ln 3; n answers.
BEGIN {
    srand(seed)
    for (i = 0; i < n; i++) print (rand() < 0.75) ? x : 1 - x
}
