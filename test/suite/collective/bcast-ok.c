/* Broadcasts from every root, of several lengths and types, arrive whole.
 * ranks: 1 2 3 5
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

#define MOST 1000

int main(void)
{
    static const int lengths[] = {0, 1, 7, MOST};
    int numbers[MOST];
    double reals[MOST];
    char letters[MOST];
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int root = 0; root < size; root++) {
        for (int l = 0; l < 4; l++) {
            int length = lengths[l];

            for (int i = 0; i < MOST; i++) {
                numbers[i] = rank == root ? root * MOST + i : -1;
                reals[i] = rank == root ? i / 2.0 : -1.0;
                letters[i] = (char)(rank == root ? 'a' + i % 26 : '-');
            }
            MPI_Bcast(numbers, length, MPI_INT, root, MPI_COMM_WORLD);
            MPI_Bcast(reals, length, MPI_DOUBLE, root, MPI_COMM_WORLD);
            MPI_Bcast(letters, length, MPI_CHAR, root, MPI_COMM_WORLD);
            for (int i = 0; i < MOST; i++) {
                int sent = i < length || rank == root;

                check(numbers[i] == (sent ? root * MOST + i : -1), "integers");
                check(reals[i] == (sent ? i / 2.0 : -1.0), "reals");
                check(letters[i] == (sent ? 'a' + i % 26 : '-'), "letters");
            }
        }
    }
    MPI_Finalize();
    return 0;
}
