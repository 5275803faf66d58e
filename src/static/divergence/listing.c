#include "static/divergence/listing.h"

#include "static/divergence/calls.h"
#include "static/divergence/decide.h"

#include <stdlib.h>

enum { SITES_MAX = 512, ENTRIES_MAX = 512 };

/* The collective calls of an arm in the order of the source, with those of called functions. */
struct listing_region {
    struct divergence *divergence;
    struct listed_site {
        const struct ir_value *call;
        const struct ir_value *through;
        bool used;
    } *sites;
    size_t count;
    uint32_t *visited; /* by function number: the visit that listed its collectives */
    uint32_t visit;
};

static void listing_add_site(struct listing_region *region, const struct ir_value *call,
                             const struct ir_value *through)
{
    if (region->count < SITES_MAX) {
        *arena_push(&region->divergence->arena, region->sites, region->count) =
            (struct listed_site){call, through, false};
    }
}

/* Adds all collectives that a function may reach, each function once. */
static void listing_add_function(struct listing_region *region, const struct ir_function *function,
                                 const struct ir_value *through)
{
    const struct ir_program *program = region->divergence->run->analysis->program;
    uint32_t *todo = memory_alloc((program->function_count + 1) * sizeof *todo), count = 0;

    todo[count++] = function->number;
    region->visited[function->number] = ++region->visit;
    while (count > 0 && region->count < SITES_MAX) {
        const struct ir_function *at = program->functions[todo[--count]];

        for (uint32_t i = 0; i < at->call_count; i++) {
            const struct ir_function *target;

            if (divergence_collective(region->divergence, at->calls[i]) != NULL) {
                listing_add_site(region, at->calls[i], through);
                continue;
            }
            for (uint32_t k = 0; (target = analysis_target(at->calls[i], k)) != NULL; k++) {
                if (region->visited[target->number] != region->visit &&
                    region->divergence->summaries[target->number].collects) {
                    region->visited[target->number] = region->visit;
                    todo[count++] = target->number;
                }
            }
        }
    }
    free(todo);
}

static void listing_add_call(struct listing_region *region, const struct ir_value *call)
{
    const struct ir_function *target;

    if (divergence_collective(region->divergence, call) != NULL) {
        listing_add_site(region, call, NULL);
        return;
    }
    for (uint32_t k = 0; (target = analysis_target(call, k)) != NULL; k++) {
        if (region->divergence->summaries[target->number].collects) {
            listing_add_function(region, target, call);
        }
    }
}

/* Adds the calls on the ways from one node to another, in the order of the flow. */
static void listing_add_ways(struct listing_region *region, const struct flow *flow, uint32_t from,
                             uint32_t to)
{
    bool *inside = memory_zero(flow->count, sizeof *inside);

    inside[from] = from != to;
    for (uint32_t i = 0; i < flow->order_count; i++) {
        uint32_t node = flow->order[i];

        if (!inside[node]) {
            continue;
        }
        const struct flow_loop *loop = flow_loop_of(flow, node);
        for (uint32_t k = 0; k < flow->successor_count[node]; k++) {
            uint32_t next = flow->successors[node][k];

            if (next != GRAPH_NONE && next != to) {
                inside[next] = true;
            }
        }
        for (uint32_t k = 0; loop != NULL && k < loop->block_count; k++) {
            inside[loop->blocks[k]] = true; /* another round performs all of the loop */
        }
    }
    for (uint32_t i = 0; i < flow->order_count && region->count < SITES_MAX; i++) {
        uint32_t node = flow->order[i];

        if (!inside[node] || node >= flow->exit) {
            continue;
        }
        const struct ir_block *block = flow->function->blocks[node];
        for (uint32_t k = 0; k < block->instruction_count; k++) {
            if (block->instructions[k]->opcode == IR_CALL) {
                listing_add_call(region, block->instructions[k]);
            }
        }
    }
    free(inside);
}

uint32_t divergence_way(struct divergence *divergence, const struct summary *summary, uint32_t from,
                        uint32_t to)
{
    uint32_t sequence = EXPRESSION_EMPTY, count = 0;
    uint32_t *passed = memory_alloc(summary->flow->count * sizeof *passed);

    for (; from != to && from != GRAPH_NONE; from = summary->flow->meet[from]) {
        passed[count++] = from;
    }
    while (count > 0) {
        uint32_t node = passed[--count];

        sequence = expressions_join(divergence->all, summary->between[node], sequence);
        sequence = expressions_join(divergence->all, summary->local[node], sequence);
    }
    free(passed);
    return sequence;
}

const struct api_function *divergence_first(const struct divergence *divergence, uint32_t atom,
                                            uint32_t handle)
{
    const struct expressions *all = divergence->all;
    const struct api_function *found = NULL;
    uint32_t *todo = NULL;
    size_t count = 0, space = 0, budget = ENTRIES_MAX;

    todo = memory_room(todo, count, &space, sizeof *todo);
    todo[count++] = atom;
    while (count > 0 && found == NULL && budget-- > 0) {
        struct expression node = expressions_at(all, todo[--count]);
        uint32_t parts = node.kind == EXPRESSION_CHOICE ? node.arm_count : 2;

        if (node.kind == EXPRESSION_COLLECTIVE && node.handle == handle) {
            found = node.operation;
        }
        for (uint32_t i = parts; i > 0; i--) {
            uint32_t part = EXPRESSION_EMPTY;

            if (node.kind == EXPRESSION_CHOICE) {
                part = node.arms[i - 1];
            } else if (node.kind == EXPRESSION_SEQUENCE && node.length > 0) {
                part = i == 1 ? node.first : node.rest;
            } else if ((node.kind == EXPRESSION_AGAIN || node.kind == EXPRESSION_GROUP) && i == 1) {
                part = node.content;
            }
            if (part != EXPRESSION_EMPTY && part != EXPRESSION_NONE) {
                todo = memory_room(todo, count, &space, sizeof *todo);
                todo[count++] = part;
            }
        }
    }
    free(todo);
    return found;
}

/* Finds the next site of an atom's collective. Sites follow the order of the source, and so do
 * atoms. */
static void find_site(struct listing_region *region, struct listed *entry, uint32_t handle)
{
    struct expression atom = expressions_at(region->divergence->all, entry->atom);

    if (atom.kind == EXPRESSION_CHOICE) {
        entry->site = expressions_condition(region->divergence->all, atom.condition).decider;
        return;
    }
    const struct api_function *operation =
        divergence_first(region->divergence, entry->atom, handle);
    for (size_t i = 0; operation != NULL && i < region->count; i++) {
        struct listed_site *site = &region->sites[i];

        if (!site->used &&
            analysis_mpi(region->divergence->run->analysis, site->call) == operation) {
            site->used = atom.kind == EXPRESSION_COLLECTIVE;
            entry->site = site->call;
            entry->through = site->through;
            return;
        }
    }
}

/* Returns what a call that may throw performs itself on this arm. */
static uint32_t own_part(struct divergence *divergence, const struct question *question,
                         uint32_t arm)
{
    if (question->thrower == NULL || question->decider->opcode != IR_CALL) {
        return EXPRESSION_EMPTY;
    }
    return arm == 0 ? divergence_call(divergence, question->decider)
                    : divergence_call_throws(divergence, question->decider);
}

static void gather_sites(struct listing_region *region, const struct question *question,
                         uint32_t arm)
{
    const struct ir_value *decider = question->decider;
    const struct flow *flow = divergence_view(region->divergence, question)->flow;
    const struct ir_program *program = region->divergence->run->analysis->program;

    region->visited = memory_zero(program->function_count + 1, sizeof *region->visited);
    if (decider->opcode == IR_CALL && question->thrower == NULL) {
        const struct ir_function *target = analysis_target(decider, arm);

        if (target->defined && region->divergence->summaries[target->number].collects) {
            listing_add_function(region, target, decider);
        }
    } else {
        uint32_t node = decider->block->number;

        if (own_part(region->divergence, question, arm) != EXPRESSION_EMPTY) {
            listing_add_call(region, decider);
        }
        listing_add_ways(region, flow, flow->successors[node][arm], flow->meet[node]);
    }
    free(region->visited);
}

/* Lists the atoms of an arm that are on the communicator, with their sites. */
static struct listing list_arm(struct divergence *divergence, const struct question *question,
                               uint32_t arm)
{
    const struct ir_value *decider = question->decider;
    const struct summary *summary = divergence_view(divergence, question);
    struct listing_region region = {.divergence = divergence};
    struct listing listing = {0};
    uint32_t sequence;

    gather_sites(&region, question, arm);
    if (decider->opcode == IR_CALL && question->thrower == NULL) {
        struct expression choice = expressions_at(divergence->all, question->choice);

        sequence = expressions_at(divergence->all, choice.first).arms[arm];
    } else {
        uint32_t node = decider->block->number;

        sequence = divergence_way(divergence, summary, summary->flow->successors[node][arm],
                                  summary->flow->meet[node]);
        sequence = expressions_join(divergence->all, own_part(divergence, question, arm), sequence);
    }
    for (; sequence != EXPRESSION_EMPTY && sequence != EXPRESSION_NONE;
         sequence = expressions_at(divergence->all, sequence).rest) {
        struct listed entry = {.atom = expressions_at(divergence->all, sequence).first};

        find_site(&region, &entry, question->own_handle);
        if (listing.count < ENTRIES_MAX &&
            (question->order ||
             divergence_first(divergence, entry.atom, question->own_handle) != NULL)) {
            *arena_push(&divergence->arena, listing.entries, listing.count) = entry;
        }
    }
    return listing;
}

static uint32_t listing_projected(struct divergence *divergence, const struct question *question,
                                  uint32_t arm)
{
    struct expression choice = expressions_at(divergence->all, question->choice);
    uint32_t sequence = expressions_at(divergence->all, choice.first).arms[arm];

    if (!question->order) {
        expressions_project(divergence->all, &sequence, 1, question->own_handle);
    }
    return sequence;
}

static void drop_shared(struct listing *a, struct listing *b)
{
    size_t before = 0;

    while (before < a->count && before < b->count &&
           a->entries[before].atom == b->entries[before].atom) {
        before++;
    }
    while (a->count > before && b->count > before &&
           a->entries[a->count - 1].atom == b->entries[b->count - 1].atom) {
        a->count--;
        b->count--;
    }
    a->entries += before;
    b->entries += before;
    a->count -= before;
    b->count -= before;
}

/* Chooses two arms that differ on the communicator. */
static void choose_arms(struct divergence *divergence, const struct question *question,
                        uint32_t arm[2])
{
    struct expression choice = expressions_at(divergence->all, question->choice);
    struct expression atom = expressions_at(divergence->all, choice.first);
    uint32_t first;

    arm[0] = 0;
    while (arm[0] + 1 < atom.arm_count && atom.arms[arm[0]] == EXPRESSION_NONE) {
        arm[0]++;
    }
    first = listing_projected(divergence, question, arm[0]);
    arm[1] = arm[0];
    while (arm[1] + 1 < atom.arm_count &&
           (atom.arms[arm[1]] == EXPRESSION_NONE ||
            listing_projected(divergence, question, arm[1]) == first)) {
        arm[1]++;
    }
}

struct sides divergence_sides(struct divergence *divergence, const struct question *question)
{
    struct sides sides = {0};

    choose_arms(divergence, question, sides.arm);
    sides.listing[0] = list_arm(divergence, question, sides.arm[0]);
    sides.listing[1] = list_arm(divergence, question, sides.arm[1]);
    drop_shared(&sides.listing[0], &sides.listing[1]);
    return sides;
}

const struct ir_value **divergence_sites(struct divergence *divergence,
                                         const struct question *question, size_t *count)
{
    struct listing_region region = {.divergence = divergence};
    const struct ir_value **sites = NULL;
    uint32_t arm[2] = {0};

    choose_arms(divergence, question, arm);
    gather_sites(&region, question, arm[0]);
    gather_sites(&region, question, arm[1]);
    *count = 0;
    for (size_t i = 0; i < region.count; i++) {
        *arena_push(&divergence->arena, sites, *count) = region.sites[i].call;
    }
    return sites;
}
