/* A team of one: thread 0 alone meets the barrier.
 * ranks: 1
 * expect: clean
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int value = 0;

#pragma omp parallel num_threads(1)
    {
        if (omp_get_thread_num() == 0) {
            value = 1;
#pragma omp barrier
        }
    }
    printf("%d\n", value);
    return 0;
}
