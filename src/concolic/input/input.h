/* input.h: what a test gives to the program: arguments, standard input, files, marked values,
 * ranks, and what messages they take where MPI leaves that open.
 *
 * An input is complete: whoever has it can run the program as it is, with mpiexec and no Tutti, but
 * for the choices of a schedule.
 * Files, standard input and the environment are kept only where they differ from the user's own.
 */
#ifndef TUTTI_CONCOLIC_INPUT_INPUT_H
#define TUTTI_CONCOLIC_INPUT_INPUT_H

#include "base/bytes.h"
#include "base/text.h"
#include "concolic/path/trace.h"
#include "concolic/solver/solver.h"
#include "world/exploration.h"

enum {
    INPUT_FILE_MAX = 16 << 20,  /* bytes of a file that is changed */
    INPUT_COPY_MAX = 64 << 10,  /* bytes of a file that a test has a copy of, not a link to */
    INPUT_COPIES_MAX = 1 << 20, /* of all of them */
    INPUT_WORDS_MORE = 16,      /* that a test appends to the arguments, at most */
};

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
    /* Script of the schedule; from its end on first alternatives are taken. */
    struct choice *choices;
    size_t choice_count;
    bool loose; /* the script is of another input, and followed as far as it goes */
};

/* What the user's own command reads, and where a test runs instead. */
struct input_originals {
    const char *directory; /* absolute: where relative paths are found */
    const char *input;     /* the file that is its standard input; NULL: none */
    const char *laid_out;  /* absolute: the directory that tests run in */
    const char *results;   /* of the search, which no test sees; NULL: none */
};

/* The bytes hold no addresses: they may be kept. Behind those that are there. */
void input_write(const struct input *input, struct bytes *bytes);
/* -1: damaged, or at most what INPUT's own limits allow. Nothing is to be freed then. */
int input_read(struct reader *reader, struct input *input, struct error *error);
void input_free(struct input *input);

const struct input_file *input_find(const struct input *input, const char *path);

/* How many arguments, files, marks, ranks and schedules differ. */
size_t input_distance(const struct input *one, const struct input *other);

/* The input of the trace with the model's values in it: numbers written where their text stood, in
 * the same format, everything else byte for byte. Rank and number of ranks follow the most recently
 * changed value (paper, III-C, III-D). Its schedule is that of the trace, loosely. -1: a file
 * cannot be read, with a sentence; there is nothing to be freed. */
int input_apply(const struct input *of, const struct trace *trace, const struct solver_model *model,
                const struct input_originals *originals, struct input *result, struct error *error);

/* What the program reads without Tutti at the path of an input's file, "-" for its standard input;
 * to be freed. NULL: it cannot be read, or is too large. */
char *input_read_original(const struct input_originals *originals, const char *path, size_t *length,
                          struct error *error);

/* The text of a variable's value, in the format of the text that it replaces. */
char *input_number_text(struct arena *arena, const struct symbolic_variable *variable,
                        uint64_t value, const char *old, size_t length);

/* The text of a word (SYMBOLIC_WORD) in the input of the trace; NULL: it is not there any more. */
const char *input_word(const struct input *of, const struct trace *trace,
                       const struct symbolic_variable *variable,
                       const struct input_originals *originals, struct arena *arena);

/* What a test that is laid out is started with. */
struct input_place {
    struct arena arena;
    const char **arguments;   /* NULL-terminated; paths that would lead elsewhere are changed */
    const char **environment; /* NULL-terminated, "NAME=value": to be set besides what there is */
    const char *input;        /* file for standard input */
};

/* Makes the directory that the program runs in: the files of the input, small files of the user's
 * directory as copies, because the program may write to them, and links to all else. It is emptied
 * first. The place is to be freed, also after an error. */
int input_lay_out(const struct input *input, const struct input_originals *originals,
                  struct input_place *place, struct error *error);
void input_place_free(struct input_place *place);

/* For a person: the command line, quoted for the shell, with environment and standard input. */
void input_describe(const struct input *input, struct text *out);
/* "n = 5" */
void input_describe_mark(const struct symbolic_mark *mark, struct text *out);
/* ...and what is new in its files: ", `columns 1` in line 1 of grid.in". */
void input_describe_changes(const struct input *input, const struct input_originals *originals,
                            struct text *out);

#endif
