/* More requests are waited for than there are.
 * ranks: 2
 * expect: arg.request
 */
#include <mpi.h>
#include <stdlib.h>

int main(void)
{
    MPI_Request *requests = malloc(2 * sizeof *requests); /* CREATED arg.request */

    MPI_Init(NULL, NULL);
    requests[0] = requests[1] = MPI_REQUEST_NULL;
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE); /* HERE arg.request */
    free(requests);
    MPI_Finalize();
    return 0;
}
