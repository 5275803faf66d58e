/* Both arms have two barriers (thesis 3.9 c).
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
            a += b;
#pragma omp barrier
        } else {
#pragma omp barrier
            b = 1;
#pragma omp barrier
        }
    }
    printf("%d %d\n", a, b);
    return 0;
}
