/* Each arm has a barrier: as many, but not the same one, which the strict check reports.
 * ranks: 1
 * expect: omp.barrier
 * options: --verbosity=1
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int a = 0, b = 0;

#pragma omp parallel
    {
        if (omp_get_thread_num() == 0) { /* HERE omp.barrier */
            a = 1;
#pragma omp barrier
        } else {
#pragma omp barrier
#pragma omp atomic
            b++;
        }
    }
    printf("%d %d\n", a, b);
    return 0;
}
