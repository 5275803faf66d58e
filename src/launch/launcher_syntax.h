/* launcher_syntax.h: knows which words of a command line belong to options, for the launchers and
 * for the commands that users put before a program (numactl, valgrind, gdb --args, ...).
 *
 * The tables contain only what is needed to find the program: how many values an option takes, and
 * the few options whose meaning matters to Tutti.
 */
#ifndef TUTTI_LAUNCH_LAUNCHER_SYNTAX_H
#define TUTTI_LAUNCH_LAUNCHER_SYNTAX_H

#include "launch/launcher.h"

#include <stdbool.h>
#include <stddef.h>

enum option_use {
    USE_NOTHING,
    USE_RANKS,     /* the value is a number of ranks */
    USE_MAPPING,   /* the option says where to place ranks, or whether ranks may share cores */
    USE_HOSTS,     /* the option says which machines run ranks */
    USE_PARAMETER, /* NAME VALUE: an MCA parameter */
    USE_DIRECTORY, /* the value is the directory in which the program will run */
    USE_PATH,      /* the value is a directory in which to look for the program */
    USE_PROGRAMS,  /* the programs are listed in a file */
    USE_VARIABLE,  /* the option sets an environment variable: NAME=VALUE, or NAME VALUE */
    USE_EXPORT,    /* srun --export=A=1,B=2 */
    USE_CLEAR,     /* env -i: the environment of the program is emptied */
    USE_UNSET,     /* env -u NAME */
};

enum option_style {
    STYLE_GETOPT, /* -n4, -lu, --ntasks=4, --ntasks 4, unique prefixes of long names */
    STYLE_DASHES, /* -np 4 and --np 4 mean the same, whole names only */
    STYLE_HYDRA,  /* the same, names in upper or lower case, -env NAME=VALUE as one word */
};

/* Options with the same syntax; `names` without dashes, separated by spaces. */
struct option_group {
    const char *names; /* NULL ends a table */
    int values; /* number of words that follow it; -1: a value only within the word (--nice=5) */
    enum option_use use;
};

struct command_syntax {
    const char *names; /* names of the command, separated by spaces */
    enum option_style style;
    int operands; /* number of words before the program that are no options: taskset MASK; -1: none
                     or one */
    const struct option_group *options;
};

/* An option found in the words. */
struct option_match {
    enum option_use use;
    const char *value; /* the first value, within the word or behind it; NULL: none */
    const char *second;
    size_t words; /* number of words: the option and its values */
};

const struct command_syntax *launcher_syntax(enum launcher_kind kind);

/* Returns the syntax of a command that runs the program in its arguments; NULL: it is no such
 * command. */
const struct command_syntax *wrapper_syntax(const char *name);

/* Finds the option at words[0] of `count` words. Returns false if the syntax does not know it; then
 * `words` is 1. */
bool option_match(const struct command_syntax *syntax, char *const *words, size_t count,
                  struct option_match *match);

/* Returns whether `word` is one of the names in a list separated by spaces. */
bool name_in_list(const char *word, size_t length, const char *names);

#endif
