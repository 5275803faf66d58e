#include "static/threads/sites.h"

#include <stdlib.h>
#include <string.h>

void team_sites_find(struct team_sites *sites, struct team *team)
{
    *sites = (struct team_sites){.team = team};
    for (uint32_t i = 0; i < team->node_count; i++) {
        const struct team_node *node = &team->nodes[i];
        const struct ir_value *end = node->at;
        if (!team->reached[i])
            continue;
        if (node->ends && team->graph->nodes[i].successor_count > 1 && end->operand_count &&
            (thread_value(team->threading, end->operands[0]) & THREAD_DIFFERS)) {
            sites->parting = memory_room(sites->parting, sites->parting_count,
                                         &sites->parting_space, sizeof *sites->parting);
            sites->parting[sites->parting_count++] = i;
        }
        if (!node->mpi)
            continue;
        sites->list = memory_room(sites->list, sites->count, &sites->space, sizeof(struct site));
        struct site *site = &sites->list[sites->count++];
        *site = (struct site){.node = i,
                              .call = node->at,
                              .mpi = node->mpi,
                              .word = team_word(team, i, &team->arena),
                              .locked = node->locked};
        site->several = word_level(site->word) == LEVEL_MULTIPLE &&
                        !(site->locked & (UINT64_C(1) << TEAM_ORDERED));
        site->guessed = team->frames[node->frame].guessed;
        site->unsure = site->guessed || (team_control(team, i) & (THREAD_UNSURE | THREAD_TICKET));
    }
}

void team_sites_free(struct team_sites *sites)
{
    for (size_t i = 0; i < sites->count; i++)
        free(sites->list[i].before);
    free(sites->list);
    free(sites->parting);
}

/* Returns by node whether it leads to the site without a barrier of the team. */
static const bool *site_before(const struct team *team, struct site *site, uint32_t number)
{
    uint32_t *work = NULL;
    size_t count = 0, space = 0;
    if (site->before && site->before_team == number)
        return site->before;
    free(site->before);
    site->before = memory_zero(team->node_count, sizeof *site->before);
    site->before_team = number;
    for (uint32_t node = site->node;;) {
        const struct graph_node *graph_node = &team->graph->nodes[node];
        for (uint32_t i = 0; i < graph_node->predecessor_count; i++) {
            uint32_t from = graph_node->predecessors[i];
            const struct team_node *there = &team->nodes[from];
            if (site->before[from] ||
                (there->kind == OPENMP_BARRIER && team->frames[there->frame].team == number))
                continue;
            site->before[from] = true;
            work = memory_room(work, count, &space, sizeof *work);
            work[count++] = from;
        }
        if (count == 0)
            break;
        node = work[--count];
    }
    free(work);
    return site->before;
}

static bool is_team(const struct word_letter *letter)
{
    return letter->kind == WORD_PARALLEL || letter->kind == WORD_ALONE;
}

static bool is_task(const struct word_letter *letter)
{
    return letter->kind == WORD_TASK || letter->kind == WORD_TASKS;
}

static bool is_one_thread(const struct word_letter *letter)
{
    return letter->kind == WORD_MASTER || letter->kind == WORD_FIXED ||
           letter->kind == WORD_SINGLE || letter->kind == WORD_SECTION;
}

/* Skips loops, which do not change how many threads there are. */
static uint32_t next_letter(struct word word, uint32_t at)
{
    while (at < word.count && word.letters[at].kind == WORD_LOOP)
        at++;
    return at;
}

/* The place where two words part. */
struct fork_point {
    const struct word_letter *a, *b; /* the letters that differ; NULL: the word ends */
    uint32_t team;                   /* the innermost team that both are in */
    bool alone;                      /* it has one thread */
    bool closed;                     /* both are in the same region of one thread of that team */
    bool tasks_a, tasks_b;           /* a task is among the letters from there on */
    bool ordered;                    /* such a task has dependences */
    bool outside;                    /* they have no team in common */
};

static bool has_task(struct word word, uint32_t from, bool *ordered)
{
    bool found = false;
    for (; from < word.count; from++)
        if (is_task(&word.letters[from])) {
            found = true;
            *ordered = *ordered || word.letters[from].ordered;
        }
    return found;
}

static struct fork_point site_part(struct word a, struct word b)
{
    struct fork_point point = {.outside = true};
    uint32_t i = next_letter(a, 0), k = next_letter(b, 0);
    while (i < a.count && k < b.count && word_letter_same(&a.letters[i], &b.letters[k])) {
        const struct word_letter *letter = &a.letters[i];
        if (is_team(letter)) {
            point.outside = point.closed = false;
            point.team = (uint32_t)letter->thread;
            point.alone = letter->kind == WORD_ALONE;
        } else if (letter->kind == WORD_THREAD) {
            point.outside = false;
            point.closed = true;
        } else {
            point.closed = point.closed || is_one_thread(letter) || is_task(letter);
        }
        i = next_letter(a, i + 1);
        k = next_letter(b, k + 1);
    }
    point.a = i < a.count ? &a.letters[i] : NULL;
    point.b = k < b.count ? &b.letters[k] : NULL;
    point.tasks_a = has_task(a, i, &point.ordered);
    point.tasks_b = has_task(b, k, &point.ordered);
    return point;
}

static bool fixed_thread(const struct word_letter *letter, int64_t *thread)
{
    if (!letter || (letter->kind != WORD_MASTER && letter->kind != WORD_FIXED))
        return false;
    *thread = letter->kind == WORD_MASTER ? 0 : letter->thread;
    return true;
}

static bool site_reaches(const struct team *team, uint32_t from, uint32_t to, uint32_t number,
                         bool tasks)
{
    bool *reached = memory_zero(team->node_count, sizeof *reached);
    team_reach(team, from, number, tasks, reached);
    bool found = reached[to];
    free(reached);
    return found;
}

/* Returns whether a branch that threads take differently leads to both sites without a barrier. */
static bool sites_parted(const struct team_sites *sites, const bool *before_a, const bool *before_b,
                         uint32_t number)
{
    for (size_t i = 0; i < sites->parting_count; i++) {
        uint32_t node = sites->parting[i];
        if (before_a[node] && before_b[node] &&
            sites->team->frames[sites->team->nodes[node].frame].team == number)
            return true;
    }
    return false;
}

/* Returns the node of a letter's construct, seen from a site inside it. */
static uint32_t node_of_letter(const struct team *team, const struct site *site,
                               const struct word_letter *letter)
{
    for (uint32_t frame = team->nodes[site->node].frame; frame != TEAM_NONE;
         frame = team->frames[frame].parent) {
        if (is_task(letter) && team->frames[frame].call == letter->construct)
            return team->frames[frame].call_node;
    }
    for (uint32_t i = 0; i < team->node_count; i++)
        if (team->nodes[i].at == letter->construct && team->nodes[i].frame + 1 == letter->instance)
            return i;
    return TEAM_NONE;
}

/* Says whether the team may execute the region around a site twice at once: another thread reaches
 * it again without a barrier, or another such task is made before the team waits for the first. */
static enum at_once sites_again(const struct team_sites *sites, const struct site *site)
{
    uint32_t number = 0;
    for (uint32_t i = 0; i < site->word.count; i++) {
        const struct word_letter *letter = &site->word.letters[i];
        if (is_team(letter))
            number = (uint32_t)letter->thread;
        bool changes = (letter->kind == WORD_SINGLE && letter->construct->opcode == IR_CALL) ||
                       letter->kind == WORD_SECTION;
        if (!changes && !is_task(letter))
            continue;
        uint32_t node = node_of_letter(sites->team, site, letter);
        if (node == TEAM_NONE || !site_reaches(sites->team, node, node, number, is_task(letter)))
            continue;
        return letter->ordered ? AT_ONCE_UNSURE : AT_ONCE_MAYBE;
    }
    return AT_ONCE_NEVER;
}

static enum at_once site_at_once(struct team_sites *sites, struct site *a, struct site *b)
{
    const struct team *team = sites->team;
    if (a == b)
        return sites_again(sites, a);
    struct fork_point point = site_part(a->word, b->word);
    enum at_once yes = point.ordered ? AT_ONCE_UNSURE : AT_ONCE_MAYBE;
    int64_t thread_a, thread_b;
    /* `ordered` puts the iterations of a loop in order. */
    if (point.outside || (a->locked & b->locked & (UINT64_C(1) << TEAM_ORDERED)))
        return AT_ONCE_NEVER;
    /* One thread executes both; only a task that it leaves behind may still run. */
    bool one_thread = point.closed || point.alone ||
                      (fixed_thread(point.a, &thread_a) && fixed_thread(point.b, &thread_b) &&
                       thread_a == thread_b);
    if (one_thread)
        return (point.tasks_a && site_reaches(team, a->node, b->node, point.team, true)) ||
                       (point.tasks_b && site_reaches(team, b->node, a->node, point.team, true))
                   ? yes
                   : AT_ONCE_NEVER;
    const bool *before_a = site_before(team, a, point.team),
               *before_b = site_before(team, b, point.team);
    bool found = before_b[a->node] || before_a[b->node] ||
                 sites_parted(sites, before_a, before_b, point.team);
    return found ? yes : AT_ONCE_NEVER;
}

enum at_once team_sites_at_once(struct team_sites *sites, struct site *a, struct site *b)
{
    enum at_once found = site_at_once(sites, a, b);
    bool large = sites->team->large; /* ways are uncertain */
    return found == AT_ONCE_MAYBE && large ? AT_ONCE_UNSURE : found;
}
