/* One arm has two barriers, the other one (thesis 3.9 c).
 * ranks: 1
 * expect: omp.barrier
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int a = 0, b = 0;

#pragma omp parallel
    {
        if (omp_get_thread_num() == 0) { /* HERE omp.barrier */
            a = 1;
#pragma omp barrier
            a += b;
#pragma omp barrier
        } else {
#pragma omp barrier
            b = 1;
        }
    }
    printf("%d %d\n", a, b);
    return 0;
}
