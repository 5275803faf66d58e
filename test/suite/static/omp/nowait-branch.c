/* A loop construct without a barrier that only some threads meet.
 * ranks: 1
 * expect: omp.worksharing
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int cells[10] = {0};

#pragma omp parallel
    {
        if (omp_get_thread_num() < 2) { /* HERE omp.worksharing */
#pragma omp for nowait
            for (int i = 0; i < 10; i++)
                cells[i] = i;
        }
    }
    printf("%d\n", cells[9]);
    return 0;
}
