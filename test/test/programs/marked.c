/* Inputs that come by another way than text, marked; a bug behind a number, an element and a real.
 */
#include <mpi.h>
#include <stdlib.h>
#include <tutti.h>

int main(int argc, char **argv)
{
    int n = 1, sizes[3] = {1, 2, 3};
    double tolerance = 0.5;
    MPI_Init(&argc, &argv);
    tutti_int_max(&n, "n", 300);
    tutti_ints(sizes, 3, "sizes");
    tutti_double(&tolerance, "tolerance");
    if (n * 2 == 84 && sizes[1] > n && tolerance < 0.125)
        abort(); /* BUG */
    if (n > 300)
        exit(3); /* never: the most is 300 */
    MPI_Finalize();
    return 0;
}
