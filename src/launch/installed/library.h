/* library.h: asks a shared library which MPI it is, and of which version.
 *
 * MPI_Get_library_version() may be called before MPI_Init(). A separate process calls it
 * (lib/tutti/tutti-mpi-version, library_version.c): a library that crashes, hangs or aborts there
 * costs a sentence, never the command.
 */
#ifndef TUTTI_LAUNCH_INSTALLED_LIBRARY_H
#define TUTTI_LAUNCH_INSTALLED_LIBRARY_H

#include "base/error.h"
#include "base/memory.h"
#include "launch/flavour.h"

/* The answer stands between these two lines; the library may also print text of its own. */
#define LIBRARY_SAYS "tutti-mpi-version: the library says"
#define LIBRARY_SAID "tutti-mpi-version: end"

struct mpi_library {
    enum mpi_flavour family; /* of the implementation; NONE: it belongs to none that Tutti knows */
    const char *product;     /* "Intel MPI" */
    const char *version;     /* "2021.9"; NULL: the library does not say */
    const char *title;       /* both: "Intel MPI 2021.9" */
};

/* Asks the library. A library that ends the process instead is an ERROR_USAGE: no program runs with
 * it. Any other failure, such as a library that is too old for the question, is an ERROR_FAILED. */
int mpi_library_ask(const char *path, struct arena *arena, struct mpi_library *library,
                    struct error *error);

/* Parses an answer: "Open MPI v4.1.4, package: ...". */
void mpi_library_read(const char *answer, struct arena *arena, struct mpi_library *library);

/* Returns the first version in a line of text: "2021.9", "5.0.0rc2", "2019 Update 9". NULL:
 * none. */
const char *mpi_version_in(const char *line, struct arena *arena);

/* Returns the name of the MPI that serves a program, for messages: "Intel MPI 2021.9"; the title of
 * the family if the library does not answer. */
const char *mpi_library_title(const char *program, enum mpi_flavour flavour, struct arena *arena);

/* Returns the family whose launcher starts a program: for a program of the MPI ABI, the family of
 * the library that implements it, or ABI if that library does not answer. */
enum mpi_flavour mpi_library_behind(const char *program, enum mpi_flavour flavour,
                                    struct arena *arena);

/* Returns the MPI library that a compiler wrapper links, from its answer to -show: "gcc
 * -I/opt/mpi/include -L/opt/mpi/lib -lmpi". NULL: no such file. */
const char *mpi_library_in_answer(const char *answer, struct arena *arena);

#endif
