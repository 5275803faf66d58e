#include "launch/launcher_identify.h"

#include "launch/elf.h"
#include "launch/launcher_syntax.h"
#include "launch/program.h"

#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool launcher_identify_is_one_of(const char *word, const char *names)
{
    return name_in_list(word, strlen(word), names);
}

static bool launcher_ends(const char *string, const char *suffix)
{
    size_t length = strlen(string), end = strlen(suffix);
    return length >= end && strcmp(string + length - end, suffix) == 0;
}

/* Returns whether the name is mpiexec or mpirun, or one of these with an ending: mpiexec.mpich. */
static bool is_mpiexec(const char *name)
{
    size_t length = strncmp(name, "mpiexec", 7) == 0 ? 7 : strncmp(name, "mpirun", 6) == 0 ? 6 : 0;
    return length > 0 && strchr(".-", name[length]); /* strchr also finds the terminator */
}

static enum launcher_kind kind_of_name(const char *name)
{
    if (launcher_identify_is_one_of(name, "orterun prterun"))
        return LAUNCHER_ORTERUN;
    if (!is_mpiexec(name))
        return LAUNCHER_NONE;
    if (launcher_ends(name, ".openmpi"))
        return LAUNCHER_ORTERUN;
    if (strstr(name, "hydra") || launcher_ends(name, ".mpich"))
        return LAUNCHER_HYDRA;
    return LAUNCHER_NONE;
}

/* Identifies a launcher that is still called mpiexec or mpirun after following all links: by the
 * libraries that it needs, and by its neighbours in the same directory. */
static enum launcher_kind kind_of_file(const char *path, struct arena *arena)
{
    /* The last two belong to MVAPICH and to PALS of Cray, whose options are those of Hydra. */
    static const char *const neighbours[] = {"ompi_info", "mpichversion", "mpiexec.hydra",
                                             "mpiname", "palsrun"};
    struct elf_image image;
    struct error ignored;
    if (elf_read(path, arena, &image, &ignored) == 0)
        for (size_t i = 0; i < image.needed_count; i++)
            if (strncmp(image.needed[i], "libopen-", 8) == 0 ||
                strncmp(image.needed[i], "libprrte", 8) == 0)
                return LAUNCHER_ORTERUN;
    const char *directory = dirname(arena_copy(arena, path));
    for (size_t i = 0; i < sizeof neighbours / sizeof *neighbours; i++)
        if (program_find(arena_printf(arena, "%s/%s", directory, neighbours[i]), arena))
            return i == 0 ? LAUNCHER_ORTERUN : LAUNCHER_HYDRA;
    return LAUNCHER_NONE;
}

static bool has_prterun(const char *path, struct arena *arena)
{
    const char *directory = dirname(arena_copy(arena, path));
    return strcmp(program_base_name(path), "orterun") != 0 &&
           program_find(arena_printf(arena, "%s/prterun", directory), arena);
}

int launcher_identify(const char *word, struct arena *arena, enum launcher_kind *kind, bool *prte,
                      struct error *error)
{
    const char *name = program_base_name(word);
    *kind = LAUNCHER_NONE;
    *prte = false;
    if (launcher_identify_is_one_of(
            name, "aprun jsrun lrun ibrun flux mpiexec_mpt mpirun_rsh palsrun ccc_mprun"))
        return error_set(error, ERROR_USAGE,
                         "%s is a launcher that Tutti does not support: use mpiexec, mpirun or "
                         "srun",
                         word);
    bool srun = strcmp(name, "srun") == 0;
    bool named = kind_of_name(name) != LAUNCHER_NONE || is_mpiexec(name);
    if (!srun && !named)
        return 0;
    const char *path = program_find(word, arena);
    if (!path)
        return error_set(error, ERROR_USAGE, "%s: no such launcher%s: install %s", word,
                         strchr(word, '/') ? "" : " on PATH",
                         srun ? "slurm-client" : "mpich, openmpi or abi-bin");
    if (srun) {
        *kind = LAUNCHER_SRUN;
        return 0;
    }
    char resolved[PATH_MAX];
    if (!realpath(path, resolved))
        return error_errno(error, "cannot follow the links of %s", path);
    *kind = kind_of_name(program_base_name(resolved));
    if (*kind == LAUNCHER_NONE)
        *kind = kind_of_name(name);
    if (*kind == LAUNCHER_NONE)
        *kind = kind_of_file(resolved, arena);
    if (*kind == LAUNCHER_NONE)
        return error_set(
            error, ERROR_USAGE,
            "cannot tell whether %s belongs to MPICH or to Open MPI: name mpiexec.hydra "
            "or orterun instead",
            path);
    *prte = *kind == LAUNCHER_ORTERUN && has_prterun(resolved, arena);
    return 0;
}

const char *launcher_find(enum mpi_flavour flavour, struct arena *arena)
{
    static const char *const names[][4] = {
        [MPI_FLAVOUR_MPICH] = {"mpiexec.mpich", "mpiexec.hydra", "mpiexec", "mpirun"},
        [MPI_FLAVOUR_OPENMPI] = {"mpiexec.openmpi", "orterun", "mpiexec", "mpirun"},
        [MPI_FLAVOUR_ABI] = {"mpiexec", "mpirun", "mpiexec.mpich", "mpiexec.openmpi"},
    };
    for (size_t i = 0; i < sizeof names[flavour] / sizeof *names[flavour]; i++) {
        enum launcher_kind kind;
        bool prte;
        struct error ignored;
        if (launcher_identify(names[flavour][i], arena, &kind, &prte, &ignored) == 0 &&
            (flavour == MPI_FLAVOUR_ABI || launcher_flavour(kind) == flavour))
            return names[flavour][i];
    }
    return NULL;
}

enum mpi_flavour launcher_flavour(enum launcher_kind kind)
{
    return kind == LAUNCHER_HYDRA     ? MPI_FLAVOUR_MPICH
           : kind == LAUNCHER_ORTERUN ? MPI_FLAVOUR_OPENMPI
                                      : MPI_FLAVOUR_NONE;
}

const char *launcher_package(enum mpi_flavour flavour)
{
    return flavour == MPI_FLAVOUR_OPENMPI ? "openmpi-bin" : "mpich";
}
