/* A barrier after the sections, by way of a function.
 * ranks: 1
 * expect: clean
 */
#include <stdio.h>

static int a, b;

static void meet(void)
{
#pragma omp barrier
}

int main(void)
{
#pragma omp parallel
    {
#pragma omp sections
        {
#pragma omp section
            a = 1;
#pragma omp section
            b = 1;
        }
        meet();
    }
    printf("%d\n", a + b);
    return 0;
}
