/* A jump of the last thread leads to the barrier.
 * ranks: 1
 * expect: clean
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int count = 0;

#pragma omp parallel
    {
        int last = omp_get_thread_num() == omp_get_num_threads() - 1;
        if (last)
            goto skip;
#pragma omp atomic
        count++;
    skip:
        (void)0;
#pragma omp barrier
    }
    printf("%d\n", count);
    return 0;
}
