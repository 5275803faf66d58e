/* Error classes, codes and texts that the program has added can be removed again.
 * ranks: 2
 * expect: clean
 * mpi: 4.1
 */
#include <assert.h>
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    int class, code, length;
    char text[MPI_MAX_ERROR_STRING];

    MPI_Init(&argc, &argv);
    MPI_Add_error_class(&class);
    MPI_Add_error_code(class, &code);
    MPI_Add_error_string(code, "out of cheese");
    MPI_Error_string(code, text, &length);
    assert(strcmp(text, "out of cheese") == 0);
    MPI_Remove_error_string(code);
    MPI_Remove_error_code(code);
    MPI_Remove_error_class(class);
    MPI_Finalize();
    return 0;
}
