/* A loop construct without a barrier that all threads meet.
 * ranks: 1
 * expect: clean
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int cells[10] = {0};

#pragma omp parallel
    {
        if (omp_get_num_threads() > 2) {
#pragma omp for nowait
            for (int i = 0; i < 10; i++)
                cells[i] = i;
        }
    }
    printf("%d\n", cells[9]);
    return 0;
}
