/* A template meets an OpenMP barrier on some threads only.
 * ranks: 1
 * expect: omp.barrier
 */
#include <cstdio>
#include <omp.h>

template <typename T>
static void accumulate(T *cells, T value)
{
    int thread = omp_get_thread_num();
    cells[thread] = value;
    if (thread < 2) { /* HERE omp.barrier */
#pragma omp barrier
    }
}

int main()
{
    double cells[4] = {0};

#pragma omp parallel num_threads(4)
    accumulate(cells, 1.0);
    std::printf("%g\n", cells[0]);
    return 0;
}
