/* Randomised response in C: tells the bit truly with probability 3/4, so that ε = ln 3.

   cc -O2 -o coin coin.c; ./coin BIT COUNT SEED writes COUNT answers, one a line. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    int bit = atoi(argv[1]);
    long count = atol(argv[2]);
    srandom((unsigned)atol(argv[3]));
    for (long i = 0; i < count; i++)
        puts((random() % 4 ? bit : !bit) ? "1" : "0");
    return 0;
}
