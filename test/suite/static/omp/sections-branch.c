/* The sections are met by some threads only.
 * ranks: 1
 * expect: omp.worksharing
 * also: omp.barrier
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int a = 0, b = 0;

#pragma omp parallel
    {
        int thread = omp_get_thread_num();
        switch (thread) { /* HERE omp.worksharing */ /* HERE omp.barrier */
        case 0:
        case 1: {
#pragma omp sections
            {
#pragma omp section
                a = 1;
#pragma omp section
                b = 1;
            }
            break;
        }
        default:
            break;
        }
    }
    printf("%d\n", a + b);
    return 0;
}
