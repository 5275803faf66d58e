/* All threads meet the barrier of the function before some return.
 * ranks: 1
 * expect: clean
 */
#include <omp.h>
#include <stdio.h>

static int cells[256];

static void work(int thread)
{
    cells[thread]++;
#pragma omp barrier
    if (thread > 0)
        return;
    cells[0] += cells[1];
}

int main(void)
{
#pragma omp parallel num_threads(4)
    work(omp_get_thread_num());
    printf("%d\n", cells[0]);
    return 0;
}
