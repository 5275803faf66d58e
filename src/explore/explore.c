#include "explore/explore.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "explore/search.h"
#include "explore/worker.h"
#include "search/verdict.h"
#include "world/process/folder.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum { HEADER_CAP = 1 << 20 };

static const double LEAST_SECONDS = 0.1; /* of a search, even if starting it took long */

/* Writes the properties that a resumed search must share with the one that was stopped. */
static void explore_write_header(const struct explore_options *options, const struct record *record,
                                 struct text *out)
{
    text_addf(out, "ranks %d poll-bound %u seed %llu buffering %s collectives %s mpi %s\n",
              record->ranks, options->poll_bound, (unsigned long long)options->seed,
              options->both ? "both" : buffering_mode_name(record->buffering),
              options->waiting ? "both" : collective_mode_name(record->collectives), record->mpi);
    record_print_program(record, out);
}

static uint64_t explore_executions(const struct spread_end *end)
{
    return end->count.done - end->count.failed;
}

static void explore_add_stats(const struct search *search, const struct spread_end *end,
                              struct document *document)
{
    document_add_stat(document, "executions", (double)explore_executions(end));
    document_add_stat(document, "choices", (double)end->count.counted);
    document_add_stat(document, "pending", (double)end->count.pending);
    document_add_stat(document, "deadlocks", (double)search->deadlocks);
    document_add_stat(document, "failures", (double)search->failures);
    verdict_add_stats(end, document);
    document_add_stat(document, "depth", (double)end->count.depth);
    document_add_stat(document, "workers", (double)end->count.workers);
    document_add_stat(document, "seconds", end->count.seconds);
    document_add_stat(document, "executions_per_second",
                      end->count.seconds > 0 ? (double)explore_executions(end) / end->count.seconds
                                             : 0);
}

static bool met_error(const struct search *search)
{
    return search->cut > 0 || search->passed > 0;
}

static bool explore_is_whole(const struct search *search, const struct explore_result *result)
{
    return result->end.outcome == SPREAD_COMPLETE && result->end.lost == 0 && !result->broken &&
           !result->different && !result->given_up &&
           !(search->flags &
             (EXECUTION_LEFT_SETS | EXECUTION_UNFINISHED | EXECUTION_DIFFERED | EXECUTION_MIXED));
}

/* Describes the share of the tree that is done. For trees that are far too large it has many
 * zeros. */
static void describe_part(double weight, struct text *out)
{
    static const double LEAST = 1e-5;
    if (weight >= LEAST && weight < 1)
        text_addf(out, " (about %.3g %% of all are done)", 100 * weight);
    else if (weight > 0 && weight < 1)
        text_addf(out, " (less than %g %% of all are done)", 100 * LEAST);
}

static void describe_rest(const struct search *search, const struct explore_result *result,
                          struct text *out)
{
    const struct spread_end *end = &result->end;
    bool spent = !result->different && search_is_late(search);
    const char *reason = verdict_reason(end, result->broken, spent);
    if (reason) {
        verdict_add_pending(out, reason, end, "schedule");
        if (search->flags & EXECUTION_LATE)
            text_add(out, " (the total number is not known yet)");
        else
            describe_part(end->count.weight, out);
    }
    if (search->cut)
        text_addf(out, "; %llu ended at an error, and what would follow it is not known",
                  (unsigned long long)search->cut);
    if (search->passed)
        text_addf(out, "; %llu continued past an error, with data that MPI does not guarantee",
                  (unsigned long long)search->passed);
    if (search->unfinished)
        text_addf(out, "; %llu reached the time limit of an execution",
                  (unsigned long long)search->unfinished);
    if (search->flags & EXECUTION_LEFT_SETS)
        text_add(out, "; not every set of requests was tried where MPI_Waitsome had more than 8");
    if (search->flags & EXECUTION_MIXED)
        text_add(out, "; several threads of a rank call MPI: the order of their calls is not "
                      "explored, only the choices that MPI leaves open in the orders that "
                      "occurred");
    if (result->unsteady)
        text_add(out, "; what ranks send or print differs even if all messages match alike, so "
                      "races are not reported");
    if (result->different)
        text_add(out, "; the program depends on something outside MPI");
    verdict_add_given_up(out, end, result->given_up);
}

/* Describes what the verdict covers. */
static void explore_describe(const struct search *search, const struct record *record,
                             struct explore_result *result, struct document *document)
{
    const struct spread_end *end = &result->end;
    struct text out;
    text_init(&out, 1 << 16);
    bool whole = explore_is_whole(search, result);
    text_addf(&out,
              "%s: %llu execution%s of %d rank%s with this input, one for each way in which "
              "messages can match",
              !whole              ? "a part of the schedules"
              : met_error(search) ? "every schedule, up to an error"
                                  : "every schedule",
              (unsigned long long)explore_executions(end), explore_executions(end) == 1 ? "" : "s",
              record->ranks, record->ranks == 1 ? "" : "s");
    if (search->options->both)
        text_add(&out, search->flags & EXECUTION_MIXED
                           ? "; standard sends with buffers"
                           : "; standard sends with buffers and without");
    if (search->options->waiting && !(search->flags & EXECUTION_MIXED))
        text_add(&out, "; collectives that wait for all members and that do not");
    if (search->flags & EXECUTION_POLLED)
        text_addf(&out, "; a poll that could succeed is refused at most %u time%s in a row",
                  search->options->poll_bound, search->options->poll_bound == 1 ? "" : "s");
    if (search->flags & EXECUTION_CANCELLED)
        text_add(&out, "; where MPI_Cancel and a match compete, only the match is tried");
    if (search->flags & EXECUTION_BY_EXEC)
        text_add(&out, "; the program has threads before MPI_Init, so each rank is started by "
                       "exec, which is slow");
    if (search->apart && search->again)
        text_add(&out, "; the program writes files, so each execution has a copy of its folder");
    describe_rest(search, result, &out);
    verdict_add_journal(&out, end, "schedules");
    document->stopped = search->cut;
    document->passed = search->passed;
    verdict_settle(document, &out, whole);
    text_free(&out);
    result->whole = whole && !met_error(search);
    document->interleaving_total = explore_executions(end);
}

static int explore_run(struct search *search, struct explore_result *result,
                       const struct record *record, struct error *error)
{
    const struct explore_options *options = search->options;
    struct spread_options spread = options->spread;
    struct text header;
    text_init(&header, HEADER_CAP);
    explore_write_header(options, record, &header);
    if (options->deadline > 0)
        spread.seconds = fmax(options->deadline - clock_seconds(), LEAST_SECONDS);
    spread.header = header.data;
    spread.header_length = header.length;
    spread.root = "";
    spread.root_length = 0;
    spread.mixed = true;
    spread.resume = spread.resume && !search->again;
    spread.again = search->again;
    bool kept_old = result->end.kept_old;
    int failed = spread_run(&spread, &explore_worker, &search_watch, search, &result->end, error);
    result->end.kept_old = result->end.kept_old || kept_old;
    text_free(&header);
    return failed;
}

/* Forgets everything found until now. */
static void explore_begin_again(struct search *search)
{
    struct search fresh = {.options = search->options,
                           .listing = search->listing,
                           .scratch = search->scratch,
                           .began = search->began,
                           .again = true,
                           .expected = search->first};
    search->listing = NULL;
    search->scratch = NULL;
    search_free(search);
    *search = fresh;
}

/* Prepares to find out whether the program writes files. That is possible only if one process alone
 * searches from the start. */
static void watch_files(struct search *search, const struct record *record)
{
    struct error ignored;
    int process, processes;
    const char *results = search->options->spread.directory;
    if ((search->options->spread.resume && !search->again) ||
        spread_place(&process, &processes, &ignored) != 0 || processes > 1)
        return;
    char *real = results ? realpath(results, NULL) : NULL;
    search->listing = listing_open(record->directory, real);
    free(real);
}

/* Returns the path of a mark in the results of a search whose worlds have folders of their own.
 * These folders begin as copies of the user's folder, which the first execution has changed. So
 * such a search cannot be resumed; it begins again. */
static char *apart_mark(const struct search *search)
{
    const char *results = search->options->spread.directory;
    return results ? memory_printf("%s/folders", results) : NULL;
}

static void leave_mark(const struct search *search)
{
    struct error ignored;
    static const char text[] = "Each worker of this search has a folder of its own.\n";
    char *mark = apart_mark(search);
    if (mark)
        file_keep(mark, text, sizeof text - 1, &ignored);
    free(mark);
}

static bool has_mark(const struct search *search)
{
    char *mark = apart_mark(search);
    bool has = mark && access(mark, F_OK) == 0;
    free(mark);
    return has;
}

/* Gives worlds folders of their own from now on; fails if that is not possible. */
static int go_apart(struct search *search, struct error *error)
{
    struct workplace *trial;
    if (file_make_temporary("tutti-verify-", &search->scratch, error) != 0 ||
        workplace_open(search->listing, search->scratch, &trial, error) != 0)
        return -1;
    workplace_close(trial);
    search->apart = true;
    return 0;
}

/* Repeats the search with a folder for each worker, since the program writes files. If that fails,
 * or the program behaves differently there, the search goes on in the user's folder. */
static int run_apart(struct search *search, struct explore_result *result,
                     const struct record *record, struct document *document, struct error *error)
{
    explore_begin_again(search);
    int failed = go_apart(search, error);
    if (!failed) {
        leave_mark(search);
        failed = explore_run(search, result, record, error);
    }
    if (!failed && !search->unlike)
        return 0;
    const char *why = failed ? error->text : "it behaves differently in a copy of the folder";
    result->together = arena_copy(&document->arena, why);
    struct first expected = search->expected;
    explore_begin_again(search);
    search->expected = expected; /* of the very first execution */
    listing_close(search->listing);
    search->listing = NULL;
    failed = explore_run(search, result, record, error);
    if (!failed && search->unlike) {
        explore_begin_again(search);
        result->different = "its first execution did something else when it was repeated";
    }
    return failed;
}

static bool writes_files(const struct search *search, const struct explore_result *result)
{
    return search->listing && (search->flags & EXECUTION_WROTE) &&
           result->end.outcome == SPREAD_STOPPED &&
           !(search->options->stop_at_first && search->suspects.wrong > 0);
}

int explore(const struct explore_options *options, const struct record *record,
            struct document *document, struct explore_result *result, struct error *error)
{
    struct search search = {.options = options, .began = clock_seconds()};
    search.again = options->spread.resume && has_mark(&search);
    *result = (struct explore_result){.end = {.outcome = SPREAD_COMPLETE}};
    watch_files(&search, record);
    int failed = explore_run(&search, result, record, error);
    if (!failed && writes_files(&search, result))
        failed = run_apart(&search, result, record, document, error);
    spread_leave();
    struct error later;
    /* Symptoms of the first execution are shown in a copy of the folder in which it began. */
    if (search.listing && !search.apart && (search.flags & EXECUTION_WROTE))
        go_apart(&search, &later);
    if (search.suspects.given_up)
        result->given_up = arena_copy(&document->arena, search.suspects.given_up);
    if (result->end.outcome != SPREAD_HELPED) {
        int unshown = search_show(&search, record, document, result, failed ? &later : error);
        failed = failed || unshown ? -1 : 0;
        result->broken = failed != 0;
        explore_add_stats(&search, &result->end, document);
        explore_describe(&search, record, result, document);
    }
    search_free(&search);
    return failed;
}

void explore_free(struct explore_result *result)
{
    shown_free(&result->shown);
}
