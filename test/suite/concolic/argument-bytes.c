/* A number of the command line that the program converts by itself, behind a letter.
 * ranks: 2
 * expect: assert
 * seed: -a5
 * fails: -w7
 */
#include <assert.h>
#include <mpi.h>

static int number_of(const char *text)
{
    int number = 0;
    for (; *text >= '0' && *text <= '9'; text++)
        number = 10 * number + (*text - '0');
    return *text ? -1 : number;
}

int main(int argc, char **argv)
{
    int width = 1;
    MPI_Init(&argc, &argv);
    if (argc > 1 && argv[1][0] == '-')
        switch (argv[1][1]) {
        case 'a':
            break;
        case 'w':
            width = number_of(argv[1] + 2);
            break;
        }
    assert(width != 7); /* HERE assert */
    MPI_Finalize();
    return 0;
}
