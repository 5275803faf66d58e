/* One of two functions that may be called is in a library, which may end MPI. */
#include <mpi.h>
void library_end(void);
static void nothing(void)
{
}
int main(int argc, char **argv)
{
    void (*end)(void) = argc > 1 ? nothing : library_end;
    MPI_Init(&argc, &argv);
    end();
    return 0;
}
