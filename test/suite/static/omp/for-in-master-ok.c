/* A loop construct after a master construct, by way of a function.
 * ranks: 1
 * expect: clean
 */
#include <stdio.h>

static int cells[32];

static void fill(int value)
{
#pragma omp for
    for (int i = 0; i < 32; i++)
        cells[i] = value;
}

int main(void)
{
    int value = 0;

#pragma omp parallel shared(value)
    {
#pragma omp master
        value = 3;
#pragma omp barrier
        fill(value);
    }
    printf("%d\n", cells[31]);
    return 0;
}
