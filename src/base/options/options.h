/* options.h: the one table of verbs and options, and everything that is derived from it.
 *
 * A verb gives its name and its options in a `struct command`. From these tables come: parsing,
 * --help, "did you mean", shell completion and the option part of the manual pages. The value of an
 * option comes from the flag, else from the environment (TUTTI_TIME_LIMIT for --time-limit), else
 * from `.tutti.conf` (`time-limit = 10`, or below a `[trace]` heading for one verb only), else from
 * the table. An unknown name in any of them is an error that suggests the nearest known one.
 *
 * - The verb comes first. The last value of an option that is given twice counts. Long names cannot
 *   be abbreviated. `-h` and `--help`, `--version` and the verb `help` belong to every grammar.
 * - A TUTTI_ variable is known if any verb has the option, and applies to the verbs that have it.
 *   An empty variable counts as unset. TUTTI_NO_INSTALL and TUTTI_GUEST_* have other meanings and
 *   are ignored here.
 * - In .tutti.conf `#` starts a comment, at the start of a line or behind white space. Lines above
 *   the first heading apply to every verb that has the option. Lines below the heading of a verb
 *   have priority over them, and may set only options of that verb.
 * - trust.h decides which settings of a .tutti.conf count.
 */
#ifndef TUTTI_BASE_OPTIONS_OPTIONS_H
#define TUTTI_BASE_OPTIONS_OPTIONS_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

enum option_kind {
    OPTION_FLAG,    /* --quiet; --no-quiet turns it off; in the environment 1/0, yes/no, on/off */
    OPTION_NUMBER,  /* a whole number between minimum and maximum */
    OPTION_SECONDS, /* a decimal number of seconds, also 500ms, 2m, 1h; 0 is no limit */
    OPTION_TEXT,
    OPTION_CHOICE,    /* one of `choices` */
    OPTION_FILE,      /* a path; completion offers files */
    OPTION_DIRECTORY, /* a path; completion offers directories */
};

/* Whether a project's .tutti.conf may set an option without the user's knowledge. Each option must
 * state it: an undecided one is an error of the table. */
enum option_effect {
    EFFECT_UNDECIDED,
    EFFECT_HARMLESS,
    EFFECT_TRUSTED, /* the option executes something, or decides what is written, ended or let in:
                       it counts only in a file that the user allowed with `tutti trust` */
};

struct option {
    const char *name; /* long name without dashes; NULL ends a table */
    char letter;      /* short name, or 0 */
    enum option_kind kind;
    enum option_effect effect;
    const char *argument;  /* the name of the value in --help: "FILE" */
    const char *choices;   /* "auto|always|never", for OPTION_CHOICE */
    const char *initial;   /* the default value, as text; NULL: "not given" */
    long minimum, maximum; /* of a number or of seconds; maximum 0: no upper limit; both 0: any
                              number, or any seconds from 0 */
    bool off;              /* for a number: the word "off" stands for 0 */
    const char *(*words)(size_t number); /* for a text that is a list with commas: the words that
                                            completion offers; NULL behind the last */
    const char *help;                    /* one sentence without a final stop */
};

/* The words that may follow the options of a verb. */
enum operands {
    OPERANDS_NONE,
    OPERANDS_ANY,     /* tutti report [FILE...] */
    OPERANDS_ONE,     /* tutti explain RULE */
    OPERANDS_PROGRAM, /* tutti trace [options] -- PROGRAM [ARGUMENTS]; the "--" may be left out if
                         the program does not start with a dash; options end at the program */
    OPERANDS_PROGRAM_OR_NONE, /* the same, or nothing: tutti watch --pid=123 */
};

struct command {
    const char *name;
    const char *summary;     /* a few words, for the list of verbs */
    const char *synopsis;    /* "[options] -- LAUNCHER... PROGRAM [ARGUMENTS]" */
    const char *description; /* paragraphs for --help and the manual, separated by empty lines;
                                lines that start with a space stay as they are */
    enum operands operands;
    const char *(*words)(size_t number); /* the operands that completion offers instead of files;
                                            NULL behind the last */
    const struct option *options; /* its own options; the common ones of the grammar apply, too */
    bool unconfigured; /* it reads no .tutti.conf: `trust`, which decides about these files */
};

/* The whole command line: the NULL-terminated list of verbs, and the options that every verb
 * has. */
struct grammar {
    const struct command *const *commands;
    const struct option *common;
};

struct options; /* the values of one command line */

/* Reads a command line (argv[0] is the command itself), `environment` (as environ; NULL: none) and
 * the file `configuration` (NULL: none). A request for help or the version is no error; then the
 * rest of the line, the environment and the file are not read. The options point into argv and the
 * environment, which must outlive them. */
int options_parse(const struct grammar *grammar, int argc, char *const *argv,
                  char *const *environment, const char *configuration, struct options **options,
                  struct error *error);
void options_free(struct options *options);

/* Returns a sentence that says which settings of the configuration file do not count, why, and what
 * to do; NULL: all count. */
const char *options_ignored(const struct options *options);

/* Return what the user asked for: the verb (NULL: none was named), --help, --version. */
const struct command *options_command(const struct options *options);
bool options_help(const struct options *options);
bool options_version(const struct options *options);

/* Return the value of an option by its long name: false or 0 if it is not given and the table has
 * no default. The name must be an option of the verb (without a verb: a common option) and of this
 * kind; anything else is a bug in Tutti and calls abort(). */
bool options_flag(const struct options *options, const char *name);
long options_number(const struct options *options, const char *name);
double options_seconds(const struct options *options, const char *name);
const char *options_text(const struct options *options, const char *name); /* NULL: not given */
bool options_given(const struct options *options, const char *name);   /* by flag, env or file */
bool options_on_line(const struct options *options, const char *name); /* by flag */

/* Returns where the value comes from: "option --out", "variable TUTTI_OUT" or
 * "/project/.tutti.conf:3: out"; NULL: it is not given. */
const char *options_origin(const struct options *options, const char *name);

/* Returns the first word behind the program if it has the name of an option of the verb, and no
 * "--" marks it as the program's own; else NULL. */
const char *options_misplaced(const struct options *options);

/* Returns the operands, NULL-terminated as in argv. */
char *const *options_operands(const struct options *options, size_t *count);

/* Returns the path of the configuration file that applies in `directory`: the nearest .tutti.conf
 * in it or above it, but not above a directory that contains .git, whoever owns it. NULL if there
 * is none; the caller frees it. */
char *options_find_configuration(const char *directory);

/* Print views of the tables. With `command` NULL: the overview of all verbs. */
void options_print_help(const struct grammar *grammar, const struct command *command,
                        struct text *out);
void options_print_bash_completion(const struct grammar *grammar, struct text *out);
void options_print_zsh_completion(const struct grammar *grammar, struct text *out);
void options_print_fish_completion(const struct grammar *grammar, struct text *out);
/* Prints the OPTIONS section of a manual page, in scdoc's language. */
void options_print_manual(const struct grammar *grammar, const struct command *command,
                          struct text *out);

/* Prints the options that need `tutti trust`, as "verb option", one per line; common ones without a
 * verb. */
void options_print_trusted(const struct grammar *grammar, struct text *out);

/* Returns the name among `count` names that is nearest to `word` by edit distance, or NULL if none
 * is near enough to be meant. */
const char *options_nearest(const char *word, const char *const *names, size_t count);

#endif
