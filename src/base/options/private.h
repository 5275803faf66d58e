/* private.h: declarations that the files of this folder share. Other code includes options.h.
 *
 *   options.c        the command line, and the values that result from it
 *   conf.c           the environment and .tutti.conf
 *   value.c          one value, from its text
 *   names.c          finding names, and the nearest known name to an unknown one
 *   print.c          --help and the manual
 *   complete.c       completion for bash and zsh
 *   complete_fish.c  completion for fish
 */
#ifndef TUTTI_BASE_OPTIONS_PRIVATE_H
#define TUTTI_BASE_OPTIONS_PRIVATE_H

#include "base/memory.h"
#include "base/options/options.h"

/* The origin of a value. The greater source has priority; of the same source, the later value. So a
 * line below the heading of a verb has priority over a line for all verbs, which stands above all
 * headings. */
enum option_source {
    FROM_TABLE,
    FROM_FILE,
    FROM_ENVIRONMENT,
    FROM_FLAG,
};

struct option_value {
    const struct option *option;
    enum option_source source;
    const char *origin; /* the place that the value comes from, for a person */
    const char *text;   /* NULL: not given */
    bool flag;
    long number;
    double seconds;
};

struct options {
    struct arena arena;
    const struct command *command;
    bool help, version;
    bool closed;         /* by "--" */
    const char *ignored; /* which settings of the file do not count, and why; NULL: all count */
    struct option_value *values; /* one for each option of the verb */
    size_t value_count;
    char **operands;
    size_t operand_count;
};

/* A list of names, in which to look for the nearest. A zeroed struct is an empty list. */
struct names {
    struct arena arena;
    const char **list;
    size_t count;
};

/* Reads `text` as a value of the option, and keeps it unless a source of higher priority has given
 * one already. An error starts with `where`, the place that the text comes from. */
int options_assign(struct options *options, const struct option *option, const char *text,
                   enum option_source source, const char *where, struct error *error);

/* Read the environment and the configuration file, for a command line whose verb is known. */
int options_read_environment(const struct grammar *grammar, char *const *environment,
                             struct options *options, struct error *error);
int options_read_configuration(const struct grammar *grammar, const char *path,
                               struct options *options, struct error *error);

/* Sets the value's fields from the text. If the text is no valid value, fails with ERROR_USAGE. */
int option_read_value(const struct option *option, const char *text, const char *where,
                      struct option_value *value, struct error *error);

/* Return the smallest and the largest number that the option takes; LONG_MIN and LONG_MAX: no
 * limit. */
long option_minimum(const struct option *option);
long option_maximum(const struct option *option);

/* Returns the choices of an option, one string each. */
struct names option_choices(const struct option *option);

/* Returns the name of the value in --help. */
const char *option_argument(const struct option *option);

/* Returns whether completion offers --no-NAME: not for a flag whose name is negative already. */
bool option_offers_negated(const struct option *option);

/* Returns an option of a verb by number, its own first and then the common ones; NULL behind the
 * last. Leaves out a common option that the verb defines itself. `command` NULL: the common
 * ones. */
const struct option *grammar_option(const struct grammar *grammar, const struct command *command,
                                    size_t number);

/* Each returns NULL if there is none. */
const struct command *grammar_command(const struct grammar *grammar, const char *name);
const struct option *grammar_find(const struct grammar *grammar, const struct command *command,
                                  const char *name);
const struct option *grammar_find_letter(const struct grammar *grammar,
                                         const struct command *command, char letter);

void names_add(struct names *names, const char *name);
/* Adds the names of the verb's options; those of all verbs if `command` is NULL. */
void names_add_options(struct names *names, const struct grammar *grammar,
                       const struct command *command);
void names_add_commands(struct names *names, const struct grammar *grammar);
void names_free(struct names *names);

/* Adds "; did you mean <before><nearest>?" to the sentence, or "; <otherwise>" (NULL: nothing) if
 * no name is near. Always returns -1. */
int names_suggest(const struct names *names, const char *word, const char *before,
                  const char *otherwise, struct error *error);

/* A word of the user in quotes, ready to print: shortened if it is long, without control
 * characters. It is a value, so that it can be used as an argument: quote(word).text. */
struct quoted {
    char text[128];
};
struct quoted quote(const char *word);

#endif
