/* linked.h: how a program was linked, kept in the program itself.
 *
 * A program that `tutti cc` links has the bitcode of its objects in it (object.h); a section of its
 * own says what else went into the link, so that it can be done again with other objects in their
 * place. The section is not loaded when the program runs. It comes into the program in an object
 * that holds nothing else.
 */
#ifndef TUTTI_COMPILE_LINKED_H
#define TUTTI_COMPILE_LINKED_H

#include "compile/object.h"

#define LINKED_SECTION ".tuttilink"

struct linked {
    struct arena arena;
    const char *directory; /* where the link was done */
    const char *front;     /* "cc", "c++", "fc": which wrapper did it */
    const char *flavour;   /* "mpich", "openmpi"; NULL: no MPI */
    char **words; /* the command, NULL-terminated, without the objects whose bitcode the program
                     has */
    size_t word_count;
    const char **libraries; /* shared ones that hold bitcode: they are linked, that is not */
    size_t library_count;
};

/* Writes an object with the section for a link of objects that are like this one: for the same
 * machine, and with the same promises about the code (there is none in it). With `retain`, a linker
 * that throws away what is not used keeps it. */
int linked_write(const struct linked *linked, const struct object_member *like, bool retain,
                 const char *path, struct error *error);

/* -1: the program has no such section, or a damaged one. The caller frees the result. */
int linked_read(const struct object_member *program, struct linked *linked);
void linked_free(struct linked *linked);

#endif
