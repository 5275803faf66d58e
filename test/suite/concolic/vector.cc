/* Numbers in a vector, by std::stoi().
 * ranks: 2
 * expect: assert
 * seed: 1 2 3
 * fails: 1 2 18
 */
#include <cassert>
#include <mpi.h>
#include <stdexcept>
#include <string>
#include <vector>

static int number(const char *text)
{
    try {
        return std::stoi(text);
    } catch (const std::logic_error &) {
        return 0;
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    std::vector<int> values;
    for (int i = 1; i < argc; i++)
        values.push_back(number(argv[i]));
    int product = 1;
    for (int value : values)
        product = value > 0 && value < 100 ? product * value : product;
    assert(product != 36); /* HERE assert */
    MPI_Finalize();
    return 0;
}
