/* verb.h: what a verb is to the command: a description for the option tables, and a function.
 *
 * One file per verb defines one `const struct verb verb_<name>`; main.c lists them. `run` prints
 * its results on stdout and returns the exit code of the command.
 */
#ifndef TUTTI_CMD_VERB_H
#define TUTTI_CMD_VERB_H

#include "base/error.h"
#include "base/log.h"
#include "base/options/options.h"

/* Exit codes that are not the kind of an error (error.h). */
enum { EXIT_CLEAN = 0, EXIT_FINDINGS = 1, EXIT_BUDGET = 4 };

struct context {
    struct log log;     /* stderr, as --quiet, --verbose and --color want it */
    bool color;         /* whether stdout gets colours */
    char *const *words; /* the command line, as given */
    double start;       /* time of its start, by clock_seconds(); --time-limit counts from it */
};

struct verb {
    struct command command;
    int (*run)(const struct context *context, const struct options *options);
};

/* --cc, --cxx and --fc, for the verbs that compile; each `origin` names another place where the
 * user may name the compiler. */
#define VERB_OPTION_COMPILER(option, metavariable, program, initially, language, origin) \
    {.name = option,                                                                     \
     .kind = OPTION_FILE,                                                                \
     .effect = EFFECT_TRUSTED,                                                           \
     .argument = metavariable,                                                           \
     .initial = initially,                                                               \
     .help = "the compiler for " language origin "; a " program " " TUTTI_LLVM}
#define VERB_OPTIONS_COMPILERS(origin_cc, origin_cxx, origin_fc)                                   \
    VERB_OPTION_COMPILER("cc", "CLANG", "clang", "clang-" TUTTI_LLVM, "C", origin_cc),             \
        VERB_OPTION_COMPILER("cxx", "CLANG", "clang++", "clang++-" TUTTI_LLVM, "C++", origin_cxx), \
        VERB_OPTION_COMPILER("fc", "FLANG", "flang", TUTTI_FLANG, "Fortran", origin_fc)

/* -j, for the verbs that do several things at once. */
#define VERB_OPTION_JOBS(things) \
    {.name = "jobs",             \
     .letter = 'j',              \
     .kind = OPTION_NUMBER,      \
     .effect = EFFECT_HARMLESS,  \
     .argument = "N",            \
     .initial = "0",             \
     .minimum = 0,               \
     .maximum = 4096,            \
     .help = "how many " things " at once; 0: as many as there are cores"}

/* --time-limit of all verbs, and of those that run real jobs: there it would end what the user of a
 * project wants to run to its end. */
#define VERB_OPTION_TIME_LIMIT_AS(trust, sentence) \
    {.name = "time-limit",                         \
     .kind = OPTION_SECONDS,                       \
     .effect = trust,                              \
     .argument = "SECONDS",                        \
     .initial = "0",                               \
     .help = sentence}
#define VERB_OPTION_TIME_LIMIT(sentence)     VERB_OPTION_TIME_LIMIT_AS(EFFECT_HARMLESS, sentence)
#define VERB_OPTION_JOB_TIME_LIMIT(sentence) VERB_OPTION_TIME_LIMIT_AS(EFFECT_TRUSTED, sentence)

/* Prints the error and returns its exit code. */
int verb_fail(const struct context *context, const struct error *error);

extern const struct verb verb_cc;
extern const struct verb verb_ci;
extern const struct verb verb_check;
extern const struct verb verb_cxx;
extern const struct verb verb_doctor;
extern const struct verb verb_explain;
extern const struct verb verb_fc;
extern const struct verb verb_guard;
extern const struct verb verb_watch;
extern const struct verb verb_probe;
extern const struct verb verb_replay;
extern const struct verb verb_report;
extern const struct verb verb_run;
extern const struct verb verb_test;
extern const struct verb verb_trace;
extern const struct verb verb_trust;
extern const struct verb verb_verify;

#endif
