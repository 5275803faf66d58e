/* A barrier after a master construct, by way of a function.
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
#pragma omp parallel
    {
#pragma omp master
        set();
#pragma omp barrier
    }
    printf("%d\n", value);
    return 0;
}
