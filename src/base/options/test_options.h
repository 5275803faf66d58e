/* test_options.h: a small grammar with an option of every kind, and ways to try command lines on
 * it. For test_options.c and test_options_conf.c. */
#ifndef TUTTI_BASE_OPTIONS_TEST_OPTIONS_H
#define TUTTI_BASE_OPTIONS_TEST_OPTIONS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/options/options.h"

static const struct option common[] = {{.name = "json",
                                        .kind = OPTION_FILE,
                                        .effect = EFFECT_HARMLESS,
                                        .argument = "FILE",
                                        .help = "write JSON"},
                                       {.name = "color",
                                        .kind = OPTION_CHOICE,
                                        .effect = EFFECT_HARMLESS,
                                        .argument = "WHEN",
                                        .choices = "auto|always|never",
                                        .initial = "auto",
                                        .help = "colour the output"},
                                       {.name = "quiet",
                                        .letter = 'q',
                                        .kind = OPTION_FLAG,
                                        .effect = EFFECT_HARMLESS,
                                        .help = "say less"},
                                       {.name = "time-limit",
                                        .kind = OPTION_SECONDS,
                                        .effect = EFFECT_HARMLESS,
                                        .initial = "1.5",
                                        .help = "stop then"},
                                       {.name = "out",
                                        .letter = 'o',
                                        .kind = OPTION_DIRECTORY,
                                        .effect = EFFECT_HARMLESS,
                                        .help = "leave results here"},
                                       {0}};

static const struct option trace_options[] = {
    {.name = "ranks",
     .letter = 'n',
     .kind = OPTION_NUMBER,
     .effect = EFFECT_HARMLESS,
     .initial = "4",
     .minimum = 1,
     .maximum = 64,
     .help = "how many ranks"},
    {.name = "seed", .kind = OPTION_NUMBER, .effect = EFFECT_HARMLESS, .help = "any number"},
    {.name = "depth",
     .kind = OPTION_NUMBER,
     .effect = EFFECT_HARMLESS,
     .minimum = 1,
     .help = "at least one"},
    {.name = "pause",
     .kind = OPTION_SECONDS,
     .effect = EFFECT_HARMLESS,
     .minimum = 1,
     .maximum = 60,
     .help = "wait"},
    {.name = "stacks",
     .letter = 's',
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .initial = "yes",
     .help = "show stacks"},
    {.name = "rules",
     .letter = 'r',
     .kind = OPTION_TEXT,
     .effect = EFFECT_HARMLESS,
     .help = "which rules"},
    {.name = "command",
     .kind = OPTION_TEXT,
     .effect = EFFECT_TRUSTED,
     .argument = "COMMAND",
     .help = "execute it"},
    {0}};

static const struct option report_options[] = {
    {.name = "open", .kind = OPTION_FLAG, .effect = EFFECT_HARMLESS, .help = "show it"},
    {.name = "json",
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help = "goes before the common option"},
    {0}};

static const struct command trace = {.name = "trace",
                                     .summary = "print calls",
                                     .synopsis = "[options] -- PROGRAM [ARGUMENTS]",
                                     .operands = OPERANDS_PROGRAM,
                                     .options = trace_options};
static const struct command report = {.name = "report",
                                      .summary = "render",
                                      .synopsis = "[options] [FILE...]",
                                      .operands = OPERANDS_ANY,
                                      .options = report_options};
static const struct command explain = {.name = "explain",
                                       .summary = "explain a rule",
                                       .synopsis = "[options] RULE",
                                       .operands = OPERANDS_ONE};
static const struct command doctor = {.name = "doctor", .operands = OPERANDS_NONE};
static const struct command *const commands[] = {&doctor, &explain, &report, &trace, NULL};
static const struct grammar grammar = {.commands = commands, .common = common};

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define LINE(...)  WORDS("tutti", __VA_ARGS__)

static inline int parse_all(const char *const *line, const char *const *environment,
                            const char *file, struct options **options, struct error *error)
{
    int argc = 0;
    while (line[argc])
        argc++;
    *options = NULL;
    *error = (struct error){0};
    return options_parse(&grammar, argc, (char *const *)line, (char *const *)environment, file,
                         options, error);
}

/* Returns options that must be valid; the caller frees them. */
static inline struct options *good(const char *const *line, const char *const *environment,
                                   const char *file)
{
    struct options *options = NULL;
    struct error error = {0};
    if (parse_all(line, environment, file, &options, &error) != 0)
        fail_msg("%s", error.text);
    return options;
}

static inline void expect_error(const char *const *line, const char *const *environment,
                                const char *file, const char *sentence)
{
    struct options *options = NULL;
    struct error error = {0};
    if (parse_all(line, environment, file, &options, &error) == 0)
        fail_msg("no error where this was expected: %s", sentence);
    assert_string_equal(error.text, sentence);
    assert_int_equal(error.kind, ERROR_USAGE);
    assert_null(options);
}

#define BAD(sentence, ...) expect_error(LINE(__VA_ARGS__), NULL, NULL, sentence)

#endif
