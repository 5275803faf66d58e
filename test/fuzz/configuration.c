/* configuration.c: .tutti.conf, and the same lines as a command line and as an environment. */
#include "base/options/options.h"
#include "fuzz.h"

#include <stdlib.h>

static const struct option common[] = {{.name = "json",
                                        .kind = OPTION_FILE,
                                        .effect = EFFECT_HARMLESS,
                                        .argument = "FILE",
                                        .help = "write JSON"},
                                       {.name = "color",
                                        .kind = OPTION_CHOICE,
                                        .effect = EFFECT_HARMLESS,
                                        .choices = "auto|always|never",
                                        .initial = "auto",
                                        .help = "colour"},
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
                                       {0}};
static const struct option own[] = {{.name = "ranks",
                                     .letter = 'n',
                                     .kind = OPTION_NUMBER,
                                     .effect = EFFECT_HARMLESS,
                                     .minimum = 1,
                                     .maximum = 64,
                                     .help = "how many"},
                                    {.name = "seed",
                                     .kind = OPTION_NUMBER,
                                     .effect = EFFECT_HARMLESS,
                                     .off = true,
                                     .help = "any number"},
                                    {.name = "pause",
                                     .kind = OPTION_SECONDS,
                                     .effect = EFFECT_HARMLESS,
                                     .minimum = 1,
                                     .maximum = 60,
                                     .help = "wait"},
                                    {.name = "rules",
                                     .letter = 'r',
                                     .kind = OPTION_TEXT,
                                     .effect = EFFECT_HARMLESS,
                                     .help = "which rules"},
                                    {0}};
static const struct command trace = {.name = "trace", .operands = OPERANDS_PROGRAM, .options = own};
static const struct command report = {.name = "report", .operands = OPERANDS_ANY};
static const struct command *const commands[] = {&report, &trace, NULL};
static const struct grammar grammar = {.commands = commands, .common = common};

static void parse(int argc, char *const *argv, char *const *environment, const char *file)
{
    struct options *options = NULL;
    struct error error;
    if (options_parse(&grammar, argc, argv, environment, file, &options, &error) != 0)
        return;
    options_seconds(options, "time-limit");
    options_misplaced(options);
    options_free(options);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t count;
    char tutti[] = "tutti", verb[] = "trace", program[] = "./app";
    char *const line[] = {tutti, verb, program, NULL};
    char **words = fuzz_words(data, size, &count);
    parse(3, line, NULL, fuzz_file(".tutti.conf", data, size));
    parse(3, line, words, NULL);
    parse((int)count, words, NULL, NULL);
    free(words);
    return 0;
}
