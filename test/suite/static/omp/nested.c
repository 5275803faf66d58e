/* One thread meets a barrier of the outer team.
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
        if (omp_get_thread_num() == 0) { /* HERE omp.barrier */
#pragma omp atomic
            count++;
#pragma omp barrier
        }
    }
    printf("%d\n", count);
    return 0;
}
