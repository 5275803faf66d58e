/* A barrier after a single construct, by way of a function.
 * ranks: 1
 * expect: clean
 */
#include <stdio.h>

static int value;

static void meet(void)
{
#pragma omp barrier
}

int main(void)
{
#pragma omp parallel
    {
#pragma omp single
        value = 1;
        meet();
    }
    printf("%d\n", value);
    return 0;
}
