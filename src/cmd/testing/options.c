#include "cmd/testing/options.h"

#include "cmd/run.h"
#include "cmd/shared/build.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MEBIBYTE = 1024 * 1024, MILLISECONDS = 1000 };

/* Splits a list at its commas. */
static size_t options_split(struct arena *arena, const char *list, const char *const **parts)
{
    const char **words = NULL;
    size_t count = 0;
    while (list && *list) {
        size_t length = strcspn(list, ",");
        if (length > 0)
            *arena_push(arena, words, count) = arena_copy_bytes(arena, list, length);
        list += length + (list[length] == ',');
    }
    *parts = words;
    return count;
}

static int read_find(const char *list, struct test_settings *settings, struct error *error)
{
    static const struct {
        const char *name;
        enum concolic_find find;
    } all[] = {{"overflow", CONCOLIC_FIND_OVERFLOW},
               {"divide", CONCOLIC_FIND_DIVIDE},
               {"bounds", CONCOLIC_FIND_BOUNDS}};
    const char *const *words;
    size_t count = options_split(&settings->arena, list, &words), known = sizeof all / sizeof *all;
    for (size_t i = 0; i < count; i++) {
        size_t at = 0;
        if (count == 1 && strcmp(words[i], "none") == 0)
            return 0;
        while (at < known && strcmp(words[i], all[at].name) != 0)
            at++;
        if (at == known)
            return error_set(error, ERROR_USAGE,
                             "--find: '%s' is unknown; the list may contain overflow, divide and "
                             "bounds, or be none",
                             words[i]);
        settings->concolic.find |= all[at].find;
    }
    return 0;
}

/* Reads "NAME=MAX" or "NAME=MIN..MAX". */
static int read_cap(const char *word, struct arena *arena, struct solver_cap *cap,
                    struct error *error)
{
    const char *equals = strrchr(word, '=');
    char *end = NULL;
    *cap = (struct solver_cap){.lower = INT64_MIN};
    errno = 0;
    if (equals && equals > word) {
        cap->name = arena_copy_bytes(arena, word, (size_t)(equals - word));
        cap->upper = strtoll(equals + 1, &end, 10);
        if (end > equals + 1 && strncmp(end, "..", 2) == 0) {
            const char *second = end + 2;
            cap->lower = cap->upper;
            cap->upper = strtoll(second, &end, 10);
            end = end == second ? NULL : end;
        } else if (end == equals + 1) {
            end = NULL;
        }
    }
    if (!end || *end || errno)
        return error_set(error, ERROR_USAGE,
                         "--cap: '%s' is not NAME=MAX or NAME=MIN..MAX, with whole numbers", word);
    if (cap->lower > cap->upper)
        return error_set(error, ERROR_USAGE, "--cap: '%s' leaves no value", word);
    return 0;
}

static int read_caps(const char *list, struct test_settings *settings, struct error *error)
{
    const char *const *words;
    size_t count = options_split(&settings->arena, list, &words);
    struct solver_cap *caps = arena_alloc(&settings->arena, (count + 1) * sizeof *caps);
    for (size_t i = 0; i < count; i++)
        if (read_cap(words[i], &settings->arena, &caps[i], error) != 0)
            return -1;
    settings->concolic.solver.caps = caps;
    settings->concolic.solver.cap_count = count;
    return 0;
}

static int options_read_patterns(const char *list, struct test_settings *settings,
                                 struct error *error)
{
    struct concolic_options *concolic = &settings->concolic;
    concolic->pattern_count = options_split(&settings->arena, list, &concolic->patterns);
    if (concolic->pattern_count > SYMBOLIC_PATTERNS)
        return error_set(error, ERROR_USAGE, "--symbolic: there is room for %d patterns, not %zu",
                         SYMBOLIC_PATTERNS, concolic->pattern_count);
    for (size_t i = 0; i < concolic->pattern_count; i++) {
        const char *word = concolic->patterns[i];
        if (strncmp(word, "bytes:", 6) != 0 && strncmp(word, "env:", 4) != 0 && word[0] != '-')
            return error_set(error, ERROR_USAGE,
                             "--symbolic: '%s' is not bytes:FILE, env:NAME or -NAME", word);
        if (strlen(word) >= SYMBOLIC_PATH)
            return error_set(error, ERROR_USAGE, "--symbolic: '%s' is too long", word);
    }
    return 0;
}

/* Returns the choice; the words are in the order of the table below. */
static enum concolic_search read_search(const char *word)
{
    static const char *const names[] = {
        [CONCOLIC_AUTO] = "auto",       [CONCOLIC_DFS] = "dfs",
        [CONCOLIC_BOUNDED] = "bounded", [CONCOLIC_RANDOM] = "random",
        [CONCOLIC_UNIFORM] = "uniform", [CONCOLIC_CFG] = "cfg"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(word, names[i]) == 0)
            return (enum concolic_search)i;
    return CONCOLIC_AUTO;
}

/* Returns the limit of the solver; without a limit, a month. */
static unsigned solver_milliseconds(const struct options *options)
{
    const double month = 30.0 * 24 * 3600;
    double seconds = options_seconds(options, "solver-timeout");
    return (unsigned)((seconds > 0 && seconds < month ? seconds : month) * MILLISECONDS);
}

static struct concolic_options plain_values(const struct options *options)
{
    const char *input = options_text(options, "input");
    double limit = options_seconds(options, "execution-limit");
    return (struct concolic_options){
        .max_ranks = (int)options_number(options, "max-ranks"),
        .fixed_ranks = options_flag(options, "fixed-ranks"),
        .focus_all = strcmp(options_text(options, "focus"), "all") == 0,
        .processor_seconds = limit,
        .memory_bytes = (size_t)options_number(options, "memory-limit") * MEBIBYTE,
        .file_bytes = (size_t)options_number(options, "file-limit") * MEBIBYTE,
        .inputs = strcmp(input, "marked") != 0,
        .argument_bytes = strcmp(input, "bytes") == 0,
        .reduction = !options_flag(options, "no-reduction"),
        .cross = !options_flag(options, "no-cross"),
        .pace = !options_flag(options, "no-pace"),
        .two_way = !options_flag(options, "no-two-way"),
        .solver = {.milliseconds = solver_milliseconds(options),
                   .exact_floats = strcmp(options_text(options, "float"), "exact") == 0,
                   .tuning = !options_flag(options, "no-tune"),
                   .capping = !options_flag(options, "no-cap"),
                   .independence = !options_flag(options, "no-independence"),
                   .cache = !options_flag(options, "no-cache")},
        .search = read_search(options_text(options, "search")),
        .bound = (uint32_t)options_number(options, "bound"),
        .seed = (uint64_t)options_number(options, "seed"),
        .schedules = options_flag(options, "schedules")
                         ? (uint32_t)options_number(options, "schedule-limit")
                         : 0,
        .stop_at_first = options_flag(options, "stop-at-first"),
        .stall_seconds = options_seconds(options, "stall-limit"),
        .spread = {.workers = (int)options_number(options, "jobs"),
                   .resume = options_flag(options, "resume"),
                   .max_items = (uint64_t)options_number(options, "iterations")},
    };
}

int test_options_read(const struct options *options, struct test_settings *settings,
                      struct error *error)
{
    *settings = (struct test_settings){.concolic = plain_values(options)};
    struct solver_options *solver = &settings->concolic.solver;
    solver->untuned_count =
        options_split(&settings->arena, options_text(options, "untuned"), &solver->untuned);
    int failed = 0;
    if (settings->concolic.fixed_ranks)
        settings->concolic.max_ranks = (int)options_number(options, "ranks");
    if (options_given(options, "ranks") &&
        options_number(options, "ranks") > settings->concolic.max_ranks)
        failed = error_set(error, ERROR_USAGE, "-n %ld exceeds --max-ranks=%d",
                           options_number(options, "ranks"), settings->concolic.max_ranks);
    if (failed || read_find(options_text(options, "find"), settings, error) != 0 ||
        read_caps(options_text(options, "cap"), settings, error) != 0 ||
        options_read_patterns(options_text(options, "symbolic"), settings, error) != 0) {
        test_settings_free(settings);
        return -1;
    }
    return 0;
}

void test_settings_free(struct test_settings *settings)
{
    arena_free(&settings->arena);
    *settings = (struct test_settings){0};
}

const struct option test_options[] = {
    RUN_OPTIONS_WORLD_OF("4", "minimal|synchronising", "minimal", RUN_COLLECTIVES),
    BUILD_OPTIONS,
    {.name = "max-ranks",
     .kind = OPTION_NUMBER,
     .effect = EFFECT_HARMLESS,
     .argument = "N",
     .initial = "8",
     .minimum = 1,
     .maximum = WORLD_RANKS_MAX,
     .help = "limit on the ranks of a test; -n sets those of the first test"},
    {.name = "fixed-ranks",
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help = "keep the number of ranks and the focus rank of the first test"},
    {.name = "focus",
     .kind = OPTION_CHOICE,
     .effect = EFFECT_HARMLESS,
     .argument = "RANKS",
     .choices = "one|all",
     .initial = "one",
     .help = "follow the input in one rank of each test, or in all and through their messages"},
    {.name = "iterations",
     .kind = OPTION_NUMBER,
     .effect = EFFECT_HARMLESS,
     .argument = "N",
     .initial = "0",
     .minimum = 0,
     .maximum = LONG_MAX,
     .help = "stop after this many tests; 0: no limit"},
    {.name = "stall-limit",
     .kind = OPTION_SECONDS,
     .effect = EFFECT_HARMLESS,
     .argument = "SECONDS",
     .initial = "0",
     .help = "stop when nothing new was covered for this long; 0: never"},
    RUN_OPTION_STOP_AT_FIRST,
    {.name = "search",
     .kind = OPTION_CHOICE,
     .effect = EFFECT_HARMLESS,
     .argument = "HOW",
     .choices = "auto|dfs|bounded|random|uniform|cfg",
     .initial = "auto",
     .help = "which branch is tried next: the one that may cover most (auto), the deepest (dfs), "
             "the deepest above --bound (bounded), any branch (random), any path (uniform), the "
             "one nearest to code that was not run (cfg)"},
    {.name = "bound",
     .kind = OPTION_NUMBER,
     .effect = EFFECT_HARMLESS,
     .argument = "N",
     .initial = "0",
     .minimum = 0,
     .maximum = INT_MAX,
     .help = "how many conditions of a path --search=bounded considers; 0: as many as were seen"},
    {.name = "seed",
     .kind = OPTION_NUMBER,
     .effect = EFFECT_HARMLESS,
     .argument = "N",
     .initial = "0",
     .minimum = 0,
     .maximum = LONG_MAX,
     .help = "seed of --search=random and uniform"},
    {.name = "input",
     .kind = OPTION_CHOICE,
     .effect = EFFECT_HARMLESS,
     .argument = "WHAT",
     .choices = "numbers|marked|bytes",
     .initial = "numbers",
     .help = "what counts as input: numbers in arguments, standard input and files; only what the "
             "source marks (tutti.h); or numbers and each byte of the arguments"},
    {.name = "symbolic",
     .kind = OPTION_TEXT,
     .effect = EFFECT_HARMLESS,
     .argument = "LIST",
     .help = "further inputs, bytes:FILE or env:NAME, and inputs to exclude, -NAME; separated by "
             "commas"},
    {.name = "list-inputs",
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help = "list the inputs of the first test, and stop"},
    {.name = "build-only",
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help = "make the test build, print where it is, and stop"},
    {.name = "cap",
     .kind = OPTION_TEXT,
     .effect = EFFECT_HARMLESS,
     .argument = "LIST",
     .help = "limits of inputs, by name: NAME=MAX or NAME=MIN..MAX, separated by commas"},
    {.name = "untuned",
     .kind = OPTION_TEXT,
     .effect = EFFECT_HARMLESS,
     .argument = "NAMES",
     .help =
         "inputs that need not be small, separated by commas; the number of ranks is never kept "
         "small"},
    {.name = "find",
     .kind = OPTION_TEXT,
     .effect = EFFECT_HARMLESS,
     .argument = "LIST",
     .initial = "divide,bounds",
     .help = "errors that the solver looks for besides branches: integer overflow, division by "
             "zero, array bounds; or none"},
    {.name = "schedules",
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help = "also try other messages, polls and completions on each new path"},
    {.name = "schedule-limit",
     .kind = OPTION_NUMBER,
     .effect = EFFECT_HARMLESS,
     .argument = "N",
     .initial = "100",
     .minimum = 1,
     .maximum = INT_MAX,
     .help = "limit on other schedules that --schedules tries for each path, per machine; it tries "
             "those that differ least from the first one first"},
    {.name = "float",
     .kind = OPTION_CHOICE,
     .effect = EFFECT_HARMLESS,
     .argument = "HOW",
     .choices = "real|exact",
     .initial = "real",
     .help = "treat floating-point numbers as reals, which is fast, or exactly"},
    {.name = "solver-timeout",
     .kind = OPTION_SECONDS,
     .effect = EFFECT_HARMLESS,
     .argument = "SECONDS",
     .initial = "1",
     .help = "time limit of the solver for one condition; 0: no limit"},
    RUN_OPTION_EXECUTION_LIMIT("10"),
    {.name = "memory-limit",
     .kind = OPTION_NUMBER,
     .effect = EFFECT_HARMLESS,
     .argument = "MIB",
     .initial = "1024",
     .minimum = 0,
     .maximum = 1 << 24,
     .help = "memory limit of a rank; 0: no limit"},
    {.name = "file-limit",
     .kind = OPTION_NUMBER,
     .effect = EFFECT_HARMLESS,
     .argument = "MIB",
     .initial = "256",
     .minimum = 0,
     .maximum = 1 << 24,
     .help = "size limit of a file that a rank writes; 0: no limit"},
    {.name = "no-reduction",
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help = "consider every condition, also those that a loop repeats"},
    {.name = "no-two-way",
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help = "let all ranks run the code that follows the input, not only the focus"},
    {.name = "no-cap",
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help = "set no upper bounds on inputs"},
    {.name = "no-tune",
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help = "do not look for small inputs"},
    {.name = "no-cross",
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help =
         "do not reuse values that covered something new in one test in other tests that get far"},
    {.name = "no-pace",
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help = "do not stop tests early, even if they take much longer than others"},
    {.name = "no-hints",
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help = "do not give priority to places that the source analysis warns of"},
    {.name = "no-independence",
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help = "give the solver all conditions, not only those that share inputs"},
    {.name = "no-cache",
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help = "ask the solver repeated questions again instead of reusing its answers"},
    {.name = "coverage-json",
     .kind = OPTION_FILE,
     .effect = EFFECT_TRUSTED,
     .argument = "FILE",
     .help = "write which branches were taken, by file and function, and why others were not, as "
             "JSON; with coverage over time"},
    {.name = "coverage-html",
     .kind = OPTION_FILE,
     .effect = EFFECT_TRUSTED,
     .argument = "FILE",
     .help = "write the same as a page with the source"},
    {.name = "lcov",
     .kind = OPTION_FILE,
     .effect = EFFECT_TRUSTED,
     .argument = "FILE",
     .help = "write which branches were taken in the format of lcov, which genhtml and editors "
             "read"},
    {.name = "emit-tests",
     .kind = OPTION_DIRECTORY,
     .effect = EFFECT_TRUSTED,
     .argument = "DIR",
     .help = "write the inputs that were found to this folder, as tests for CTest and the shell"},
    RUN_OPTION_RESUME,
    VERB_OPTION_JOBS("executions"),
    {.name = "cc",
     .kind = OPTION_FILE,
     .effect = EFFECT_TRUSTED,
     .argument = "CLANG",
     .initial = "clang-" TUTTI_LLVM,
     .help = "the compiler that makes the test build; a clang " TUTTI_LLVM},
    {.name = NULL},
};
