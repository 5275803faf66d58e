/* options.h: the one table of verbs and options, and everything made from it.
 *
 * A verb says in a `struct command` what it is called and which options it takes. From these
 * tables come: parsing, --help, "did you mean", shell completion and the option part of the manual
 * pages. Values come from the flag, then from the environment (TUTTI_TIME_LIMIT for --time-limit),
 * then from `.tutti.conf` (`time-limit = 10`, or under a `[trace]` heading for one verb only), then
 * from the table. An unknown name in any of them is an error that suggests the nearest known one.
 *
 * - The verb comes first. An option that is given twice has its last value. Long names are not
 *   abbreviated. `-h` and `--help`, `--version` and the verb `help` belong to every grammar.
 * - A TUTTI_ variable is known if any verb has the option, and applies to the verbs that have it.
 *   An empty one is as good as none. TUTTI_NO_INSTALL and TUTTI_GUEST_* mean something else and
 *   are passed over.
 * - In .tutti.conf `#` starts a comment, at the start of a line or behind white space. Above the
 *   first heading stands what applies to every verb that has the option; what stands under the
 *   heading of a verb goes before it, and may only be an option of that verb.
 * - A .tutti.conf counts as far as trust.h says.
 */
#ifndef TUTTI_BASE_OPTIONS_OPTIONS_H
#define TUTTI_BASE_OPTIONS_OPTIONS_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

enum option_kind {
    OPTION_FLAG,    /* --quiet; --no-quiet takes it back; in the environment 1/0, yes/no, on/off */
    OPTION_NUMBER,  /* whole number between minimum and maximum */
    OPTION_SECONDS, /* decimal number of seconds, also 500ms, 2m, 1h; 0 is no limit */
    OPTION_TEXT,
    OPTION_CHOICE,    /* one of choices */
    OPTION_FILE,      /* a path; completion offers files */
    OPTION_DIRECTORY, /* a path; completion offers directories */
};

/* Whether a project's .tutti.conf may set an option of which the user knows nothing. Each option
 * says it: an undecided one breaks the table. */
enum option_effect {
    EFFECT_UNDECIDED,
    EFFECT_HARMLESS,
    EFFECT_TRUSTED, /* executes something, or decides what is written, ended or let in: only in a
                       file that the user allowed by `tutti trust` */
};

struct option {
    const char *name; /* long name without dashes; NULL ends a table */
    char letter;      /* short name, or 0 */
    enum option_kind kind;
    enum option_effect effect;
    const char *argument;  /* what --help calls the value: "FILE" */
    const char *choices;   /* "auto|always|never", for OPTION_CHOICE */
    const char *initial;   /* the value where none is given, as text; NULL is "not given" */
    long minimum, maximum; /* of a number or of seconds; maximum 0: no upper limit; both 0: any
                              number, and any seconds from 0 */
    bool off;              /* of a number: "off" says 0 */
    const char *(*words)(size_t number); /* of a text: a list with commas, of which completion
                                            offers these; NULL behind the last */
    const char *help;                    /* one sentence, no final stop */
};

/* What stands behind the options of a verb. */
enum operands {
    OPERANDS_NONE,
    OPERANDS_ANY,     /* tutti report [FILE...] */
    OPERANDS_ONE,     /* tutti explain RULE */
    OPERANDS_PROGRAM, /* tutti trace [options] -- PROGRAM [ARGUMENTS]; the "--" may be left out
                         when the program does not start with a dash; options end at the program */
    OPERANDS_PROGRAM_OR_NONE, /* the same, or nothing: tutti watch --pid=123 */
};

struct command {
    const char *name;
    const char *summary;     /* a few words, for the list of verbs */
    const char *synopsis;    /* "[options] -- LAUNCHER... PROGRAM [ARGUMENTS]" */
    const char *description; /* paragraphs for --help and the manual, separated by empty lines;
                                lines that start with a space are kept as they are */
    enum operands operands;
    const char *(*words)(size_t number); /* operands that completion offers, instead of files; NULL
                                            behind the last */
    const struct option *options; /* own ones; the common ones of the grammar apply as well */
    bool unconfigured;            /* reads no .tutti.conf: trust, which decides about them */
};

/* All of the command line: NULL-terminated list of verbs, and the options that every verb has. */
struct grammar {
    const struct command *const *commands;
    const struct option *common;
};

struct options; /* the values of one command line */

/* Reads a command line (argv[0] is the command itself), `environment` (as environ; NULL: none) and
 * the file `configuration` (NULL: none). Asks for help or version are no errors: see below; what
 * stands behind them, the environment and the file are then not read.
 * The options point into argv and the environment, which must outlive them. */
int options_parse(const struct grammar *grammar, int argc, char *const *argv,
                  char *const *environment, const char *configuration, struct options **options,
                  struct error *error);
void options_free(struct options *options);

/* What of the configuration file does not count, why and what to do: a sentence, or NULL. */
const char *options_ignored(const struct options *options);

/* What was asked for: the verb (NULL: none named), --help, --version. */
const struct command *options_command(const struct options *options);
bool options_help(const struct options *options);
bool options_version(const struct options *options);

/* The value of an option by its long name: false or 0 if it is not given and the table has none.
 * Asking for a name that the verb does not have, or as the wrong kind, is a broken invariant:
 * abort(). Without a verb there are the common options. */
bool options_flag(const struct options *options, const char *name);
long options_number(const struct options *options, const char *name);
double options_seconds(const struct options *options, const char *name);
const char *options_text(const struct options *options, const char *name); /* NULL: not given */
bool options_given(const struct options *options, const char *name); /* by flag, env or file */

/* The first word behind the program if it is an option of the verb by its name, and no "--" says
 * that it is the program's own; NULL: it is not. */
const char *options_misplaced(const struct options *options);

/* The operands, NULL-terminated as in argv. */
char *const *options_operands(const struct options *options, size_t *count);

/* The configuration file that applies in `directory`: the nearest .tutti.conf in it or above it,
 * not above a directory that holds .git, whosever it is. NULL if there is none; the caller frees
 * it. */
char *options_find_configuration(const char *directory);

/* Views of the tables. `command` NULL is the overview of all verbs. */
void options_print_help(const struct grammar *grammar, const struct command *command,
                        struct text *out);
void options_print_bash_completion(const struct grammar *grammar, struct text *out);
void options_print_zsh_completion(const struct grammar *grammar, struct text *out);
void options_print_fish_completion(const struct grammar *grammar, struct text *out);
/* The OPTIONS section of a manual page, in scdoc's language. */
void options_print_manual(const struct grammar *grammar, const struct command *command,
                          struct text *out);

/* The options that need `tutti trust`, as "verb option", one per line; common ones without a verb.
 */
void options_print_trusted(const struct grammar *grammar, struct text *out);

/* The name among `count` names that is nearest to `word` by edit distance, or NULL if none is near
 * enough to be meant. */
const char *options_nearest(const char *word, const char *const *names, size_t count);

#endif
