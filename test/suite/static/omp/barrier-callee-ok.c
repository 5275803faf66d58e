/* A function with a barrier that all threads call (thesis 3.8 situation 2 and 3.10 b).
 * ranks: 1
 * expect: clean
 */
#include <omp.h>
#include <stdio.h>

static int count;

static void f(void)
{
#pragma omp atomic
    count++;
#pragma omp barrier
}

int main(void)
{
#pragma omp parallel
    {
        int own = omp_get_thread_num();
        if (own >= 0)
            f();
    }
    printf("%d\n", count);
    return 0;
}
