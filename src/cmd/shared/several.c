#include "cmd/shared/several.h"

#include "base/file.h"
#include "base/text.h"
#include "cmd/shared/output.h"
#include "finding/fingerprint.h"
#include "finding/json.h"
#include "finding/merge.h"
#include "report/report.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { PROGRAM_CAP = 64 * 1024, COVERAGE_CAP = 256 * 1024 };

struct run {
    const struct document *document;
    const char *program;
    struct timespec time; /* time at which the file was written */
    bool latest;          /* the latest of its series */
};

int several_paths(const char *directory, char ***paths, size_t *count, struct error *error)
{
    glob_t found = {0};
    *paths = NULL;
    *count = 0;
    char *pattern = memory_printf("%s{,/*}/findings.json", directory);
    glob(pattern, GLOB_BRACE | GLOB_NOSORT, NULL, &found);
    free(pattern);
    if (found.gl_pathc == 0) {
        globfree(&found);
        return error_set(error, ERROR_USAGE,
                         "there is no findings.json in %s or in a folder directly below it",
                         directory);
    }
    *paths = memory_alloc(found.gl_pathc * sizeof **paths);
    for (*count = 0; *count < found.gl_pathc; ++*count)
        (*paths)[*count] = memory_copy(found.gl_pathv[*count]);
    globfree(&found);
    return 0;
}

void several_free_paths(char **paths, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(paths[i]);
    free(paths);
}

/* Returns the program that was run: the words behind the verb, without its options except for the
 * ranks. */
static const char *program_of(const struct document *document, struct arena *arena)
{
    struct text text;
    bool behind = false;
    text_init(&text, PROGRAM_CAP);
    for (size_t i = 2; i < document->command_count; i++) {
        const char *word = document->command[i];
        if (!behind && strncmp(word, "--", 2) == 0) {
            behind = strcmp(word, "--") == 0;
            continue;
        }
        text_add(&text, text.length ? " " : "");
        text_add(&text, word);
    }
    const char *copy = arena_copy_bytes(arena, text.data, text.length);
    text_free(&text);
    return copy;
}

static bool same_series(const struct run *one, const struct run *other)
{
    const char *first = one->document->directory, *second = other->document->directory;
    return strcmp(one->document->verb, other->document->verb) == 0 &&
           strcmp(one->program, other->program) == 0 &&
           strcmp(first ? first : "", second ? second : "") == 0;
}

/* Returns the place of a run in a report: runs with executions come before those that only analyse
 * the source. */
static int weight_of(const struct document *document)
{
    static const char *const order[] = {"verify", "test", "run", "replay", "watch", "guard"};
    int count = sizeof order / sizeof *order;
    for (int i = 0; i < count; i++)
        if (strcmp(document->verb, order[i]) == 0)
            return i;
    return count;
}

static int compare_times(const void *a, const void *b)
{
    const struct timespec *left = &((const struct run *)a)->time;
    const struct timespec *right = &((const struct run *)b)->time;
    return left->tv_sec != right->tv_sec
               ? (left->tv_sec > right->tv_sec ? 1 : -1)
               : (left->tv_nsec > right->tv_nsec) - (left->tv_nsec < right->tv_nsec);
}

static bool has_print(const struct document *document, const struct finding *finding)
{
    char print[FINGERPRINT_SIZE], other[FINGERPRINT_SIZE];
    fingerprint_print(finding, print);
    for (size_t i = 0; i < document->finding_count; i++) {
        fingerprint_print(&document->findings[i], other);
        if (strcmp(print, other) == 0)
            return true;
    }
    return false;
}

/* Counts the findings of one document that the other does not have. */
static uint64_t several_missing(const struct document *of, const struct document *in)
{
    uint64_t count = 0;
    for (size_t i = 0; i < of->finding_count; i++)
        count += !has_print(in, &of->findings[i]);
    return count;
}

static void add_past(struct document *all, const struct run *run, const struct run *before)
{
    char when[64] = "";
    struct tm local;
    if (localtime_r(&run->time.tv_sec, &local))
        strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", &local);
    *arena_push(&all->arena, all->runs, all->run_count) = (struct past_run){
        .verb = run->document->verb,
        .program = run->program,
        .when = arena_copy(&all->arena, when),
        .verdict = run->document->verdict,
        .findings = run->document->finding_count,
        .fresh = before ? several_missing(run->document, before->document) : 0,
        .gone = before ? several_missing(before->document, run->document) : 0,
    };
}

/* Adds the history; runs are in the order of time. */
static void add_history(struct document *all, struct run *runs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct run *before = NULL;
        for (size_t j = 0; j < i; j++)
            if (same_series(&runs[j], &runs[i])) {
                before = &runs[j];
                runs[j].latest = false;
            }
        runs[i].latest = true;
        add_past(all, &runs[i], before);
    }
}

static void add_coverage(struct document *all, const struct run *runs, size_t count)
{
    struct text text;
    size_t said = 0;
    text_init(&text, COVERAGE_CAP);
    text_add(&text, "the latest runs of: ");
    for (size_t i = 0; i < count; i++)
        if (runs[i].latest)
            text_addf(&text, "%s%s%s%s", said++ ? ", " : "", runs[i].document->verb,
                      *runs[i].program ? " " : "", runs[i].program);
    all->coverage = arena_copy_bytes(&all->arena, text.data, text.length);
    text_free(&text);
}

static void merge_latest(struct document *all, const struct run *runs, size_t count)
{
    enum { WEIGHTS = 7 };
    bool first = true;
    for (int weight = 0; weight < WEIGHTS; weight++)
        for (size_t i = 0; i < count; i++) {
            const struct document *each = runs[i].document;
            if (!runs[i].latest || weight_of(each) != weight)
                continue;
            merge_add(all, each);
            all->unfinished = all->unfinished || each->unfinished;
            all->stopped += each->stopped;
            all->passed += each->passed;
            all->hidden += each->hidden;
            if (each->verdict == VERDICT_INCOMPLETE && all->verdict == VERDICT_CLEAN)
                all->verdict = VERDICT_INCOMPLETE;
            bool same = first || (all->directory && each->directory &&
                                  strcmp(all->directory, each->directory) == 0);
            all->directory = same ? each->directory : NULL;
            all->baseline = each->baseline;
            first = false;
        }
}

static int several_load(const char *path, const struct options *options, struct document *document,
                        struct error *error)
{
    char *bytes;
    size_t length;
    if (file_read(path, REPORT_TEXT_CAP, &bytes, &length, error) != 0)
        return -1;
    int failed = document_parse_json(document, path, bytes, length, error);
    free(bytes);
    if (failed)
        return -1;
    failed = output_select(options, document, error);
    if (failed)
        document_free(document);
    return failed;
}

int several_read(char *const *paths, size_t count, const struct options *options,
                 struct several *several, struct error *error)
{
    *several = (struct several){.runs = memory_zero(count + 1, sizeof *several->runs)};
    struct run *runs = memory_zero(count + 1, sizeof *runs);
    document_init(&several->all, "report");
    for (size_t i = 0; i < count; i++) {
        struct stat status = {0};
        if (several_load(paths[i], options, &several->runs[i], error) != 0) {
            free(runs);
            several_free(several);
            return -1;
        }
        several->count++;
        stat(paths[i], &status);
        runs[i] = (struct run){.document = &several->runs[i],
                               .program = program_of(&several->runs[i], &several->all.arena),
                               .time = status.st_mtim};
    }
    qsort(runs, count, sizeof *runs, compare_times);
    add_history(&several->all, runs, count);
    add_coverage(&several->all, runs, count);
    merge_latest(&several->all, runs, count);
    free(runs);
    return 0;
}

void several_free(struct several *several)
{
    for (size_t i = 0; i < several->count; i++)
        document_free(&several->runs[i]);
    document_free(&several->all);
    free(several->runs);
}
