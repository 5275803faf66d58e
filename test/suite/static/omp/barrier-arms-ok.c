/* Each arm has a barrier: as many for all threads, which is enough unless the check is strict.
 * ranks: 1
 * expect: clean
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int a = 0, b = 0;

#pragma omp parallel
    {
        if (omp_get_thread_num() == 0) {
            a = 1;
#pragma omp barrier
        } else {
#pragma omp barrier
#pragma omp atomic
            b++;
        }
    }
    printf("%d %d\n", a, b);
    return 0;
}
