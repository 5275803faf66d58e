/* The bytes of a word are looked at one by one.
 * ranks: 2
 * expect: assert
 * seed: aaa
 * fails: xyz
 * options: --input=bytes
 */
#include <assert.h>
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    const char *word = argc > 1 ? argv[1] : "";
    if (strlen(word) == 3 && word[0] == 'x' && word[1] == word[0] + 1)
        assert(word[2] != 'z'); /* HERE assert */
    MPI_Finalize();
    return 0;
}
