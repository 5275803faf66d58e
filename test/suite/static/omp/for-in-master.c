/* A loop construct within a master construct, by way of a function.
 * ranks: 1
 * expect: omp.worksharing
 * also: omp.barrier
 */
#include <stdio.h>

static int cells[32];

static void fill(int value)
{
#pragma omp for /* HERE omp.worksharing */                  /* HERE omp.barrier */
    for (int i = 0; i < 32; i++) /* HERE omp.worksharing */ /* HERE omp.barrier */
        cells[i] = value;
}

int main(void)
{
    int value = 0;

#pragma omp parallel shared(value)
    {
#pragma omp master /* HERE omp.worksharing */ /* HERE omp.barrier */
        {
            value = 3;
            fill(value); /* HERE omp.worksharing */ /* HERE omp.barrier */
        }
    }
    printf("%d\n", cells[31]);
    return 0;
}
