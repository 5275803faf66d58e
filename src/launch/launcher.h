/* launcher.h: parses and builds launcher command lines: mpiexec and mpirun of MPICH and of Open
 * MPI, srun. */
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
    size_t index; /* index of the program in the words */
    /* Index at which to insert environment variables: before the program and before the tools that
     * run it (numactl, gdb --args), but behind the user's own `env NAME=value`. At most `index`. */
    size_t start;
    const char *word;    /* the name to call it by; usually the user's word */
    const char *preload; /* the LD_PRELOAD that the program has without Tutti; NULL: none */
    enum mpi_flavour flavour;
};

/* A parsed command line: `mpiexec -n 4 ./app in.dat`, `srun ./app`, or `./app` alone, which runs as
 * one process. */
struct launcher_line {
    enum launcher_kind kind;
    bool prte;                /* prterun of Open MPI 5, which has variables of its own */
    bool mapped;              /* the user says where to place the ranks */
    bool hosts;               /* the user names machines */
    const char **host_values; /* values of these options: lists, or files with lists */
    size_t host_value_count;
    long ranks;         /* number that the user asks for; 0: left to the launcher */
    char *const *words; /* NULL-terminated, the user's */
    size_t word_count;
    struct launcher_program *programs;
    size_t program_count;
};

/* Parses a command line. Fails with an ERROR_USAGE if it finds no program in it, if a program is no
 * MPI program (see flavour.h), or if the launcher belongs to another MPI than the program (it would
 * start N worlds of one rank). */
int launcher_parse(char *const *words, struct arena *arena, struct launcher_line *line,
                   struct error *error);

/* Does the same if the user chose the flavour (--mpi=): programs need not be linked to MPI, such as
 * an interpreter whose script loads it. With MPI_FLAVOUR_NONE it is launcher_parse(). */
int launcher_parse_as(char *const *words, enum mpi_flavour chosen, struct arena *arena,
                      struct launcher_line *line, struct error *error);

/* Returns the words to run, with the environment variables ("NAME=value", NULL-terminated) set only
 * for the programs: inserts `env NAME=value ...` before each program. Puts an LD_PRELOAD among them
 * before the one that the program has already. For Open MPI as root, and with more ranks than
 * cores, adds the options that it needs to start. */
char **launcher_words(const struct launcher_line *line, const char *const *variables,
                      struct arena *arena);

/* Returns whether ranks may run on other machines than this one, according to the line and to the
 * variables of a batch system. */
bool launcher_leaves(const struct launcher_line *line);

struct hosts {
    const char **names;
    size_t count;
};

/* Returns the machines on which ranks may run, according to the line or to a batch system; the
 * names live in the arena. An empty list: not known. */
struct hosts launcher_hosts(const struct launcher_line *line, struct arena *arena);
/* Returns the machines of a Slurm job. */
struct hosts launcher_job_hosts(const char *job, struct arena *arena);

/* Builds a launcher line for a program: mpiexec of its flavour, or srun inside a Slurm allocation.
 * An ERROR_FAILED names the missing package. */
int launcher_build(enum mpi_flavour flavour, int ranks, char *const *program, struct arena *arena,
                   char ***words, struct error *error);

#endif
