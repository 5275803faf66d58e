#include "explore/search.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "runtime/world/checksum.h"
#include "world/process/folder.h"

#include <stdlib.h>
#include <string.h>

/* Returns the number of choices that an execution would not make by itself. */
static size_t script_deviations(const void *bytes, size_t length)
{
    size_t count = 0;
    for (size_t at = 0; at + sizeof(struct choice) <= length; at += sizeof(struct choice)) {
        struct choice choice;
        memcpy(&choice, (const char *)bytes + at, sizeof choice);
        count += !(choice.flags & CHOICE_FIRST);
    }
    return count;
}

/* Notes a symptom; returns true if the execution has shown something new. `item` has the script
 * that shows it. The shorter one is easier to understand, then the one that is closer to the first
 * execution. Ties are broken by the bytes, not by the order of arrival: a report must not depend on
 * the speed of workers. */
static bool explore_search_note_symptom(struct search *search, const struct spread_item *item,
                                        const struct outcome_head *head,
                                        const struct symptom *symptom)
{
    struct cost cost = {item->length, script_deviations(item->bytes, item->length)};
    return suspects_note(&search->suspects, item, symptom, cost, true, head->result);
}

/* Does the same with all choices of the execution. */
static bool note_whole(struct search *search, uint64_t number, const struct outcome_head *head,
                       const struct symptom *symptom, const void *path)
{
    size_t length = head->path * sizeof(struct choice);
    struct script_end end = {0};
    char *bytes = memory_alloc(length + sizeof end);
    memcpy(bytes, path, length);
    memcpy(bytes + length, &end, sizeof end);
    struct spread_item item = {.bytes = bytes, .length = length + sizeof end, .number = number};
    bool better = explore_search_note_symptom(search, &item, head, symptom);
    free(bytes);
    return better;
}

/* Drops the last sample that fails and shows nothing new; false: there is none. */
static bool search_make_room(struct search *search)
{
    for (size_t i = search->sample_count; i > 0; i--) {
        struct kept_sample *sample = &search->samples[i - 1];
        if (!sample->failed || sample->fresh)
            continue;
        free(sample->sample.bytes);
        memmove(sample, sample + 1, (search->sample_count - i) * sizeof *sample);
        search->sample_count--;
        search->failing_samples--;
        return true;
    }
    return false;
}

/* Keeps a sample. Half of the interleavings may be failing ones, first those with new findings; the
 * other half are the first executions. An execution without an end is not kept: showing it would
 * take as long again. */
static bool note_sample(struct search *search, const struct spread_item *item,
                        const struct outcome_head *head, bool failed, bool fresh)
{
    if (head->flags & EXECUTION_UNFINISHED)
        return false;
    size_t half = search->options->interleavings / 2;
    size_t others = search->sample_count - search->failing_samples;
    bool full =
        failed ? search->failing_samples >= half : others >= search->options->interleavings - half;
    if (full && !(failed && fresh && search_make_room(search)))
        return false;
    search->failing_samples += failed;
    search->samples = memory_room(search->samples, search->sample_count, &search->sample_space,
                                  sizeof *search->samples);
    search->samples[search->sample_count++] =
        (struct kept_sample){sample_of(item, head->result), failed, fresh};
    return true;
}

/* Notes the result of the root, which has no choices. It occurs once in each search, before all
 * others. */
static void note_first(struct search *search, const struct outcome_head *head, const char *symptoms)
{
    struct first first = {.known = true, .result = head->result};
    for (uint32_t i = 0; i < head->symptoms; i++) {
        struct symptom symptom;
        memcpy(&symptom, symptoms + i * sizeof symptom, sizeof symptom);
        first.symptoms += checksum_bytes(symptom.address, (const unsigned char *)symptom.rule,
                                         strnlen(symptom.rule, sizeof symptom.rule));
    }
    search->first = first;
    search->unlike = search->expected.known && (first.result != search->expected.result ||
                                                first.symptoms != search->expected.symptoms);
}

static bool explore_search_take(void *context, const struct spread_item *item, const void *bytes,
                                size_t length, bool old)
{
    struct search *search = context;
    struct outcome_head head;
    const char *symptoms = outcome_read(bytes, length, &head);
    if (!symptoms)
        return false;
    (void)old;
    if (item->length == 0)
        note_first(search, &head, symptoms);
    bool failed = false, deadlock = false, keep = false;
    size_t wrong = search->suspects.wrong;
    keep = (head.flags & ~search->flags) != 0;
    search->flags |= head.flags;
    search->unfinished += (head.flags & EXECUTION_UNFINISHED) != 0;
    search->cut += (head.flags & EXECUTION_CUT) != 0;
    search->passed += (head.flags & EXECUTION_PASSED) != 0;
    if ((head.flags & EXECUTION_DIFFERED) && !search->different.bytes) {
        search->different = sample_of(item, head.result);
        search->differs_at = head.differs_at;
        keep = true;
    }
    const char *path = symptoms + head.symptoms * sizeof(struct symptom);
    for (uint32_t i = 0; i < head.symptoms; i++) {
        struct symptom symptom;
        memcpy(&symptom, symptoms + i * sizeof symptom, sizeof symptom);
        /* In a race the other execution may be the one that fails. */
        bool race = strcmp(symptom.rule, SYMPTOM_RACE) == 0;
        failed = failed || (symptom.severity != SEVERITY_NOTE && !race);
        deadlock = deadlock || strcmp(symptom.rule, "deadlock") == 0;
        keep = (script_needs_path(symptom.rule)
                    ? note_whole(search, item->number, &head, &symptom, path)
                    : explore_search_note_symptom(search, item, &head, &symptom)) ||
               keep;
    }
    /* The journal keeps these, so that a resumed search counts them all. */
    keep =
        keep || failed || (head.flags & (EXECUTION_UNFINISHED | EXECUTION_CUT | EXECUTION_PASSED));
    search->failures += failed;
    search->deadlocks += deadlock;
    return note_sample(search, item, &head, failed, search->suspects.wrong > wrong) || keep;
}

static void explore_search_give_up(void *context, const struct spread_item *item,
                                   const char *sentence, bool old)
{
    struct search *search = context;
    (void)item, (void)old;
    suspects_give_up(&search->suspects, sentence);
}

static void explore_search_show_progress(void *context, const struct spread_progress *progress)
{
    struct search *search = context;
    struct spread_progress known = *progress;
    search->execution = progress->rate > 0 ? progress->workers / progress->rate : 0;
    if (search->flags & EXECUTION_LATE)
        known.weight = 0;
    if (search->options->progress)
        search->options->progress(search->options->context, &known, search->suspects.wrong);
}

bool search_is_late(const struct search *search)
{
    static const double TIMES = 1.5, SHARE = 0.1;
    double now = clock_seconds(), deadline = search->options->deadline;
    double most = SHARE * (deadline - search->began), wanted = TIMES * search->execution;
    return deadline > 0 && now + (wanted < most ? wanted : most) >= deadline;
}

/* Returns whether to stop. An execution that could not be followed makes all others doubtful. */
static bool explore_search_should_stop(void *context)
{
    const struct search *search = context;
    bool writes = search->listing && !search->apart && (search->flags & EXECUTION_WROTE);
    return writes || search->unlike || search_is_late(search) || search->different.bytes ||
           (search->options->stop_at_first && search->suspects.wrong > 0);
}

void search_free(struct search *search)
{
    struct error ignored;
    for (size_t i = 0; i < search->sample_count; i++)
        free(search->samples[i].sample.bytes);
    suspects_free(&search->suspects);
    free(search->samples);
    free(search->different.bytes);
    listing_close(search->listing);
    if (search->scratch)
        file_remove_directory(search->scratch, &ignored);
    free(search->scratch);
}

const struct spread_watch search_watch = {explore_search_take, explore_search_give_up,
                                          explore_search_show_progress, explore_search_should_stop};
