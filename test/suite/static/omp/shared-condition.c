/* A private copy that each thread changed decides about the barrier.
 * ranks: 1
 * expect: omp.barrier
 */
#include <omp.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int steps = argc, done = 0;

    (void)argv;
#pragma omp parallel firstprivate(steps)
    {
        steps += omp_get_thread_num();
        if (steps > 1) { /* HERE omp.barrier */
#pragma omp barrier
        }
#pragma omp atomic
        done++;
    }
    printf("%d %d\n", done, omp_get_max_threads());
    return 0;
}
