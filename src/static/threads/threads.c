/* threads.c: checks thread levels (thesis 2.1, algorithms 4 to 9): compares the least level that
 * each call of MPI needs with the level that the program asks for.
 *
 * Two things differ from the thesis. Calls under the same lock never run at the same time, so that
 * SERIALIZED suffices. A branch on the number of the thread is as good as `master`. */
#include "static/threads/threads.h"

#include "static/calls/warn.h"
#include "static/threads/collectives.h"
#include "static/threads/findings.h"

#include <stdlib.h>
#include <string.h>

/* Calls in one team above which pairs are not compared. */
enum { MOST_SITES = 500 };

/* The least level of a site that is certain, and the worst that is possible. */
struct site_need {
    enum word_level certain, possible;
    struct site *other; /* the call that may run at the same time, if that decides; may be the
                           site itself */
};

static struct site_need need_alone(const struct site *site)
{
    enum word_level level = word_level(site->word);
    struct site_need need = {level, level, NULL};
    if (site->guessed)
        need.certain = LEVEL_SINGLE;
    else if (level == LEVEL_MULTIPLE && site->locked)
        need.certain = need.possible = LEVEL_SERIALIZED;
    else if (level == LEVEL_MULTIPLE && site->unsure)
        need.certain = LEVEL_FUNNELED; /* perhaps only the main thread comes here */
    else if (level == LEVEL_SERIALIZED && site->word.letters[0].kind == WORD_THREAD)
        need.possible = LEVEL_MULTIPLE; /* other threads beside it may call MPI, too */
    return need;
}

/* Raises the need of a site that may run at the same time as another one: algorithm 7, for all
 * calls of MPI. */
static void threads_meet(struct site_need *need, struct site *other, bool certain)
{
    need->possible = LEVEL_MULTIPLE;
    if (certain && need->certain < LEVEL_MULTIPLE) {
        need->certain = LEVEL_MULTIPLE;
        need->other = other;
    }
}

static void compare_sites(struct team_sites *sites, struct site_need *needs)
{
    for (size_t i = 0; i < sites->count; i++)
        for (size_t k = i; k < sites->count; k++) {
            struct site *a = &sites->list[i], *b = &sites->list[k];
            if (a->locked & b->locked)
                continue;
            enum at_once at_once = team_sites_at_once(sites, a, b);
            if (at_once == AT_ONCE_NEVER)
                continue;
            bool certain = at_once == AT_ONCE_MAYBE && !a->unsure && !b->unsure;
            threads_meet(&needs[k], a, certain);
            threads_meet(&needs[i], b, certain);
        }
}

/* Returns the instruction in the body of the innermost region that leads to the site: the call of
 * MPI, or of a function. All calls of MPI that it leads to are one error. */
static const struct ir_value *instruction_in_region(const struct team_sites *sites,
                                                    const struct site *site)
{
    const struct team *team = sites->team;
    const struct ir_value *at = site->call;
    uint32_t frame = team->nodes[site->node].frame;
    while (team->frames[frame].parent != TEAM_NONE &&
           !openmp_body(team->threading->openmp, team->frames[frame].call)) {
        at = team->frames[frame].call;
        frame = team->frames[frame].parent;
    }
    return at;
}

struct level_check {
    struct threading *threading;
    struct level_asked asked;
    bool *told; /* by value number, of the call and of the instruction in its region */
};

static void warn_level(struct level_check *check, struct team_sites *sites, const struct site *site,
                       const struct site_need *need)
{
    struct static_run *run = check->threading->run;
    struct arena *arena = &run->document->arena;
    const struct level_asked *asked = &check->asked;
    const struct api_function *init = analysis_mpi(check->threading->analysis, asked->call);
    const char *asks = word_level_name(asked->level);
    if (init && strcmp(init->name, "MPI_Init") == 0)
        asks = "no threads (MPI_Init is MPI_THREAD_SINGLE)";
    struct finding *finding = site_finding(sites, site, "thread.level");
    finding->headline = arena_printf(arena, "%s needs %s here, but the program asks for %s",
                                     site->mpi->name, word_level_name(need->certain), asks);
    const char *other = "";
    if (need->other == site)
        other = " Two threads may be in it at once: nothing makes the team wait between two "
                "executions.";
    else if (need->other)
        other = arena_printf(arena,
                             " Another thread may call %s at %s at the same time: no barrier of "
                             "the team is between them.",
                             need->other->mpi->name, place_text(arena, need->other->call->place));
    finding->why = arena_printf(arena, "%s%s At least %s is required; the call at %s asks for %s.",
                                site_sentence(sites, site), other, word_level_name(need->certain),
                                place_text(arena, asked->call->place), asks);
    if (need->other && need->other != site)
        warn_relate(run, finding, "may run at the same time", need->other->call);
    warn_relate(run, finding, "level asked for", asked->call);
}

static void check_levels(struct level_check *check, struct team_sites *sites)
{
    struct static_needs *needs = check->threading->run->needs;
    struct site_need *list = memory_zero(sites->count + 1, sizeof *list);
    for (size_t i = 0; i < sites->count; i++)
        list[i] = need_alone(&sites->list[i]);
    if (sites->count <= MOST_SITES)
        compare_sites(sites, list);
    else
        needs->threads = true;
    for (size_t i = 0; i < sites->count; i++) {
        const struct site *site = &sites->list[i];
        if (!check->asked.known) {
            needs->threads = needs->threads || list[i].possible > LEVEL_SINGLE;
            continue;
        }
        if (list[i].possible <= check->asked.level)
            continue;
        needs->threads = true;
        const struct ir_value *leads = instruction_in_region(sites, site);
        if (list[i].certain <= check->asked.level || check->told[site->call->number] ||
            check->told[leads->number])
            continue;
        check->told[site->call->number] = check->told[leads->number] = true;
        warn_level(check, sites, site, &list[i]);
    }
    free(list);
}

/* Returns whether the level is a constant; also if a function passes on what all its callers
 * pass. */
static bool constant_level(const struct analysis *analysis, const struct ir_value *value,
                           int64_t *level, int depth)
{
    enum { MOST_DEPTH = 4 };
    struct analysis_argument argument = {value, false};
    if (analysis_integer(analysis, argument, level))
        return true;
    if (value->kind != IR_ARGUMENT || depth >= MOST_DEPTH || value->function->caller_count == 0 ||
        value->function->address_taken)
        return false;
    for (uint32_t i = 0; i < value->function->caller_count; i++) {
        const struct ir_value *passed =
            ir_call_argument(value->function->callers[i], value->function, value->index);
        int64_t found;
        if (!passed || !constant_level(analysis, passed, &found, depth + 1) ||
            (i > 0 && found != *level))
            return false;
        *level = found;
    }
    return true;
}

static void threads_ask(struct level_asked *asked, enum word_level level,
                        const struct ir_value *call)
{
    if (!asked->call || level > asked->level)
        *asked = (struct level_asked){true, level, call};
}

static struct level_asked find_asked(const struct analysis *analysis)
{
    struct level_asked asked = {0};
    bool unknown = false;
    for (uint32_t i = 0; i < analysis->program->function_count; i++) {
        const struct ir_function *function = analysis->program->functions[i];
        for (uint32_t k = 0; k < function->call_count; k++) {
            const struct ir_value *call = function->calls[k];
            const struct api_function *mpi = analysis_mpi(analysis, call);
            int64_t level;
            if (mpi && strcmp(mpi->name, "MPI_Init") == 0) {
                threads_ask(&asked, LEVEL_SINGLE, call);
            } else if (mpi && strcmp(mpi->name, "MPI_Init_thread") == 0) {
                struct analysis_argument argument = analysis_argument(analysis, call, "required");
                bool known =
                    argument.value &&
                    (argument.by_reference ? analysis_integer(analysis, argument, &level)
                                           : constant_level(analysis, argument.value, &level, 0));
                if (known && level >= LEVEL_SINGLE && level <= LEVEL_MULTIPLE)
                    threads_ask(&asked, (enum word_level)level, call);
                else
                    unknown = true;
            } else if (mpi && strcmp(mpi->name, "MPI_Session_init") == 0) {
                unknown = true;
            }
        }
    }
    asked.known = asked.known && !unknown;
    return asked;
}

static void threads_check_team(struct level_check *levels, struct collective_check *collectives,
                               const struct ir_value *fork)
{
    struct threading *threading = levels->threading;
    const struct ir_function *body = openmp_body(threading->openmp, fork);
    if (!body || !threading->relevant[body->number])
        return;
    struct team *team = team_build(threading, fork, body);
    struct team_sites sites;
    team_sites_find(&sites, team);
    if (team->cut)
        threading->run->needs->threads = true;
    collectives_check(collectives, &sites);
    check_levels(levels, &sites);
    team_sites_free(&sites);
    team_free(team);
}

void threads_check(struct static_run *run)
{
    struct threading *threading = threading_create(run);
    if (!threading)
        return;
    size_t values = threading->program->value_count + 1;
    struct level_check levels = {threading, find_asked(run->analysis),
                                 arena_alloc(&threading->arena, values)};
    struct collective_check collectives = {threading, arena_alloc(&threading->arena, values),
                                           arena_alloc(&threading->arena, values)};
    for (uint32_t i = 0; i < threading->program->function_count; i++) {
        const struct ir_function *function = threading->program->functions[i];
        for (uint32_t k = 0; threading->serial[i] && k < function->call_count; k++)
            threads_check_team(&levels, &collectives, function->calls[k]);
    }
    threading_free(threading);
}
