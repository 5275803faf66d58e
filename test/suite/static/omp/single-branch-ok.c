/* All threads meet the single construct and the barrier (thesis 3.8 situation 1 and 3.10 a).
 * ranks: 1
 * expect: clean
 */
#include <omp.h>
#include <stdio.h>

static void f(int parallel)
{
    int done = 0;

    if (parallel) {
#pragma omp parallel
        {
            int own = omp_get_thread_num() % 2;
            if (own)
                printf("thread %d\n", own);
#pragma omp single
            done++;
#pragma omp barrier
        }
    }
    printf("%d\n", done);
}

int main(int argc, char **argv)
{
    (void)argv;
    f(argc > 0);
    return 0;
}
