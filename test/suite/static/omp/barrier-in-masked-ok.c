/* A barrier after a masked construct, by way of a function.
 * ranks: 1
 * expect: clean
 */
#include <stdio.h>

static int value;

static void set(void)
{
    value = 1;
}

int main(void)
{
#pragma omp parallel num_threads(4)
    {
#pragma omp masked filter(1)
        set();
#pragma omp barrier
    }
    printf("%d\n", value);
    return 0;
}
