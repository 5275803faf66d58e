/* A barrier within a single construct, by way of a function.
 * ranks: 1
 * expect: omp.barrier
 */
#include <stdio.h>

static int value;

static void meet(void)
{
#pragma omp barrier /* HERE omp.barrier */
}

int main(void)
{
#pragma omp parallel
    {
#pragma omp single /* HERE omp.barrier */
        {
            value = 1;
            meet(); /* HERE omp.barrier */
        }
    }
    printf("%d\n", value);
    return 0;
}
