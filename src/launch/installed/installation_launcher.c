#include "launch/installed/installation_launcher.h"

#include "launch/launcher_identify.h"
#include "launch/process.h"
#include "launch/program.h"

#include <libgen.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION_SECONDS = 20, VERSION_CAP = 64 * 1024 };

/* A word of an answer, and the text before the version in it. */
static const struct known_launcher {
    const char *mark, *before, *title;
} known_launchers[] = {
    {"Intel(R) MPI Library", "Version", "Intel's Hydra"},
    {"HYDRA build details", "Version:", "Hydra"},
    {"PALS", "PALS", "Cray's PALS"},
    {"(Open MPI)", "(Open MPI)", "orterun of Open MPI"},
    {"(OpenRTE)", "(OpenRTE)", "orterun of Open MPI"},
    {"(PRRTE)", "(PRRTE)", "prterun of PRRTE"},
    {"slurm", "slurm", "srun of Slurm"},
};

const char *installation_launcher_read(const char *name, bool prte, const char *answer,
                                       struct arena *arena)
{
    for (size_t i = 0; i < sizeof known_launchers / sizeof *known_launchers; i++) {
        const struct known_launcher *known = &known_launchers[i];
        const char *at = strstr(answer, known->mark);
        const char *before = at ? strstr(at, known->before) : NULL;
        if (!before)
            continue;
        const char *title =
            prte && strncmp(known->title, "orterun", 7) == 0 ? "prterun of Open MPI" : known->title;
        const char *version = mpi_version_in(before + strlen(known->before), arena);
        return version ? arena_printf(arena, "%s %s", title, version) : title;
    }
    return name;
}

static char *launcher_ask(const char *path, const char *option)
{
    char *const words[] = {(char *)path, (char *)option, NULL};
    struct error ignored;
    char *answer = NULL;
    int code = -1;
    if (process_capture(words, VERSION_SECONDS, VERSION_CAP, &answer, &code, &ignored) == 0 &&
        code == 0)
        return answer;
    free(answer);
    return NULL;
}

/* Returns how srun starts ranks: by PMI-2, which MPICH uses, or by PMIx, which Open MPI uses. */
static const char *srun_interfaces(struct arena *arena)
{
    char *answer = launcher_ask("srun", "--mpi=list");
    bool pmi2 = answer && strstr(answer, "pmi2"), pmix = answer && strstr(answer, "pmix");
    free(answer);
    return !pmi2 && !pmix ? ""
                          : arena_printf(arena, " (%s%s%s)", pmi2 ? "PMI-2" : "",
                                         pmi2 && pmix ? ", " : "", pmix ? "PMIx" : "");
}

static bool launcher_take(struct mpi_installation *installation, const char *path,
                          struct arena *arena)
{
    enum launcher_kind kind;
    bool prte;
    struct error ignored;
    enum mpi_flavour family = installation->says.family;
    if (!program_find(path, arena) || launcher_identify(path, arena, &kind, &prte, &ignored) != 0 ||
        kind == LAUNCHER_NONE)
        return false;
    bool srun = kind == LAUNCHER_SRUN;
    if (!srun && family != MPI_FLAVOUR_NONE && launcher_flavour(kind) != family)
        return false;
    char *answer = launcher_ask(path, "--version");
    installation->launcher = arena_copy(arena, path);
    installation->launcher_title =
        installation_launcher_read(program_base_name(path), prte, answer ? answer : "", arena);
    if (srun)
        installation->launcher_title =
            arena_printf(arena, "%s%s", installation->launcher_title, srun_interfaces(arena));
    free(answer);
    return true;
}

/* Looks beside the wrapper, with its ending (mpiexec.mpich beside mpicc.mpich) or without. */
static bool launcher_beside(struct mpi_installation *installation, const char *directory,
                            struct arena *arena)
{
    static const char *const names[] = {"mpiexec.hydra", "mpiexec", "mpirun", "prterun", "orterun"};
    static const char *const endings[] = {NULL, "mpich", "openmpi", NULL};
    const char *dot =
        installation->wrapper ? strchr(program_base_name(installation->wrapper), '.') : NULL;
    const char *ending = endings[installation->says.family];
    if (dot &&
        launcher_take(installation, arena_printf(arena, "%s/mpiexec%s", directory, dot), arena))
        return true;
    if (dot && ending &&
        launcher_take(installation, arena_printf(arena, "%s/mpiexec.%s", directory, ending), arena))
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (launcher_take(installation, arena_printf(arena, "%s/%s", directory, names[i]), arena))
            return true;
    return false;
}

const char *installation_launcher_of(const char *library, enum mpi_flavour family,
                                     struct arena *arena)
{
    struct mpi_installation installation = {.library = library, .says = {.family = family}};
    const char *prefix = dirname(dirname(arena_copy(arena, library)));
    launcher_beside(&installation, arena_printf(arena, "%s/bin", prefix), arena);
    return installation.launcher;
}

void installation_find_launcher(struct mpi_installation *installation, struct arena *arena)
{
    const char *directory = mpi_installation_programs(installation, arena);
    if (!directory && installation->library)
        directory = arena_printf(arena, "%s/bin",
                                 dirname(dirname(arena_copy(arena, installation->library))));
    if (directory && launcher_beside(installation, directory, arena))
        return;
    enum mpi_flavour family = installation->says.family;
    const char *name =
        launcher_find(family != MPI_FLAVOUR_NONE ? family : installation->flavour, arena);
    if (name && launcher_take(installation, program_find(name, arena), arena))
        return;
    const char *srun = program_find("srun", arena);
    if (srun)
        launcher_take(installation, srun, arena);
}
