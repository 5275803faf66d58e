/* The requests of a list of messages are completed before it is freed.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stdlib.h>

struct message {
    struct message *next;
    MPI_Request request;
    int value;
};

static struct message *add(struct message *list, int to)
{
    struct message *message = malloc(sizeof *message);

    message->next = list;
    message->value = to;
    MPI_Isend(&message->value, 1, MPI_INT, to, 0, MPI_COMM_WORLD, &message->request);
    return message;
}

static void clear(struct message *list)
{
    while (list) {
        struct message *next = list->next;

        MPI_Wait(&list->request, MPI_STATUS_IGNORE);
        free(list);
        list = next;
    }
}

int main(void)
{
    int rank, value;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        struct message *list = NULL;

        for (int i = 0; i < 3; i++)
            list = add(list, 1);
        clear(list);
    } else if (rank == 1) {
        for (int i = 0; i < 3; i++)
            MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
