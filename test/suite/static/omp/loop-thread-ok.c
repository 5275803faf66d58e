/* A loop as long as the number of threads, with a barrier in each round.
 * ranks: 1
 * expect: clean
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int round = 0;

#pragma omp parallel
    {
        int rounds = omp_get_num_threads();
        for (int i = 0; i < rounds; i++) {
#pragma omp barrier
            if (omp_get_thread_num() == 0)
                round = i;
        }
    }
    printf("%d\n", round);
    return 0;
}
