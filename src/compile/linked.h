/* linked.h: keeps in a program how it was linked.
 *
 * A program that `tutti cc` links contains the bitcode of its objects (object.h). A section of its
 * own describes the rest of the link, so that it can be repeated with other objects. The section is
 * not loaded when the program runs. It enters the program in an object that holds nothing else.
 */
#ifndef TUTTI_COMPILE_LINKED_H
#define TUTTI_COMPILE_LINKED_H

#include "compile/object.h"

#define LINKED_SECTION ".tuttilink"

struct linked {
    struct arena arena;
    const char *directory; /* directory of the link */
    const char *front;     /* wrapper of the link: "cc", "c++", "fc" */
    const char *flavour;   /* "mpich", "openmpi"; NULL: no MPI */
    char **words; /* the command, NULL-terminated, without objects whose bitcode the program has */
    size_t word_count;
    const char **libraries; /* shared ones that hold bitcode: linked, their bitcode is not */
    size_t library_count;
};

/* Writes an object with the section, for a link of objects like this one: for the same machine, and
 * with the same properties of the code (it contains none). With `retain`, a linker that removes
 * unused sections keeps it. */
int linked_write(const struct linked *linked, const struct object_member *like, bool retain,
                 const char *path, struct error *error);

/* Reads the section. Returns -1 if the program has none, or a damaged one. The caller frees the
 * result. */
int linked_read(const struct object_member *program, struct linked *linked);
void linked_free(struct linked *linked);

#endif
