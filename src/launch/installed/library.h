/* library.h: which MPI a shared library is, and of which version, as the library itself says.
 *
 * MPI_Get_library_version() may be called before MPI_Init(). It is called in a process of its own
 * (lib/tutti/tutti-mpi-version, library_version.c): a library that crashes, hangs or aborts there
 * costs a sentence, never the command.
 */
#ifndef TUTTI_LAUNCH_INSTALLED_LIBRARY_H
#define TUTTI_LAUNCH_INSTALLED_LIBRARY_H

#include "base/error.h"
#include "base/memory.h"
#include "launch/flavour.h"

/* Between these two lines stands what the library says; it may print more by itself. */
#define LIBRARY_SAYS "tutti-mpi-version: the library says"
#define LIBRARY_SAID "tutti-mpi-version: end"

struct mpi_library {
    enum mpi_flavour family; /* of the implementation; NONE: of none that Tutti knows */
    const char *product;     /* "Intel MPI" */
    const char *version;     /* "2021.9"; NULL: it does not say */
    const char *title;       /* both: "Intel MPI 2021.9" */
};

/* Asks the library. A library that ends the process instead is an ERROR_USAGE: no program runs with
 * it. Any other failure, such as a library that is too old for the question, is an ERROR_FAILED. */
int mpi_library_ask(const char *path, struct arena *arena, struct mpi_library *library,
                    struct error *error);

/* Reads such an answer: "Open MPI v4.1.4, package: ...". */
void mpi_library_read(const char *answer, struct arena *arena, struct mpi_library *library);

/* The first version on this line of a text: "2021.9", "5.0.0rc2", "2019 Update 9". NULL: none. */
const char *mpi_version_in(const char *line, struct arena *arena);

/* The name for messages of the MPI that serves a program, "Intel MPI 2021.9"; the title of the
 * family if the library does not answer. */
const char *mpi_library_title(const char *program, enum mpi_flavour flavour, struct arena *arena);

/* The family whose launcher starts a program: for one of the MPI ABI, that of the library behind
 * it. Where that library does not answer, it stays the ABI. */
enum mpi_flavour mpi_library_behind(const char *program, enum mpi_flavour flavour,
                                    struct arena *arena);

/* The MPI library that a compiler wrapper links, by what it answers to -show: "gcc
 * -I/opt/mpi/include -L/opt/mpi/lib -lmpi". NULL: no such file. */
const char *mpi_library_in_answer(const char *answer, struct arena *arena);

#endif
