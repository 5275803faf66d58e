/* A thread's own number decides about the barrier.
 * ranks: 1
 * expect: omp.barrier
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int count = 0;

#pragma omp parallel
    {
        int who = omp_get_thread_num();
        if (who > 0) { /* HERE omp.barrier */
#pragma omp barrier
        }
#pragma omp atomic
        count++;
    }
    printf("%d\n", count);
    return 0;
}
