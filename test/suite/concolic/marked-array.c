/* A marked array, a long and a character.
 * ranks: 2
 * expect: assert
 * fails: 5 -6 k
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>
#include <tutti.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int pair[2] = {1, 2};
    long big = 1;
    char letter = 'a';
    if (argc > 3) {
        pair[1] = atoi(argv[1]);
        big = atol(argv[2]) * 1000000000000;
        letter = argv[3][0];
    }
    tutti_ints(pair, 2, "pair");
    tutti_long(&big, "big");
    tutti_char(&letter, "letter");
    if (pair[1] == 5 && big < -5000000000000)
        assert(letter != 'k'); /* HERE assert */
    MPI_Finalize();
    return 0;
}
