#include "concolic/schedule.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static void note_found(void *data, size_t keep, const struct choice *rest, size_t count)
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
                                                 .found = search ? note_found : NULL,
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

void schedule_free(struct schedule *schedule)
{
    free(schedule->exploration.path);
    free(schedule->found);
    free(schedule->rests);
    *schedule = (struct schedule){.found_count = 0};
}
