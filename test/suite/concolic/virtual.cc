/* A virtual function of the class that the input chooses.
 * ranks: 2
 * expect: assert
 * seed: 1 5
 * fails: 2 60
 */
#include <cassert>
#include <cstdlib>
#include <memory>
#include <mpi.h>

struct shape {
    virtual ~shape() = default;
    virtual void check(int n) const
    {
        (void)n;
    }
};
struct square : shape {
    void check(int n) const override
    {
        assert(n != 60); /* HERE assert */
    }
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int kind = argc > 2 ? std::atoi(argv[1]) : 0;
    int n = argc > 2 ? std::atoi(argv[2]) : 0;
    std::unique_ptr<shape> made(kind == 2 ? new square : new shape);
    made->check(n);
    MPI_Finalize();
    return 0;
}
