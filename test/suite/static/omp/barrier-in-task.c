/* A barrier within a task, by way of a function.
 * ranks: 1
 * expect: omp.barrier
 */
#include <stdio.h>

static int count;

static void work(void)
{
#pragma omp atomic
    count++;
#pragma omp barrier /* HERE omp.barrier */
}

int main(void)
{
#pragma omp parallel
    {
#pragma omp single
        for (int i = 0; i < 8; i++) {
#pragma omp task    /* HERE omp.barrier */
            work(); /* HERE omp.barrier */
        }
    }
    printf("%d\n", count);
    return 0;
}
