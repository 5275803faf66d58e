#include "static/divergence/pairs.h"

#include "ir/predicate.h"
#include "runtime/hash.h"
#include "static/divergence/listing.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 6 };

/* --- Conditions that are known to agree. --- */

/* Returns whether the call only marks the lifetime of a variable. */
static bool pair_is_marker(const struct ir_value *user)
{
    return user->opcode == IR_CALL && user->callee != NULL && user->callee->as_function != NULL &&
           strncmp(user->callee->as_function->symbol, "llvm.lifetime.", 14) == 0;
}

static bool find_set_once(const struct divergence *divergence, const struct ir_value *variable)
{
    uint32_t writers = 0;

    if (variable->opcode != IR_ALLOCA && variable->kind != IR_GLOBAL) {
        return false;
    }
    for (uint32_t i = 0; i < variable->user_count; i++) {
        const struct ir_value *user = variable->users[i];
        const struct api_function *mpi =
            user->opcode == IR_CALL ? analysis_mpi(divergence->run->analysis, user) : NULL;

        if (pair_is_marker(user)) {
            continue;
        }
        if (user->opcode == IR_LOAD || (mpi != NULL && mpi->mode != API_NONBLOCKING)) {
            writers += user->opcode == IR_LOAD ? 0 : 1;
        } else if (user->opcode == IR_STORE && user->operands[0] != variable) {
            writers++;
        } else {
            return false; /* its address goes where it is not followed */
        }
    }
    return writers <= 1;
}

/* Returns whether a variable is set once, so that all its loads are equal. */
static bool set_once(const struct divergence *divergence, const struct ir_value *variable)
{
    uint8_t *known = &divergence->set_once[variable->number];

    if (*known == 0) {
        *known = find_set_once(divergence, variable) ? 1 : 2;
    }
    return *known == 1;
}

static bool same_value(const struct divergence *divergence, const struct ir_value *a,
                       const struct ir_value *b, int depth)
{
    if (a == b) {
        return true;
    }
    if (a->kind != b->kind || a->opcode != b->opcode || depth == 0) {
        return false;
    }
    if (a->kind == IR_INTEGER) {
        return a->integer == b->integer && !a->wide && !b->wide && a->type == b->type;
    }
    if (a->kind != IR_INSTRUCTION || a->operand_count != b->operand_count) {
        return false;
    }
    switch (a->opcode) {
    case IR_LOAD:
        return a->operands[0] == b->operands[0] && !a->volatile_access &&
               set_once(divergence, a->operands[0]);
    case IR_COMPARE:
        if (a->predicate != b->predicate) {
            return false;
        }
        break;
    case IR_ADD:
    case IR_SUBTRACT:
    case IR_MULTIPLY:
    case IR_DIVIDE_SIGNED:
    case IR_REMAINDER_SIGNED:
    case IR_AND:
    case IR_TRUNCATE:
    case IR_EXTEND_SIGN:
    case IR_EXTEND_ZERO:
        break;
    default:
        return false;
    }
    for (uint32_t i = a->operand_count; i > 0; i--) { /* constants come last and are quick */
        if (!same_value(divergence, a->operands[i - 1], b->operands[i - 1], depth - 1)) {
            return false;
        }
    }
    return true;
}

/* Returns whether two branches have the same condition; `*negated`: one is the negation of the
 * other. */
static bool same_condition(const struct divergence *divergence, const struct ir_value *a,
                           const struct ir_value *b, bool *negated)
{
    if (a->opcode != IR_BRANCH || b->opcode != IR_BRANCH || a->operand_count == 0 ||
        b->operand_count == 0) {
        return false;
    }
    const struct ir_value *left = a->operands[0], *right = b->operands[0];
    *negated = left->opcode == IR_COMPARE && right->opcode == IR_COMPARE &&
               ir_predicate_negated(left->predicate) == right->predicate;
    if (*negated) {
        return same_value(divergence, left->operands[1], right->operands[1], DEPTH_MAX) &&
               same_value(divergence, left->operands[0], right->operands[0], DEPTH_MAX);
    }
    return same_value(divergence, left, right, DEPTH_MAX);
}

/* --- Branches one after the other. --- */

/* Returns whether all ways to `node` pass `through`. */
static bool always_passes(const struct flow *flow, uint32_t through, uint32_t node)
{
    bool *reached = memory_zero(flow->count, sizeof *reached);

    reached[0] = through != 0;
    for (uint32_t i = 0; i < flow->order_count; i++) {
        uint32_t at = flow->order[i];

        for (uint32_t k = 0; reached[at] && k < flow->successor_count[at]; k++) {
            uint32_t next = flow->successors[at][k];

            if (next != GRAPH_NONE && next != through) {
                reached[next] = true;
            }
        }
    }
    bool passes = !reached[node];
    free(reached);
    return passes;
}

/* Returns what a rank performs that takes these ways at the two branches, from the first branch to
 * where the ways of the second meet. */
static uint32_t pair_joint(struct divergence *divergence, const struct summary *summary,
                           const uint32_t node[2], uint32_t first_arm, uint32_t second_arm,
                           uint32_t handle)
{
    const struct flow *flow = summary->flow;
    struct expressions *all = divergence->all;
    uint32_t first = flow->successors[node[0]][first_arm];
    uint32_t second = flow->successors[node[1]][second_arm];

    if (first == GRAPH_NONE || second == GRAPH_NONE) {
        return EXPRESSION_NONE;
    }
    uint32_t sequence = divergence_way(divergence, summary, first, flow->meet[node[0]]);
    sequence = expressions_join(all, sequence,
                                divergence_way(divergence, summary, flow->meet[node[0]], node[1]));
    sequence = expressions_join(all, sequence, summary->local[node[1]]);
    sequence = expressions_join(all, sequence,
                                divergence_way(divergence, summary, second, flow->meet[node[1]]));
    expressions_project(all, &sequence, 1, handle);
    return sequence;
}

static bool pair_agrees(struct divergence *divergence, const struct summary *summary,
                        uint32_t first, uint32_t second, bool negated, uint32_t handle)
{
    const uint32_t nodes[2] = {first, second};
    uint32_t at = first;

    while (at != second && at != GRAPH_NONE) {
        at = summary->flow->meet[at];
    }
    if (at != second || first == second || !always_passes(summary->flow, first, second)) {
        return false;
    }
    uint32_t a = pair_joint(divergence, summary, nodes, 0, negated ? 1 : 0, handle);
    uint32_t b = pair_joint(divergence, summary, nodes, 1, negated ? 0 : 1, handle);
    return a != EXPRESSION_NONE && a == b;
}

/* --- Branches that may have the same condition. --- */

struct keyed {
    uint64_t key;
    uint32_t node;
};

/* Returns a key that is equal for two branches if same_condition() is true for them. */
static uint64_t condition_key(const struct ir_value *condition)
{
    uint64_t key = hash_number((uint64_t)condition->kind, (uint64_t)condition->opcode);

    if (condition->opcode == IR_LOAD) {
        return hash_number(key, condition->operands[0]->number);
    }
    if (condition->opcode != IR_COMPARE) {
        return key;
    }
    const struct ir_value *right = condition->operands[1];
    enum ir_predicate predicate = condition->predicate, other = ir_predicate_negated(predicate);
    key = hash_number(key, (uint64_t)(predicate < other ? predicate : other));
    key = hash_number(key, (uint64_t)right->kind);
    return hash_number(key, right->kind == IR_INTEGER ? (uint64_t)right->integer
                                                      : (uint64_t)right->opcode);
}

static int compare_keys(const void *left, const void *right)
{
    const struct keyed *a = left, *b = right;

    if (a->key != b->key) {
        return a->key < b->key ? -1 : 1;
    }
    return (a->node > b->node) - (a->node < b->node);
}

/* Links branches with equal keys in rings; other branches lead to themselves. Comparing each with
 * all others takes too long in functions with thousands of branches. */
static uint32_t *find_alike(struct arena *arena, const struct flow *flow)
{
    uint32_t *alike = arena_alloc(arena, (flow->exit + 1) * sizeof *alike);
    struct keyed *list = memory_alloc((flow->order_count + 1) * sizeof *list);
    size_t count = 0;

    for (uint32_t i = 0; i < flow->exit; i++) {
        alike[i] = i;
    }
    for (uint32_t i = 0; i < flow->order_count; i++) {
        uint32_t node = flow->order[i];
        const struct ir_value *end =
            node < flow->exit ? ir_terminator(flow->function->blocks[node]) : NULL;

        if (end != NULL && end->opcode == IR_BRANCH && end->operand_count > 0) {
            list[count++] = (struct keyed){condition_key(end->operands[0]), node};
        }
    }
    qsort(list, count, sizeof *list, compare_keys);
    for (size_t i = 0, first = 0; i < count; i++) {
        bool last = i + 1 == count || list[i + 1].key != list[i].key;

        alike[list[i].node] = list[last ? first : i + 1].node;
        first = last ? i + 1 : first;
    }
    free(list);
    return alike;
}

bool divergence_paired(struct divergence *divergence, const struct question *question)
{
    const struct ir_value *decider = question->decider;
    struct summary *summary = &divergence->summaries[decider->function->number];
    uint32_t own = decider->block->number;

    if (decider->opcode != IR_BRANCH || question->order || question->thrower != NULL) {
        return false;
    }
    if (summary->alike == NULL) {
        summary->alike = find_alike(&divergence->arena, summary->flow);
    }
    for (uint32_t node = summary->alike[own]; node != own; node = summary->alike[node]) {
        bool negated;

        if (same_condition(divergence, decider,
                           ir_terminator(summary->flow->function->blocks[node]), &negated) &&
            (pair_agrees(divergence, summary, own, node, negated, question->own_handle) ||
             pair_agrees(divergence, summary, node, own, negated, question->own_handle))) {
            return true;
        }
    }
    return false;
}
