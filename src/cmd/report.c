/* report.c: the verb `report`: renders the findings of earlier runs. */
#include "report/report.h"

#include "base/file.h"
#include "base/memory.h"
#include "cmd/shared/output.h"
#include "cmd/shared/several.h"
#include "cmd/verb.h"
#include "launch/process.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OPENER_OUTPUT_CAP = 4096, OPENER_SECONDS = 20 };

static int print_text(const struct context *context, const struct document *const *documents,
                      size_t count, struct error *error)
{
    struct text text;
    text_init(&text, REPORT_TEXT_CAP);
    for (size_t i = 0; i < count; i++)
        report_print_text(documents[i], context->color, &text);
    int failed = file_write("-", text.data, text.length, error);
    text_free(&text);
    return failed;
}

static int open_page(const struct context *context, const char *page, struct error *error)
{
    char *words[] = {(char[]){"xdg-open"}, memory_copy(page), NULL};
    char *output;
    int code,
        failed = process_capture(words, OPENER_SECONDS, OPENER_OUTPUT_CAP, &output, &code, error);
    free(words[1]);
    if (failed)
        return error_wrap(error, "cannot open %s in a browser", page);
    if (code != 0)
        log_warning(&context->log, "xdg-open could not show %s: %s", page, output);
    free(output);
    return 0;
}

static int report_render(const struct context *context, const struct options *options,
                         const struct document *const *documents, size_t count, struct error *error)
{
    const char *html = options_text(options, "html");
    if (options_flag(options, "open") && !html)
        html = "tutti-report.html";
    if (options_flag(options, "open") && strcmp(html, "-") == 0)
        return error_set(error, ERROR_USAGE, "--open needs a file: give --html=FILE");
    if (report_write(documents, count, options_text(options, "json"),
                     options_text(options, "sarif"), html, error) != 0)
        return -1;
    if (options_flag(options, "open"))
        return open_page(context, html, error);
    if (!html && !options_text(options, "sarif") && !options_text(options, "json"))
        return print_text(context, documents, count, error);
    return 0;
}

/* Returns the project of a folder: the nearest folder above it that has .git; else the one that has
 * the tutti-out around it; else the folder itself. NULL: the folder does not exist. */
static const char *project_of(struct arena *arena, const char *folder)
{
    char *at = realpath(folder, NULL);
    const char *project = arena_copy(arena, at);
    const char *results = at ? strstr(at, "/tutti-out") : NULL;
    if (results && results > at)
        project = arena_copy_bytes(arena, at, (size_t)(results - at));
    for (char *slash = at; slash && at[1]; *slash = '\0') {
        if (access(arena_printf(arena, "%s/.git", at), F_OK) == 0) {
            project = arena_copy(arena, at);
            break;
        }
        slash = strrchr(at, '/');
        if (slash == at)
            break;
    }
    free(at);
    return project;
}

/* Restricts the sources that may be shown. A file of findings may come from anybody, and name any
 * file. So it shows sources only from the projects of this folder and of the file, and from the
 * folder that --sources names. */
static void restrict_sources(const struct options *options, char *const *paths, size_t count,
                             struct several *several)
{
    struct arena *arena = &several->all.arena;
    const char **roots = NULL, *named = options_text(options, "sources");
    size_t root_count = 0;
    for (size_t i = 0; i < count + 2; i++) {
        const char *file = i < count ? paths[i] : "";
        const char *slash = strrchr(file, '/');
        const char *folder =
            slash ? arena_copy_bytes(arena, file, (size_t)(slash + 1 - file)) : ".";
        const char *root = i <= count ? project_of(arena, folder) : NULL;
        if (i > count && named) {
            char *real = realpath(named, NULL);
            root = arena_copy(arena, real);
            free(real);
        }
        if (root)
            *arena_push(arena, roots, root_count) = root;
    }
    *arena_push(arena, roots, root_count) = NULL;
    several->all.sources = roots;
    for (size_t i = 0; i < count; i++)
        several->runs[i].sources = roots;
}

/* Renders one document; or, if the user names several files, each as it is. */
static int report_files(const struct context *context, const struct options *options,
                        char *const *paths, size_t count, bool together, struct error *error)
{
    struct several several;
    if (several_read(paths, count, options, &several, error) != 0)
        return -1;
    restrict_sources(options, paths, count, &several);
    const struct document **views = memory_zero(count + 1, sizeof *views);
    for (size_t i = 0; i < count; i++)
        views[i] = &several.runs[i];
    if (together) {
        output_describe(context, &several.all);
        views[0] = &several.all;
        count = 1;
    }
    int failed = report_render(context, options, views, count, error);
    free(views);
    several_free(&several);
    return failed;
}

/* Lists the files, and those in the folders. */
static int list_paths(char *const *operands, size_t operand_count, char ***paths, size_t *count,
                      bool *together, struct error *error)
{
    size_t room = 0;
    for (size_t i = 0; i < operand_count; i++) {
        struct stat status;
        char **found = NULL;
        size_t found_count = 1;
        if (stat(operands[i], &status) == 0 && S_ISDIR(status.st_mode)) {
            *together = true;
            if (several_paths(operands[i], &found, &found_count, error) != 0)
                return -1;
        }
        for (size_t j = 0; j < found_count; j++) {
            *paths = memory_room(*paths, *count, &room, sizeof **paths);
            (*paths)[(*count)++] = memory_copy(found ? found[j] : operands[i]);
        }
        if (found)
            several_free_paths(found, found_count);
    }
    return 0;
}

static int report_run(const struct context *context, const struct options *options)
{
    struct error error;
    size_t count;
    char *const *paths = options_operands(options, &count);
    char *newest = NULL;
    if (count == 0) {
        newest = output_newest("tutti-out/*/findings.json");
        if (!newest) {
            error_set(&error, ERROR_USAGE,
                      "there are no findings in tutti-out in this folder: name a findings.json");
            return verb_fail(context, &error);
        }
        paths = &newest;
        count = 1;
    }
    char **files = NULL;
    size_t file_count = 0;
    bool together = false;
    int failed = list_paths(paths, count, &files, &file_count, &together, &error);
    if (!failed)
        failed = report_files(context, options, files, file_count, together, &error);
    several_free_paths(files, file_count);
    free(newest);
    return failed ? verb_fail(context, &error) : EXIT_CLEAN;
}

static const struct option report_options[] = {
    {.name = "sources",
     .kind = OPTION_DIRECTORY,
     .effect = EFFECT_TRUSTED,
     .argument = "DIR",
     .help = "also show sources below this folder; default: only those of the project"},
    {.name = "open",
     .kind = OPTION_FLAG,
     .effect = EFFECT_TRUSTED,
     .help = "show the page in a browser"},
    {.name = NULL},
};

const struct verb verb_report = {
    .command =
        {.name = "report",
         .summary = "renders what a run found: text, SARIF, one HTML page",
         .synopsis = "[FILE.json|DIR...] [--html=FILE] [--sarif=FILE] [--open]",
         .description =
             "Renders the findings that a run left in tutti-out/<verb>-<time>/findings.json; "
             "without a file, those of the newest run here. Prints them as text, or writes the "
             "views that --html, --sarif and --json ask for.\n\n"
             "Given a folder, such as tutti-out, it combines all runs in it. Each bug appears "
             "once, as the latest run of each program shows it, with what changed from run to run. "
             "Its --json output can be the --baseline of later runs.\n\n"
             "The exit code says whether the report could be made, not what is in it.",
         .operands = OPERANDS_ANY,
         .options = report_options},
    .run = report_run,
};
