/* Both arms choose a value, and all threads meet the same loop construct.
 * ranks: 1
 * expect: clean
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int cells[10];

#pragma omp parallel
    {
        int step = omp_get_thread_num() == 0 ? 1 : 2;
#pragma omp for
        for (int i = 0; i < 10; i++)
            cells[i] = step;
    }
    printf("%d\n", cells[9]);
    return 0;
}
