/* A template meets an OpenMP barrier on all threads.
 * ranks: 1
 * expect: clean
 */
#include <cstdio>
#include <omp.h>

template <typename T>
static void accumulate(T *cells, T value)
{
    int thread = omp_get_thread_num();
    cells[thread] = value;
    if (thread < omp_get_num_threads()) {
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
