#include "launch/installed/library.h"

#include "base/file.h"
#include "launch/elf.h"
#include "launch/process.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ASK_SECONDS = 30, ANSWER_CAP = 128 * 1024 };

/* Words of an answer, the specific ones first: products based on MPICH name MPICH, too. */
static const struct known_product {
    const char *mark, *product;
    enum mpi_flavour family;
} known_products[] = {
    {"Intel(R) MPI Library", "Intel MPI", MPI_FLAVOUR_MPICH},
    {"CRAY MPICH version", "Cray MPICH", MPI_FLAVOUR_MPICH},
    {"MVAPICH2 Version", "MVAPICH2", MPI_FLAVOUR_MPICH},
    {"MVAPICH Version", "MVAPICH", MPI_FLAVOUR_MPICH},
    {"Open MPI v", "Open MPI", MPI_FLAVOUR_OPENMPI},
    {"MPICH Version", "MPICH", MPI_FLAVOUR_MPICH},
};

const char *mpi_version_in(const char *at, struct arena *arena)
{
    static const char update[] = " Update ";
    size_t skipped = strcspn(at, "0123456789\n");
    at += skipped;
    if (!isdigit((unsigned char)*at))
        return NULL;
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) ||
           (at[length] == '.' && isalnum((unsigned char)at[length + 1])))
        length++;
    const char *more = at + length;
    if (strncmp(more, update, sizeof update - 1) == 0)
        length += sizeof update - 1 + strspn(more + sizeof update - 1, "0123456789");
    return arena_copy_bytes(arena, at, length);
}

void mpi_library_read(const char *answer, struct arena *arena, struct mpi_library *library)
{
    *library = (struct mpi_library){.product = "an unknown MPI"};
    for (size_t i = 0; i < sizeof known_products / sizeof *known_products; i++) {
        const struct known_product *known = &known_products[i];
        const char *at = strstr(answer, known->mark);
        if (!at)
            continue;
        library->family = known->family;
        library->product = known->product;
        library->version = mpi_version_in(at + strlen(known->mark), arena);
        break;
    }
    library->title = library->version
                         ? arena_printf(arena, "%s %s", library->product, library->version)
                         : library->product;
}

/* Returns the lines between the two marks, or NULL. */
static const char *library_said(const char *output, struct arena *arena)
{
    const char *begin = strstr(output, "\n" LIBRARY_SAYS "\n");
    if (!begin)
        return NULL;
    begin += sizeof "\n" LIBRARY_SAYS "\n" - 1;
    const char *end = strstr(begin, "\n" LIBRARY_SAID "\n");
    return end ? arena_copy_bytes(arena, begin, (size_t)(end - begin)) : NULL;
}

int mpi_library_ask(const char *path, struct arena *arena, struct mpi_library *library,
                    struct error *error)
{
    char *program = file_installed("lib/tutti/tutti-mpi-version");
    char *const words[] = {program, (char *)path, NULL};
    char *output = NULL;
    int code = 0, status = -1;
    struct error reason;
    if (access(program, X_OK) != 0) {
        error_errno(error, "%s, which asks MPI libraries for their version", program);
    } else if (process_capture(words, ASK_SECONDS, ANSWER_CAP, &output, &code, &reason) != 0) {
        error_set(error, ERROR_FAILED, "cannot find out the version of %s: asking the library %s",
                  path, strstr(reason.text, "in time") ? "takes too long" : "is not possible");
    } else if (code < 0) {
        error_set(
            error, ERROR_USAGE,
            "%s is a stub to link programs with, or broken: asked for its version, it ends the "
            "process by a signal",
            path);
    } else {
        const char *said = library_said(output, arena);
        if (said) {
            mpi_library_read(said, arena, library);
            status = 0;
        } else {
            error_set(error, ERROR_FAILED, "cannot find out the version of %s: %.*s", path,
                      (int)strcspn(output, "\n"), *output ? output : "it ends the process");
        }
    }
    free(output);
    free(program);
    return status;
}

const char *mpi_library_title(const char *program, enum mpi_flavour flavour, struct arena *arena)
{
    struct mpi_library library;
    struct error ignored;
    const char *path = mpi_flavour_library_of_program(program, arena);
    if (!path || mpi_library_ask(path, arena, &library, &ignored) != 0)
        return mpi_flavour_title(flavour);
    return library.title;
}

enum mpi_flavour mpi_library_behind(const char *program, enum mpi_flavour flavour,
                                    struct arena *arena)
{
    struct mpi_library library;
    struct error ignored;
    if (flavour != MPI_FLAVOUR_ABI)
        return flavour;
    const char *path = mpi_flavour_library_of_program(program, arena);
    bool answers = path && mpi_library_ask(path, arena, &library, &ignored) == 0 &&
                   library.family != MPI_FLAVOUR_NONE;
    return answers ? library.family : flavour;
}

/* The options for the linker in a compiler wrapper's answer. */
struct link_answer {
    const char **directories;
    size_t directory_count;
    const char **names; /* "mpich" for -lmpich */
    size_t name_count;
    const char *file; /* a library that the answer names by its path */
};

static void link_answer_add(struct link_answer *answer, const char *word, struct arena *arena)
{
    if (strncmp(word, "-L", 2) == 0)
        *arena_push(arena, answer->directories, answer->directory_count) = word + 2;
    else if (strncmp(word, "-lmpi", 5) == 0)
        *arena_push(arena, answer->names, answer->name_count) = word + 2;
    else if (*word == '/' && strstr(word, ".so") &&
             mpi_flavour_of_library(word) != MPI_FLAVOUR_NONE && !answer->file)
        answer->file = word;
}

/* Returns the first file that fits -lNAME, as the linker does. NULL: there is none, or it is no
 * MPI. */
static const char *link_answer_find(const struct link_answer *answer, const char *name,
                                    struct arena *arena)
{
    for (size_t i = 0; i < answer->directory_count; i++) {
        const char *path = arena_printf(arena, "%s/lib%s.so", answer->directories[i], name);
        if (access(path, R_OK) == 0)
            return mpi_flavour_of_library(path) != MPI_FLAVOUR_NONE ? path : NULL;
    }
    return NULL;
}

const char *mpi_library_in_answer(const char *answer, struct arena *arena)
{
    struct link_answer link = {0};
    char *words = arena_copy(arena, answer), *end = words, *rest = NULL;
    for (const char *at = answer; *at; at++) /* -L"/opt/intel/lib" */
        if (*at != '"' && *at != '\'')
            *end++ = *at;
    *end = '\0';
    for (char *word = strtok_r(words, " \t\r\n", &rest); word;
         word = strtok_r(NULL, " \t\r\n", &rest))
        link_answer_add(&link, word, arena);
    size_t count;
    const char **configured = elf_configured_directories("/etc/ld.so.conf", arena, &count);
    for (size_t i = 0; i < count; i++)
        *arena_push(arena, link.directories, link.directory_count) = configured[i];
    const char *found = link.file;
    for (size_t i = 0; i < link.name_count && !found; i++)
        found = link_answer_find(&link, link.names[i], arena);
    return found;
}
