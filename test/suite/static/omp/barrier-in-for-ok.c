/* A barrier after a loop construct, by way of a function (thesis 3.10 c).
 * ranks: 1
 * expect: clean
 */
#include <stdio.h>

static int steps[64];

static void step(int i)
{
    steps[i] = i;
}

static void meet(void)
{
#pragma omp barrier
}

int main(void)
{
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < 64; i++)
            step(i);
        meet();
    }
    printf("%d\n", steps[63]);
    return 0;
}
