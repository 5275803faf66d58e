/* A barrier within a section, by way of a function.
 * ranks: 1
 * expect: omp.barrier
 */
#include <stdio.h>

static int a, b;

static void meet(void)
{
#pragma omp barrier /* HERE omp.barrier */
}

int main(void)
{
#pragma omp parallel
    {
#pragma omp sections /* HERE omp.barrier */
        {
#pragma omp section /* HERE omp.barrier */
            {
                a = 1;
                meet(); /* HERE omp.barrier */
            }
#pragma omp section
            b = 1;
        }
    }
    printf("%d\n", a + b);
    return 0;
}
