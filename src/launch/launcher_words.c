/* launcher_words.c: inserts variables into command lines, and builds new command lines. */
#include "base/env.h"
#include "launch/installed/library.h"
#include "launch/launcher.h"
#include "launch/launcher_identify.h"
#include "launch/program.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct words {
    struct arena *arena;
    char **items;
    size_t count;
};

static void launcher_words_add_word(struct words *words, const char *word)
{
    *arena_push(words->arena, words->items, words->count) = arena_copy(words->arena, word);
}

/* Terminates the list and returns it. */
static char **take_words(struct words *words)
{
    *arena_push(words->arena, words->items, words->count) = NULL;
    return words->items;
}

/* Adds a program or launcher that stands behind `env NAME=value`. */
static void add_behind_env(struct words *words, const char *word)
{
    for (const char *const *before = env_before_program(word); *before; before++)
        launcher_words_add_word(words, *before);
    launcher_words_add_word(words, word);
}

static void launcher_words_add_variables(struct words *words, const char *const *variables,
                                         const char *preload)
{
    static const char name[] = "LD_PRELOAD=";
    launcher_words_add_word(words, "env");
    for (; *variables; variables++) {
        bool joined = preload && strncmp(*variables, name, sizeof name - 1) == 0;
        launcher_words_add_word(
            words, joined ? arena_printf(words->arena, "%s:%s", *variables, preload) : *variables);
    }
}

/* Returns the first of the hardware threads that share a core; the thread itself if that is not
 * known. */
static long first_sibling(int cpu)
{
    char path[96], line[64];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", cpu);
    FILE *file = fopen(path, "re");
    if (!file)
        return cpu;
    long first = fgets(line, sizeof line, file) ? strtol(line, NULL, 10) : cpu;
    fclose(file);
    return first;
}

/* Counts the cores of this machine that this process may use, without additional hardware threads:
 * Open MPI takes this for its number of slots. */
static long count_cores(void)
{
    cpu_set_t allowed;
    long cores = 0;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return sysconf(_SC_NPROCESSORS_ONLN);
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        if (!CPU_ISSET(cpu, &allowed))
            continue;
        long first = first_sibling(cpu);
        if (first == cpu || first < 0 || first >= CPU_SETSIZE || !CPU_ISSET(first, &allowed))
            cores++;
    }
    return cores;
}

static void add_if_unset(struct words *words, const char *name, const char *value)
{
    if (getenv(name))
        return;
    if (words->count == 0)
        launcher_words_add_word(words, "env");
    launcher_words_add_word(words, arena_printf(words->arena, "%s=%s", name, value));
}

/* Adds options without which Open MPI refuses to run as root, or with more ranks than cores. A
 * batch system decides about cores itself. */
static void add_openmpi_needs(struct words *words, const struct launcher_line *line)
{
    bool batch = getenv("SLURM_JOB_ID") || getenv("PBS_JOBID") || getenv("LSB_JOBID");
    if (geteuid() == 0) {
        add_if_unset(words, "OMPI_ALLOW_RUN_AS_ROOT", "1");
        add_if_unset(words, "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        if (line->prte) {
            add_if_unset(words, "PRTE_ALLOW_RUN_AS_ROOT", "1");
            add_if_unset(words, "PRTE_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        }
    }
    if (!batch && !line->mapped && line->ranks > count_cores()) {
        if (line->prte)
            add_if_unset(words, "PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe");
        else
            add_if_unset(words, "OMPI_MCA_rmaps_base_oversubscribe", "1");
    }
}

bool launcher_leaves(const struct launcher_line *line)
{
    static const char *const signs[] = {"PBS_NODEFILE",
                                        "LSB_HOSTS",
                                        "LSB_DJOB_HOSTFILE",
                                        "PE_HOSTFILE",
                                        "HYDRA_HOST_FILE",
                                        "OMPI_MCA_orte_default_hostfile",
                                        "PRTE_MCA_prte_default_hostfile"};
    const char *nodes = getenv("SLURM_JOB_NUM_NODES");
    bool leaves = line->hosts || line->kind == LAUNCHER_SRUN || (nodes && strcmp(nodes, "1") != 0);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        leaves = leaves || getenv(signs[i]);
    return leaves && line->kind != LAUNCHER_NONE;
}

char **launcher_words(const struct launcher_line *line, const char *const *variables,
                      struct arena *arena)
{
    struct words words = {.arena = arena};
    size_t next = 0;
    if (line->kind == LAUNCHER_ORTERUN)
        add_openmpi_needs(&words, line);
    for (size_t i = 0; i < line->word_count; i++) {
        const struct launcher_program *program =
            next < line->program_count ? &line->programs[next] : NULL;
        const char *word = program && program->index == i ? program->word : line->words[i];
        bool starts = program && program->start == i && *variables;
        if (starts)
            launcher_words_add_variables(&words, variables, program->preload);
        if (program && program->index == i)
            next++;
        if (starts || (i == 0 && words.count > 0))
            add_behind_env(&words, word);
        else
            launcher_words_add_word(&words, word);
    }
    return take_words(&words);
}

int launcher_build(enum mpi_flavour flavour, int ranks, char *const *program, struct arena *arena,
                   char ***words, struct error *error)
{
    struct words result = {.arena = arena};
    bool allocation = getenv("SLURM_JOB_ID") && program_find("srun", arena);
    flavour = mpi_library_behind(*program, flavour, arena);
    const char *launcher = allocation ? "srun" : launcher_find(flavour, arena);
    if (!launcher)
        return error_set(error, ERROR_FAILED, "no mpiexec of %s found: install the package %s",
                         mpi_flavour_title(flavour), launcher_package(flavour));
    launcher_words_add_word(&result, launcher);
    if (allocation)
        launcher_words_add_word(&result,
                                flavour == MPI_FLAVOUR_MPICH ? "--mpi=pmi2" : "--mpi=pmix");
    launcher_words_add_word(&result, "-n");
    launcher_words_add_word(&result, arena_printf(arena, "%d", ranks));
    for (; *program; program++)
        launcher_words_add_word(&result, *program);
    *words = take_words(&result);
    return 0;
}
