/* All threads see the same number of threads, so all meet the loop or none (thesis 1.14 code 1).
 * ranks: 1
 * expect: clean
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int sum = 0;

#pragma omp parallel
    {
        if (omp_get_num_threads() % 2) {
#pragma omp for reduction(+ : sum)
            for (int i = 0; i < 100; i++)
                sum += i;
        }
    }
    printf("%d\n", sum);
    return 0;
}
