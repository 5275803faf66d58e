#include "world/record/difference.h"

#include <inttypes.h>
#include <string.h>

static void difference_add_number(struct text *out, const char *name, int32_t number)
{
    if (number == WORLD_ANY)
        text_addf(out, ", %s ANY", name);
    else
        text_addf(out, ", %s %" PRId32, name, number);
}

/* Adds the details of `step` that differ in `other`, if both are the same call. */
static void add_details(struct text *out, const struct step *step, const struct step *other)
{
    if (!other || strcmp(step->call, other->call) != 0)
        return;
    if (step->peer != other->peer)
        difference_add_number(out, "peer", step->peer);
    if (step->tag != other->tag)
        difference_add_number(out, "tag", step->tag);
    if (step->bytes != other->bytes)
        text_addf(out, ", %" PRIu64 " bytes", step->bytes);
    if (step->members != other->members)
        text_addf(out, ", %" PRIu32 " members or requests", step->members);
    if (step->comm != other->comm)
        text_addf(out, ", its communicator %" PRIu32, step->comm);
}

static void add_step(struct text *out, const struct step *step, const struct step *other,
                     struct symbols *symbols)
{
    text_add(out, step->call);
    const struct frame *frames;
    size_t count;
    if (symbols && step->site) {
        symbols_find(symbols, step->site, true, &frames, &count);
        if (frames[0].file)
            text_addf(out, " at %s:%d", frames[0].file, frames[0].line);
    }
    add_details(out, step, other);
}

static void difference_add_choice(struct text *out, const struct taken_choice *choice)
{
    static const char *const open[] = {[CHOICE_RECEIVE] = "whose message a receive takes",
                                       [CHOICE_PROBE] = "which message a probe finds",
                                       [CHOICE_ANY] = "which request completes",
                                       [CHOICE_ACCESS] = "whose one-sided access comes next"};
    text_addf(out, "%s among %d (rank %d, operation %" PRIu32 ")", open[choice->kind],
              choice->alternatives, choice->rank, choice->number);
}

const char *difference_describe(const struct difference *difference, struct symbols *symbols,
                                bool same_program, struct arena *arena)
{
    enum { SENTENCE_CAP = 4096 };
    struct symbols *old_symbols = same_program ? symbols : NULL;
    struct text out;
    if (difference->what == SAME)
        return NULL;
    text_init(&out, SENTENCE_CAP);
    switch (difference->what) {
    case SAME:
        break;
    case OTHER_STEP:
        text_addf(&out, "operation %zu of rank %d is now ", difference->number, difference->rank);
        add_step(&out, difference->seen, difference->recorded, symbols);
        text_add(&out, "; recorded is ");
        if (difference->recorded)
            add_step(&out, difference->recorded, difference->seen, old_symbols);
        else
            text_add(&out, "that the rank had ended before it");
        break;
    case MISSING_STEP:
        text_addf(&out, "rank %d does not reach its operation %zu; recorded is ", difference->rank,
                  difference->number);
        add_step(&out, difference->recorded, NULL, old_symbols);
        break;
    case OTHER_CHOICE:
        text_addf(&out, "choice %zu is now ", difference->number);
        difference_add_choice(&out, &difference->choice_seen);
        text_add(&out, "; recorded is ");
        if (difference->choice_recorded)
            difference_add_choice(&out, difference->choice_recorded);
        else
            text_add(&out, "no further choice");
        break;
    }
    const char *sentence = arena_copy(arena, out.data);
    text_free(&out);
    return sentence;
}
