/* The functions of the two arms have the same number of barriers.
 * ranks: 1
 * expect: clean
 */
#include <omp.h>
#include <stdio.h>

static int value;

static void produce(void)
{
    value = 7;
#pragma omp barrier
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
        if (omp_get_thread_num() == 0)
            produce();
        else
            consume();
    }
    return 0;
}
