/* A single construct within another one, by way of a function (thesis 1.14 code 2).
 * ranks: 1
 * expect: omp.worksharing
 * also: omp.barrier
 */
#include <stdio.h>

static int count;

static void once(void)
{
#pragma omp single /* HERE omp.worksharing */ /* HERE omp.barrier */
    count++;
}

int main(void)
{
#pragma omp parallel
    {
#pragma omp single /* HERE omp.worksharing */ /* HERE omp.barrier */
        once(); /* HERE omp.worksharing */    /* HERE omp.barrier */
    }
    printf("%d\n", count);
    return 0;
}
