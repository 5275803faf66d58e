/* input.h: what a test gives to the program: arguments, standard input, files, marked values,
 * ranks.
 *
 * An input is complete: whoever has it can run the program as it is, with mpiexec and no Tutti.
 * Files and standard input are kept only where they differ from the user's own.
 */
#ifndef TUTTI_CONCOLIC_INPUT_H
#define TUTTI_CONCOLIC_INPUT_H

#include "concolic/solver.h"
#include "concolic/trace.h"

struct input_file {
    const char *path; /* as the program opens it; "-": standard input; "$NAME": the environment */
    const char *bytes;
    size_t length;
};

struct input {
    struct arena arena;
    const char **arguments; /* NULL-terminated, [0] is the program */
    size_t argument_count;
    struct input_file *files;
    size_t file_count;
    struct symbolic_mark *marks;
    size_t mark_count;
    int ranks, focus;
};

/* As bytes, and back; -1: damaged. */
void input_write(const struct input *input, struct text *bytes);
int input_read(const void *bytes, size_t length, struct input *input, struct error *error);
void input_free(struct input *input);

/* The input of the trace with the model's values in it: numbers written where their text stood, in
 * the same format, everything else byte for byte. Rank and number of ranks follow the most recently
 * changed value (paper, III-C, III-D). `originals` is where relative paths are found. */
int input_apply(const struct input *of, const struct trace *trace, const struct solver_model *model,
                const char *originals, struct input *result, struct error *error);

/* Makes the directory that the program runs in: links to what the user's has, and the files. */
int input_lay_out(const struct input *input, const char *originals, const char *directory,
                  struct error *error);

#endif
