#include "concolic/concolic.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "concolic/search/search.h"
#include "concolic/search/tester.h"
#include "concolic/show/show.h"
#include "search/verdict.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HEADER_CAP = 1 << 20 };

static const char *const searches[] = {
    [CONCOLIC_AUTO] = "auto",     [CONCOLIC_DFS] = "dfs",         [CONCOLIC_BOUNDED] = "bounded",
    [CONCOLIC_RANDOM] = "random", [CONCOLIC_UNIFORM] = "uniform", [CONCOLIC_CFG] = "cfg"};

/* Writes the settings that a resumed search must share with the stopped one. */
static void concolic_write_header(const struct concolic_options *options,
                                  const struct record *record, struct text *out)
{
    text_addf(
        out,
        "test ranks %d max-ranks %d search %s seed %llu find %u inputs %d schedules %u mpi %s\n",
        record->ranks, options->max_ranks, searches[options->search],
        (unsigned long long)options->seed, options->find, options->inputs, options->schedules,
        record->mpi ? record->mpi : "");
    record_print_program(record, out);
    for (size_t i = 0; i < options->pattern_count; i++)
        text_addf(out, "pattern %s\n", options->patterns[i]);
}

static double concolic_part(double of, double all)
{
    return all > 0 ? of / all : 0;
}

static void concolic_add_stats(const struct search *search, const struct concolic_result *result,
                               struct document *document)
{
    const struct spread_end *end = &result->end;
    const struct concolic_counts *counts = &result->counts;
    const struct measure *measure = &search->measure;
    document_add_stat(document, "executions", (double)end->count.counted);
    document_add_stat(document, "executions_per_second",
                      concolic_part((double)end->count.counted, end->count.seconds));
    document_add_stat(document, "seconds", end->count.seconds);
    document_add_stat(document, "workers", (double)end->count.workers);
    document_add_stat(document, "pending", (double)end->count.pending);
    verdict_add_stats(end, document);
    document_add_stat(document, "branches_covered", (double)measure->covered);
    document_add_stat(document, "branches_reachable", (double)measure->reachable);
    document_add_stat(document, "branches", (double)measure->all);
    document_add_stat(document, "coverage_percent",
                      100 * concolic_part(measure->covered, measure->reachable));
    document_add_stat(document, "corpus", (double)result->corpus_count);
    document_add_stat(document, "constraints", (double)counts->constraints);
    document_add_stat(document, "mispredicted", (double)counts->mispredicted);
    document_add_stat(document, "failures", (double)counts->failures);
    document_add_stat(document, "time_limits", (double)counts->unfinished);
    document_add_stat(document, "regions_full", (double)counts->full);
    document_add_stat(document, "untraced", (double)counts->untraced);
    document_add_stat(document, "unconfirmed", (double)result->unconfirmed);
    document_add_stat(document, "test_build_only", (double)result->only_test_build);
    document_add_stat(document, "schedules", (double)counts->schedules);
    document_add_stat(document, "schedules_cut", (double)counts->cut);
    document_add_stat(document, "solver_queries", (double)counts->solver.queries);
    document_add_stat(document, "solver_found", (double)counts->solver.found);
    document_add_stat(document, "solver_none", (double)counts->solver.none);
    document_add_stat(document, "solver_unknown", (double)counts->solver.unknown);
    document_add_stat(document, "solver_cached", (double)counts->solver.cached);
    document_add_stat(document, "solver_seconds", counts->solver.seconds);
}

static bool concolic_is_whole(const struct search *search, const struct concolic_result *result)
{
    const struct concolic_counts *counts = &result->counts;
    return result->end.outcome == SPREAD_COMPLETE && result->end.lost == 0 && !result->broken &&
           !search->suspects.given_up && counts->mispredicted == 0 && counts->unfinished == 0 &&
           counts->full == 0 && counts->untraced == 0 && counts->cut == 0 &&
           counts->unfollowed == 0 && counts->sets_left == 0 && counts->simplified == 0 &&
           counts->solver.unknown == 0 && result->only_test_build == 0 &&
           result->unconfirmed == 0 && result->unsteady == 0;
}

static const char *concolic_reason(const struct search *search,
                                   const struct concolic_result *result)
{
    if (search->stalled && !result->broken)
        return "stopped because nothing new was covered for long";
    return verdict_reason(&result->end, result->broken, search->spent || search->late);
}

static void describe_schedules(const struct search *search, struct text *out)
{
    const struct concolic_counts *counts = &search->counts;
    if (search->options->schedules == 0)
        return;
    text_addf(out, "; %llu of them were other schedules of the same inputs",
              (unsigned long long)counts->schedules);
    verdict_add(out, counts->cut, "path had more schedules than --schedule-limit",
                "paths had more schedules than --schedule-limit");
    verdict_add(out, counts->sets_left,
                "test completed so many requests that not every set was tried",
                "tests completed so many requests that not every set was tried");
    verdict_add(out, counts->unfollowed, "schedule could not be reproduced",
                "schedules could not be reproduced");
}

/* Describes what the verdict covers. */
static void concolic_describe(const struct search *search, struct concolic_result *result,
                              struct document *document)
{
    const struct concolic_counts *counts = &result->counts;
    const struct measure *measure = &search->measure;
    const char *why = concolic_reason(search, result);
    struct text out;
    text_init(&out, 1 << 16);
    bool whole = concolic_is_whole(search, result);
    const char *every = search->options->fixed_ranks
                            ? "every path that follows from the inputs, with the given number of "
                              "ranks, as far as Tutti follows them"
                            : "every path that follows from the inputs, the rank and the number of "
                              "ranks, as far as Tutti follows them";
    text_addf(&out,
              "%s: %llu test%s of up to %d rank%s covered %u of %u branches (%.1f %%) of the "
              "functions that were entered",
              whole ? every : "a part of the paths", (unsigned long long)result->end.count.counted,
              result->end.count.counted == 1 ? "" : "s", search->options->max_ranks,
              search->options->max_ranks == 1 ? "" : "s", measure->covered, measure->reachable,
              100 * concolic_part(measure->covered, measure->reachable));
    if (counts->bounded > 0)
        text_addf(&out,
                  "; loops whose end depends on the input were followed for at most %d more rounds",
                  CANDIDATE_ROUNDS);
    if (why)
        verdict_add_pending(&out, why, &result->end, "test");
    describe_schedules(search, &out);
    verdict_add(&out, counts->mispredicted, "test took another path than it was made for",
                "tests took other paths than they were made for");
    verdict_add(&out, counts->solver.unknown, "question was too hard for the solver",
                "questions were too hard for the solver");
    verdict_add(&out, counts->simplified,
                "answer of the solver replaced a hard expression by its value",
                "answers of the solver replaced hard expressions by their values");
    verdict_add(&out, counts->unfinished, "test reached a limit of time or memory",
                "tests reached a limit of time or memory");
    verdict_add(&out, counts->full, "test had more decisions than fit into its record",
                "tests had more decisions than fit into their record");
    verdict_add(&out, result->lengthy, "place takes long, but ends", "places take long, but end");
    verdict_add(&out, result->unconfirmed, "finding was not confirmed in the time that was left",
                "findings were not confirmed in the time that was left");
    verdict_add(&out, result->only_test_build,
                "finding showed in the test build only, and not in the program itself",
                "findings showed in the test build only, and not in the program itself");
    verdict_add(&out, result->unsteady, "finding could not be reproduced",
                "findings could not be reproduced");
    verdict_add_journal(&out, &result->end, "paths");
    verdict_add_given_up(&out, &result->end, search->suspects.given_up);
    document->stopped = counts->failures;
    verdict_settle(document, &out, whole);
    text_free(&out);
}

/* Writes the first item: the user's own command. */
static void write_root(const struct search *search, struct bytes *root)
{
    struct aim aim = {
        .flags = AIM_FIRST, .edge = COVERAGE_NO_EDGE, .priority = SPREAD_PRIORITY_MAX};
    input_write(&search->first, root);
    aim_write(&aim, root);
}

/* Waits until the corpus is on the disk. */
static int sync_corpus(const struct search *search, int failed, struct error *error)
{
    struct error later;
    if (!search->options->directory || search->corpus_count == 0)
        return 0;
    char *path = memory_printf("%s/corpus", search->options->directory);
    int unsynced = access(path, F_OK) == 0 ? file_sync_tree(path, failed ? &later : error) : 0;
    free(path);
    return unsynced;
}

static int explore_tree(struct search *search, struct concolic_result *result, struct error *error)
{
    struct spread_options spread = search->options->spread;
    struct text header;
    struct bytes root = {0};
    text_init(&header, HEADER_CAP);
    concolic_write_header(search->options, search->record, &header);
    write_root(search, &root);
    spread.header = header.data;
    spread.header_length = header.length;
    spread.root = root.data;
    spread.root_length = root.length;
    spread.seconds = search_seconds_left(search);
    spread.max_items = 0; /* the search counts tests instead: not every item is one, since a test
                             may be deferred */
    int failed =
        spread_run(&spread, &concolic_worker, &concolic_watch, search, &result->end, error);
    bytes_free(&root);
    text_free(&header);
    spread_leave();
    return result->end.outcome == SPREAD_HELPED || sync_corpus(search, failed, error) == 0 ? failed
                                                                                           : -1;
}

/* Makes a directory for the files that tests need while they run. */
static int make_scratch(const struct concolic_options *options, char **scratch, struct error *error)
{
    if (!options->scratch)
        return file_make_temporary("tutti-test-", scratch, error);
    *scratch = memory_copy(options->scratch);
    return 0;
}

static void remove_scratch(const struct concolic_options *options, char *scratch)
{
    struct error ignored;
    if (!options->scratch)
        file_remove_directory(scratch, &ignored);
    free(scratch);
}

static void hand_over(struct search *search, struct concolic_result *result)
{
    result->covered_count = search->measure.covered;
    result->reachable_count = search->measure.reachable;
    result->covered = search->covered;
    result->tried = search->tried;
    result->points = search->chronicle.points;
    result->point_count = search->chronicle.point_count;
    search->covered = search->tried = NULL;
    search->chronicle.points = NULL;
}

static int concolic_finish(struct search *search, struct document *document,
                           struct concolic_result *result, int failed, struct error *error)
{
    struct error later;
    search_note(search, &result->end.count, true);
    result->counts = search->counts;
    result->corpus_count = search->corpus_count;
    if (search->suspects.given_up)
        result->given_up = arena_copy(&document->arena, search->suspects.given_up);
    if (concolic_show(search, document, result, failed ? &later : error) != 0)
        failed = -1;
    if (!failed && search->failure.kind) {
        *error = search->failure;
        failed = -1;
    }
    result->broken = failed != 0;
    hand_over(search, result);
    concolic_add_stats(search, result, document);
    concolic_describe(search, result, document);
    return failed;
}

int concolic(const struct concolic_options *options, const struct record *record,
             struct document *document, struct concolic_result *result, struct error *error)
{
    struct search search;
    char *scratch;
    *result = (struct concolic_result){.end = {.outcome = SPREAD_COMPLETE}};
    if (sites_read(options->sites, &result->sites, error) != 0 ||
        make_scratch(options, &scratch, error) != 0) {
        result->broken = true;
        return -1;
    }
    int failed = search_open(&search, options, record, &result->sites, error);
    search.scratch = scratch;
    if (!failed) {
        failed = explore_tree(&search, result, error);
        if (result->end.outcome != SPREAD_HELPED)
            failed = concolic_finish(&search, document, result, failed, error);
    }
    search_close(&search);
    remove_scratch(options, scratch);
    return failed;
}

void concolic_free(struct concolic_result *result)
{
    shown_free(&result->shown);
    free(result->covered);
    free(result->tried);
    free(result->points);
    sites_free(&result->sites);
}
