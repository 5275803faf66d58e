/* A team of two, and thread 0 alone meets the barrier.
 * ranks: 1
 * expect: omp.barrier
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int value = 0;

#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) { /* HERE omp.barrier */
            value = 1;
#pragma omp barrier
        }
    }
    printf("%d\n", value);
    return 0;
}
