/* A file of integers is read as it is.
 * ranks: 2
 * expect: assert
 * file: data.bin
 * content: \x01\x02\x03\x04\x05\x06\x07\x08
 * failing: \x01\x02\x03\x04\x2a\x01\x01\x01
 * options: --symbolic=bytes:data.bin
 */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    unsigned values[2] = {0, 0};
    MPI_Init(&argc, &argv);
    FILE *file = fopen("data.bin", "rb");
    if (file && fread(values, sizeof values[0], 2, file) == 2)
        assert(values[1] != 0x0101012a); /* HERE assert */
    if (file)
        fclose(file);
    MPI_Finalize();
    return 0;
}
