/* The part that MPI_Type_get_contents_c gave is never freed.
 * ranks: 1
 * expect: leak.type
 */
#include <mpi.h>
#include <stddef.h>

#if MPI_VERSION < 4 /* there are no functions for large counts */
#define MPI_Type_contiguous_c MPI_Type_contiguous
#define CONTENTS(type, parts) MPI_Type_get_contents(type, 1, 0, 1, integers, NULL, parts)
#else
#define CONTENTS(type, parts) MPI_Type_get_contents_c(type, 0, 0, 1, 1, integers, NULL, counts, parts)
#endif

int main(int argc, char **argv)
{
    MPI_Datatype inner, outer, part;
    int integers[1];
    MPI_Count counts[1];

    MPI_Init(&argc, &argv);
    MPI_Type_contiguous_c(2, MPI_INT, &inner);
    MPI_Type_contiguous_c(2, inner, &outer);
    CONTENTS(outer, &part); /* HERE leak.type */
    (void)counts;
    MPI_Type_free(&outer);
    MPI_Type_free(&inner);
    MPI_Finalize();
    return 0;
}
