/* Threads above 0 return before the barrier of the function.
 * ranks: 1
 * expect: omp.barrier
 */
#include <omp.h>
#include <stdio.h>

static int cells[256];

static void work(int thread)
{
    cells[thread]++;
    if (thread > 0) /* HERE omp.barrier */
        return;
#pragma omp barrier
    cells[0] += cells[1];
}

int main(void)
{
#pragma omp parallel num_threads(4)
    work(omp_get_thread_num());
    printf("%d\n", cells[0]);
    return 0;
}
