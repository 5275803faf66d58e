/* A jump of the last thread leads around the barrier.
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
        int last = omp_get_thread_num() == omp_get_num_threads() - 1;
        if (last) /* HERE omp.barrier */
            goto skip;
#pragma omp atomic
        count++;
#pragma omp barrier
    skip:
        (void)0;
    }
    printf("%d\n", count);
    return 0;
}
