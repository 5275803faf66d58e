/* Cases of handles that are never freed; see requests/requests.c. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define WORLD MPI_COMM_WORLD

void keep(MPI_Comm *comm);
void use(MPI_Comm comm);
int condition(void);
MPI_Comm kept;

void communicator(void)
{
    int size;
    MPI_Comm comm;
    MPI_Comm_dup(WORLD, &comm); /* warn: leak.comm */
    MPI_Comm_size(comm, &size);
    printf("%d\n", size);
}

void communicator_ok(void)
{
    MPI_Comm comm;
    MPI_Comm_dup(WORLD, &comm);
    MPI_Barrier(comm);
    MPI_Comm_free(&comm);
}

void sometimes_ok(void)
{
    MPI_Comm comm;
    MPI_Comm_split(WORLD, condition(), 0, &comm);
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
}

void disconnected_ok(void)
{
    MPI_Comm comm;
    MPI_Comm_dup(WORLD, &comm);
    MPI_Comm_disconnect(&comm);
}

void split(int rank)
{
    MPI_Comm comm;
    MPI_Comm_split(WORLD, rank % 2, rank, &comm); /* warn: leak.comm */
    MPI_Barrier(comm);
}

void no_part_ok(void)
{
    MPI_Comm comm;
    MPI_Comm_split(WORLD, MPI_UNDEFINED, 0, &comm);
}

void grid(void)
{
    int dims[1] = {1}, periods[1] = {0};
    MPI_Comm comm;
    MPI_Cart_create(WORLD, 1, dims, periods, 0, &comm); /* warn: leak.comm */
    MPI_Barrier(comm);
}

void escapes_ok(void)
{
    MPI_Comm comm;
    MPI_Comm_dup(WORLD, &comm);
    keep(&comm);
}

void used_by_value_ok(void)
{
    MPI_Comm comm;
    MPI_Comm_dup(WORLD, &comm);
    use(comm);
}

void stored_ok(void)
{
    MPI_Comm comm;
    MPI_Comm_dup(WORLD, &comm);
    kept = comm;
}

MPI_Comm returned_ok(void)
{
    MPI_Comm comm;
    MPI_Comm_dup(WORLD, &comm);
    return comm;
}

void callers_ok(MPI_Comm *comm)
{
    MPI_Comm_dup(WORLD, comm);
}

void alias_ok(void)
{
    MPI_Comm comm, other;
    MPI_Comm_dup(WORLD, &comm);
    other = comm;
    MPI_Comm_free(&other);
}

struct solver {
    MPI_Comm comm;
    MPI_Datatype type;
};

void member(void)
{
    struct solver solver;
    MPI_Comm_dup(WORLD, &solver.comm); /* warn: leak.comm */
    MPI_Barrier(solver.comm);
}

void members_ok(struct solver *solver)
{
    MPI_Comm_dup(WORLD, &solver->comm);
    MPI_Type_contiguous(2, MPI_INT, &solver->type);
}

void groups(void)
{
    MPI_Group world, part;
    int ranks[1] = {0};
    MPI_Comm_group(WORLD, &world); /* warn: leak.group */
    MPI_Group_incl(world, 1, ranks, &part);
    MPI_Group_free(&part);
}

void groups_ok(void)
{
    MPI_Group world;
    MPI_Comm_group(WORLD, &world);
    MPI_Group_free(&world);
}

void types(int *data)
{
    MPI_Datatype type;
    MPI_Type_contiguous(2, MPI_INT, &type); /* warn: leak.type */
    MPI_Type_commit(&type);
    MPI_Send(data, 1, type, 0, 0, WORLD);
}

void types_ok(int *data)
{
    MPI_Datatype type;
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Send(data, 1, type, 0, 0, WORLD);
    MPI_Type_free(&type);
}

static void add(void *in, void *inout, int *length, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *length; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

void operations(int *data, int *sum)
{
    MPI_Op op;
    MPI_Op_create(add, 1, &op); /* warn: leak.op */
    MPI_Allreduce(data, sum, 1, MPI_INT, op, WORLD);
}

void operations_ok(int *data, int *sum)
{
    MPI_Op op;
    MPI_Op_create(add, 1, &op);
    MPI_Allreduce(data, sum, 1, MPI_INT, op, WORLD);
    MPI_Op_free(&op);
}

void windows(int *data)
{
    MPI_Win win;
    MPI_Win_create(data, 4, 4, MPI_INFO_NULL, WORLD, &win); /* warn: leak.win */
    MPI_Win_fence(0, win);
}

void windows_ok(int *data)
{
    MPI_Win win;
    MPI_Win_create(data, 4, 4, MPI_INFO_NULL, WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

void files(void)
{
    MPI_File file;
    MPI_File_open(WORLD, "data", MPI_MODE_RDONLY, MPI_INFO_NULL, &file); /* warn: leak.file */
}

void files_ok(void)
{
    MPI_File file;
    MPI_File_open(WORLD, "data", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_File_close(&file);
}

void keys(void)
{
    int key;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, /* warn: leak.keyval */
                           MPI_COMM_NULL_DELETE_FN, &key, NULL);
}

void keys_ok(void)
{
    int key;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_free_keyval(&key);
}

void persistent(int *data)
{
    MPI_Request request;
    MPI_Send_init(data, 1, MPI_INT, 0, 0, WORLD, &request); /* warn: leak.request */
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void persistent_ok(int *data)
{
    MPI_Request request;
    MPI_Send_init(data, 1, MPI_INT, 0, 0, WORLD, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
}

void aborts_ok(void)
{
    MPI_Comm comm;
    MPI_Comm_dup(WORLD, &comm);
    MPI_Abort(comm, 1);
}

static void complain(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    printf("%d\n", *code);
}

void handlers(void)
{
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(complain, &handler); /* warn: leak.errhandler */
    MPI_Comm_set_errhandler(WORLD, handler);
}

void handlers_ok(void)
{
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(complain, &handler);
    MPI_Comm_set_errhandler(WORLD, handler);
    MPI_Errhandler_free(&handler);
}
