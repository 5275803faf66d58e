/* Tasks are made by one thread, and all threads meet the barrier after them.
 * ranks: 1
 * expect: clean
 */
#include <stdio.h>

static int count;

static void work(void)
{
#pragma omp atomic
    count++;
}

int main(void)
{
#pragma omp parallel
    {
#pragma omp single
        for (int i = 0; i < 8; i++) {
#pragma omp task
            work();
        }
#pragma omp barrier
    }
    printf("%d\n", count);
    return 0;
}
