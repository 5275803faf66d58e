/* The functions of the two arms have different numbers of barriers.
 * ranks: 1
 * expect: omp.barrier
 */
#include <omp.h>
#include <stdio.h>

static int value;

static void produce(void)
{
    value = 7;
#pragma omp barrier
}

static void consume(void)
{
#pragma omp barrier
    printf("%d\n", value);
#pragma omp barrier
}

int main(void)
{
#pragma omp parallel
    {
        if (omp_get_thread_num() == 0) /* HERE omp.barrier */
            produce();
        else
            consume();
    }
    return 0;
}
