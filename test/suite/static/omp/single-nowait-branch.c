/* Only threads with an even number meet a single construct without barrier.
 * ranks: 1
 * expect: omp.worksharing
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int first = 0;

#pragma omp parallel
    {
        if (omp_get_thread_num() % 2 == 0) { /* HERE omp.worksharing */
#pragma omp single nowait
            first++;
        }
    }
    printf("%d\n", first);
    return 0;
}
