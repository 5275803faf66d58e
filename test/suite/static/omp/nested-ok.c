/* One thread starts an inner team, whose threads all meet their own barrier.
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
        if (omp_get_thread_num() == 0) {
#pragma omp parallel
            {
#pragma omp atomic
                count++;
#pragma omp barrier
            }
        }
    }
    printf("%d\n", count);
    return 0;
}
