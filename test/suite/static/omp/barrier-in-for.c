/* A barrier within a loop construct, by way of a function (thesis 3.10 c).
 * ranks: 1
 * expect: omp.barrier
 */
#include <stdio.h>

static int steps[64];

static void step(int i)
{
    steps[i] = i;
#pragma omp barrier /* HERE omp.barrier */
}

int main(void)
{
#pragma omp parallel
    {
#pragma omp for                      /* HERE omp.barrier */
        for (int i = 0; i < 64; i++) /* HERE omp.barrier */
            step(i);                 /* HERE omp.barrier */
    }
    printf("%d\n", steps[63]);
    return 0;
}
