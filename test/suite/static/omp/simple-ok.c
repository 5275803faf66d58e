/* A loop and a single construct one after the other (thesis 3.9 a).
 * ranks: 1
 * expect: clean
 */
#include <stdio.h>

int main(void)
{
    int cells[16], sum = 0;

#pragma omp parallel
    {
#pragma omp for nowait
        for (int i = 0; i < 16; i++)
            cells[i] = i;
#pragma omp barrier
#pragma omp single
        for (int i = 0; i < 16; i++)
            sum += cells[i];
    }
    printf("%d\n", sum);
    return 0;
}
