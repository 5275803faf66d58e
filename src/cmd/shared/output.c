#include "cmd/shared/output.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/options/trust.h"
#include "finding/baseline.h"
#include "finding/json.h"
#include "finding/rules.h"
#include "finding/suppress.h"
#include "report/report.h"

#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { STATS_CAP = 64 * 1024, SAME_SECOND_MAX = 1000 };

char *output_newest(const char *pattern)
{
    glob_t found;
    char *newest = NULL;
    struct timespec time = {0};
    if (glob(pattern, GLOB_BRACE, NULL, &found) != 0)
        return NULL;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct stat status;
        if (stat(found.gl_pathv[i], &status) != 0)
            continue;
        const struct timespec *changed = &status.st_mtim;
        if (!newest || changed->tv_sec > time.tv_sec ||
            (changed->tv_sec == time.tv_sec && changed->tv_nsec >= time.tv_nsec)) {
            free(newest);
            newest = memory_copy(found.gl_pathv[i]);
            time = *changed;
        }
    }
    globfree(&found);
    return newest;
}

int output_check_owner(struct error *error)
{
    struct stat entry, folder;
    if (lstat(OUTPUT_KEPT, &entry) != 0 ||
        (trust_is_own(entry.st_uid) &&
         (stat(OUTPUT_KEPT, &folder) != 0 || trust_is_own(folder.st_uid))))
        return 0;
    return error_set(error, ERROR_FAILED,
                     OUTPUT_KEPT " belongs to another user: --out=DIR chooses another place for "
                                 "results, --no-out keeps nothing");
}

int output_make_kept(const char *folder, struct error *error)
{
    if (output_check_owner(error) != 0)
        return -1;
    mode_t mask = umask(S_IRWXG | S_IRWXO);
    int failed = file_make_directory(folder, error);
    umask(mask);
    /* Another process may have made it first. */
    return failed || output_check_owner(error) != 0 ? -1 : 0;
}

/* Makes a folder of its own for each run, even if several start in the same second. */
static int make_run_directory(const char *verb, char **directory, struct error *error)
{
    if (output_make_kept(OUTPUT_KEPT, error) != 0)
        return -1;
    time_t now = time(NULL);
    struct tm local;
    char stamp[32];
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", localtime_r(&now, &local));
    for (int attempt = 1; attempt <= SAME_SECOND_MAX; attempt++) {
        char *name = attempt == 1 ? memory_printf(OUTPUT_KEPT "/%s-%s", verb, stamp)
                                  : memory_printf(OUTPUT_KEPT "/%s-%s-%d", verb, stamp, attempt);
        if (mkdir(name, S_IRWXU) == 0) {
            *directory = name;
            return 0;
        }
        int number = errno;
        free(name);
        if (number != EEXIST)
            break;
    }
    error_errno(error, "cannot make a folder in tutti-out (--out=DIR chooses another place, "
                       "--no-out keeps nothing)");
    return -1;
}

/* Checks --rules, --suppressions and --baseline: mistakes must show before a long run, not after
 * it. */
static int check_selection(const struct options *options, struct error *error)
{
    const char *patterns = options_text(options, "rules");
    struct suppressions *suppressions;
    if ((patterns && rule_check_patterns(patterns, error) != 0) ||
        suppressions_load(options_text(options, "suppressions"), &suppressions, error) != 0)
        return -1;
    suppressions_free(suppressions);
    struct document none;
    document_init(&none, "report");
    const char *baseline = options_text(options, "baseline");
    int failed = baseline ? baseline_apply(baseline, &none, error) : 0;
    document_free(&none);
    return failed;
}

int output_open(struct output *output, const struct options *options, struct error *error)
{
    return output_open_in(output, options, NULL, error);
}

int output_open_in(struct output *output, const struct options *options, const char *chosen,
                   struct error *error)
{
    output->directory = NULL;
    if (check_selection(options, error) != 0)
        return -1;
    if (!chosen)
        chosen = options_text(options, "out");
    if (options_flag(options, "no-out"))
        return 0;
    char *made = NULL;
    /* Nobody else may read inputs, recordings and core files. An existing folder keeps its mode. */
    mode_t mask = umask(S_IRWXG | S_IRWXO);
    int failed = chosen ? file_make_directory(chosen, error)
                        : make_run_directory(options_command(options)->name, &made, error);
    umask(mask);
    if (failed)
        return -1;
    output->directory = realpath(chosen ? chosen : made, NULL);
    free(made);
    if (!output->directory)
        return error_errno(error, "cannot use the folder %s", chosen ? chosen : "tutti-out");
    return 0;
}

int output_open_search(struct output *output, const struct options *options, struct error *error)
{
    const char *chosen = options_text(options, "out");
    if (!options_flag(options, "resume"))
        return output_open(output, options, error);
    if (options_flag(options, "no-out"))
        return error_set(error, ERROR_USAGE,
                         "--resume continues in the folder of a search, and --no-out keeps none");
    if (chosen && access(chosen, F_OK) != 0)
        return error_set(error, ERROR_USAGE, "there is no search to resume in %s", chosen);
    if (chosen)
        return output_open(output, options, error);
    if (output_check_owner(error) != 0)
        return -1;
    char *pattern = memory_printf(OUTPUT_KEPT "/%s-*", options_command(options)->name);
    char *newest = output_newest(pattern);
    free(pattern);
    if (!newest)
        return error_set(error, ERROR_USAGE,
                         "there is no search to resume in tutti-out: name its folder with "
                         "--out=DIR");
    output->directory = realpath(newest, NULL);
    free(newest);
    return output->directory ? 0 : error_errno(error, "cannot use the folder of the search");
}

void output_close(struct output *output)
{
    free(output->directory);
    output->directory = NULL;
}

void output_describe(const struct context *context, struct document *document)
{
    for (char *const *word = context->words; *word; word++)
        *arena_push(&document->arena, document->command, document->command_count) =
            arena_copy(&document->arena, *word);
    char here[PATH_MAX];
    if (getcwd(here, sizeof here))
        document->directory = arena_copy(&document->arena, here);
}

/* Writes `stats`, for scripts without JSON: the stats of the document, one `name value` a line. */
static int save_stats(const char *directory, const struct document *document, struct error *error)
{
    struct text stats;
    text_init(&stats, STATS_CAP);
    text_addf(&stats, "verdict %s\n", verdict_name(document->verdict));
    text_addf(&stats, "findings %zu\n", document->finding_count);
    for (size_t i = 0; i < document->stat_count; i++)
        text_addf(&stats, "%s %.17g\n", document->stats[i].name, document->stats[i].value);
    char *path = memory_printf("%s/stats", directory);
    int failed = file_write(path, stats.data, stats.length, error);
    free(path);
    text_free(&stats);
    return failed;
}

/* Notes in the coverage what a filter hides: a filter changes what is shown, never what is
 * claimed. */
static void describe_hidden(struct document *document)
{
    const char *covered = document->coverage ? document->coverage : "";
    const char *space = *covered ? "; " : "";
    if (document->verdict == VERDICT_VIOLATIONS)
        return;
    if (document->hidden > 0 && document_met_error(document))
        document->coverage =
            arena_printf(&document->arena,
                         "%s%sonly up to an error that is not shown (--rules, --suppressions "
                         "or a comment in the source hides it)",
                         covered, space);
    else if (document_met_error(document) && document->baseline)
        document->coverage = arena_printf(
            &document->arena, "%s%sonly up to an error that the baseline knows", covered, space);
}

int output_select(const struct options *options, struct document *document, struct error *error)
{
    const char *patterns = options_text(options, "rules");
    struct suppressions *suppressions;
    if (patterns && rule_check_patterns(patterns, error) != 0)
        return -1;
    if (suppressions_load(options_text(options, "suppressions"), &suppressions, error) != 0)
        return -1;
    suppressions_apply(suppressions, patterns, document);
    suppressions_free(suppressions);
    const char *baseline = options_text(options, "baseline");
    if (baseline && baseline_apply(baseline, document, error) != 0)
        return -1;
    describe_hidden(document);
    return 0;
}

int output_save(const struct output *output, const struct options *options,
                struct document *document, struct error *error)
{
    if (output_select(options, document, error) != 0)
        return -1;
    if (!output->directory)
        return 0;
    struct text json;
    text_init(&json, REPORT_TEXT_CAP);
    document_print_json(document, &json);
    char *path = memory_printf("%s/findings.json", output->directory);
    int failed = file_keep(path, json.data, json.length, error);
    free(path);
    text_free(&json);
    return failed ? -1 : save_stats(output->directory, document, error);
}

int output_save_text(const struct output *output, const char *name, const char *asked,
                     const struct text *text, struct error *error)
{
    int failed = 0;
    if (output->directory) {
        char *path = memory_printf("%s/%s", output->directory, name);
        failed = file_keep(path, text->data, text->length, error);
        free(path);
    }
    return failed || !asked ? failed : file_keep(asked, text->data, text->length, error);
}

int output_views(const struct options *options, const struct document *document,
                 struct error *error)
{
    return report_write(&document, 1, options_text(options, "json"), options_text(options, "sarif"),
                        options_text(options, "html"), error);
}

bool output_views_wanted(const struct options *options)
{
    return options_text(options, "json") || options_text(options, "sarif") ||
           options_text(options, "html");
}

bool output_stdout_taken(const struct options *options)
{
    static const char *const views[] = {"json", "sarif", "html"};
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        const char *path = options_text(options, views[i]);
        if (path && strcmp(path, "-") == 0)
            return true;
    }
    return false;
}

int output_exit_code(const struct options *options, const struct document *document)
{
    switch (document->verdict) {
    case VERDICT_VIOLATIONS:
        return (int)options_number(options, "error-exitcode");
    case VERDICT_INCOMPLETE:
        return EXIT_BUDGET;
    case VERDICT_CLEAN:
        break;
    }
    return EXIT_CLEAN;
}
