/* command.h: builds the command lines of clang and flang for a call of mpicc, mpicxx or mpif90 by a
 * person or a build system.
 *
 * The words stay in their order. Options that only gcc has are left out, each with a note; words
 * that MPI needs are added after the others. An object gets the bitcode of its source: the same
 * process of clang puts it into a section, unoptimised, with source lines and names of variables.
 * It has no other effect on the object.
 */
#ifndef TUTTI_COMPILE_COMMAND_H
#define TUTTI_COMPILE_COMMAND_H

#include "base/memory.h"
#include "compile/line.h"
#include "compile/mpi.h"

struct compilers {
    const char *cc, *cxx, *fc; /* clang-19, clang++-19, flang-new-19, or the user's choice */
};

struct command_builder {
    struct arena arena;
    const struct line *line;
    enum language front; /* language of the wrapper: C, C++ or Fortran */
    struct compilers compilers;
    struct mpi_flags mpi;
    bool embed;         /* objects get their bitcode */
    const char **notes; /* options that were left out, each once: "dropped -fxyz: ..." */
    size_t note_count;
};

/* Files to link in place of an input of the line. */
struct command_input {
    const char **paths; /* NULL: the input itself */
    size_t path_count;
    bool keep; /* link the input itself too, after them */
    bool left_out;
};

/* Returns the whole line, for one compiler. */
char **command_whole(struct command_builder *builder);

/* Returns the command that compiles one source (the word with this number) to an object. */
char **command_object(struct command_builder *builder, size_t word, const char *object);

/* Returns the command that compiles one source to a file of bitcode, for the analysis alone. It
 * writes Fortran modules that the source defines into the directory `modules`, where the others
 * find them. */
char **command_bitcode(struct command_builder *builder, size_t word, const char *bitcode,
                       const char *modules);

/* Returns the command of the link alone. `inputs` is by word of the line; `extra` goes before them
 * all. */
char **command_link(struct command_builder *builder, const struct command_input *inputs,
                    const char *const *extra, size_t extra_count);

/* Says whether flang compiles the source. */
bool command_is_fortran(const struct command_builder *builder, const struct line_word *word);

#endif
