#include "spread/place.h"

#include "base/memory.h"
#include "spread/spread.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns a whole number from 0 on; -1: the variable has none. */
static int place_number_of(const char *name)
{
    const char *text = getenv(name);
    char *end;
    if (!text || *text < '0' || *text > '9')
        return -1;
    long number = strtol(text, &end, 10);
    return *end == '\0' && number < INT_MAX ? (int)number : -1;
}

static bool place_set(struct place *place, int process, int processes, enum place_library library)
{
    if (process < 0 || processes < 1 || process >= processes)
        return false;
    place->process = process;
    place->processes = processes;
    place->library = library;
    place->launched = true;
    return true;
}

static int count_neighbours(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (place_number_of(names[i]) > 0)
            return place_number_of(names[i]);
    /* srun gives "2(x3)" or "2,1", and does not tell which number belongs to this node; the first
     * is used. */
    const char *tasks = getenv("SLURM_STEP_TASKS_PER_NODE");
    return tasks ? (int)strtol(tasks, NULL, 10) : 0;
}

int place_find(struct place *place, struct error *error)
{
    /* Only a step has this variable: a script of sbatch, which runs once, has the other ones as
     * well. */
    int tasks = place_number_of("SLURM_STEP_NUM_TASKS");
    *place = (struct place){.process = 0, .processes = 1, .launched = tasks > 0};
    if (!place_set(place, place_number_of("OMPI_COMM_WORLD_RANK"),
                   place_number_of("OMPI_COMM_WORLD_SIZE"), PLACE_OPENMPI) &&
        !place_set(place, place_number_of("PMI_RANK"), place_number_of("PMI_SIZE"), PLACE_MPICH) &&
        !place_set(place, place_number_of("PMIX_RANK"), tasks, PLACE_OPENMPI) && tasks > 1)
        return error_set(error, ERROR_USAGE,
                         "srun started %d processes that cannot find each other: say "
                         "srun --mpi=pmi2 (for MPICH) or srun --mpi=pmix (for Open MPI), or start "
                         "one process",
                         tasks);
    if (place->processes > 1)
        place->neighbours = count_neighbours();
    return 0;
}

int spread_place(int *process, int *processes, struct error *error)
{
    struct place place;
    if (place_find(&place, error) != 0)
        return -1;
    *process = place.process;
    *processes = place.processes;
    return 0;
}

static bool belongs_to_job(const char *variable)
{
    static const char *const beginnings[] = {"PMI_",
                                             "PMI2_",
                                             "PMIX_",
                                             "OMPI_COMM_WORLD_",
                                             "OMPI_UNIVERSE_SIZE",
                                             "OMPI_APP_CTX_",
                                             "OMPI_FIRST_",
                                             "OMPI_NUM_APP",
                                             "OMPI_FILE_LOCATION",
                                             "OMPI_ARGV",
                                             "OMPI_COMMAND",
                                             "OMPI_MCA_ess",
                                             "OMPI_MCA_orte_",
                                             "OMPI_MCA_shmem_RUNTIME",
                                             "OMPI_MCA_initial_wdir",
                                             "PRTE_",
                                             "HYDI_",
                                             "HYDRA_",
                                             "MPI_LOCAL",
                                             "MPICH_INTERFACE_HOSTNAME",
                                             "SLURM_",
                                             "GTL_"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (strncmp(variable, beginnings[i], strlen(beginnings[i])) == 0)
            return true;
    return false;
}

void place_forget(void)
{
    int line = place_number_of("PMI_FD");
    if (line > STDERR_FILENO)
        close(line);
    for (size_t i = 0; environ[i];) {
        const char *equals = strchr(environ[i], '=');
        if (equals && belongs_to_job(environ[i])) {
            char *name = memory_printf("%.*s", (int)(equals - environ[i]), environ[i]);
            unsetenv(name); /* the next variable moves to i */
            free(name);
        } else {
            i++;
        }
    }
}

/* Makes this process forget the job in the same way as workers (nursery.c): programs that it starts
 * have the environment that programs of the workers had. */
void spread_leave(void)
{
    struct place place;
    struct error ignored;
    if (place_find(&place, &ignored) != 0 || place.launched)
        place_forget();
}
