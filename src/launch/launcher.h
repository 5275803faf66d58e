/* launcher.h: understands and builds launcher command lines: mpiexec and mpirun of MPICH and of
 * Open MPI, srun. */
#ifndef TUTTI_LAUNCH_LAUNCHER_H
#define TUTTI_LAUNCH_LAUNCHER_H

#include "base/error.h"
#include "base/memory.h"
#include "launch/flavour.h"

#include <stdbool.h>
#include <stddef.h>

enum launcher_kind { LAUNCHER_NONE, LAUNCHER_HYDRA, LAUNCHER_ORTERUN, LAUNCHER_SRUN };

/* One program of a command line; `mpiexec -n 1 ./a : -n 2 ./b` has two. */
struct launcher_program {
    size_t index; /* of the program in the words */
    /* Where variables for it are set: before the program and before what it is run by (numactl,
     * gdb --args), but behind the user's own `env NAME=value`. At most `index`. */
    size_t start;
    const char *word;    /* what it is called by; seldom other than the user's word */
    const char *preload; /* the LD_PRELOAD that the program has without Tutti; NULL: none */
    enum mpi_flavour flavour;
};

/* A user's command line, understood: `mpiexec -n 4 ./app in.dat`, `srun ./app`, or `./app` alone,
 * which runs as one process. */
struct launcher_line {
    enum launcher_kind kind;
    bool prte;                /* prterun of Open MPI 5, which has variables of its own */
    bool mapped;              /* the user says where the ranks go */
    bool hosts;               /* the user names machines */
    const char **host_values; /* how: lists of machines, or files of them */
    size_t host_value_count;
    long ranks;         /* as asked for; 0: left to the launcher */
    char *const *words; /* NULL-terminated, the user's */
    size_t word_count;
    struct launcher_program *programs;
    size_t program_count;
};

/* Understands a command line. It is an ERROR_USAGE when no program can be found in it, when a
 * program is no MPI program (see flavour.h), or when the launcher belongs to another MPI than the
 * program (it would start N worlds of one rank). */
int launcher_parse(char *const *words, struct arena *arena, struct launcher_line *line,
                   struct error *error);

/* The same where the user chose the flavour (--mpi=): programs need not be linked to MPI, such as
 * an interpreter whose script loads it. With MPI_FLAVOUR_NONE it is launcher_parse(). */
int launcher_parse_as(char *const *words, enum mpi_flavour chosen, struct arena *arena,
                      struct launcher_line *line, struct error *error);

/* The words to run with the environment variables ("NAME=value", NULL-terminated) set for the
 * programs and only for them: the line with `env NAME=value ...` before each program. An
 * LD_PRELOAD among them is put before the one that the program has already. For Open MPI as root
 * and with more ranks than cores, what it needs to start is added. */
char **launcher_words(const struct launcher_line *line, const char *const *variables,
                      struct arena *arena);

/* Whether ranks may run on other machines than this one, by the line and by what a batch system
 * says in the environment. */
bool launcher_leaves(const struct launcher_line *line);

struct hosts {
    const char **names;
    size_t count;
};

/* The machines on which ranks may run, by the line or by what a batch system says; the names live
 * in the arena. None: that is not known. */
struct hosts launcher_hosts(const struct launcher_line *line, struct arena *arena);
/* Those of a job of Slurm. */
struct hosts launcher_job_hosts(const char *job, struct arena *arena);

/* A launcher line for a program: mpiexec of its flavour, or srun inside a Slurm allocation.
 * An ERROR_FAILED names the missing package. */
int launcher_build(enum mpi_flavour flavour, int ranks, char *const *program, struct arena *arena,
                   char ***words, struct error *error);

#endif
