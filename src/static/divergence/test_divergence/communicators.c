/* Each communicator has its own order. */
#include "static/divergence/test_divergence/cases.h"

void own_communicator(void)
{
    RANK;
    if (rank == 0)
        MPI_Barrier(MPI_COMM_SELF);
}

void duplicate(void)
{
    MPI_Comm copy;
    RANK;
    MPI_Comm_dup(WORLD, &copy);
    if (rank == 0) // diverges
        MPI_Barrier(copy);
    MPI_Comm_free(&copy);
}

void colour_decides(void)
{
    MPI_Comm half;
    RANK;
    int colour = rank % 2;
    MPI_Comm_split(WORLD, colour, rank, &half);
    if (colour == 0)
        MPI_Barrier(half);
    MPI_Comm_free(&half);
}

void colour_decides_about_world(void)
{
    MPI_Comm half;
    RANK;
    int colour = rank % 2;
    MPI_Comm_split(WORLD, colour, rank, &half);
    if (colour == 0) // diverges
        MPI_Barrier(WORLD);
    MPI_Comm_free(&half);
}

void rank_in_half_decides(void)
{
    MPI_Comm half;
    int own;
    RANK;
    MPI_Comm_split(WORLD, rank % 2, rank, &half);
    MPI_Comm_rank(half, &own);
    if (own == 0) // diverges
        MPI_Barrier(half);
    MPI_Comm_free(&half);
}

void only_members(void)
{
    MPI_Comm few;
    RANK;
    MPI_Comm_split(WORLD, rank < 2 ? 0 : MPI_UNDEFINED, rank, &few);
    if (few != MPI_COMM_NULL) {
        MPI_Barrier(few);
        MPI_Comm_free(&few);
    }
}

/* The same on each communicator; nonblocking calls do not wait, so their order is free. */
void other_order_of_nonblocking(void)
{
    MPI_Comm copy;
    MPI_Request requests[2];
    RANK;
    MPI_Comm_dup(WORLD, &copy);
    if (rank == 0) {
        MPI_Ibarrier(WORLD, &requests[0]);
        MPI_Ibarrier(copy, &requests[1]);
    } else {
        MPI_Ibarrier(copy, &requests[1]);
        MPI_Ibarrier(WORLD, &requests[0]);
    }
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Comm_free(&copy);
}

void other_order_of_blocking(void)
{
    MPI_Comm copy;
    RANK;
    MPI_Comm_dup(WORLD, &copy);
    if (rank == 0) { // diverges
        MPI_Barrier(WORLD);
        MPI_Barrier(copy);
    } else {
        MPI_Barrier(copy);
        MPI_Barrier(WORLD);
    }
    MPI_Comm_free(&copy);
}

/* Figure 5.6, on the right: the same name on different communicators does not match. */
void figure_5_6(int *data)
{
    MPI_Comm com1, com2;
    RANK;
    MPI_Comm_dup(WORLD, &com1);
    MPI_Comm_dup(WORLD, &com2);
    if (rank % 2) // diverges
        MPI_Bcast(data, 1, MPI_INT, 0, com1);
    else
        MPI_Bcast(data, 1, MPI_INT, 0, com2);
    MPI_Comm_free(&com1);
    MPI_Comm_free(&com2);
}

static void on(MPI_Comm comm, int r)
{
    if (r == 0) // diverges
        MPI_Barrier(comm);
}

void communicator_is_a_parameter(void)
{
    RANK;
    on(WORLD, rank);
}

static void on_self(MPI_Comm comm, int r)
{
    if (r == 0)
        MPI_Barrier(comm);
}

void own_communicator_is_a_parameter(void)
{
    RANK;
    on_self(MPI_COMM_SELF, rank);
}

static void on_either(MPI_Comm a, MPI_Comm b, int r)
{
    if (r == 0)
        MPI_Barrier(a);
    else
        MPI_Barrier(b);
}

void both_parameters_are_the_same(void)
{
    RANK;
    on_either(WORLD, WORLD, rank);
}

static void on_different(MPI_Comm a, MPI_Comm b, int r)
{
    if (r == 0) // diverges
        MPI_Barrier(a);
    else
        MPI_Barrier(b);
}

void parameters_differ(void)
{
    MPI_Comm copy;
    RANK;
    MPI_Comm_dup(WORLD, &copy);
    on_different(WORLD, copy, rank);
    MPI_Comm_free(&copy);
}

void constructor_on_some(void)
{
    MPI_Comm copy;
    RANK;
    if (rank < 2) { // diverges
        MPI_Comm_dup(WORLD, &copy);
        puts("made");
    }
}

/* Only the ranks of the group make the call. */
void constructor_of_a_group(MPI_Group group)
{
    MPI_Comm few;
    RANK;
    if (rank < 2)
        MPI_Comm_create_group(WORLD, group, 0, &few);
}

void window_fence_on_some(int *memory)
{
    MPI_Win window;
    RANK;
    MPI_Win_create(memory, sizeof *memory, sizeof *memory, MPI_INFO_NULL, WORLD, &window);
    if (rank == 0) // diverges
        MPI_Win_fence(0, window);
    MPI_Win_free(&window);
}

void window_fence_on_all(int *memory)
{
    MPI_Win window;
    RANK;
    MPI_Win_create(memory, sizeof *memory, sizeof *memory, MPI_INFO_NULL, WORLD, &window);
    MPI_Win_fence(0, window);
    if (rank == 0)
        MPI_Put(memory, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
}

void file_write_on_some(int *data)
{
    MPI_File file;
    RANK;
    MPI_File_open(WORLD, "out", MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    if (rank == 0) // diverges
        MPI_File_write_all(file, data, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
}

void file_write_of_one(int *data)
{
    MPI_File file;
    RANK;
    MPI_File_open(WORLD, "out", MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    if (rank == 0)
        MPI_File_write(file, data, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
}

/* Both sides make the same window, each by its own call. */
void window_made_on_both_sides(int *memory)
{
    MPI_Win window;
    RANK;
    if (rank == 0) {
        MPI_Win_create(memory, sizeof *memory, 1, MPI_INFO_NULL, WORLD, &window);
        MPI_Win_free(&window);
    } else {
        MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, WORLD, &window);
        MPI_Win_free(&window);
    }
}

void split_on_both_sides(void)
{
    MPI_Comm part;
    RANK;
    if (rank < 2)
        MPI_Comm_split(WORLD, 0, rank, &part);
    else
        MPI_Comm_split(WORLD, 1, rank, &part);
    MPI_Barrier(part);
    MPI_Comm_free(&part);
}

static void master(MPI_Comm comm, int *data)
{
    MPI_Bcast(data, 1, MPI_INT, 0, comm);
    MPI_Barrier(comm);
}

static void worker(MPI_Comm comm, int *data)
{
    MPI_Bcast(data, 1, MPI_INT, 0, comm);
    MPI_Barrier(comm);
}

void master_and_workers(int *data)
{
    MPI_Comm copy;
    RANK;
    MPI_Comm_dup(WORLD, &copy);
    if (rank == 0)
        master(copy, data);
    else
        worker(copy, data);
    MPI_Comm_free(&copy);
}

void intercommunicator(int *data)
{
    MPI_Comm half, both;
    RANK;
    int side = rank % 2;
    MPI_Comm_split(WORLD, side, rank, &half);
    if (side == 0)
        MPI_Intercomm_create(half, 0, WORLD, 1, 0, &both);
    else
        MPI_Intercomm_create(half, 0, WORLD, 0, 0, &both);
    MPI_Barrier(both);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
    (void)data;
}
