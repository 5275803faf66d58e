#include "concolic/search/search.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "concolic/search/corpus.h"
#include "concolic/search/kept.h"
#include "concolic/search/tester.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LEAST_SECONDS = 0.1; /* for tests, however long building took */
static const double SHOWING_SECONDS = 0.5, SHOWING_TIMES = 3, SHOWING_SHARE = 0.25;

/* Notes the symptom. Returns true if no earlier test that showed it was as near to the user's own.
 * Fewer ranks count most. */
static bool search_note_symptom(struct search *search, const struct spread_item *item,
                                const struct input *input, const struct symptom *symptom)
{
    /* If the user's own input reaches its time limit, other inputs do too. */
    if ((search->limits & ACCOUNT_LONG) && strcmp(symptom->rule, "loop") == 0) {
        search->counts.unfinished++;
        return false;
    }
    struct cost cost = {(size_t)input->ranks, input_distance(input, &search->first)};
    return suspects_note(&search->suspects, item, symptom, cost, false, 0);
}

/* Writes an input of the corpus. If this fails, the search continues and reports the error at the
 * end. It does not wait for the disk, since the journal has the input too. An input comes again
 * (`old`) when the journal is read: then its directory is written anew if a power failure took it,
 * or if it has another number since a record of the journal was lost. */
static void write_corpus(struct search *search, const struct input *input, size_t new_edges,
                         bool old)
{
    struct error error;
    const char *directory = search->options->directory;
    if (!directory)
        return;
    struct input_originals originals = {.directory = search->record->directory,
                                        .input = search->record->input};
    char *path = memory_printf("%s/corpus/%06zu", directory, search->corpus_count);
    char *what =
        memory_printf("Covers %zu new edge%s. Every schedule of it: tutti verify --from='%s'",
                      new_edges, new_edges == 1 ? "" : "s", path);
    bool there = old && kept_is(input, search->options, search->record, path);
    if (old && !there)
        file_remove_directory(path, &error); /* it holds another input, or a part of this one */
    if (!there &&
        (corpus_write(input, &originals, what, path, &error) != 0 ||
         kept_write(input, search->options, search->record, path, &error) != 0) &&
        !search->failure.kind)
        search->failure = error;
    free(what);
    free(path);
}

static bool search_note_coverage(struct search *search, const struct spread_item *item,
                                 const struct input *input, const struct account *account, bool old)
{
    size_t count = 0;
    for (size_t i = 0; i < account->edge_count; i++) {
        uint32_t edge = account->edges[i];
        coverage_add(&search->knowledge.coverage, edge); /* perhaps on another machine */
        coverage_tell(&search->knowledge.coverage, edge);
        if (edge >= search->sites->edge_count || search->covered[edge])
            continue;
        search->covered[edge] = 1;
        count++;
    }
    if (count == 0)
        return false;
    search->measure = distance_measure(search->distance, search->covered);
    search->new_at = clock_seconds();
    search->corpus = memory_room(search->corpus, search->corpus_count, &search->corpus_space,
                                 sizeof *search->corpus);
    search->corpus[search->corpus_count++] = sample_of(item, 0);
    write_corpus(search, input, count, old);
    return true;
}

static void note_trials(struct search *search, const struct account *account)
{
    for (size_t i = 0; i < account->trial_count; i++) {
        const struct trial *trial = &account->trials[i];
        if (trial->edge >= search->sites->edge_count)
            continue;
        search->chronicle.changed |= (search->tried[trial->edge] & trial->what) != trial->what;
        search->tried[trial->edge] |= (uint8_t)trial->what;
    }
}

static void add_counts(struct concolic_counts *counts, const struct account *account)
{
    counts->cut += (account->flags & ACCOUNT_CUT) != 0;
    if (account->flags & ACCOUNT_LEFT_OUT)
        return;
    counts->executions++;
    counts->schedules += (account->flags & ACCOUNT_SCHEDULE) != 0;
    counts->unfollowed += (account->flags & ACCOUNT_UNFOLLOWED) != 0;
    counts->sets_left += (account->flags & ACCOUNT_SETS_LEFT) != 0;
    counts->constraints += account->constraints;
    counts->mispredicted += (account->flags & ACCOUNT_MISPREDICTED) != 0;
    counts->failures += (account->flags & ACCOUNT_FAILED) != 0;
    counts->unfinished += (account->flags & ACCOUNT_UNFINISHED) != 0;
    counts->full += (account->flags & ACCOUNT_FULL) != 0;
    counts->untraced += (account->flags & ACCOUNT_UNTRACED) != 0;
    counts->bounded += (account->flags & ACCOUNT_BOUNDED) != 0;
    counts->simplified += account->simplified;
    counts->solver.queries += account->solver.queries;
    counts->solver.found += account->solver.found;
    counts->solver.none += account->solver.none;
    counts->solver.unknown += account->solver.unknown;
    counts->solver.cached += account->solver.cached;
    counts->solver.seconds += account->solver.seconds;
}

/* Notes reasons why the search is incomplete. Returns true if one is new: a resumed search must
 * know the reasons, but not how often each occurred. */
static bool search_note_limits(struct search *search, const struct account *account)
{
    const uint32_t plain = ACCOUNT_FAILED | ACCOUNT_SCHEDULE | ACCOUNT_LEFT_OUT;
    uint64_t limits = (account->flags & ~plain) | (uint64_t)(account->simplified > 0) << 32 |
                      (uint64_t)(account->solver.unknown > 0) << 33;
    bool any = limits & ~search->limits;
    search->limits |= limits;
    return any;
}

static bool search_take(void *context, const struct spread_item *item, const void *result,
                        size_t length, bool old)
{
    struct search *search = context;
    struct arena arena = {NULL};
    struct account account;
    struct input input;
    struct aim aim;
    struct error ignored;
    bool keep = false;
    if (account_read(result, length, &arena, &account) &&
        item_read(item->bytes, item->length, &input, &aim, &ignored) == 0) {
        add_counts(&search->counts, &account);
        keep = search_note_limits(search, &account);
        keep = search_note_coverage(search, item, &input, &account, old) || keep;
        note_trials(search, &account);
        for (size_t i = 0; i < account.symptom_count; i++)
            keep = search_note_symptom(search, item, &input, &account.symptoms[i]) || keep;
        input_free(&input);
        search->tests += !old && !(account.flags & ACCOUNT_LEFT_OUT);
        uint64_t most = search->options->spread.max_items;
        search->spent = most > 0 && search->tests >= most;
    }
    arena_free(&arena);
    return keep;
}

static void search_give_up(void *context, const struct spread_item *item, const char *sentence,
                           bool old)
{
    struct search *search = context;
    (void)item, (void)old;
    suspects_give_up(&search->suspects, sentence);
}

void search_note(struct search *search, const struct spread_progress *progress, bool last)
{
    struct error error;
    const struct covered_point now = {.seconds = progress->seconds,
                                      .tests = progress->counted,
                                      .taken = search->measure.covered,
                                      .possible = search->measure.reachable,
                                      .findings = (uint32_t)search->suspects.wrong};
    chronicle_add(&search->chronicle, &now, last);
    if (chronicle_save(&search->chronicle, search->tried, search->sites->edge_count, last,
                       &error) != 0 &&
        !search->failure.kind)
        search->failure = error;
}

static void search_show_progress(void *context, const struct spread_progress *progress)
{
    struct search *search = context;
    search_note(search, progress, false);
    if (!search->options->progress)
        return;
    struct concolic_progress now = {.spread = progress,
                                    .executions = progress->counted,
                                    .covered = search->measure.covered,
                                    .reachable = search->measure.reachable,
                                    .edges = search->measure.all,
                                    .news =
                                        chronicle_news(&search->chronicle, progress->seconds, 60),
                                    .findings = search->suspects.wrong};
    search->options->progress(search->options->context, &now);
}

double search_seconds_left(const struct search *search)
{
    double deadline = search->options->deadline;
    return deadline > 0 ? fmax(deadline - clock_seconds(), LEAST_SECONDS) : 0;
}

/* Estimates how long reproducing the findings takes, without minimising them, by the duration of
 * tests until now. Two worlds must be opened for it. */
static double showing_seconds(const struct search *search)
{
    double spent = clock_seconds() - search->began;
    uint64_t executions = search->counts.executions;
    int workers = search->options->spread.workers;
    double each = executions > 0 ? spent * (workers > 0 ? workers : 2) / (double)executions : 0;
    double all = SHOWING_SECONDS + SHOWING_TIMES * each * (double)search->suspects.count;
    return search->suspects.count > 0 ? fmin(all, SHOWING_SHARE * (spent + all)) : 0;
}

static bool search_should_stop(void *context)
{
    struct search *search = context;
    double deadline = search->options->deadline;
    if (deadline > 0 && clock_seconds() + showing_seconds(search) >= deadline)
        search->late = true;
    double patience = search->options->stall_seconds;
    search->stalled = patience > 0 && clock_seconds() - search->new_at > patience;
    return search->stalled || search->spent || search->late ||
           (search->options->stop_at_first && search->suspects.wrong > 0);
}

int search_open(struct search *search, const struct concolic_options *options,
                const struct record *record, const struct sites *sites, struct error *error)
{
    *search = (struct search){.options = options, .record = record, .sites = sites};
    search->began = search->new_at = clock_seconds();
    tester_first(options, record, &search->first);
    search->covered = memory_zero(sites->edge_count + 1, 1);
    search->tried = memory_zero(sites->edge_count + 1, 1);
    search->distance = distance_open(sites, NULL);
    search->hints = hints_open(sites, options->hints, options->hint_count);
    chronicle_open(&search->chronicle, options->directory, options->spread.resume, search->tried,
                   sites->edge_count);
    if (knowledge_open(&search->knowledge, sites->edge_count, error) != 0)
        return -1;
    for (uint32_t edge = 0; edge < sites->edge_count; edge++)
        coverage_try(&search->knowledge.coverage, edge, search->tried[edge]);
    return 0;
}

void search_close(struct search *search)
{
    for (size_t i = 0; i < search->corpus_count; i++)
        free(search->corpus[i].bytes);
    suspects_free(&search->suspects);
    free(search->corpus);
    free(search->covered);
    free(search->tried);
    chronicle_close(&search->chronicle);
    distance_close(search->distance);
    hints_close(search->hints);
    knowledge_close(&search->knowledge);
    input_free(&search->first);
}

const struct spread_watch concolic_watch = {search_take, search_give_up, search_show_progress,
                                            search_should_stop};
