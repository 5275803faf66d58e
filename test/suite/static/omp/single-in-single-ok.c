/* A single construct after another one, by way of a function (thesis 1.14 code 2).
 * ranks: 1
 * expect: clean
 */
#include <stdio.h>

static int count;

static void once(void)
{
#pragma omp single
    count++;
}

int main(void)
{
#pragma omp parallel
    {
#pragma omp single
        count++;
        once();
    }
    printf("%d\n", count);
    return 0;
}
