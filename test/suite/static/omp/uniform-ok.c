/* What is the same for all threads of a team decides about barriers and constructs.
 * ranks: 1
 * expect: clean
 */
#include <omp.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int n = argc + 3, sum = 0;

    (void)argv;
#pragma omp parallel
    {
        if (omp_get_num_threads() > 1) {
#pragma omp barrier
        }
        if (omp_in_parallel() && n > 2) {
#pragma omp for reduction(+ : sum)
            for (int i = 0; i < n; i++)
                sum += i;
        }
        for (int i = 0; i < n; i++) {
#pragma omp barrier
#pragma omp single
            sum++;
        }
    }
    printf("%d\n", sum);
    return 0;
}
