/* All threads meet the same barrier, which satisfies the strict check.
 * ranks: 1
 * expect: clean
 * options: --verbosity=1
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
        } else {
#pragma omp atomic
            b++;
        }
#pragma omp barrier
    }
    printf("%d %d\n", a, b);
    return 0;
}
