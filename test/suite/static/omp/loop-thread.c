/* A loop as long as the thread's number, with a barrier in each round.
 * ranks: 1
 * expect: omp.barrier
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int round = 0;

#pragma omp parallel
    {
        int rounds = omp_get_thread_num();
        for (int i = 0; i < rounds; i++) { /* HERE omp.barrier */
#pragma omp barrier
            if (omp_get_thread_num() == 0)
                round = i;
        }
    }
    printf("%d\n", round);
    return 0;
}
