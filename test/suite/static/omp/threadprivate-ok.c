/* A variable of each thread, copied from the first, decides about the barrier.
 * ranks: 1
 * expect: clean
 */
#include <omp.h>
#include <stdio.h>

static int own;
#pragma omp threadprivate(own)

int main(void)
{
    int count = 0;

    own = 1;
#pragma omp parallel copyin(own)
    {
        if (own > 0) {
#pragma omp barrier
        }
#pragma omp atomic
        count++;
    }
    printf("%d %d\n", count, omp_get_max_threads());
    return 0;
}
