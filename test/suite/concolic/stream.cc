/* Numbers of the standard input by a stream of C++.
 * ranks: 2
 * expect: assert
 * seed: <numbers
 * fails: <numbers
 * file: numbers
 * content: 5 6\n
 * failing: 5 1234\n
 */
#include <cassert>
#include <iostream>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, first = 0, second = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && std::cin >> first >> second)
        assert(second != 1234); /* HERE assert */
    MPI_Finalize();
    return 0;
}
