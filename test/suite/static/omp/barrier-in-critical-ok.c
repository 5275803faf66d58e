/* A barrier after a critical construct.
 * ranks: 1
 * expect: clean
 */
#include <stdio.h>

static int value;

static void add(void)
{
    value++;
}

int main(void)
{
#pragma omp parallel
    {
#pragma omp critical
        add();
#pragma omp barrier
    }
    printf("%d\n", value);
    return 0;
}
