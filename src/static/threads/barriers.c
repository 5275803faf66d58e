/* barriers.c: checks OpenMP barriers and worksharing constructs that not all threads of a team
 * reach (thesis 3.2, algorithms 15 and 18).
 *
 * The thesis compares sets of barriers of equal order by their post-dominance frontier, and counts
 * the barriers of called functions. Here functions are inserted at their calls (team.h). For each
 * branch that threads of a team may take differently, the check counts the barriers on its ways up
 * to where they meet again: the same question, asked from the branch. Branches that all threads
 * take alike are no candidates (the thesis leaves that to future work).
 *
 * Verbosity 0: each way has as many barriers. Verbosity 1 (strict): no explicit barrier at all. For
 * worksharing constructs there is only the strict form: all threads encounter the same, or none. */
#include "static/threads/barriers.h"

#include "static/calls/warn.h"
#include "static/threads/findings.h"
#include "static/threads/team.h"

#include <stdlib.h>
#include <string.h>

enum { MANY = 1 << 20 }; /* barriers in a loop: any number */

struct barrier_check {
    struct threading *threading;
    bool *told_barrier, *told_worksharing; /* by value number */
};

/* The nodes of one team, as this check needs them. */
struct barrier_team {
    struct barrier_check *check;
    struct team *team;
    struct graph *graph; /* without ways that end the program */
    uint32_t *below;     /* post-dominators in it */
    struct construct_around *around;
};

/* The construct around a node that forbids barriers and worksharing constructs inside (OpenMP 5.2,
 * 17.1), NULL: none. A branch on the number of the thread is no such construct. */
struct construct_around {
    const struct ir_value *construct;
    bool locked;
};

static bool call_is_barrier(const struct team_node *node)
{
    return node->kind == OPENMP_BARRIER;
}

static bool is_worksharing(const struct team_node *node)
{
    return node->kind == OPENMP_SINGLE || node->kind == OPENMP_STATIC_LOOP ||
           node->kind == OPENMP_DYNAMIC_LOOP;
}

static struct construct_around construct_around(const struct team *team, uint32_t node,
                                                struct arena *scratch)
{
    struct construct_around around = {NULL, team->nodes[node].locked != 0};
    struct word word = team_word(team, node, scratch);
    for (uint32_t i = word.count; i-- > 0;) {
        const struct word_letter *letter = &word.letters[i];
        if (letter->kind == WORD_PARALLEL || letter->kind == WORD_ALONE ||
            letter->kind == WORD_THREAD)
            break;
        if (letter->construct->opcode == IR_CALL)
            around.construct = letter->construct;
    }
    return around;
}

/* Returns whether the node counts: it belongs to the team, and no construct is around it. */
static bool barrier_counts(const struct barrier_team *barriers, uint32_t node, uint32_t number)
{
    const struct team_node *here = &barriers->team->nodes[node];
    const struct team_frame *frame = &barriers->team->frames[here->frame];
    return frame->team == number && !frame->guessed && !barriers->around[node].construct &&
           !barriers->around[node].locked;
}

/* Returns whether the node is in a region of one thread: its barriers do not matter. */
static bool team_is_alone(const struct team *team, uint32_t node)
{
    struct word word = team->frames[team->nodes[node].frame].word;
    for (uint32_t i = word.count; i-- > 0;)
        if (word.letters[i].kind == WORD_ALONE || word.letters[i].kind == WORD_PARALLEL)
            return word.letters[i].kind == WORD_ALONE;
    return false;
}

/* The nodes between a branch and the place where all its ways meet again. */
struct barriers_region {
    uint32_t *nodes;
    size_t count, space;
    uint32_t barriers, worksharing;
    uint32_t first_barrier, first_explicit;
};

static void find_region(const struct barrier_team *barriers, uint32_t branch, uint32_t number,
                        bool *seen, struct barriers_region *region)
{
    uint32_t end = barriers->below[branch];
    size_t done = 0;
    *region = (struct barriers_region){.first_barrier = TEAM_NONE, .first_explicit = TEAM_NONE};
    for (uint32_t from = branch;;) {
        const struct graph_node *node = &barriers->graph->nodes[from];
        for (uint32_t i = 0; i < node->successor_count; i++) {
            uint32_t next = node->successors[i];
            if (next == end || next == branch || seen[next])
                continue;
            seen[next] = true;
            region->nodes =
                memory_room(region->nodes, region->count, &region->space, sizeof *region->nodes);
            region->nodes[region->count++] = next;
        }
        if (done == region->count)
            break;
        from = region->nodes[done++];
    }
    for (size_t i = 0; i < region->count; i++) {
        uint32_t at = region->nodes[i];
        const struct team_node *node = &barriers->team->nodes[at];
        if (!barrier_counts(barriers, at, number))
            continue;
        region->worksharing += is_worksharing(node);
        if (!call_is_barrier(node))
            continue;
        region->barriers++;
        if (region->first_barrier == TEAM_NONE)
            region->first_barrier = at;
        if (region->first_explicit == TEAM_NONE && openmp_barrier_explicit(node->at))
            region->first_explicit = at;
    }
}

/* Counts the barriers from each node, itself included, to the end of the region. Repeats until
 * nothing changes; a count that grows without end is MANY. */
static void count_ways(const struct barrier_team *barriers, uint32_t branch, uint32_t number,
                       const struct barriers_region *region, bool only_explicit, int *least,
                       int *most)
{
    uint32_t end = barriers->below[branch];
    for (size_t i = 0; i < region->count; i++) {
        least[region->nodes[i]] = MANY;
        most[region->nodes[i]] = -1;
    }
    if (end != GRAPH_NONE)
        least[end] = most[end] = 0;
    least[branch] = most[branch] = 0;
    int bound = (int)region->barriers;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = region->count; i-- > 0;) {
            uint32_t at = region->nodes[i];
            const struct team_node *node = &barriers->team->nodes[at];
            int own = call_is_barrier(node) && barrier_counts(barriers, at, number) &&
                      (!only_explicit || openmp_barrier_explicit(node->at));
            int low = MANY, high = -1;
            const struct graph_node *graph_node = &barriers->graph->nodes[at];
            for (uint32_t k = 0; k < graph_node->successor_count; k++) {
                uint32_t next = graph_node->successors[k];
                low = least[next] < low ? least[next] : low;
                high = most[next] > high ? most[next] : high;
            }
            low = low < MANY ? low + own : MANY;
            high = high < 0 ? -1 : high >= MANY ? MANY : high + own;
            if (high > bound)
                high = MANY;
            if (low != least[at] || high != most[at]) {
                least[at] = low;
                most[at] = high;
                changed = true;
            }
        }
    }
}

/* Returns whether the ways of a branch have different numbers of barriers. */
static bool ways_differ(const struct barrier_team *barriers, uint32_t branch, const int *least,
                        const int *most)
{
    const struct graph_node *node = &barriers->graph->nodes[branch];
    for (uint32_t i = 1; i < node->successor_count; i++)
        if (least[node->successors[i]] != least[node->successors[0]] ||
            most[node->successors[i]] != most[node->successors[0]])
            return true;
    return false;
}

/* ---- findings */

static const char *why_differs(struct barrier_check *check, const struct ir_value *branch,
                               const struct ir_value *source)
{
    struct arena *arena = &check->threading->run->document->arena;
    const char *condition = analysis_describe(check->threading->analysis, branch->operands[0]);
    if (!source || !source->callee || source->callee->kind != IR_FUNCTION)
        return arena_printf(arena, "The condition (%s) may differ between the threads of a team.",
                            condition);
    const char *from = source->callee->as_function->name;
    if (strncmp(from, "__kmpc", 6) == 0)
        from = openmp_describe(check->threading->openmp, source);
    return arena_printf(arena,
                        "The condition (%s) differs between the threads of a team: it comes from "
                        "%s at %s.",
                        condition, from, place_text(arena, source->place));
}

/* Adds the calls that lead to a node, and its parallel region. */
static void relate_team(struct barrier_team *barriers, struct finding *finding, uint32_t node)
{
    const struct team *team = barriers->team;
    team_relate_calls(team, node, finding);
    struct word word = team->frames[team->nodes[node].frame].word;
    for (uint32_t i = word.count; i-- > 0;)
        if (word.letters[i].kind == WORD_PARALLEL) {
            warn_relate(team->threading->run, finding, "parallel region",
                        word.letters[i].construct);
            return;
        }
}

/* Adds the places in the region that the finding is about. */
static void relate_region(struct barrier_team *barriers, struct finding *finding,
                          const struct barriers_region *region, uint32_t number, bool worksharing)
{
    enum { MOST = 6 };
    struct threading *threading = barriers->team->threading;
    int count = 0;
    for (size_t i = 0; i < region->count && count < MOST; i++) {
        const struct team_node *node = &barriers->team->nodes[region->nodes[i]];
        if (!barrier_counts(barriers, region->nodes[i], number) ||
            !(worksharing ? is_worksharing(node) : call_is_barrier(node)))
            continue;
        warn_relate(threading->run, finding, openmp_describe(threading->openmp, node->at),
                    node->at);
        count++;
    }
}

/* Returns the instruction, or one before it, that has a place: computed gotos have none. */
static const struct ir_value *with_place(const struct ir_value *at)
{
    if (at->place.file)
        return at;
    for (uint32_t i = at->block->instruction_count; i-- > 0;)
        if (at->block->instructions[i]->place.file)
            return at->block->instructions[i];
    for (uint32_t i = 0; i < at->block->predecessor_count; i++)
        if (ir_terminator(at->block->predecessors[i])->place.file)
            return ir_terminator(at->block->predecessors[i]);
    return at;
}

static struct finding *branch_finding(struct barrier_team *barriers, uint32_t branch,
                                      const char *rule, bool *told)
{
    struct threading *threading = barriers->team->threading;
    const struct ir_value *at = barriers->team->nodes[branch].at;
    if (told[at->number])
        return NULL;
    told[at->number] = true;
    return warn_begin(threading->run, rule, with_place(at));
}

static void warn_branch(struct barrier_team *barriers, uint32_t branch, uint32_t number,
                        const struct barriers_region *region, bool worksharing)
{
    struct barrier_check *check = barriers->check;
    struct threading *threading = check->threading;
    struct document *document = threading->run->document;
    const struct ir_value *at = barriers->team->nodes[branch].at;
    struct finding *finding =
        branch_finding(barriers, branch, worksharing ? "omp.worksharing" : "omp.barrier",
                       worksharing ? check->told_worksharing : check->told_barrier);
    if (!finding)
        return;
    const struct ir_value *source = thread_source(threading, at->operands[0]);
    uint32_t first = region->first_barrier;
    for (size_t i = 0; worksharing && i < region->count; i++)
        if (barrier_counts(barriers, region->nodes[i], number) &&
            is_worksharing(&barriers->team->nodes[region->nodes[i]])) {
            first = region->nodes[i];
            break;
        }
    const struct ir_value *what = barriers->team->nodes[first].at;
    finding->headline = arena_printf(
        &document->arena, "this condition decides which threads of the team reach the %s at %s",
        openmp_describe(threading->openmp, what), place_text(&document->arena, what->place));
    finding->why = arena_printf(
        &document->arena, "%s %s", why_differs(check, at, source),
        worksharing
            ? "A worksharing construct divides its work among all threads of the team: all of them "
              "must reach the same one, or none."
            : "Threads on one path reach barriers that threads on the other path do not reach: "
              "they wait at different places, and in the end for ever.");
    relate_region(barriers, finding, region, number, worksharing);
    if (source)
        warn_relate(threading->run, finding, "the difference comes from here", source);
    relate_team(barriers, finding, branch);
}

static void check_branch(struct barrier_team *barriers, uint32_t branch, bool *seen, int *least,
                         int *most)
{
    const struct team_node *node = &barriers->team->nodes[branch];
    uint32_t number = barriers->team->frames[node->frame].team;
    struct barriers_region region;
    find_region(barriers, branch, number, seen, &region);
    if (region.worksharing)
        warn_branch(barriers, branch, number, &region, true);
    bool strict = barriers->check->threading->run->options->strict_barriers;
    bool wrong = false;
    if (region.first_explicit != TEAM_NONE) {
        count_ways(barriers, branch, number, &region, true, least, most);
        wrong = strict || ways_differ(barriers, branch, least, most);
    }
    /* The barrier at the end of a construct that is already reported is the same error. */
    if (!wrong && region.barriers && !region.worksharing) {
        count_ways(barriers, branch, number, &region, false, least, most);
        wrong = ways_differ(barriers, branch, least, most);
    }
    if (wrong)
        warn_branch(barriers, branch, number, &region, false);
    for (size_t i = 0; i < region.count; i++)
        seen[region.nodes[i]] = false;
    free(region.nodes);
}

/* Reports a barrier or worksharing construct inside a construct that forbids it. The compiler
 * rejects this within one function; this check finds it in called functions. */
static void check_nesting(struct barrier_team *barriers, uint32_t at)
{
    struct barrier_check *check = barriers->check;
    struct threading *threading = check->threading;
    struct document *document = threading->run->document;
    const struct team_node *node = &barriers->team->nodes[at];
    const struct construct_around *around = &barriers->around[at];
    bool worksharing = is_worksharing(node);
    if ((!around->construct && !around->locked) || team_is_alone(barriers->team, at) ||
        barriers->team->frames[node->frame].guessed)
        return;
    /* The barrier at the end of a construct belongs to the construct. */
    if (!worksharing && !openmp_barrier_explicit(node->at))
        return;
    struct finding *finding =
        branch_finding(barriers, at, worksharing ? "omp.worksharing" : "omp.barrier",
                       worksharing ? check->told_worksharing : check->told_barrier);
    if (!finding)
        return;
    const char *inside = around->construct ? openmp_describe(threading->openmp, around->construct)
                                           : "critical section or lock";
    finding->headline = arena_printf(&document->arena, "the %s is reached inside a %s",
                                     openmp_describe(threading->openmp, node->at), inside);
    finding->why = arena_printf(
        &document->arena,
        "Not all threads of the team execute what is inside a %s, or not at the same time, but all "
        "of them must reach a %s together. OpenMP forbids it there, also in a called function.",
        inside, worksharing ? "worksharing construct" : "barrier");
    if (around->construct)
        warn_relate(threading->run, finding, inside, around->construct);
    relate_team(barriers, finding, at);
}

static bool is_candidate(const struct barrier_team *barriers, uint32_t at)
{
    const struct team_node *node = &barriers->team->nodes[at];
    return node->ends && node->at->operand_count && barriers->team->alive[at] &&
           !barriers->team->frames[node->frame].guessed &&
           barriers->graph->nodes[at].successor_count > 1 && !barriers->around[at].construct &&
           !team_is_alone(barriers->team, at) &&
           (thread_value(barriers->team->threading, node->at->operands[0]) & THREAD_DIFFERS);
}

static struct graph *alive_graph(struct team *team)
{
    struct graph *graph = graph_create(&team->arena, (uint32_t)team->node_count);
    for (uint32_t i = 0; i < team->node_count; i++)
        for (uint32_t k = 0; team->alive[i] && k < team->graph->nodes[i].successor_count; k++)
            if (team->alive[team->graph->nodes[i].successors[k]])
                graph_add_edge(graph, i, team->graph->nodes[i].successors[k]);
    return graph;
}

static bool has_constructs(const struct team *team)
{
    for (uint32_t i = 0; i < team->node_count; i++)
        if (call_is_barrier(&team->nodes[i]) || is_worksharing(&team->nodes[i]))
            return true;
    return false;
}

static void barrier_check_team(struct barrier_check *check, const struct ir_value *fork,
                               const struct ir_function *body)
{
    struct team *team = team_build(check->threading, fork, body);
    if (has_constructs(team)) {
        uint32_t count = (uint32_t)team->node_count;
        struct barrier_team barriers = {.check = check, .team = team, .graph = alive_graph(team)};
        barriers.below = graph_dominators(&team->arena, barriers.graph, team->exit, true);
        barriers.around = arena_alloc(&team->arena, count * sizeof *barriers.around);
        bool *seen = memory_zero(count, sizeof *seen);
        int *least = memory_zero(count, sizeof *least), *most = memory_zero(count, sizeof *most);
        struct arena scratch = {0};
        for (uint32_t i = 0; i < count; i++)
            barriers.around[i] = construct_around(team, i, &scratch);
        arena_free(&scratch);
        for (uint32_t i = 0; i < count; i++) {
            if (!team->large && is_candidate(&barriers, i))
                check_branch(&barriers, i, seen, least, most);
            if (team->reached[i] &&
                (call_is_barrier(&team->nodes[i]) || is_worksharing(&team->nodes[i])))
                check_nesting(&barriers, i);
        }
        free(seen);
        free(least);
        free(most);
    }
    team_free(team);
}

/* Returns whether a team of another program may call the function: this program never does. */
static bool is_orphan(const struct threading *threading, const struct ir_function *function)
{
    return function->defined && threading->relevant[function->number] &&
           function->caller_count == 0 && !function->local && strcmp(function->name, "main") != 0;
}

void barriers_check(struct static_run *run)
{
    struct threading *threading = threading_create(run);
    if (!threading)
        return;
    size_t values = threading->program->value_count + 1;
    struct barrier_check check = {threading, arena_alloc(&threading->arena, values),
                                  arena_alloc(&threading->arena, values)};
    for (uint32_t i = 0; i < threading->program->function_count; i++) {
        const struct ir_function *function = threading->program->functions[i];
        for (uint32_t k = 0; threading->serial[i] && k < function->call_count; k++) {
            const struct ir_function *body = openmp_body(threading->openmp, function->calls[k]);
            if (body && threading->relevant[body->number])
                barrier_check_team(&check, function->calls[k], body);
        }
        if (is_orphan(threading, function))
            barrier_check_team(&check, NULL, function);
    }
    threading_free(threading);
}
