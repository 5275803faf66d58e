#include "compile/mpi.h"

#include "compile/mpi_wrappers.h"
#include "launch/installed/library.h"
#include "launch/process.h"
#include "launch/program.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ANSWER_CAP = 64 * 1024, ANSWER_SECONDS = 10 };

static const char *const wrapper_names[][3] = {
    [LANGUAGE_C] = {"mpicc", NULL},
    [LANGUAGE_CXX] = {"mpicxx", "mpic++", NULL},
    [LANGUAGE_FORTRAN] = {"mpif90", "mpifort", NULL},
};

/* Adds a word if it concerns MPI: an MPI that was built with -O2 answers that too. */
static void mpi_add_word(struct arena *arena, struct mpi_flags *flags, const char *word)
{
    static const char *const compile[] = {"-I", "-D", "-U"}, *const link[] = {"-L", "-l", "-Wl,"};
    for (size_t i = 0; i < sizeof compile / sizeof *compile; i++) {
        if (strncmp(word, compile[i], strlen(compile[i])) == 0)
            *arena_push(arena, flags->compile, flags->compile_count) = word;
        if (strncmp(word, link[i], strlen(link[i])) == 0)
            *arena_push(arena, flags->link, flags->link_count) = word;
    }
    if (strcmp(word, "-pthread") == 0 || word[0] == '/')
        *arena_push(arena, flags->link, flags->link_count) = word;
}

/* Reads an answer such as "gcc -I/opt/mpi/include -L/opt/mpi/lib -lmpi": all words but the
 * compiler. That of Intel's wrapper has quotes, and pairs such as -Xlinker -rpath. */
static void mpi_read_answer(struct arena *arena, const char *answer, struct mpi_flags *flags)
{
    const char *at = answer, *word = line_next_word(arena, &at);
    while (word && (word = line_next_word(arena, &at))) {
        const char *value = strcmp(word, "-Xlinker") == 0 ? line_next_word(arena, &at) : NULL;
        if (value)
            word = arena_printf(arena, "-Wl,%s", value);
        mpi_add_word(arena, flags, word);
    }
}

static bool mpi_same_file(const char *left, const char *right)
{
    char a[PATH_MAX], b[PATH_MAX];
    return realpath(left, a) && realpath(right, b) && strcmp(a, b) == 0;
}

/* Returns the flavour of the library that the answer links. If that is not there, as on a machine
 * that only compiles, the words of the answer decide. */
static enum mpi_flavour flavour_of_answer(const char *answer, struct arena *arena)
{
    const char *library = mpi_library_in_answer(answer, arena);
    if (library)
        return mpi_flavour_of_library(library);
    if (strstr(answer, "-lmpi_abi"))
        return MPI_FLAVOUR_ABI;
    bool open = strstr(answer, "openmpi") || strstr(answer, "-lopen-pal") ||
                (strstr(answer, "-lmpi") && !strstr(answer, "-lmpich") &&
                 !strstr(answer, "mpich") && !strstr(answer, "-lmpifort"));
    return open ? MPI_FLAVOUR_OPENMPI : MPI_FLAVOUR_MPICH;
}

/* Asks a wrapper; both MPIs and their relatives know -show. */
static int mpi_ask(const char *wrapper, struct arena *arena, struct mpi_flags *flags,
                   struct error *error)
{
    char *const words[] = {(char *)wrapper, (char *)"-show", NULL};
    char *answer;
    int code;
    if (process_capture(words, ANSWER_SECONDS, ANSWER_CAP, &answer, &code, error) != 0)
        return -1;
    if (code != 0) {
        free(answer);
        return error_set(error, ERROR_FAILED, "%s -show fails, so its MPI is not known", wrapper);
    }
    *flags = (struct mpi_flags){.flavour = flavour_of_answer(answer, arena)};
    mpi_read_answer(arena, answer, flags);
    free(answer);
    return 0;
}

/* Uses the answer of a wrapper that was there when Tutti was built. */
static void mpi_wrapper_recall(const struct mpi_wrapper *wrapper, struct arena *arena,
                               struct mpi_flags *flags)
{
    *flags = (struct mpi_flags){.flavour = mpi_flavour_from_name(wrapper->flavour)};
    mpi_read_answer(arena, wrapper->answer, flags);
}

/* Returns whether the wrapper is the file that it was when Tutti was built: the tree may have been
 * copied to another machine, or the MPI may have been updated. */
static bool mpi_wrapper_is_unchanged(const struct mpi_wrapper *wrapper)
{
    struct stat status;
    return stat(wrapper->path, &status) == 0 && status.st_size == wrapper->bytes &&
           status.st_mtime == wrapper->changed && access(wrapper->path, X_OK) == 0;
}

static int mpi_flags_of(const char *path, enum language language, struct arena *arena,
                        struct mpi_flags *flags, struct error *error)
{
    for (size_t i = 0; i < mpi_wrapper_count; i++)
        if (mpi_wrappers[i].language == language && mpi_same_file(mpi_wrappers[i].path, path) &&
            mpi_wrapper_is_unchanged(&mpi_wrappers[i])) {
            mpi_wrapper_recall(&mpi_wrappers[i], arena, flags);
            return 0;
        }
    return mpi_ask(path, arena, flags, error);
}

static const char *find_on_path(enum language language, const char *flavour, struct arena *arena)
{
    for (const char *const *name = wrapper_names[language]; *name; name++) {
        const char *full = flavour ? arena_printf(arena, "%s.%s", *name, flavour) : *name;
        const char *path = program_find(full, arena);
        if (path)
            return path;
    }
    return NULL;
}

static int find_chosen(const char *chosen, enum language language, struct arena *arena,
                       struct mpi_flags *flags, struct error *error)
{
    enum mpi_flavour flavour = mpi_flavour_from_name(chosen);
    if (flavour == MPI_FLAVOUR_NONE)
        return error_set(error, ERROR_USAGE, "there is no MPI called %s: use mpich, openmpi or abi",
                         chosen);
    const char *path = find_on_path(language, NULL, arena);
    if (path && mpi_flags_of(path, language, arena, flags, error) == 0 && flags->flavour == flavour)
        return 0;
    for (size_t i = 0; i < mpi_wrapper_count; i++)
        if (mpi_wrappers[i].language == language && strcmp(mpi_wrappers[i].flavour, chosen) == 0 &&
            mpi_wrapper_is_unchanged(&mpi_wrappers[i])) {
            mpi_wrapper_recall(&mpi_wrappers[i], arena, flags);
            return 0;
        }
    /* Debian's names: mpicc.mpich, mpicc.mpi_abi_mpich. */
    const char *const endings[] = {chosen, "mpi_abi_mpich", "mpi_abi_openmpi"};
    for (size_t i = 0; i < (flavour == MPI_FLAVOUR_ABI ? 3 : 1); i++) {
        path = find_on_path(language, endings[i], arena);
        if (path && mpi_flags_of(path, language, arena, flags, error) == 0 &&
            flags->flavour == flavour)
            return 0;
    }
    return error_set(error, ERROR_FAILED,
                     "%s is not installed, or has no %s; `tutti doctor` says how to get it",
                     mpi_flavour_title(flavour), wrapper_names[language][0]);
}

static int find_any(enum language language, struct arena *arena, struct mpi_flags *flags,
                    struct error *error)
{
    const char *path = find_on_path(language, NULL, arena);
    if (path)
        return mpi_flags_of(path, language, arena, flags, error);
    for (size_t i = 0; i < mpi_wrapper_count; i++)
        if (mpi_wrappers[i].language == language && mpi_wrapper_is_unchanged(&mpi_wrappers[i])) {
            mpi_wrapper_recall(&mpi_wrappers[i], arena, flags);
            return 0;
        }
    *flags = (struct mpi_flags){.flavour = MPI_FLAVOUR_NONE};
    return 0;
}

int mpi_flags_find(const char *chosen, enum language language, struct arena *arena,
                   struct mpi_flags *flags, struct error *error)
{
    int failed = chosen ? find_chosen(chosen, language, arena, flags, error)
                        : find_any(language, arena, flags, error);
    struct mpi_flags c;
    /* <mpif.h> may be beside <mpi.h>, where Open MPI's mpif90 does not look. */
    if (!failed && language == LANGUAGE_FORTRAN && flags->flavour != MPI_FLAVOUR_NONE &&
        find_chosen(mpi_flavour_name(flags->flavour), LANGUAGE_C, arena, &c, error) == 0)
        for (size_t i = 0; i < c.compile_count; i++)
            *arena_push(arena, flags->compile, flags->compile_count) = c.compile[i];
    return failed;
}
