/* All threads meet the barrier, thread 0 alone does the work before it.
 * ranks: 1
 * expect: clean
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int table = 0;

#pragma omp parallel
    {
        if (omp_get_thread_num() == 0) {
            table = 42;
        }
#pragma omp barrier
    }
    printf("%d\n", table);
    return 0;
}
