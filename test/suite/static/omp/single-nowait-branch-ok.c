/* All threads meet a single construct without barrier.
 * ranks: 1
 * expect: clean
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int first = 0;

#pragma omp parallel
    {
#pragma omp single nowait
        first++;
        if (omp_get_thread_num() % 2 == 0)
            printf("even\n");
    }
    printf("%d\n", first);
    return 0;
}
