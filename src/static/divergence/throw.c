/* throw.c: follows the ways that exceptions take.
 *
 * Only exceptions that the program itself throws are followed: nearly every function of the
 * standard library may throw, but hardly ever does. A function that throws has two summaries: what
 * it performs if it returns, and what it performs if it throws. Where a call may throw, its caller
 * continues after it or at the landing pad. Branches of the called function, its throwers, decide
 * which: the question is whether all ranks take the same way there.
 *
 * Ways without exceptions are judged by themselves, as if there were none: an unexpected error on
 * single ranks must not spoil what is proved of the rest.
 */
#include "static/divergence/throw.h"

#include "static/divergence/calls.h"
#include "static/divergence/catch.h"
#include "static/divergence/decide.h"
#include "static/divergence/summary.h"

#include <string.h>

enum { THROWERS_MAX = 16 };

static const char *const raising[] = {
    "__cxa_throw",
    "__cxa_rethrow",
    "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE",
};

bool divergence_raises(const struct ir_value *call)
{
    const struct ir_function *callee = call->callee != NULL ? call->callee->as_function : NULL;

    for (size_t i = 0; callee != NULL && i < sizeof raising / sizeof *raising; i++) {
        if (strcmp(callee->symbol, raising[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Returns false where a function calls itself, because it has no summary there yet. */
bool divergence_throws_in(const struct divergence *divergence, const struct ir_value *call,
                          const struct ir_function *target)
{
    const struct summary *called = &divergence->summaries[target->number];

    return called->done && called->thrown != EXPRESSION_NONE &&
           (analysis_target(call, 1) == NULL || divergence_may_call(divergence, call, target));
}

bool divergence_throws(void *context, const struct ir_value *call)
{
    const struct divergence *divergence = context;
    const struct ir_function *target;

    if (divergence_raises(call)) {
        return true;
    }
    for (uint32_t i = 0; (target = analysis_target(call, i)) != NULL; i++) {
        if (divergence_throws_in(divergence, call, target)) {
            return true;
        }
    }
    return false;
}

/* --- Finding the branches that decide. --- */

static bool throw_leads_on(const struct flow *flow, uint32_t node, uint32_t successor)
{
    return successor < flow->successor_count[node] &&
           flow->successors[node][successor] != GRAPH_NONE;
}

/* Returns whether an exception of the call leads on: to its landing pad, or out of the function. */
static bool throw_takes(struct divergence *divergence, const struct flow *flow,
                        const struct ir_value *call, const struct ir_value **type)
{
    uint32_t node = call->block->number;

    return !call->invoke || (throw_leads_on(flow, node, 1) &&
                             divergence_takes(divergence, flow, flow->successors[node][1], type));
}

const struct thrower *divergence_throwers(struct divergence *divergence, const struct flow *flow,
                                          const struct ir_value *call, size_t *count)
{
    struct call_chain *chain;
    struct thrower *throwers = NULL;
    const struct ir_function *target;

    *count = 0;
    for (uint32_t i = 0; (target = analysis_target(call, i)) != NULL; i++) {
        const struct summary *called = &divergence->summaries[target->number];

        for (size_t k = 0; divergence_throws_in(divergence, call, target) &&
                           k < called->thrower_count && *count < THROWERS_MAX;
             k++) {
            struct thrower copy = called->throwers[k], *thrower;

            if (!throw_takes(divergence, flow, call, &copy.type)) {
                continue;
            }
            thrower = arena_push(&divergence->arena, throwers, *count);
            *thrower = copy;
            chain = arena_alloc(&divergence->arena, sizeof *chain);
            *chain = (struct call_chain){call, thrower->chain};
            thrower->chain = chain;
        }
    }
    return throwers;
}

static const struct ir_value *throw_site_of(const struct divergence *divergence,
                                            const struct ir_value *call)
{
    const struct ir_function *target;

    if (divergence_raises(call)) {
        return call;
    }
    for (uint32_t i = 0; (target = analysis_target(call, i)) != NULL; i++) {
        if (divergence_throws_in(divergence, call, target)) {
            return divergence->summaries[target->number].site;
        }
    }
    return NULL;
}

/* Returns the first call that throws on a way from the node, or NULL. */
static const struct ir_value *find_throw(struct divergence *divergence, const struct flow *flow,
                                         uint32_t node)
{
    for (uint32_t steps = 0; steps < flow->count && node != GRAPH_NONE && node != flow->exit;
         steps++) {
        const struct ir_block *block = node < flow->exit ? flow->function->blocks[node] : NULL;

        for (uint32_t i = 0; block != NULL && i < block->instruction_count; i++) {
            const struct ir_value *call = block->instructions[i];

            if (call->opcode == IR_CALL && divergence_throws(divergence, call)) {
                return call;
            }
        }
        uint32_t next = GRAPH_NONE;
        for (uint32_t i = flow->successor_count[node]; i > 0; i--) {
            uint32_t to = flow->successors[node][i - 1];

            next = to != GRAPH_NONE ? to : next;
        }
        node = next;
    }
    return NULL;
}

/* Returns whether one successor of a branch leads only to an exception, or one may and another
 * cannot. `regular` has the ways on which the function goes on without an exception, `thrown` the
 * ways to one. */
static bool is_thrower(const struct flow *regular, const struct flow *thrown,
                       const struct ir_block *block, struct thrower *thrower)
{
    uint32_t node = block->number;
    bool calm = false;

    for (uint32_t i = 0; i < block->successor_count; i++) {
        calm = calm || (throw_leads_on(regular, node, i) && !throw_leads_on(thrown, node, i));
    }
    for (uint32_t i = 0; i < block->successor_count; i++) {
        if (throw_leads_on(thrown, node, i) && !throw_leads_on(regular, node, i)) {
            *thrower = (struct thrower){.branch = ir_terminator(block), .successor = i};
            thrower->direct = true;
            break;
        }
        if (throw_leads_on(thrown, node, i) && thrower->branch == NULL) {
            *thrower = (struct thrower){.branch = ir_terminator(block), .successor = i};
        }
    }
    if (thrower->branch == NULL || (!thrower->direct && !calm)) {
        return false;
    }
    for (uint32_t i = 0; i < block->successor_count; i++) {
        if (i != thrower->successor && throw_leads_on(regular, node, i)) {
            return true;
        }
    }
    return false;
}

static void add_throwers(struct divergence *divergence, struct summary *summary,
                         const struct flow *regular, const struct flow *thrown, uint32_t node)
{
    const struct ir_block *block = thrown->function->blocks[node];
    const struct ir_value *end = ir_terminator(block);
    struct thrower own = {.branch = NULL};

    for (uint32_t i = block->instruction_count; i > 0; i--) {
        const struct ir_value *call = block->instructions[i - 1];
        size_t count;

        if (call->opcode != IR_CALL || !divergence_throws(divergence, call)) {
            continue;
        }
        const struct ir_value *type = divergence_type(divergence, call);
        const struct thrower *throwers = divergence_throwers(divergence, thrown, call, &count);
        if (throw_takes(divergence, thrown, call, &type)) {
            summary->site = throw_site_of(divergence, call);
        }
        for (size_t k = 0; k < count && summary->thrower_count < THROWERS_MAX; k++) {
            *arena_push(&divergence->arena, summary->throwers, summary->thrower_count) =
                throwers[k];
        }
    }
    if ((end->opcode == IR_BRANCH || end->opcode == IR_SWITCH) && thrown->last[node] == NULL &&
        summary->thrower_count < THROWERS_MAX && is_thrower(regular, thrown, block, &own)) {
        uint32_t next = thrown->successors[node][own.successor];
        const struct ir_value *call = find_throw(divergence, thrown, next);

        own.site = call != NULL ? throw_site_of(divergence, call) : NULL;
        divergence_takes(divergence, thrown, next, &own.type);
        *arena_push(&divergence->arena, summary->throwers, summary->thrower_count) = own;
    }
}

/* --- Ways through landing pads. --- */

struct catching {
    struct divergence *divergence;
    const struct flow *caught;
    const struct summary *calm; /* NULL: the function never goes on without an exception */
    bool unsure; /* of some throwers it is not known whether all ranks decide alike */
};

/* Returns whether the choice is the same without exceptions. */
static bool equal_calmly(const struct catching *catching, const struct ir_value *branch)
{
    const struct expressions *all = catching->divergence->all;
    uint32_t sequence = catching->calm->between[branch->block->number];

    for (; sequence != EXPRESSION_EMPTY; sequence = expressions_at(all, sequence).rest) {
        struct expression atom = expressions_at(all, expressions_at(all, sequence).first);

        if (atom.kind == EXPRESSION_HOLE ||
            (atom.kind == EXPRESSION_CHOICE &&
             expressions_condition(all, atom.condition).decider == branch)) {
            return false;
        }
    }
    return true;
}

/* Asks about branches that matter only because of exceptions. */
static uint32_t decide_catching(void *context, const struct ir_value *decider, uint32_t *arms,
                                uint32_t count)
{
    struct catching *catching = context;
    struct divergence *divergence = catching->divergence;
    uint32_t node = decider->block->number, revived = count;
    const struct flow *calm = catching->calm != NULL ? catching->calm->flow : NULL;
    bool ignored = false;

    if (catching->caught->throws[node]) {
        return divergence_decide_throw(divergence, catching->caught, decider, arms,
                                       &catching->unsure);
    }
    if (calm == NULL) {
        return divergence_decide(divergence, decider, NULL, arms, count, &ignored);
    }
    for (uint32_t i = count; i > 0; i--) {
        revived =
            arms[i - 1] != EXPRESSION_NONE && !throw_leads_on(calm, node, i - 1) ? i - 1 : revived;
    }
    if (decider->opcode == IR_CALL ||
        (revived == count && (catching->unsure || !equal_calmly(catching, decider)))) {
        return divergence_choose(divergence, decider, arms, count);
    }
    struct thrower *thrower = arena_alloc(&divergence->arena, sizeof *thrower);
    *thrower = (struct thrower){.branch = decider, .successor = revived, .direct = revived < count};
    if (revived < count && calm->successor_count[node] > 0) {
        const struct ir_value *call =
            find_throw(divergence, catching->caught, catching->caught->successors[node][revived]);

        thrower->site = call != NULL ? throw_site_of(divergence, call) : NULL;
        thrower->type = call != NULL ? divergence_type(divergence, call) : NULL;
        if (call != NULL && !throw_takes(divergence, catching->caught, call, &thrower->type)) {
            arms[revived] = EXPRESSION_NONE; /* the handler takes other exceptions */
        }
    }
    return divergence_decide(divergence, decider, thrower, arms, count, &catching->unsure);
}

const struct ir_value *divergence_handler(const struct divergence *divergence,
                                          const struct question *question)
{
    const struct flow *flow = divergence_view(divergence, question)->flow;
    uint32_t node = question->decider->block->number;
    uint32_t successor = question->decider->opcode == IR_CALL ? 1 : question->thrower->successor;

    if (!throw_leads_on(flow, node, successor)) {
        return NULL;
    }
    node = flow->successors[node][successor];
    for (uint32_t steps = 0; steps < flow->count && node < flow->exit; steps++) {
        const struct ir_block *block = flow->function->blocks[node];
        uint32_t next = flow->exit;

        for (uint32_t i = 0; i < block->instruction_count; i++) {
            const struct ir_value *callee = block->instructions[i]->callee;

            if (callee != NULL && callee->as_function != NULL &&
                strcmp(callee->as_function->symbol, "__cxa_begin_catch") == 0) {
                return block->instructions[i];
            }
        }
        for (uint32_t i = 0; i < flow->successor_count[node]; i++) { /* the last is a landing pad */
            next = flow->successors[node][i] != GRAPH_NONE ? flow->successors[node][i] : next;
        }
        node = next;
    }
    return NULL;
}

static bool throw_catches(const struct flow *flow)
{
    for (uint32_t i = 0; i < flow->order_count; i++) {
        uint32_t node = flow->order[i];

        if (node < flow->exit && flow->throws[node] && throw_leads_on(flow, node, 1)) {
            return true;
        }
    }
    return false;
}

static void follow_caught(struct divergence *divergence, struct summary *summary,
                          const struct flow *flow)
{
    struct catching catching = {.divergence = divergence, .caught = flow};

    if (!throw_catches(flow)) {
        return;
    }
    if (summary->ending == FLOW_DIES) {
        summary->ending = flow->ending;
    }
    if (!summary->collects) {
        return;
    }
    if (summary->flow == NULL) {
        summary->flow = flow;
        summary->sequence = divergence_perform(divergence, summary, decide_catching, &catching);
    } else {
        summary->caught = arena_alloc(&divergence->arena, sizeof *summary->caught);
        summary->caught->flow = flow;
        catching.calm = summary;
        divergence_perform(divergence, summary->caught, decide_catching, &catching);
    }
}

/* --- Ways out of the function. --- */

struct leaving {
    struct divergence *divergence;
    const struct flow *thrown;
};

static uint32_t choose_only(void *context, const struct ir_value *decider, uint32_t *arms,
                            uint32_t count)
{
    struct leaving *leaving = context;

    return leaving->thrown->throws[decider->block->number]
               ? divergence_choose_throw(leaving->divergence, leaving->thrown, decider, arms)
               : divergence_choose(leaving->divergence, decider, arms, count);
}

static void follow_thrown(struct divergence *divergence, struct summary *summary,
                          const struct flow *regular, const struct flow *thrown)
{
    struct summary ways = {.flow = thrown};
    struct leaving leaving = {divergence, thrown};
    uint32_t performed = EXPRESSION_EMPTY;

    for (uint32_t i = thrown->order_count; i > 0; i--) {
        if (thrown->order[i - 1] < thrown->exit) {
            add_throwers(divergence, summary, regular, thrown, thrown->order[i - 1]);
        }
    }
    if (summary->collects) {
        performed = divergence_perform(divergence, &ways, choose_only, &leaving);
    }
    summary->thrown = performed;
}

void divergence_follow_throws(struct divergence *divergence, const struct ir_function *function,
                              const struct flow_knowledge *calm)
{
    struct summary *summary = &divergence->summaries[function->number];
    struct flow_knowledge knowledge = *calm;

    divergence_gather_types(divergence, function);
    knowledge.ways = FLOW_CAUGHT;
    const struct flow *caught = flow_create(&divergence->arena, function, &knowledge);
    knowledge.ways = FLOW_THROWN;
    const struct flow *thrown = flow_create(&divergence->arena, function, &knowledge);

    if (caught->ending != FLOW_DIES) {
        follow_caught(divergence, summary, caught);
    }
    if (thrown->ending != FLOW_DIES) {
        follow_thrown(divergence, summary, caught, thrown);
    }
}
