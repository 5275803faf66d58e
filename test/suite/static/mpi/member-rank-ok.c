/* The rank in the team is -1 for those outside, who do not call its barrier. Teams are made twice, of
 * the size that is asked for.
 * ranks: 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

struct team {
    MPI_Comm comm;
    int world_rank, rank, wanted;
};

static void divide(struct team *team)
{
    int colour = team->world_rank < team->wanted ? 0 : MPI_UNDEFINED;
    if (team->comm != MPI_COMM_NULL)
        MPI_Comm_free(&team->comm);
    MPI_Comm_split(MPI_COMM_WORLD, colour, team->world_rank, &team->comm);
}

static void join(struct team *team, int wanted)
{
    team->wanted = wanted;
    divide(team);
    if (team->comm != MPI_COMM_NULL)
        MPI_Comm_rank(team->comm, &team->rank);
    else
        team->rank = -1;
}

static void work(const struct team *team)
{
    if (team->rank != -1)
        MPI_Barrier(team->comm);
    if (team->rank < 0)
        return;
    MPI_Barrier(team->comm);
}

int main(void)
{
    struct team team = {.comm = MPI_COMM_NULL};

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &team.world_rank);
    for (int wanted = 1; wanted < 3; wanted++) {
        join(&team, wanted);
        work(&team);
    }
    if (team.comm != MPI_COMM_NULL)
        MPI_Comm_free(&team.comm);
    MPI_Finalize();
    return 0;
}
