/* Thread 0 alone meets the barrier.
 * ranks: 1
 * expect: omp.barrier
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int table = 0;

#pragma omp parallel
    {
        if (omp_get_thread_num() == 0) { /* HERE omp.barrier */
            table = 42;
#pragma omp barrier
        }
    }
    printf("%d\n", table);
    return 0;
}
