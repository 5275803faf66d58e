
#include "concolic/solver/problem.h"

#include "concolic/path/evaluate.h"
#include "concolic/solver/engine.h"
#include "runtime/hash.h"

#include <fnmatch.h>
#include <stdlib.h>

enum {
    CLAIMS_MOST = 4000, /* constraints of one question; more take too long */
    NODES_MOST = 40000,
};

static void span_cut(struct span *span, __int128 lower, __int128 upper)
{
    if (lower > span->lower)
        span->lower = lower;
    if (upper < span->upper)
        span->upper = upper;
}

/* Applies bounds, unless the value in the execution violates them. */
static void problem_bound(struct unknown *unknown, __int128 lower, __int128 upper)
{
    if (lower <= unknown->before && unknown->before <= upper)
        span_cut(&unknown->whole, lower, upper);
}

/* Sets the range of an unknown by its type, by the runtime's knowledge, and by the user's caps. */
static void bound_by_kind(struct unknown *unknown, const struct problem *problem)
{
    const struct symbolic_variable *variable = &problem->trace->variables[unknown->variable];
    const struct solver_options *options = &problem->engine->options;
    bool capping = options->capping && !problem->unlimited;
    unsigned width = operation_width(unknown->type);
    const __int128 one = 1;
    /* If all bounds are zero, nothing is known. */
    bool bounded = variable->lower <= variable->upper && (variable->lower || variable->upper);
    unknown->is_unsigned =
        unknown->type == SYMBOLIC_I1 || variable->kind == SYMBOLIC_BYTE ||
        (bounded && variable->lower >= 0 && (__int128)variable->upper >= one << (width - 1));
    unknown->whole = unknown->is_unsigned
                         ? (struct span){0, (one << width) - 1}
                         : (struct span){-(one << (width - 1)), (one << (width - 1)) - 1};
    unknown->before = unknown_number(unknown, variable->value);
    if (variable->kind == SYMBOLIC_COUNT && problem->unlimited)
        problem_bound(unknown, variable->lower, INT32_MAX);
    else if (bounded && (capping || variable->kind != SYMBOLIC_MARKED))
        problem_bound(unknown, variable->lower, variable->upper);
    for (size_t i = 0; capping && i < options->cap_count; i++) {
        if (fnmatch(options->caps[i].name, variable->name, 0) == 0)
            span_cut(&unknown->whole, options->caps[i].lower, options->caps[i].upper);
    }
}

/* Applies MPI's inherent constraints (paper, III-B) that concern one variable. */
static void bound_by_mpi(struct unknown *unknown, const struct problem *problem)
{
    const struct symbolic_variable *variable = &problem->trace->variables[unknown->variable];
    const struct solver_options *options = &problem->engine->options;
    __int128 most = problem->unlimited ? INT32_MAX : options->max_ranks;
    bool is_rank = variable->kind == SYMBOLIC_RANK || variable->kind == SYMBOLIC_LOCAL_RANK;
    bool fixed = (options->fixed_ranks && variable->kind == SYMBOLIC_SIZE) ||
                 (options->fixed_focus && is_rank);
    if (fixed && !problem->unlimited)
        problem_bound(unknown, unknown->before, unknown->before);
    if (variable->kind == SYMBOLIC_RANK)
        problem_bound(unknown, 0, most - 1);
    else if (variable->kind == SYMBOLIC_SIZE)
        problem_bound(unknown, 1, most);
    else if (variable->kind == SYMBOLIC_LOCAL_RANK)
        problem_bound(unknown, 0,
                      (__int128)problem->trace->communicators[variable->source].size - 1);
}

static bool problem_is_tuned(const struct problem *problem,
                             const struct symbolic_variable *variable)
{
    const struct solver_options *options = &problem->engine->options;
    if (variable->kind == SYMBOLIC_SIZE || variable->kind == SYMBOLIC_COUNT ||
        operation_is_float(variable->type))
        return false;
    for (size_t i = 0; i < options->untuned_count; i++) {
        if (fnmatch(options->untuned[i], variable->name, 0) == 0)
            return false;
    }
    return true;
}

/* Adds a variable to the problem, once. */
static void add_variable(struct problem *problem, uint32_t number)
{
    struct solver_index *index = problem->index;
    const struct symbolic_variable *variable = &problem->trace->variables[number];
    if (index->variable_stamps[number] == index->stamp)
        return;
    index->variable_stamps[number] = index->stamp;
    index->unknowns[number] = (uint32_t)problem->unknown_count;
    struct unknown unknown = {
        .variable = number, .type = variable->type, .tuned = problem_is_tuned(problem, variable)};
    if (!operation_is_float(variable->type)) {
        bound_by_kind(&unknown, problem);
        bound_by_mpi(&unknown, problem);
        unknown.domain.spans = memory_room(NULL, 0, &unknown.domain.space, sizeof(struct span));
        unknown.domain.spans[0] = unknown.whole;
        unknown.domain.count = unknown.whole.lower <= unknown.whole.upper;
        problem->impossible |= unknown.domain.count == 0;
    }
    problem->unknowns = memory_room(problem->unknowns, problem->unknown_count,
                                    &problem->unknown_space, sizeof *problem->unknowns);
    problem->unknowns[problem->unknown_count++] = unknown;
    /* Ranks and sizes depend on each other. */
    if (variable->kind != SYMBOLIC_RANK && variable->kind != SYMBOLIC_SIZE)
        return;
    for (uint32_t i = 0; i < problem->trace->variable_count; i++) {
        unsigned kind = problem->trace->variables[i].kind;
        if (kind == SYMBOLIC_RANK || kind == SYMBOLIC_SIZE)
            add_variable(problem, i);
    }
}

static void problem_add_variables(struct problem *problem, uint32_t set)
{
    const struct index_set *of = &problem->index->sets[set];
    for (uint32_t i = 0; i < of->count; i++)
        add_variable(problem, problem->index->members[of->first + i]);
}

static void problem_cut(struct problem *problem, uint32_t variable, const struct ring *ring)
{
    struct unknown *unknown = &problem->unknowns[problem_unknown(problem, variable)];
    __int128 first = unknown_number(unknown, ring->first);
    __int128 last = unknown_number(unknown, ring->last);
    const struct span *whole = &unknown->whole;
    const struct span spans[] = {{whole->lower, last}, {first, whole->upper}};
    const struct span one = {first, last};
    if (ring->empty)
        domain_keep(&unknown->domain, NULL, 0);
    else if (first <= last)
        domain_keep(&unknown->domain, &one, 1);
    else if (first > last + 1)
        domain_keep(&unknown->domain, spans, 2);
    if (unknown->domain.count == 0)
        problem->impossible = true;
}

static void add_claim(struct problem *problem, const struct claim *claim)
{
    problem->claims = memory_room(problem->claims, problem->claim_count, &problem->claim_space,
                                  sizeof *problem->claims);
    problem->claims[problem->claim_count++] = *claim;
}

static void hash_in(struct problem *problem, uint64_t hash)
{
    problem->key[0] += hash_number(hash, 1);
    problem->key[1] += hash_number(hash, 2);
}

/* Adds earlier constraints that share variables, the nearest first. */
static void add_constraints(struct problem *problem, const struct solver_question *question)
{
    struct solver_index *index = problem->index;
    uint32_t before = question->constraint - question->dropped;
    uint64_t denied =
        question->goal == GOAL_NEGATE ? index->constraints[question->constraint].hash : 0;
    for (size_t i = 0; i < problem->unknown_count; i++) {
        uint32_t variable = problem->unknowns[i].variable;
        hash_in(problem, index->variable_hashes[variable]);
        for (uint32_t j = index->first[variable]; j < index->first[variable + 1]; j++) {
            uint32_t number = index->lists[j];
            const struct index_constraint *constraint = &index->constraints[number];
            if (number >= before)
                break;
            if (index->constraint_stamps[number] == index->stamp ||
                (question->loose && constraint->loose))
                continue;
            index->constraint_stamps[number] = index->stamp;
            hash_in(problem, constraint->hash);
            /* The goal negates an earlier decision, most likely of another branch. */
            problem->impossible |= constraint->hash == denied;
            if (constraint->simple) {
                problem_cut(problem, constraint->variable, &constraint->ring);
            } else if (problem->claim_count < CLAIMS_MOST) {
                add_claim(problem, &constraint->claim);
                problem_add_variables(problem, constraint->set);
            } else {
                problem->simplified = true;
            }
        }
    }
}

/* Adds the goal to the domain of a variable, if it is as simple as that. */
static void add_goal(struct problem *problem)
{
    const struct symbolic_node *nodes = problem->trace->nodes;
    struct claim *goal = &problem->goal;
    uint32_t variable;
    struct ring ring;
    hash_in(problem, hash_number(index_hash_claim(problem->index, goal), 3));
    if (goal->kind != CLAIM_NOT_AMONG) {
        problem->goal_simple = claim_ring(goal, nodes, &variable, &ring);
        if (problem->goal_simple)
            problem_cut(problem, variable, &ring);
        return;
    }
    for (size_t i = 0; i < goal->value_count; i++) {
        struct claim one = {
            .kind = CLAIM_DIFFERENT, .node = goal->node, .value = (uint64_t)goal->values[i]};
        problem->goal_simple = claim_ring(&one, nodes, &variable, &ring);
        if (!problem->goal_simple)
            return;
        problem_cut(problem, variable, &ring);
    }
}

static int problem_ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void add_node(struct problem *problem, uint32_t node)
{
    struct solver_index *index = problem->index;
    if (index->node_stamps[node] == index->stamp)
        return;
    index->node_stamps[node] = index->stamp;
    problem->nodes = memory_room(problem->nodes, problem->node_count, &problem->node_space,
                                 sizeof *problem->nodes);
    problem->nodes[problem->node_count++] = node;
    problem->floats |= operation_is_float(problem->trace->nodes[node].type);
}

/* Adds the nodes that claims are about. Returns false if there are too many. */
static bool problem_add_nodes(struct problem *problem)
{
    if (!problem->goal_simple)
        add_node(problem, problem->goal.node);
    size_t done = 0;
    for (size_t claim = 0; claim <= problem->claim_count; claim++) {
        for (; done < problem->node_count; done++) {
            const struct symbolic_node *node = &problem->trace->nodes[problem->nodes[done]];
            const uint32_t operands[] = {node->a, node->b, node->c};
            for (unsigned i = 0; i < operation_operands(node->op); i++)
                add_node(problem, operands[i]);
        }
        if (problem->node_count > NODES_MOST && claim < problem->claim_count) {
            problem->claim_count = claim;
            problem->simplified = true;
        }
        if (claim < problem->claim_count)
            add_node(problem, problem->claims[claim].node);
    }
    if (problem->node_count > 0)
        qsort(problem->nodes, problem->node_count, sizeof *problem->nodes, problem_ascending);
    return problem->node_count < (size_t)2 * NODES_MOST;
}

bool problem_make(struct problem *problem, struct engine *engine,
                  const struct solver_question *question)
{
    struct trace *trace = question->trace;
    if (!trace->index || trace->index->owner != engine)
        trace->index = index_make(trace, engine, ++engine->serial);
    struct solver_index *index = trace->index;
    *problem = (struct problem){
        .engine = engine, .trace = trace, .index = index, .unlimited = question->unlimited};
    problem->goal = claim_of_goal(question);
    uint32_t set = index->node_sets[problem->goal.node];
    if (problem->goal.kind == CLAIM_NOTHING || set == INDEX_TOO_MANY)
        return false;
    index->stamp++;
    hash_in(problem, question->unlimited);
    problem_add_variables(problem, set);
    for (uint32_t i = 0; !engine->options.independence && i < trace->variable_count; i++) {
        if (trace->variables[i].kind != SYMBOLIC_WORD)
            add_variable(problem, i);
    }
    add_constraints(problem, question);
    add_goal(problem);
    problem->simplified |= index->too_hard < question->constraint;
    return problem_add_nodes(problem);
}

void problem_free(struct problem *problem)
{
    for (size_t i = 0; i < problem->unknown_count; i++)
        free(problem->unknowns[i].domain.spans);
    free(problem->unknowns);
    free(problem->claims);
    free(problem->nodes);
}

/* Computes the nodes. Returns false if the processor would trap. */
static bool evaluate_nodes(const struct problem *problem, const uint64_t *values)
{
    const struct symbolic_node *nodes = problem->trace->nodes;
    uint64_t *results = problem->index->values;
    for (size_t i = 0; i < problem->node_count; i++) {
        uint32_t number = problem->nodes[i];
        const struct symbolic_node *node = &nodes[number];
        if (node->op == SYMBOLIC_VARIABLE) {
            results[number] = values[problem_unknown(problem, node->a)];
            continue;
        }
        unsigned count = operation_operands(node->op);
        const uint64_t operands[3] = {count > 0 ? results[node->a] : 0,
                                      count > 1 ? results[node->b] : 0,
                                      count > 2 ? results[node->c] : 0};
        if (!evaluate_operation(nodes, node, operands, &results[number]))
            return false;
    }
    return true;
}

static bool ranks_hold(const struct problem *problem, const uint64_t *values)
{
    __int128 rank = -1, size = -1;
    for (size_t i = 0; i < problem->unknown_count; i++) {
        const struct unknown *unknown = &problem->unknowns[i];
        unsigned kind = problem->trace->variables[unknown->variable].kind;
        __int128 *of = kind == SYMBOLIC_RANK ? &rank : kind == SYMBOLIC_SIZE ? &size : NULL;
        __int128 number = of ? unknown_number(unknown, values[i]) : -1;
        if (of && *of >= 0 && *of != number)
            return false;
        if (of)
            *of = number;
    }
    return rank < 0 || size < 0 || rank < size;
}

bool problem_holds(const struct problem *problem, const uint64_t *values, bool *goal)
{
    const struct symbolic_node *nodes = problem->trace->nodes;
    *goal = true;
    bool holds = ranks_hold(problem, values);
    for (size_t i = 0; i < problem->unknown_count; i++) {
        const struct unknown *unknown = &problem->unknowns[i];
        if (!operation_is_float(unknown->type) &&
            !domain_has(&unknown->domain, unknown_number(unknown, values[i])))
            *goal = holds = false;
    }
    if (!evaluate_nodes(problem, values)) {
        *goal = false;
        return false;
    }
    if (!problem->goal_simple && !claim_holds(&problem->goal, nodes, problem->index->values))
        *goal = holds = false;
    for (size_t i = 0; i < problem->claim_count; i++)
        holds = holds && claim_holds(&problem->claims[i], nodes, problem->index->values);
    return holds;
}
