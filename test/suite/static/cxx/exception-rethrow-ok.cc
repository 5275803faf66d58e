/* An inner handler throws again, and the outer one is before the broadcast.
 * ranks: 2 3
 * expect: clean
 */
#include <cstdio>
#include <mpi.h>
#include <string>

struct failure {
    std::string text;
};

struct input_failure : failure {
    explicit input_failure(const char *what) : failure{what} {}
};

static int parse(int rank)
{
    switch (rank) {
    case 0:
        return 7;
    case 2:
        throw input_failure("odd");
    default:
        return 1;
    }
}

static int read(int rank)
{
    try {
        return parse(rank);
    } catch (const failure &) {
        std::puts("not read");
        throw;
    }
}

int main()
{
    int rank, value = 0;

    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        try {
            value = read(rank);
        } catch (const failure &error) {
            std::puts(error.text.c_str());
        }
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    } catch (...) {
        value = -1;
    }
    std::printf("%d\n", value);
    MPI_Finalize();
    return 0;
}
