#include "concolic/search/schedule.h"

#include "base/memory.h"
#include "runtime/world/checksum.h"

#include <stdlib.h>
#include <string.h>

enum { SALT = 0x5c4ed }; /* separates these keys from those of questions about branches */

static void schedule_note_found(void *data, size_t keep, const struct choice *rest, size_t count)
{
    struct schedule *schedule = data;
    schedule->found = memory_room(schedule->found, schedule->found_count, &schedule->found_space,
                                  sizeof *schedule->found);
    schedule->found[schedule->found_count++] =
        (struct schedule_script){.keep = keep, .first = schedule->rest_count, .count = count};
    for (size_t i = 0; i < count; i++) {
        schedule->rests = memory_room(schedule->rests, schedule->rest_count, &schedule->rest_space,
                                      sizeof *schedule->rests);
        schedule->rests[schedule->rest_count++] = rest[i];
    }
}

void schedule_begin(struct schedule *schedule, const struct input *input, bool search,
                    struct scheduler_options *options)
{
    free(schedule->exploration.path);
    schedule->found_count = schedule->rest_count = 0;
    schedule->exploration = (struct exploration){.script = input->choices,
                                                 .script_count = input->choice_count,
                                                 .poll_bound = SCHEDULE_POLLS,
                                                 .loose = input->loose,
                                                 .found = search ? schedule_note_found : NULL,
                                                 .data = schedule};
    options->exploration = &schedule->exploration;
}

void schedule_take(const struct schedule *schedule, size_t place, struct arena *arena,
                   struct input *input)
{
    const struct schedule_script *script = &schedule->found[place];
    input->choice_count = script->keep + script->count;
    input->choices = arena_alloc(arena, input->choice_count * sizeof *input->choices + 1);
    if (script->keep > 0)
        memcpy(input->choices, schedule->exploration.path, script->keep * sizeof *input->choices);
    memcpy(input->choices + script->keep, &schedule->rests[script->first],
           script->count * sizeof *input->choices);
    input->loose = false;
}

uint64_t schedule_path(const struct chooser *chooser, const struct input *input,
                       const struct trace *trace, const struct account *account)
{
    uint64_t key = checksum_number(SALT, (uint64_t)input->ranks);
    if (trace) {
        struct candidates candidates;
        candidates_open(chooser, (struct trace *)trace, &candidates);
        key = checksum_number(key, candidates.path[trace->constraint_count]);
        candidates_free(&candidates);
        for (uint32_t i = 0; i < trace->constraint_count; i++)
            if (trace->constraints[i].kind == EVENT_SIZE)
                key = checksum_number(key, trace->constraints[i].value);
    }
    if (account->edge_count > 0)
        return checksum_number(key, account->edges[0]);
    return asked_add(&chooser->knowledge->asked, key) ? key : 0;
}

unsigned schedule_priority(const struct input *input, unsigned priority)
{
    unsigned others = 0;
    for (size_t i = 0; i < input->choice_count; i++)
        others += !(input->choices[i].flags & (CHOICE_FIRST | CHOICE_JOINED));
    return others < priority ? priority - others : 0;
}

void schedule_free(struct schedule *schedule)
{
    free(schedule->exploration.path);
    free(schedule->found);
    free(schedule->rests);
    *schedule = (struct schedule){.found_count = 0};
}
