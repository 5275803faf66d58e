/* Odd threads meet a loop construct that even ones do not (thesis 1.14 code 1).
 * ranks: 1
 * expect: omp.worksharing
 * also: omp.barrier
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int sum = 0;

#pragma omp parallel
    {
        if (omp_get_thread_num() % 2) { /* HERE omp.worksharing */ /* HERE omp.barrier */
#pragma omp for reduction(+ : sum)
            for (int i = 0; i < 100; i++)
                sum += i;
        }
    }
    printf("%d\n", sum);
    return 0;
}
