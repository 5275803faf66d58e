/* The number that one thread gave to all decides about the barrier.
 * ranks: 1
 * expect: clean
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int count = 0;

#pragma omp parallel
    {
        int who = omp_get_thread_num();
#pragma omp single copyprivate(who)
        who = omp_get_thread_num() + 1;
        if (who > 0) {
#pragma omp barrier
        }
#pragma omp atomic
        count++;
    }
    printf("%d\n", count);
    return 0;
}
