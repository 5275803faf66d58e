/* A shared variable that nobody changes decides about the barrier.
 * ranks: 1
 * expect: clean
 */
#include <omp.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int steps = argc, done = 0;

    (void)argv;
#pragma omp parallel shared(steps)
    {
        if (steps > 1) {
#pragma omp barrier
        }
#pragma omp atomic
        done++;
    }
    printf("%d %d\n", done, omp_get_max_threads());
    return 0;
}
