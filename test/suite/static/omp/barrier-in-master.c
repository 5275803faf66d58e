/* A barrier within a master construct, by way of a function.
 * ranks: 1
 * expect: omp.barrier
 */
#include <stdio.h>

static int value;

static void set(void)
{
    value = 1;
#pragma omp barrier /* HERE omp.barrier */
}

int main(void)
{
#pragma omp parallel
    {
#pragma omp master /* HERE omp.barrier */
        set();     /* HERE omp.barrier */
    }
    printf("%d\n", value);
    return 0;
}
