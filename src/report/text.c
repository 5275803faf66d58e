#include "report/phrase.h"
#include "report/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Escape sequences, or empty strings without colours. */
struct colors {
    const char *severity[3]; /* by enum severity */
    const char *bold, *faint, *plain;
};

static const struct colors all_colors = {.severity = {"\033[1;31m", "\033[1;35m", "\033[1;36m"},
                                         .bold = "\033[1m",
                                         .faint = "\033[2m",
                                         .plain = "\033[0m"};
static const struct colors no_colors = {
    .severity = {"", "", ""}, .bold = "", .faint = "", .plain = ""};

/* Ranks with the same description. */
struct text_group {
    int *ranks;
    size_t rank_count;
    const struct location *at; /* the place that they are at... */
    const struct wait *wait;   /* ...or the reason why they wait... */
    const char *on;            /* ...and the ranks that they wait for */
};

static bool same_text(const char *left, const char *right)
{
    return left == right || (left && right && strcmp(left, right) == 0);
}

static bool same_location(const struct location *left, const struct location *right)
{
    if (!same_text(left->call, right->call) || !same_text(left->file, right->file) ||
        !same_text(left->function, right->function) || left->line != right->line ||
        left->argument_count != right->argument_count || left->stack_count != right->stack_count)
        return false;
    for (size_t i = 0; i < left->argument_count; i++) {
        if (!same_text(left->arguments[i].name, right->arguments[i].name) ||
            !same_text(left->arguments[i].text, right->arguments[i].text))
            return false;
    }
    for (size_t i = 0; i < left->stack_count; i++) {
        if (!same_text(left->stack[i], right->stack[i]))
            return false;
    }
    return true;
}

static void text_print_headline(const struct finding *finding, const struct colors *colors,
                                struct text *out)
{
    const struct location *first = finding->location_count ? &finding->locations[0] : NULL;
    if (first && first->file) {
        text_add(out, colors->bold);
        phrase_add_place(out, first->file, first->line);
        text_addf(out, ":%s ", colors->plain);
    }
    text_addf(out, "%s%s:%s %s", colors->severity[finding->severity],
              severity_name(finding->severity), colors->plain, colors->bold);
    phrase_add(out, finding->headline ? finding->headline : "", PHRASE_STRING_MAX);
    text_addf(out, "%s %s[", colors->plain, colors->faint);
    phrase_add(out, finding->rule, PHRASE_STRING_MAX);
    text_addf(out, "]%s%s\n", colors->plain, finding->known ? " (known)" : "");
}

static void print_group(const struct text_group *group, const struct colors *colors,
                        struct text *out)
{
    const struct location *at = group->at;
    if (group->rank_count == 0 && !at->call && !at->file)
        return;
    text_add(out, "  ");
    if (group->rank_count > 0) {
        phrase_add_ranks(out, group->ranks, group->rank_count);
        text_add(out, ": ");
    }
    phrase_add_call(out, at);
    if (at->file) {
        text_add(out, at->call ? " at " : "at ");
        phrase_add_place(out, at->file, at->line);
    } else if (!at->call && !at->function) {
        text_add(out, "at an unknown place");
    }
    if (at->function) {
        text_add(out, at->file || at->call ? " in " : "in ");
        phrase_add(out, at->function, PHRASE_STRING_MAX);
    }
    text_add_char(out, '\n');
    for (size_t i = 0; i < at->stack_count; i++) {
        text_addf(out, "      %s", colors->faint);
        phrase_add(out, at->stack[i], PHRASE_STRING_MAX);
        text_addf(out, "%s\n", colors->plain);
    }
}

static void print_locations(const struct finding *finding, const struct colors *colors,
                            struct text *out)
{
    struct arena arena = {0};
    struct text_group *groups = NULL;
    size_t count = 0;
    for (size_t i = 0; i < finding->location_count; i++) {
        const struct location *at = &finding->locations[i];
        size_t j = 0;
        while (j < count &&
               !(same_location(groups[j].at, at) && (groups[j].rank_count > 0) == (at->rank >= 0)))
            j++;
        if (j == count)
            arena_push(&arena, groups, count)->at = at;
        if (at->rank >= 0)
            *arena_push(&arena, groups[j].ranks, groups[j].rank_count) = at->rank;
    }
    for (size_t i = 0; i < count; i++)
        print_group(&groups[i], colors, out);
    arena_free(&arena);
}

static void print_related(const struct finding *finding, struct text *out)
{
    for (size_t i = 0; i < finding->related_count; i++) {
        const struct related *related = &finding->related[i];
        text_add(out, "  ");
        phrase_add(out, related->what ? related->what : "see", PHRASE_STRING_MAX);
        text_add(out, related->file ? " " : "");
        phrase_add_place(out, related->file, related->line);
        text_add_char(out, '\n');
    }
}

static int text_compare_numbers(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static int compare_waits(const void *left, const void *right)
{
    const struct wait *a = *(const struct wait *const *)left;
    const struct wait *b = *(const struct wait *const *)right;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    if (a->any != b->any)
        return a->any ? 1 : -1;
    return strcmp(a->why ? a->why : "", b->why ? b->why : "");
}

/* Adds a waiting rank to the group of ranks that wait for the same ranks. */
static void group_wait(struct arena *arena, struct text_group **groups, size_t *count,
                       const struct wait *wait, const char *on)
{
    size_t i = 0;
    while (i < *count &&
           !((*groups)[i].wait->any == wait->any && same_text((*groups)[i].wait->why, wait->why) &&
             same_text((*groups)[i].on, on)))
        i++;
    if (i == *count)
        *arena_push(arena, *groups, *count) = (struct text_group){.wait = wait, .on = on};
    *arena_push(arena, (*groups)[i].ranks, (*groups)[i].rank_count) = wait->rank;
}

static void print_wait(const struct text_group *group, struct text *out)
{
    bool several = strpbrk(group->on, ",-") != NULL;
    text_add(out, "  ");
    phrase_add_ranks(out, group->ranks, group->rank_count);
    text_addf(out, " wait%s for %s%s %s", group->rank_count > 1 ? "" : "s",
              !several           ? ""
              : group->wait->any ? "any of "
                                 : "all of ",
              several ? "ranks" : "rank", group->on);
    if (group->wait->why) {
        text_add(out, ": ");
        phrase_add(out, group->wait->why, PHRASE_STRING_MAX);
    }
    text_add_char(out, '\n');
}

/* Prints the wait-for graph in words: one line for all ranks that wait for the same ranks for the
 * same reason. */
static void print_waits(const struct finding *finding, struct text *out)
{
    if (finding->wait_count == 0)
        return;
    struct arena arena = {0};
    const struct wait **sorted = arena_alloc(&arena, finding->wait_count * sizeof(void *));
    for (size_t i = 0; i < finding->wait_count; i++)
        sorted[i] = &finding->waits[i];
    qsort(sorted, finding->wait_count, sizeof *sorted, compare_waits);
    int *on = arena_alloc(&arena, finding->wait_count * sizeof *on);
    struct text_group *groups = NULL;
    size_t count = 0;
    for (size_t i = 0; i < finding->wait_count;) {
        const struct wait *first = sorted[i];
        size_t on_count = 0;
        for (; i < finding->wait_count && compare_waits(&first, &sorted[i]) == 0; i++)
            on[on_count++] = sorted[i]->on;
        group_wait(&arena, &groups, &count, first, finding_rank_text(&arena, on, on_count));
    }
    for (size_t i = 0; i < count; i++)
        print_wait(&groups[i], out);
    arena_free(&arena);
}

/* Prints a label, then the paragraphs, with each line indented. */
static void print_paragraphs(const char *label, const char *string, struct text *out)
{
    struct text line;
    text_init(&line, REPORT_TEXT_CAP);
    text_addf(out, "  %s: ", label);
    for (const char *at = string; at;) {
        const char *end = strchrnul(at, '\n');
        text_clear(&line);
        text_add_bytes(&line, at, (size_t)(end - at));
        phrase_add(out, line.data, PHRASE_STRING_MAX);
        at = *end ? end + 1 : NULL;
        text_add(out, at ? "\n    " : "\n");
    }
    text_free(&line);
}

/* Prints the runs that show the finding, if there are others than this one. */
static void print_sightings(const struct finding *finding, struct text *out)
{
    if (finding->sighting_count == 0)
        return;
    text_add(out, "  found by: ");
    for (size_t i = 0; i < finding->sighting_count; i++) {
        const struct sighting *sighting = &finding->sightings[i];
        text_add(out, i ? ", " : "");
        phrase_add(out, sighting->verb, PHRASE_ARGUMENT_MAX);
        if (strcmp(sighting->rule, finding->rule) != 0) {
            text_add(out, " (as ");
            phrase_add(out, sighting->rule, PHRASE_ARGUMENT_MAX);
            text_add_char(out, ')');
        }
    }
    text_add_char(out, '\n');
}

static void print_command(const char *what, const char *command, struct text *out)
{
    if (!command)
        return;
    text_addf(out, "  %s: ", what);
    phrase_add(out, command, PHRASE_STRING_MAX);
    text_add_char(out, '\n');
}

static void print_finding(const struct finding *finding, const struct colors *colors,
                          struct text *out)
{
    text_print_headline(finding, colors, out);
    print_locations(finding, colors, out);
    print_related(finding, out);
    if (finding->why && *finding->why)
        print_paragraphs("why", finding->why, out);
    print_waits(finding, out);
    print_sightings(finding, out);
    if (finding->stack_count > 0)
        text_add(out, "  where the ranks are:\n");
    phrase_add_stacks(out, finding, 2);
    print_command("replay", finding->replay, out);
    print_command("next", finding->next, out);
    text_add_char(out, '\n');
}

/* Prints the numbers of failing interleavings, "2-3,7", as many ranges as fit on a line. If not all
 * interleavings were kept, it leaves the others out. */
static void print_failing(const struct document *document, struct text *out)
{
    enum { RANGES = 10 };
    size_t count = 0, said = 0, kept = document->interleaving_count;
    if (kept == 0)
        return;
    uint64_t *numbers = memory_alloc(kept * sizeof *numbers);
    for (size_t i = 0; i < kept; i++)
        if (interleaving_fails(document, &document->interleavings[i]))
            numbers[count++] = document->interleavings[i].number;
    qsort(numbers, count, sizeof *numbers, text_compare_numbers);
    text_add(out, "; ");
    if (kept < document->interleaving_total)
        text_addf(out, "of the %zu kept, ", kept);
    text_add(out, count > 1 ? "interleavings " : count == 1 ? "interleaving " : "none");
    for (size_t ranges = 0; said < count && ranges < RANGES; ranges++) {
        size_t first = said++;
        while (said < count && numbers[said] - numbers[said - 1] <= 1)
            said++;
        text_addf(out, "%s%" PRIu64, ranges ? "," : "", numbers[first]);
        if (numbers[said - 1] != numbers[first])
            text_addf(out, "-%" PRIu64, numbers[said - 1]);
    }
    if (said < count)
        text_addf(out, " and %zu more", count - said);
    text_add(out, count > 1 ? " fail" : " fails");
    free(numbers);
}

/* Prints a line about the search. */
static void print_search(const struct document *document, struct text *out)
{
    if (document->interleaving_total == 0)
        return;
    double executions = (double)document->interleaving_total, choices = -1;
    for (size_t i = 0; i < document->stat_count; i++) {
        if (strcmp(document->stats[i].name, "executions") == 0)
            executions = document->stats[i].value;
        if (strcmp(document->stats[i].name, "choices") == 0)
            choices = document->stats[i].value;
    }
    text_addf(out, "explored: %.0f execution%s", executions, executions == 1 ? "" : "s");
    if (choices >= 0)
        text_addf(out, " with %.0f choice%s", choices, choices == 1 ? "" : "s");
    print_failing(document, out);
    text_add_char(out, '\n');
}

static void print_counts(const struct document *document, struct text *out)
{
    size_t counts[3] = {0}, kinds = 0;
    for (size_t i = 0; i < document->finding_count; i++)
        counts[document->findings[i].severity]++;
    for (enum severity severity = SEVERITY_ERROR; severity <= SEVERITY_NOTE; severity++) {
        if (counts[severity] == 0)
            continue;
        text_addf(out, "%s%zu %s%s", kinds++ ? ", " : "", counts[severity], severity_name(severity),
                  counts[severity] == 1 ? "" : "s");
    }
    if (kinds == 0)
        text_add(out, document->verdict == VERDICT_INCOMPLETE ? "nothing found so far, not proven"
                                                              : "nothing found");
    else if (document->unfinished)
        text_add(out, " so far, search not complete");
    if (document->hidden > 0)
        text_addf(out, ", and %" PRIu64 " finding%s not shown", document->hidden,
                  document->hidden == 1 ? " that is" : "s that are");
}

static void print_summary(const struct document *document, const struct colors *colors,
                          struct text *out)
{
    text_addf(out, "%sSUMMARY:%s ", colors->bold, colors->plain);
    print_counts(document, out);
    if (document->ranks > 0 || document->mpi) {
        text_add(out, " (");
        if (document->ranks > 0)
            text_addf(out, "%d rank%s", document->ranks, document->ranks == 1 ? "" : "s");
        if (document->mpi) {
            text_add(out, document->ranks > 0 ? ", " : "");
            phrase_add(out, phrase_mpi_name(document->mpi), PHRASE_ARGUMENT_MAX);
        }
        text_add_char(out, ')');
    }
    if (document->coverage) {
        text_add(out, "; ");
        phrase_add(out, document->coverage, PHRASE_STRING_MAX);
    }
    text_add_char(out, '\n');
}

/* Prints the runs that a report is about, and what changed from one to the next. */
static void text_print_runs(const struct document *document, const struct colors *colors,
                            struct text *out)
{
    if (document->run_count > 0)
        text_addf(out, "%sRUNS:%s\n", colors->bold, colors->plain);
    for (size_t i = 0; i < document->run_count; i++) {
        const struct past_run *run = &document->runs[i];
        text_add(out, "  ");
        phrase_add(out, run->when, PHRASE_ARGUMENT_MAX);
        text_add(out, "  ");
        phrase_add(out, run->verb, PHRASE_ARGUMENT_MAX);
        text_add(out, *run->program ? " " : "");
        phrase_add(out, run->program, PHRASE_STRING_MAX);
        text_addf(out, ": %s, %" PRIu64 " finding%s", verdict_name(run->verdict), run->findings,
                  run->findings == 1 ? "" : "s");
        if (run->fresh + run->gone > 0)
            text_addf(out, " (%" PRIu64 " new, %" PRIu64 " gone)", run->fresh, run->gone);
        text_add_char(out, '\n');
    }
}

void report_print_summary(const struct document *document, bool color, struct text *out)
{
    print_summary(document, color ? &all_colors : &no_colors, out);
}

void report_print_text(const struct document *document, bool color, struct text *out)
{
    const struct colors *colors = color ? &all_colors : &no_colors;
    for (size_t i = 0; i < document->finding_count; i++)
        print_finding(&document->findings[i], colors, out);
    print_search(document, out);
    text_print_runs(document, colors, out);
    print_summary(document, colors, out);
}
