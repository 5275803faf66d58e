/* Combined constructs, reductions and a taskloop, without any branch.
 * ranks: 1
 * expect: clean
 */
#include <stdio.h>

int main(void)
{
    int sum = 0, cells[64];

#pragma omp parallel for schedule(static)
    for (int i = 0; i < 64; i++)
        cells[i] = i;
#pragma omp parallel for simd reduction(+ : sum)
    for (int i = 0; i < 64; i++)
        sum += cells[i];
#pragma omp parallel sections
    {
#pragma omp section
        cells[0] = 5;
#pragma omp section
        cells[1] = 6;
    }
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
    for (int i = 0; i < 64; i++)
        cells[i]++;
#pragma omp parallel master
    printf("%d %d\n", sum, cells[63]);
    return 0;
}
