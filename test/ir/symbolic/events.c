/* What each construct tells the runtime: symbolic.sh has the events, by line. */
#include <stdlib.h>

static int counter = 3;
static int table[10];

static int twice(int x)
{
    return 2 * x;
}

static int count_up(int x)
{
    counter += x;
    return counter;
}

int (*const functions[])(int) = {twice, count_up};

static int choose(int x)
{
    switch (x) {
    case 1:
        return 5;
    case 3:
    case 4:
        return 6;
    default:
        return 0;
    }
}

int main(int count, char **words)
{
    int x = count > 1 ? atoi(words[1]) : 7;
    if (x > 3 && x < 10)
        counter = x;
    if (counter > 5)
        counter++;
    for (int i = 0; i < 2; i++)
        if (functions[i](x) == 12)
            return 1;
    if (choose(x))
        return 2;
    if (table[x])
        return 3;
    if (100 / x == 3)
        return 4;
    if (x * 0.5 < 1.25)
        return 5;
    return counter;
}
