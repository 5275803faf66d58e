/* As many requests are waited for as there are.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stdlib.h>

int main(void)
{
    MPI_Request *requests = malloc(2 * sizeof *requests);

    MPI_Init(NULL, NULL);
    requests[0] = requests[1] = MPI_REQUEST_NULL;
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    free(requests);
    MPI_Finalize();
    return 0;
}
