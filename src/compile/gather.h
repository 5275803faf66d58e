/* gather.h: all bitcode of a program.
 *
 * At link: the objects of the command line, the members that the linker will take out of its
 * archives, and the libraries (-lfoo) that stand in the directories of the command line (-L): those
 * of the system hold no bitcode. For `check`: files, and which of them make a program together.
 */
#ifndef TUTTI_COMPILE_GATHER_H
#define TUTTI_COMPILE_GATHER_H

#include "compile/line.h"
#include "compile/object.h"

struct gathered_piece {
    const char *name; /* "solver.o", "libgrid.a(solver.o)" */
    const struct object_piece *piece;
    size_t input;  /* index of the input that it came with ... */
    size_t member; /* ... and of the member of that */
    bool alone;    /* the only piece of its object, which is no shared library: the object can be
                      made again from it and linked in its place */
};

struct gathered_input {
    struct object object;
    size_t word; /* of the line */
};

struct gathered {
    struct arena arena;
    struct gathered_input *inputs;
    size_t input_count;
    struct gathered_piece *pieces;
    size_t piece_count;
    bool parallel; /* a piece may call MPI or OpenMP */
};

/* What a link will take. Files that cannot be read are left to the linker to complain of. */
void gather(const struct line *line, struct gathered *gathered);
void gather_free(struct gathered *gathered);

/* Adds one file and all that is in it. */
int gather_file(struct gathered *gathered, const char *path, struct error *error);

/* Pieces that belong together. */
struct gathered_program {
    size_t *pieces;
    size_t piece_count;
    bool whole; /* it has a main() */
};

/* Sorts files into programs: one for each main() with all that it needs, and what is left over. A
 * single program if there is no more than one main(). In the arena of `gathered`. */
struct gathered_program *gather_programs(struct gathered *gathered, size_t *count);

#endif
