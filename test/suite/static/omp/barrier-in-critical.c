/* A barrier within a critical construct: the first thread keeps the others out.
 * ranks: 1
 * expect: omp.barrier
 */
#include <stdio.h>

static int value;

static void add(void)
{
    value++;
#pragma omp barrier /* HERE omp.barrier */
}

int main(void)
{
#pragma omp parallel
    {
#pragma omp critical /* HERE omp.barrier */
        add();       /* HERE omp.barrier */
    }
    printf("%d\n", value);
    return 0;
}
