/* A variable of each thread, set to its number, decides about the barrier.
 * ranks: 1
 * expect: omp.barrier
 */
#include <omp.h>
#include <stdio.h>

static int own;
#pragma omp threadprivate(own)

int main(void)
{
    int count = 0;

    own = 1;
#pragma omp parallel
    {
        own = omp_get_thread_num();
        if (own > 0) { /* HERE omp.barrier */
#pragma omp barrier
        }
#pragma omp atomic
        count++;
    }
    printf("%d %d\n", count, omp_get_max_threads());
    return 0;
}
