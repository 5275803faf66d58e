/* Constructs that a single thread may meet alone: tasks, taskwait, taskgroup, critical, atomic.
 * ranks: 1
 * expect: clean
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int a = 0, b = 0;

#pragma omp parallel shared(a, b)
    {
        if (omp_get_thread_num() == 0) {
#pragma omp task shared(a)
            a = 1;
#pragma omp taskwait
#pragma omp taskgroup
            {
#pragma omp task shared(b)
                b = 2;
            }
#pragma omp critical
            a++;
#pragma omp taskyield
        }
#pragma omp masked
        printf("masked\n");
#pragma omp flush
#pragma omp for ordered
        for (int i = 0; i < 4; i++) {
#pragma omp ordered
            printf("%d\n", i);
        }
    }
    printf("%d\n", a + b);
    return 0;
}
