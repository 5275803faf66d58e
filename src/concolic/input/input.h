/* input.h: everything that a test gives to the program: arguments, standard input, files, marked
 * values, ranks, and the messages to match where MPI leaves that open.
 *
 * An input is complete. It can be run with mpiexec and without Tutti, except for the choices of a
 * schedule. Files, standard input and the environment are kept only where they differ from the
 * user's own.
 */
#ifndef TUTTI_CONCOLIC_INPUT_INPUT_H
#define TUTTI_CONCOLIC_INPUT_INPUT_H

#include "base/bytes.h"
#include "base/text.h"
#include "concolic/path/trace.h"
#include "concolic/solver/solver.h"
#include "world/choice/exploration.h"

enum {
    INPUT_FILE_MAX = 16 << 20,  /* largest file that is changed, in bytes */
    INPUT_COPY_MAX = 64 << 10,  /* largest file that a test copies rather than links to, in bytes */
    INPUT_COPIES_MAX = 1 << 20, /* the same, for all copies together */
    INPUT_WORDS_MORE = 16,      /* limit on words that a test appends to the arguments */
};

struct input_file {
    const char *path; /* as the program opens it; "-": standard input; "$NAME": environment */
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
    /* Script of the schedule; after its end, the first alternatives are taken. */
    struct choice *choices;
    size_t choice_count;
    bool loose; /* the script was made for another input, and is followed as far as possible */
};

/* Where the user's own files are, and where a test runs instead. */
struct input_originals {
    const char *directory; /* absolute; relative paths start here */
    const char *input;     /* file for standard input; NULL: none */
    const char *laid_out;  /* absolute; tests run in this directory */
    const char *results;   /* results of the search, hidden from tests; NULL: none */
};

/* Appends the input to the bytes. They hold no addresses, so they may be kept. */
void input_write(const struct input *input, struct bytes *bytes);
/* Reads an input. Returns -1 if the bytes are damaged, or exceed the limits above; then there is
 * nothing to free. */
int input_read(struct reader *reader, struct input *input, struct error *error);
void input_free(struct input *input);

const struct input_file *input_find(const struct input *input, const char *path);

/* Returns whether the path may lead out of the directory that it is in. No file of an input has
 * such a path: it would be written outside the test. */
bool input_leads_up(const char *path);

/* Returns the number of arguments, files, marks, ranks and schedules that differ. */
size_t input_distance(const struct input *one, const struct input *other);

/* Makes the input of the trace with the model's values in it. Numbers replace their text, in the
 * same format; everything else stays byte for byte. Rank and number of ranks follow the value that
 * changed last (paper, III-C, III-D). Its schedule is that of the trace, followed loosely. Returns
 * -1, with a sentence, if a file cannot be read; then there is nothing to free. */
int input_apply(const struct input *of, const struct trace *trace, const struct solver_model *model,
                const struct input_originals *originals, struct input *result, struct error *error);

/* Reads the file that the program would read without Tutti at the path of an input's file ("-" for
 * standard input). The caller frees the bytes. NULL: the file cannot be read, or is too large. */
char *input_read_original(const struct input_originals *originals, const char *path, size_t *length,
                          struct error *error);

/* Writes a variable's value in the format of the text that it replaces. */
char *input_number_text(struct arena *arena, const struct symbolic_variable *variable,
                        uint64_t value, const char *old, size_t length);

/* Returns the text of a word (SYMBOLIC_WORD) in the input of the trace; NULL if it is no longer
 * there. */
const char *input_word(const struct input *of, const struct trace *trace,
                       const struct symbolic_variable *variable,
                       const struct input_originals *originals, struct arena *arena);

/* Arguments, environment and standard input for a test that is laid out. */
struct input_place {
    struct arena arena;
    const char **arguments;   /* NULL-terminated; paths that would lead elsewhere are adapted */
    const char **environment; /* NULL-terminated, "NAME=value", added to the existing ones */
    const char *input;        /* file for standard input */
};

/* Makes the directory that the program runs in, emptied first: the files of the input; copies of
 * small files of the user's directory, because the program may write to them; links to everything
 * else. The place must be freed, also after an error. */
int input_lay_out(const struct input *input, const struct input_originals *originals,
                  struct input_place *place, struct error *error);
void input_place_free(struct input_place *place);

/* Writes the command line for a person, quoted for the shell, with environment and standard input.
 */
void input_describe(const struct input *input, struct text *out);
/* Writes "n = 5". */
void input_describe_mark(const struct symbolic_mark *mark, struct text *out);
/* Writes the changes in its files: ", `columns 1` in line 1 of grid.in". */
void input_describe_changes(const struct input *input, const struct input_originals *originals,
                            struct text *out);

#endif
