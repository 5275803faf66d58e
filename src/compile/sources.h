/* sources.h: sources to bitcode, for an analysis without a build.
 *
 * Several compilers run at once. Sources of Fortran run one after the other, and those that miss a
 * module again when others have made it.
 */
#ifndef TUTTI_COMPILE_SOURCES_H
#define TUTTI_COMPILE_SOURCES_H

#include "compile/command.h"

struct source_file {
    const char *path;      /* as the user or the build wrote it */
    const char *directory; /* where it is compiled; NULL: here */
    char *const *options;  /* of the compiler, NULL-terminated; files and -c, -o among them do
                              not matter */
    const char *bitcode;   /* the file that was made; NULL: it does not compile */
    const char *messages;  /* the file with what the compiler said */
};

struct source_settings {
    struct compilers compilers;
    const char *mpi;       /* "mpich", "openmpi"; NULL: what is there */
    const char *directory; /* a temporary one, for what is made */
    size_t at_once;        /* 0: as many as there are cores */
};

/* Compiles them all. `interrupt` is the signal that reached the command meanwhile, or 0. An error
 * is that of a compiler that is not there; a source that does not compile is none. */
int sources_compile(struct source_file *files, size_t count, const struct source_settings *settings,
                    struct arena *arena, int *interrupt, struct error *error);

#endif
