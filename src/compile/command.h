/* command.h: the command lines of clang and flang for what a person or a build system asked mpicc,
 * mpicxx or mpif90 to do.
 *
 * The words stay in their order. Options that only gcc has are left out, each with a note; what MPI
 * needs is added behind them. An object gets the bitcode of its source: the same process of clang
 * puts it into a section, unoptimised, with source lines and the names of variables, and without
 * any other effect on the object.
 */
#ifndef TUTTI_COMPILE_COMMAND_H
#define TUTTI_COMPILE_COMMAND_H

#include "base/memory.h"
#include "compile/line.h"
#include "compile/mpi.h"

struct compilers {
    const char *cc, *cxx, *fc; /* clang-19, clang++-19, flang-new-19 or what the user chose */
};

struct command_builder {
    struct arena arena;
    const struct line *line;
    enum language front; /* C, C++ or Fortran: which wrapper it is */
    struct compilers compilers;
    struct mpi_flags mpi;
    bool embed;         /* objects get their bitcode */
    const char **notes; /* options that were left out, each once: "dropped -fxyz: ..." */
    size_t note_count;
};

/* What is linked in place of an input of the line. */
struct command_input {
    const char **paths; /* NULL: the input itself */
    size_t path_count;
    bool keep; /* and the input itself behind them */
    bool left_out;
};

/* The whole line for one compiler. */
char **command_whole(struct command_builder *builder);

/* One source (the word with this number) to an object. */
char **command_object(struct command_builder *builder, size_t word, const char *object);

/* One source to a file of bitcode, for the analysis alone. Modules of Fortran that it defines go
 * into the directory `modules`, for others of these to find there. */
char **command_bitcode(struct command_builder *builder, size_t word, const char *bitcode,
                       const char *modules);

/* The link alone. `inputs` is by word of the line; `extra` goes before them all. */
char **command_link(struct command_builder *builder, const struct command_input *inputs,
                    const char *const *extra, size_t extra_count);

/* Whether the source is compiled by flang. */
bool command_is_fortran(const struct command_builder *builder, const struct line_word *word);

#endif
