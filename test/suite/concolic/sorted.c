/* Numbers are sorted by a loop, and the middle one is looked at.
 * ranks: 2
 * expect: assert
 * seed: 5 1 3
 * fails: 5 1000 999999
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int values[3] = {0, 0, 0};
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 3 && i + 1 < argc; i++)
        values[i] = atoi(argv[i + 1]);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++)
            if (values[j] > values[j + 1]) {
                int kept = values[j];
                values[j] = values[j + 1];
                values[j + 1] = kept;
            }
    if (values[0] > 0)
        assert(values[1] != 1000); /* HERE assert */
    MPI_Finalize();
    return 0;
}
