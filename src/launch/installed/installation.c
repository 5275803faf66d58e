#include "launch/installed/installation.h"

#include "launch/elf.h"
#include "launch/installed/installation_launcher.h"
#include "launch/process.h"
#include "launch/program.h"

#include <glob.h>
#include <libgen.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SHOW_SECONDS = 20, SHOW_CAP = 64 * 1024 };

/* Variables that modules of MPIs and of compilers set, or that users set by hand. */
static const char *const prefix_variables[] = {
    "I_MPI_ROOT", "MPI_HOME",     "MPI_ROOT",      "MPI_DIR",     "CRAY_MPICH_DIR", "MPICH_DIR",
    "MPICH_HOME", "MVAPICH_HOME", "OMPI_HOME",     "OMPI_DIR",    "OPENMPI_HOME",   "OPENMPI_DIR",
    "EBROOTIMPI", "EBROOTMPICH",  "EBROOTOPENMPI", "OPAL_PREFIX",
};

static const char *const binary_folders[] = {"bin", "intel64/bin"};
static const char *const library_folders[] = {"lib/release", "lib", "lib64", "intel64/lib/release",
                                              "intel64/lib"};
/* mpiicx and mpiicc are Intel's. mpicc.mpich is Debian's, mpicc_abi MPICH's own. */
static const char *const wrapper_patterns[] = {"mpicc", "mpicc.*", "mpicc_abi", "mpiicx", "mpiicc"};

/* Directories where MPIs are installed without any variable: by hand, by vendors, by Fedora and
 * SUSE. */
static const char *const prefix_patterns[] = {"/opt/intel/oneapi/mpi/*",
                                              "/opt/cray/pe/mpich/*/*/*/*",
                                              "/opt/*",
                                              "/opt/*/*",
                                              "/usr/local",
                                              "/usr/lib/*-linux-gnu/[mo]p*",
                                              "/usr/lib64/[mo]p*",
                                              "/usr/lib64/mpi/gcc/*"};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* The places to search, and the installations found. */
struct installation_search {
    struct mpi_installations *found;
    const char *from;
    const char **directories; /* of wrappers, resolved: /bin is /usr/bin on many systems */
    size_t directory_count;
};

static bool installation_same_file(const char *left, const char *right)
{
    char a[PATH_MAX], b[PATH_MAX];
    return left && right && realpath(left, a) && realpath(right, b) && strcmp(a, b) == 0;
}

static void search_add(struct installation_search *search, const char *wrapper, const char *library)
{
    struct mpi_installations *found = search->found;
    for (size_t i = 0; i < found->count; i++) {
        struct mpi_installation *known = &found->items[i];
        if (library ? installation_same_file(known->library, library)
                    : installation_same_file(known->wrapper, wrapper)) {
            if (!known->wrapper)
                known->wrapper = arena_copy(&found->arena, wrapper);
            return;
        }
    }
    *arena_push(&found->arena, found->items, found->count) = (struct mpi_installation){
        .from = arena_copy(&found->arena, search->from),
        .wrapper = arena_copy(&found->arena, wrapper),
        .library = arena_copy(&found->arena, library),
        .flavour = library ? mpi_flavour_of_library(library) : MPI_FLAVOUR_NONE,
    };
}

/* Returns the first MPI library of a directory, or adds all of them. */
static const char *search_libraries(struct installation_search *search, const char *directory,
                                    bool add)
{
    struct arena *arena = &search->found->arena;
    const char *first = NULL;
    glob_t files;
    if (glob(arena_printf(arena, "%s/libmpi*.so*", directory), 0, NULL, &files) != 0)
        return NULL;
    for (size_t i = 0; i < files.gl_pathc && (add || !first); i++) {
        if (mpi_flavour_of_library(files.gl_pathv[i]) == MPI_FLAVOUR_NONE)
            continue;
        first = first ? first : arena_copy(arena, files.gl_pathv[i]);
        if (add)
            search_add(search, NULL, files.gl_pathv[i]);
    }
    globfree(&files);
    return first;
}

/* Finds the library that a wrapper links: by its answer to -show, else the library beside it
 * (Cray's wrapper does not support -show). */
static const char *search_library_of(struct installation_search *search, const char *wrapper)
{
    struct arena *arena = &search->found->arena;
    char *const words[] = {(char *)wrapper, (char *)"-show", NULL};
    struct error ignored;
    char *answer = NULL;
    int code = -1;
    const char *library = NULL;
    bool answers =
        process_capture(words, SHOW_SECONDS, SHOW_CAP, &answer, &code, &ignored) == 0 && code == 0;
    if (answers)
        library = mpi_library_in_answer(answer, arena);
    free(answer);
    if (answers)
        return library;
    const char *prefix = dirname(dirname(arena_copy(arena, wrapper)));
    for (size_t i = 0; i < COUNT_OF(library_folders) && !library; i++)
        library = search_libraries(search, arena_printf(arena, "%s/%s", prefix, library_folders[i]),
                                   false);
    return library;
}

/* Returns whether the wrappers of the directory have not been asked yet. */
static bool search_is_new(struct installation_search *search, const char *directory)
{
    char resolved[PATH_MAX];
    if (!realpath(directory, resolved))
        return false;
    for (size_t i = 0; i < search->directory_count; i++)
        if (strcmp(search->directories[i], resolved) == 0)
            return false;
    struct arena *arena = &search->found->arena;
    *arena_push(arena, search->directories, search->directory_count) = arena_copy(arena, resolved);
    return true;
}

static void search_binaries(struct installation_search *search, const char *directory)
{
    struct arena *arena = &search->found->arena;
    if (!search_is_new(search, directory))
        return;
    for (size_t i = 0; i < COUNT_OF(wrapper_patterns); i++) {
        glob_t files;
        const char *pattern = arena_printf(arena, "%s/%s", directory, wrapper_patterns[i]);
        if (glob(pattern, 0, NULL, &files) != 0)
            continue;
        for (size_t j = 0; j < files.gl_pathc; j++)
            if (program_find(files.gl_pathv[j], arena))
                search_add(search, files.gl_pathv[j], search_library_of(search, files.gl_pathv[j]));
        globfree(&files);
    }
}

static void search_prefix(struct installation_search *search, const char *prefix)
{
    struct arena *arena = &search->found->arena;
    for (size_t i = 0; i < COUNT_OF(binary_folders); i++)
        search_binaries(search, arena_printf(arena, "%s/%s", prefix, binary_folders[i]));
    for (size_t i = 0; i < COUNT_OF(library_folders); i++)
        search_libraries(search, arena_printf(arena, "%s/%s", prefix, library_folders[i]), true);
}

/* Searches the directories of PATH or LD_LIBRARY_PATH. */
static void search_list(struct installation_search *search, const char *variable,
                        const char *separators)
{
    struct arena *arena = &search->found->arena;
    const char *list = getenv(variable);
    search->from = variable;
    while (list) {
        size_t length = strcspn(list, separators);
        const char *directory = length ? arena_copy_bytes(arena, list, length) : ".";
        if (strcmp(variable, "PATH") == 0)
            search_binaries(search, directory);
        else
            search_libraries(search, directory, true);
        list = list[length] ? list + length + 1 : NULL;
    }
}

static void search_pattern(struct installation_search *search, const char *pattern)
{
    glob_t directories;
    search->from = arena_copy_bytes(&search->found->arena, pattern, strcspn(pattern, "*["));
    if (glob(pattern, GLOB_ONLYDIR, NULL, &directories) != 0)
        return;
    for (size_t i = 0; i < directories.gl_pathc; i++)
        search_prefix(search, directories.gl_pathv[i]);
    globfree(&directories);
}

/* Searches the directories in which the loader finds libraries by default. */
static void search_system(struct installation_search *search)
{
    size_t count;
    const char **directories =
        elf_configured_directories("/etc/ld.so.conf", &search->found->arena, &count);
    search->from = "the system's libraries";
    for (size_t i = 0; i < count; i++)
        search_libraries(search, directories[i], true);
    search_libraries(search, "/usr/lib64", true);
    search_libraries(search, "/usr/lib", true);
}

static void installation_ask(struct mpi_installation *installation, struct arena *arena)
{
    struct error error;
    if (!installation->library)
        return;
    if (mpi_library_ask(installation->library, arena, &installation->says, &error) != 0) {
        installation->silent = arena_copy(arena, error.text);
        installation->says = (struct mpi_library){
            .family =
                installation->flavour == MPI_FLAVOUR_ABI ? MPI_FLAVOUR_NONE : installation->flavour,
            .product = mpi_flavour_title(installation->flavour),
            .title = mpi_flavour_title(installation->flavour)};
    }
    installation_find_launcher(installation, arena);
}

void mpi_installations_find(struct mpi_installations *installations)
{
    struct installation_search search = {.found = installations};
    search_list(&search, "PATH", ":");
    for (size_t i = 0; i < COUNT_OF(prefix_variables); i++) {
        const char *prefix = getenv(prefix_variables[i]);
        search.from = prefix_variables[i];
        if (prefix && *prefix)
            search_prefix(&search, prefix);
    }
    search_list(&search, "LD_LIBRARY_PATH", ":;");
    search_system(&search);
    for (size_t i = 0; i < COUNT_OF(prefix_patterns); i++)
        search_pattern(&search, prefix_patterns[i]);
    for (size_t i = 0; i < installations->count; i++)
        installation_ask(&installations->items[i], &installations->arena);
}

int mpi_installations_add(struct mpi_installations *installations, const char *path,
                          struct error *error)
{
    struct installation_search search = {.found = installations, .from = "--mpi"};
    struct stat status;
    size_t before = installations->count;
    const char *wrapper = program_find(path, &installations->arena);
    if (wrapper)
        search_add(&search, wrapper, search_library_of(&search, wrapper));
    else if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        search_prefix(&search, path);
    else
        return error_set(error, ERROR_USAGE,
                         "--mpi=%s: there is no such program: give the path of an mpicc, or the "
                         "directory of an MPI, as in MPI_HOME",
                         path);
    if (installations->count == before || !installations->items[before].library)
        return error_set(
            error, ERROR_USAGE,
            "--mpi=%s: there is no MPI that Tutti knows (MPICH and its relatives, Open "
            "MPI, the MPI 5 ABI)",
            path);
    for (size_t i = before; i < installations->count; i++)
        installation_ask(&installations->items[i], &installations->arena);
    return 0;
}

void mpi_installations_free(struct mpi_installations *installations)
{
    arena_free(&installations->arena);
    *installations = (struct mpi_installations){0};
}

const char *mpi_installation_programs(const struct mpi_installation *installation,
                                      struct arena *arena)
{
    return installation->wrapper ? dirname(arena_copy(arena, installation->wrapper)) : NULL;
}

const char *mpi_installation_libraries(const struct mpi_installation *installation,
                                       struct arena *arena)
{
    return installation->library ? dirname(arena_copy(arena, installation->library)) : NULL;
}
