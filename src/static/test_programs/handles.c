/* Read by calls/test_handles.c: on_x(comm, y) says that the communicator of y is of class x. */
#include <mpi.h>

void on_world(MPI_Comm comm);
void on_self(MPI_Comm comm);
void on_line(MPI_Comm comm, int line); /* made in that line */
void on_parameter(MPI_Comm comm);
void on_unknown(MPI_Comm comm);
void origin_world(MPI_Comm comm);

static MPI_Comm global_comm = MPI_COMM_WORLD;
static MPI_Comm made_comm;

struct grid {
    int rows;
    MPI_Comm row, column;
};

static MPI_Comm give(void)
{
    return made_comm;
}

static MPI_Comm pick(MPI_Comm comm)
{
    return comm;
}

static void make(MPI_Comm from, MPI_Comm *to)
{
    on_parameter(from);
    MPI_Comm_split(from, 1, 0, to); /* line 32 */
    on_line(*to, 32);
}

static void use(struct grid *grid, MPI_Comm comm, MPI_Comm *address)
{
    on_line(grid->row, 57);
    on_line(grid->column, 58);
    on_parameter(comm);
    on_parameter(*address);
}

int main(int argc, char **argv)
{
    MPI_Comm local = MPI_COMM_WORLD, sub, copy, again, either, mixed;
    struct grid grid, other;
    MPI_Init(&argc, &argv);
    on_world(MPI_COMM_WORLD);
    on_self(MPI_COMM_SELF);
    on_world(local);
    on_world(global_comm);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy); /* line 53 */
    on_line(copy, 53);
    origin_world(copy);
    origin_world(MPI_COMM_WORLD);
    MPI_Comm_split(copy, argc, 0, &grid.row);    /* line 57 */
    MPI_Comm_split(copy, argc, 0, &grid.column); /* line 58 */
    other = grid;
    on_line(other.column, 58);
    make(MPI_COMM_WORLD, &sub);
    on_line(sub, 32);
    MPI_Comm_split(MPI_COMM_WORLD, argc, 0, &again); /* line 63 */
    on_line(again, 63);
    MPI_Comm_free(&again);
    MPI_Comm_split(copy, argc, 0, &again); /* line 66 */
    on_line(again, 66);
    if (argc > 1)
        MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &either); /* line 69 */
    else
        MPI_Comm_split(MPI_COMM_WORLD, 1, 0, &either);
    on_line(either, 69);
    MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &made_comm); /* line 73 */
    on_line(give(), 73);
    on_world(pick(MPI_COMM_WORLD));
    mixed = argc > 3 ? sub : copy;
    on_unknown(mixed);
    use(&grid, copy, &sub);
    MPI_Finalize();
    return 0;
}
