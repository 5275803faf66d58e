/* gather.h: all bitcode of a program that is about to be linked.
 *
 * The objects of the command line, the members that the linker will take out of its archives, and
 * the libraries (-lfoo) that stand in the directories of the command line (-L): those of the
 * system hold no bitcode.
 */
#ifndef TUTTI_COMPILE_GATHER_H
#define TUTTI_COMPILE_GATHER_H

#include "compile/line.h"
#include "compile/object.h"

struct gathered_piece {
    const char *name; /* "solver.o", "libgrid.a(solver.o)" */
    const struct object_piece *piece;
    size_t input; /* index of the input it came with */
    bool alone;   /* the only piece of its object, which is no shared library: the object can
                     be made again from it */
};

struct gathered_input {
    struct object object;
    size_t word;     /* of the line */
    bool taken_from; /* it is an archive: what is made anew goes before it */
};

struct gathered {
    struct arena arena;
    struct gathered_input *inputs;
    size_t input_count;
    struct gathered_piece *pieces;
    size_t piece_count;
    const char **bare; /* objects that hold no bitcode: what they do is not known */
    size_t bare_count;
    bool parallel; /* a piece may call MPI or OpenMP */
};

/* Files that cannot be read are left to the linker to complain of. */
void gather(const struct line *line, struct gathered *gathered);
void gather_free(struct gathered *gathered);

/* Adds one file and all that is in it. */
int gather_file(struct gathered *gathered, const char *path, struct error *error);

#endif
