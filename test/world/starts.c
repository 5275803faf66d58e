/* starts.c: executions of a program whose ranks start at main(), each with other words.
 *
 *     world_starts GUEST RANKS PROGRAM [once] <EXECUTIONS
 *
 * A line is an execution: words NAME=VALUE (ranks, directory, environment, input, seconds,
 * processor, memory, file, times), then -- and the arguments of the program. Prints what came of
 * each: how ranks ended, what they printed, what was found and where; with times=N it has to be the
 * same N times, and how long one took goes to stderr. With `once` the world is for the first line
 * alone, and what ranks print goes to stdout as they do. */
#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "world/process/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { TEXT_CAP = 16 << 20, LINE_MAX_BYTES = 1 << 16, WORDS_MAX = 4096 };

struct line {
    struct world_start start;
    struct scheduler_options options;
    long times;
    const char *words[WORDS_MAX], *variables[2];
};

static const char *value_of(const char *word, const char *name)
{
    size_t length = strlen(name);
    return strncmp(word, name, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}

static void set(struct line *line, const char *word)
{
    const char *value;
    if ((value = value_of(word, "ranks")))
        line->options.ranks = (int)strtol(value, NULL, 10);
    else if ((value = value_of(word, "directory")))
        line->start.directory = value;
    else if ((value = value_of(word, "environment")))
        line->variables[0] = value;
    else if ((value = value_of(word, "input")))
        line->start.input = value;
    else if ((value = value_of(word, "seconds")))
        line->options.seconds = strtod(value, NULL);
    else if ((value = value_of(word, "processor")))
        line->start.processor_seconds = strtod(value, NULL);
    else if ((value = value_of(word, "memory")))
        line->start.memory_bytes = strtoul(value, NULL, 10);
    else if ((value = value_of(word, "file")))
        line->start.file_bytes = strtoul(value, NULL, 10);
    else if ((value = value_of(word, "times")))
        line->times = strtol(value, NULL, 10);
    else
        fprintf(stderr, "what is %s?\n", word);
}

static void read_line(char *text, const char *program, struct line *line)
{
    size_t count = 0;
    bool own = false;
    line->words[count++] = program;
    char *rest;
    for (char *word = strtok_r(text, " \n", &rest); word; word = strtok_r(NULL, " \n", &rest)) {
        if (own && count < WORDS_MAX - 1)
            line->words[count++] = word;
        else if (strcmp(word, "--") == 0)
            own = true;
        else
            set(line, word);
    }
    line->words[count] = NULL;
    line->start.arguments = own ? line->words : NULL;
    line->start.environment = line->variables;
    line->options.start = &line->start;
}

static void describe_finding(const struct finding *finding, struct text *text)
{
    text_addf(text, "finding: %s: %s\n", finding->rule, finding->headline);
    for (size_t i = 0; i < finding->location_count; i++) {
        const struct location *at = &finding->locations[i];
        text_addf(text, "  rank %d %s at %s:%d\n", at->rank, at->call ? at->call : "is",
                  at->file ? strrchr(at->file, '/') + 1 : "?", at->line);
    }
}

static void describe(struct world *world, const struct document *document, int ranks,
                     const struct world_result *result, struct text *text)
{
    text_addf(text, "outcome %d, exit code %d%s\n", (int)result->outcome, result->exit_code,
              result->executed ? ", executed" : "");
    if (document->coverage)
        text_addf(text, "coverage: %s\n", document->coverage);
    for (int rank = 0; result->ranks && rank < ranks; rank++) {
        int status = result->ranks[rank].status;
        if (!result->ranks[rank].ended)
            text_addf(text, "rank %d: stopped\n", rank);
        else
            text_addf(text, "rank %d: %s %d\n", rank, WIFSIGNALED(status) ? "signal" : "status",
                      WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
        for (int stream = 0; stream < 2; stream++) {
            size_t length;
            const char *bytes = world_output(world, rank, stream, &length);
            text_add_bytes(text, bytes, length < TEXT_CAP / 64 ? length : TEXT_CAP / 64);
        }
    }
    for (size_t i = 0; i < document->finding_count; i++)
        describe_finding(&document->findings[i], text);
}

static int execute(struct world *world, const struct line *line, struct text *text)
{
    struct record record;
    struct document document;
    struct world_result result;
    struct error error;
    struct scheduler_options options = line->options;
    record_init(&record, options.ranks);
    document_init(&document, "starts");
    options.record = &record;
    text_clear(text);
    int failed = world_execute(world, &options, &document, &result, &error);
    if (failed) {
        text_addf(text, "error: %s\n", error.text);
    } else {
        world_resolve(world, &document);
        describe(world, &document, options.ranks, &result, text);
    }
    document_free(&document);
    record_free(&record);
    return failed;
}

/* As often as the line says; false: not always the same. */
static bool execute_line(struct world *world, const struct line *line)
{
    struct text first, other;
    text_init(&first, TEXT_CAP);
    text_init(&other, TEXT_CAP);
    execute(world, line, &first);
    printf("== %s\n%s", line->start.arguments ? line->words[1] : "", first.data);
    bool same = true;
    double start = clock_seconds();
    for (long i = 1; same && i < line->times; i++) {
        execute(world, line, &other);
        same = strcmp(first.data, other.data) == 0;
        if (!same)
            printf("execution %ld gave\n%s", i + 1, other.data);
    }
    if (line->times > 1)
        fprintf(stderr, "%.2f ms per execution\n",
                (clock_seconds() - start) * 1e3 / (double)(line->times - 1));
    fflush(stdout);
    text_free(&first);
    text_free(&other);
    return same;
}

static int execute_once(struct world_options options, const struct line *line)
{
    struct document document;
    struct world_result result;
    struct error error;
    struct record record;
    record_init(&record, line->options.ranks);
    document_init(&document, "starts");
    options.scheduler = line->options;
    options.scheduler.record = &record;
    options.repeats = false;
    int failed = world_run(&options, &document, &result, &error);
    if (failed)
        printf("error: %s\n", error.text);
    else
        printf("outcome %d, exit code %d\n", (int)result.outcome, result.exit_code);
    for (size_t i = 0; i < document.finding_count; i++)
        printf("finding: %s: %s\n", document.findings[i].rule, document.findings[i].headline);
    document_free(&document);
    record_free(&record);
    return failed ? 3 : 0;
}

int main(int count, char **words)
{
    struct error error;
    struct world *world;
    static struct line line;
    static char text[LINE_MAX_BYTES];
    bool once = count == 5 && strcmp(words[4], "once") == 0;
    if (count != 4 && !once)
        return 2;
    words[4] = NULL;
    struct world_options options = {
        .scheduler = {.ranks = (int)strtol(words[2], NULL, 10), .seconds = 20},
        .guest = words[1],
        .program = (const char *const *)words + 3,
        .input = "/dev/null",
        .debugged = -1,
        .at_main = true,
        .repeats = true,
    };
    if (once && fgets(text, sizeof text, stdin)) {
        line = (struct line){.options = options.scheduler, .times = 1};
        read_line(text, words[3], &line);
        return execute_once(options, &line);
    }
    if (world_open(&options, &world, &error) != 0) {
        printf("error: %s\n", error.text);
        return 3;
    }
    bool same = true;
    while (same && fgets(text, sizeof text, stdin)) {
        line = (struct line){.options = options.scheduler, .times = 1};
        read_line(text, words[3], &line);
        same = execute_line(world, &line);
    }
    world_close(world);
    return same ? 0 : 1;
}
