/* The sections are met by all threads.
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
        int thread = omp_get_thread_num();
        if (thread == 0)
            printf("%d\n", thread);
#pragma omp sections
        {
#pragma omp section
            a = 1;
#pragma omp section
            b = 1;
        }
    }
    printf("%d\n", a + b);
    return 0;
}
