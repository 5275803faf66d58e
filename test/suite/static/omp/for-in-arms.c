/* Each arm has a loop construct of its own: all threads must meet the same one.
 * ranks: 1
 * expect: omp.worksharing
 * also: omp.barrier
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int cells[10];

#pragma omp parallel
    {
        if (omp_get_thread_num() == 0) { /* HERE omp.worksharing */ /* HERE omp.barrier */
#pragma omp for
            for (int i = 0; i < 10; i++)
                cells[i] = i;
        } else {
#pragma omp for
            for (int i = 0; i < 10; i++)
                cells[i] = 2 * i;
        }
    }
    printf("%d\n", cells[9]);
    return 0;
}
