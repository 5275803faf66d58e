/* gather.h: collects all bitcode of a program.
 *
 * At a link this is the bitcode in the objects of the command line, in the members that the linker
 * will take from its archives, and in libraries (-lfoo) in directories of the command line (-L).
 * Libraries of the system hold no bitcode. For `check` it is the bitcode in files, sorted into
 * programs.
 */
#ifndef TUTTI_COMPILE_GATHER_H
#define TUTTI_COMPILE_GATHER_H

#include "compile/line.h"
#include "compile/object.h"

struct gathered_piece {
    const char *name; /* "solver.o", "libgrid.a(solver.o)" */
    const struct object_piece *piece;
    size_t input;  /* index of the input that has it... */
    size_t member; /* ...and of the member of that input */
    bool alone; /* the only piece of its object, which is no shared library: a new object made from
                   it can replace the object at the link */
};

struct gathered_input {
    struct object object;
    size_t word; /* word of the line */
};

struct gathered {
    struct arena arena;
    struct gathered_input *inputs;
    size_t input_count;
    struct gathered_piece *pieces;
    size_t piece_count;
    bool parallel; /* a piece may call MPI or OpenMP */
};

/* Collects the bitcode of a link. Files that cannot be read are left to the linker's messages. */
void gather(const struct line *line, struct gathered *gathered);
void gather_free(struct gathered *gathered);

/* Adds one file with all its members. */
int gather_file(struct gathered *gathered, const char *path, struct error *error);

/* Pieces that belong to one program. */
struct gathered_program {
    size_t *pieces;
    size_t piece_count;
    bool whole; /* it has a main() */
};

/* Sorts files into programs: one for each main() with all that it needs, and one for the rest. With
 * at most one main() there is a single program. The result lives in the arena of `gathered`. */
struct gathered_program *gather_programs(struct gathered *gathered, size_t *count);

#endif
