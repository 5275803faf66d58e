/* launcher_syntax.h: which words of a command line belong to options, for the launchers and for
 * the commands that people put before a program (numactl, valgrind, gdb --args, ...).
 *
 * Only what is needed to find the program: how many values an option takes, and the few options
 * whose meaning matters to Tutti.
 */
#ifndef TUTTI_LAUNCH_LAUNCHER_SYNTAX_H
#define TUTTI_LAUNCH_LAUNCHER_SYNTAX_H

#include "launch/launcher.h"

#include <stdbool.h>
#include <stddef.h>

enum option_use {
    USE_NOTHING,
    USE_RANKS,     /* the value is a number of ranks */
    USE_MAPPING,   /* says where ranks go, or whether cores may be shared */
    USE_HOSTS,     /* says which machines run ranks */
    USE_PARAMETER, /* NAME VALUE: an MCA parameter */
    USE_DIRECTORY, /* the value is where the program will run */
    USE_PATH,      /* the value is where the program may be looked for */
    USE_PROGRAMS,  /* the programs are in a file */
    USE_VARIABLE,  /* sets an environment variable: NAME=VALUE, or NAME VALUE */
    USE_EXPORT,    /* srun --export=A=1,B=2 */
    USE_CLEAR,     /* env -i: the environment of the program is emptied */
    USE_UNSET,     /* env -u NAME */
};

enum option_style {
    STYLE_GETOPT, /* -n4, -lu, --ntasks=4, --ntasks 4, unique beginnings of long names */
    STYLE_DASHES, /* -np 4 and --np 4 alike, whole names only */
    STYLE_HYDRA,  /* the same, upper and lower case alike, -env NAME=VALUE as one word */
};

/* Options that are read alike; `names` without dashes, separated by spaces. */
struct option_group {
    const char *names; /* NULL ends a table */
    int values;        /* words behind it; -1: a value only within the word (--nice=5) */
    enum option_use use;
};

struct command_syntax {
    const char *names; /* of the command; separated by spaces */
    enum option_style style;
    int operands; /* words before the program that are no options: taskset MASK; -1: perhaps one */
    const struct option_group *options;
};

/* An option found in the words. */
struct option_match {
    enum option_use use;
    const char *value; /* the first one, wherever it stands; NULL: none */
    const char *second;
    size_t words; /* the option and its values */
};

const struct command_syntax *launcher_syntax(enum launcher_kind kind);

/* The syntax of a command that runs the program given to it; NULL: it is none. */
const struct command_syntax *wrapper_syntax(const char *name);

/* The option at words[0] of `count` words. False: the syntax does not know it; then `words` is 1.
 */
bool option_match(const struct command_syntax *syntax, char *const *words, size_t count,
                  struct option_match *match);

/* Whether `word` is one of the names in a list separated by spaces. */
bool name_in_list(const char *word, size_t length, const char *names);

#endif
