#include "static/threads/findings.h"

#include "base/text.h"
#include "static/calls/warn.h"

#include <string.h>

const char *place_text(struct arena *arena, struct ir_place place)
{
    return place.file ? arena_printf(arena, "%s:%d", place.file, place.line) : "an unknown place";
}

static const char *letter_name(const struct threading *threading, const struct word_letter *letter)
{
    switch (letter->kind) {
    case WORD_PARALLEL:
        return "parallel region";
    case WORD_ALONE:
        return "parallel region of one thread";
    case WORD_LOOP:
        return "worksharing loop";
    case WORD_SECTION:
        return "section";
    case WORD_THREAD:
        return "thread";
    case WORD_TASK:
        return "task";
    case WORD_TASKS:
        return "taskloop";
    case WORD_MASTER:
    case WORD_FIXED:
    case WORD_SINGLE:
        break;
    }
    if (letter->construct->opcode != IR_CALL)
        return "branch on the thread";
    return arena_printf(&threading->run->document->arena, "%s construct",
                        openmp_describe(threading->openmp, letter->construct));
}

/* Returns the start of the letters that decide: the last team and what follows it. */
static uint32_t last_team(struct word word)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < word.count; i++)
        if (word.letters[i].kind == WORD_PARALLEL || word.letters[i].kind == WORD_THREAD)
            last = i;
    return last;
}

static const char *who_executes(const struct site *site)
{
    const struct word_letter *last = NULL;
    uint32_t teams = 0;
    for (uint32_t i = 0; i < site->word.count; i++) {
        const struct word_letter *letter = &site->word.letters[i];
        teams += letter->kind == WORD_PARALLEL;
        if (letter->kind != WORD_LOOP)
            last = letter;
    }
    if (!last)
        return "the initial thread executes it";
    if (site->several && teams > 1)
        return "one thread of each team executes it, and there are several teams at the same time, "
               "because the parallel regions are nested";
    switch (last->kind) {
    case WORD_PARALLEL:
    case WORD_ALONE:
        return "every thread of the team executes it";
    case WORD_MASTER:
        return "only the main thread of the team executes it";
    case WORD_FIXED:
        return "one thread of the team executes it, and that is not the main thread";
    case WORD_SINGLE:
    case WORD_SECTION:
        return "one thread of the team executes it, whichever comes first";
    case WORD_TASK:
        return site->several ? "every thread of the team makes a task that executes it"
                             : "any thread of the team may execute it, because it is in a task";
    case WORD_TASKS:
        return "several tasks execute it";
    case WORD_THREAD:
        return "a thread of its own executes it";
    case WORD_LOOP:
        break;
    }
    return "threads of the team execute it";
}

const char *site_sentence(struct team_sites *sites, const struct site *site)
{
    enum { CAP = 4096 };
    const struct threading *threading = sites->team->threading;
    struct arena *arena = &threading->analysis->arena;
    struct text text;
    text_init(&text, CAP);
    text_addf(&text, "%s stands", site->mpi->name);
    const char *joint = " in";
    for (uint32_t i = site->word.count; i-- > last_team(site->word);) {
        const struct word_letter *letter = &site->word.letters[i];
        text_addf(&text, "%s the %s at %s", joint, letter_name(threading, letter),
                  place_text(arena, letter->construct->place));
        joint = " within";
    }
    text_addf(&text, " (parallelism word %s): %s",
              word_text(arena, site->word, team_barriers_before(sites->team, site->node)),
              who_executes(site));
    if (site->several && site->locked)
        text_add(&text, ", one after the other");
    text_add_char(&text, '.');
    const char *sentence = arena_copy(arena, text.data);
    text_free(&text);
    return sentence;
}

struct finding *site_finding(struct team_sites *sites, const struct site *site, const char *rule)
{
    const struct team *team = sites->team;
    struct static_run *run = team->threading->run;
    struct finding *finding = warn_begin(run, rule, site->call);
    for (uint32_t i = site->word.count; i-- > 0;)
        warn_relate(run, finding, letter_name(team->threading, &site->word.letters[i]),
                    site->word.letters[i].construct);
    team_relate_calls(team, site->node, finding);
    return finding;
}

void team_relate_calls(const struct team *team, uint32_t node, struct finding *finding)
{
    struct static_run *run = team->threading->run;
    for (uint32_t frame = team->nodes[node].frame; frame != TEAM_NONE;
         frame = team->frames[frame].parent) {
        const struct ir_value *call = team->frames[frame].call;
        /* The user does not know the functions that the compiler makes of a construct's body. */
        if (call && !openmp_body(team->threading->openmp, call) &&
            !strstr(team->frames[frame].function->symbol, "omp_outlined"))
            warn_relate(run, finding,
                        arena_printf(&run->document->arena, "%s is called here",
                                     team->frames[frame].function->name),
                        call);
    }
}
