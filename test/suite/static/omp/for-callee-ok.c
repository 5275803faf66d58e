/* A function with a loop construct that all threads call.
 * ranks: 1
 * expect: clean
 */
#include <omp.h>
#include <stdio.h>

static double cells[100];

static void relax(void)
{
#pragma omp for schedule(dynamic, 4)
    for (int i = 0; i < 100; i++)
        cells[i] += 1;
}

static void step(void)
{
    relax();
}

int main(void)
{
#pragma omp parallel
    {
        int last = omp_get_thread_num() == omp_get_num_threads() - 1;
        step();
        if (last)
            cells[0]++;
    }
    printf("%g\n", cells[99]);
    return 0;
}
