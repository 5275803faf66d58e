#include "cmd/shared/searching.h"

#include "base/file.h"
#include "cmd/run.h"

#include <string.h>
#include <unistd.h>

double searching_deadline(const struct context *context, const struct options *options)
{
    double limit = options_seconds(options, "time-limit");
    return limit > 0 ? context->start + limit : 0;
}

struct world_options searching_world(const struct options *options, const struct record *record,
                                     const char *guest)
{
    return (struct world_options){
        .scheduler = {.ranks = record->ranks,
                      .buffering =
                          record->buffering == BUFFERING_ZERO ? BUFFERING_ZERO : BUFFERING_INFINITE,
                      .synchronising = record->collectives == COLLECTIVES_SYNCHRONISING,
                      .seconds = run_execution_seconds(options),
                      .patient = true},
        .guest = guest,
        .debugged = -1,
        .repeats = true,
    };
}

static void searching_describe(const struct record *record, struct document *document)
{
    document->directory = arena_copy(&document->arena, record->directory);
    document->ranks = record->ranks;
    document->mpi = record->mpi;
    document->buffering = buffering_mode_name(record->buffering);
}

int searching_open(struct searching *search, const struct context *context,
                   const struct options *options, const struct record *record, struct error *error)
{
    int process, processes;
    *search = (struct searching){.context = context,
                                 .options = options,
                                 .line = progress_begin(&context->log),
                                 .stdout_taken = output_stdout_taken(options)};
    document_init(&search->document, options_command(options)->name);
    output_describe(context, &search->document);
    searching_describe(record, &search->document);
    if (spread_place(&process, &processes, error) != 0)
        return -1;
    search->line.wanted = search->line.wanted && process == 0;
    return process == 0 ? output_open_search(&search->output, options, error) : 0;
}

void searching_close(struct searching *search)
{
    output_close(&search->output);
    document_free(&search->document);
}

/* Suggests `verify --from` for findings of tests: an error may occur in one schedule only, and
 * other errors in other schedules. It does not do so for findings that only a test's trace proves:
 * no other execution shows those. */
static void add_next_commands(struct searching *search, const struct searching_end *end)
{
    struct document *document = &search->document;
    for (size_t i = 0; i < end->record_count; i++)
        for (size_t k = 0; k < document->finding_count; k++) {
            const struct record *record = &end->records[i];
            struct finding *finding = &document->findings[k];
            if (record->test && !record->test->sites &&
                strcmp(record->findings[0].id, finding->id) == 0)
                finding->next =
                    arena_printf(&document->arena, "tutti verify --from=%s",
                                 run_path_of(search->output.directory, finding, &document->arena));
        }
}

/* Saves and prints the results. If one output cannot be written, the others still are. */
static int searching_save(struct searching *search, const struct searching_end *end,
                          struct error *error)
{
    struct error later;
    const char *directory = search->output.directory;
    if (directory) {
        run_add_replay_commands(directory, &search->document);
        add_next_commands(search, end);
    }
    int failed = output_save(&search->output, search->options, &search->document, error);
    if (!failed)
        failed = run_save_records(directory, end->records, end->record_count, error);
    if (output_views(search->options, &search->document, failed ? &later : error) != 0)
        failed = -1;
    if (!search->stdout_taken && end->preface &&
        file_write("-", end->preface, strlen(end->preface), failed ? &later : error) != 0)
        failed = -1;
    if (!search->stdout_taken &&
        run_print_report(search->context, &search->document, failed ? &later : error) != 0)
        failed = -1;
    return failed;
}

/* Ends a search that could not begin or continue; keeps its findings. */
static int searching_fail(struct searching *search, const struct searching_end *end,
                          const struct error *error)
{
    struct error later;
    if (end->spread->count.done > 0)
        searching_save(search, end, &later);
    else if (search->output.directory && !options_flag(search->options, "resume"))
        rmdir(search->output.directory); /* if nothing is in it */
    return verb_fail(search->context, error);
}

/* Returns the exit code. If items could not be executed (usually because of unsupported calls) and
 * there are no findings, that is a failure, not a clean result. */
static int exit_code(const struct searching *search, const struct searching_end *end)
{
    unsigned long long failed = end->spread->count.failed;
    if (end->given_up)
        log_error(&search->context->log, "%llu %s%s could not be executed: %s", failed, end->item,
                  failed == 1 ? "" : "s", end->given_up);
    return end->given_up && search->document.verdict == VERDICT_INCOMPLETE
               ? ERROR_FAILED
               : output_exit_code(search->options, &search->document);
}

int searching_report(struct searching *search, const struct searching_end *end, bool failed,
                     const struct error *error)
{
    struct error later;
    int code;
    progress_end(&search->line);
    if (end->spread->outcome == SPREAD_HELPED)
        return failed ? verb_fail(search->context, error) : EXIT_CLEAN;
    if (end->spread->kept_old)
        log_warning(
            &search->context->log,
            "%s had the journal of a search that is not finished: it is now journal.old. To "
            "continue that search, name it journal again, and add --resume",
            search->output.directory);
    if (*end->spread->note) /* such as about a process on another node */
        log_warning(&search->context->log, "%s", end->spread->note);
    if (failed)
        code = searching_fail(search, end, error);
    else if (searching_save(search, end, &later) != 0)
        code = verb_fail(search->context, &later);
    else
        code = exit_code(search, end);
    if (end->spread->outcome != SPREAD_COMPLETE && !end->final && search->output.directory)
        log_info(&search->context->log,
                 "`--resume --out=%s` with the same command continues the search",
                 search->output.directory);
    return code;
}
