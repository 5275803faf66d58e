/* sources.h: compiles sources to bitcode, for an analysis without a build.
 *
 * Several compilers run at once. Fortran sources are compiled one after the other, and again if
 * they miss a module that another source made meanwhile.
 */
#ifndef TUTTI_COMPILE_SOURCES_H
#define TUTTI_COMPILE_SOURCES_H

#include "compile/command.h"

struct source_file {
    const char *path;      /* path as the user or the build wrote it */
    const char *directory; /* directory where it is compiled; NULL: here */
    char *const *options;  /* options of the compiler, NULL-terminated; files and -c, -o among them
                              are ignored */
    const char *bitcode;   /* file that was made; NULL: the source does not compile */
    const char *messages;  /* file with the compiler's messages */
};

struct source_settings {
    struct compilers compilers;
    const char *mpi;       /* "mpich", "openmpi"; NULL: any that is installed */
    const char *directory; /* temporary directory for the files that are made */
    size_t at_once;        /* 0: one for each core */
};

/* Compiles all files. `interrupt` is the signal sent to the command meanwhile, or 0. A missing
 * compiler is an error; a source that does not compile is none. */
int sources_compile(struct source_file *files, size_t count, const struct source_settings *settings,
                    struct arena *arena, int *interrupt, struct error *error);

#endif
