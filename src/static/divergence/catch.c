/* catch.c: says which exceptions a handler takes.
 *
 * Types are told apart by their descriptions (`_ZTI...`), which name their bases. The descriptions
 * of the standard library are not in the program, so the bases of its exceptions are listed
 * here.
 */
#include "static/divergence/catch.h"

#include "static/divergence/calls.h"
#include "static/divergence/throw.h"

#include <string.h>

enum { TYPES_MAX = 32 };
enum catches { CATCHES_NOT, CATCHES_MAYBE, CATCHES };

/* Names as in descriptions, without the leading _ZTI. */
static const struct {
    const char *type, *base;
} standard[] = {
    {"St11logic_error", "St9exception"},
    {"St13runtime_error", "St9exception"},
    {"St9bad_alloc", "St9exception"},
    {"St8bad_cast", "St9exception"},
    {"St10bad_typeid", "St9exception"},
    {"St13bad_exception", "St9exception"},
    {"St17bad_function_call", "St9exception"},
    {"St12bad_weak_ptr", "St9exception"},
    {"St16invalid_argument", "St11logic_error"},
    {"St12domain_error", "St11logic_error"},
    {"St12length_error", "St11logic_error"},
    {"St12out_of_range", "St11logic_error"},
    {"St11range_error", "St13runtime_error"},
    {"St14overflow_error", "St13runtime_error"},
    {"St15underflow_error", "St13runtime_error"},
    {"St12system_error", "St13runtime_error"},
    {"NSt8ios_base7failureB5cxx11E", "St12system_error"},
};

static const char *type_name(const struct ir_value *description)
{
    return description->kind == IR_GLOBAL && strncmp(description->name, "_ZTI", 4) == 0
               ? description->name + 4
               : NULL;
}

static const char *standard_base(const char *type)
{
    for (size_t i = 0; i < sizeof standard / sizeof *standard; i++) {
        if (strcmp(type, standard[i].type) == 0) {
            return standard[i].base;
        }
    }
    return NULL;
}

static enum catches catches_standard(const char *wanted, const char *type)
{
    const char *base;
    bool known = strcmp(type, "St9exception") == 0;

    while ((base = standard_base(type)) != NULL) {
        if (strcmp(base, wanted) == 0) {
            return CATCHES;
        }
        known = true;
        type = base;
    }
    return known ? CATCHES_NOT : CATCHES_MAYBE;
}

/* Says whether a handler of the wanted type takes an exception of the thrown type. */
static enum catches catches_type(const struct ir_value *wanted, const struct ir_value *thrown)
{
    const struct ir_value *todo[TYPES_MAX] = {thrown};
    size_t count = 1;
    enum catches result = CATCHES_NOT;

    for (size_t done = 0; done < count; done++) {
        const char *to = type_name(wanted), *from = type_name(todo[done]);

        if (todo[done] == wanted) {
            return CATCHES;
        }
        if (to == NULL || from == NULL || *from == 'P') {
            result = CATCHES_MAYBE; /* other rules convert pointers */
        } else if (todo[done]->operand_count == 0 && from[1] != '\0') {
            enum catches outside = catches_standard(to, from);

            if (outside == CATCHES) {
                return CATCHES;
            }
            result = outside == CATCHES_MAYBE ? CATCHES_MAYBE : result;
        }
        const struct ir_value *description =
            todo[done]->operand_count > 0 ? todo[done]->operands[0] : NULL;
        for (uint32_t i = 2; description != NULL && i < description->operand_count; i++) {
            if (type_name(description->operands[i]) == NULL) {
                continue;
            }
            if (count == TYPES_MAX) {
                return CATCHES_MAYBE;
            }
            todo[count++] = description->operands[i];
        }
    }
    return result;
}

static void catch_add_type(struct divergence *divergence, struct summary *summary,
                           const struct ir_value *type)
{
    for (size_t i = 0; i < summary->type_count; i++) {
        if (summary->types[i] == type) {
            return;
        }
    }
    if (summary->type_count == TYPES_MAX) {
        summary->any_type = true;
    } else {
        *arena_push(&divergence->arena, summary->types, summary->type_count) = type;
    }
}

static bool calls_named(const struct ir_value *call, const char *symbol)
{
    return call->callee != NULL && call->callee->as_function != NULL &&
           strncmp(call->callee->as_function->symbol, symbol, strlen(symbol)) == 0;
}

void divergence_gather_types(struct divergence *divergence, const struct ir_function *function)
{
    struct summary *summary = &divergence->summaries[function->number];
    bool catches = false, again = false;

    for (uint32_t i = 0; i < function->call_count; i++) {
        const struct ir_value *call = function->calls[i];
        const struct ir_function *target;

        catches = catches || calls_named(call, "__cxa_begin_catch");
        if (calls_named(call, "__cxa_throw") && call->operand_count > 1) {
            catch_add_type(divergence, summary, call->operands[1]);
        } else if (divergence_raises(call)) {
            again = true;
            summary->any_type =
                summary->any_type || !calls_named(call, "__cxa_rethrow"); /* std::exception_ptr */
        }
        for (uint32_t k = 0; (target = analysis_target(call, k)) != NULL; k++) {
            const struct summary *called = &divergence->summaries[target->number];

            if (divergence_throws_in(divergence, call, target)) {
                summary->any_type = summary->any_type || called->any_type;
                for (size_t t = 0; t < called->type_count; t++) {
                    catch_add_type(divergence, summary, called->types[t]);
                }
            }
        }
    }
    /* A rethrown exception was caught here, or else in a caller. */
    summary->any_type = summary->any_type || (again && !catches);
}

/* Returns the type that a branch tests an exception for, or NULL. */
static const struct ir_value *asked_type(const struct ir_value *branch)
{
    const struct ir_value *test = branch->operand_count > 0 ? branch->operands[0] : NULL;

    return branch->opcode == IR_BRANCH && test != NULL && test->opcode == IR_COMPARE &&
                   test->predicate == IR_EQUAL && test->operands[1]->opcode == IR_CALL &&
                   calls_named(test->operands[1], "llvm.eh.typeid.for") &&
                   test->operands[1]->operand_count > 0
               ? test->operands[1]->operands[0]
               : NULL;
}

bool divergence_never_caught(const struct divergence *divergence, const struct ir_value *branch,
                             uint32_t successor)
{
    const struct summary *summary = &divergence->summaries[branch->function->number];
    const struct ir_value *wanted = asked_type(branch);
    bool all = true, any = summary->any_type;

    if (wanted == NULL) {
        return false;
    }
    for (size_t i = 0; i < summary->type_count; i++) {
        enum catches caught = catches_type(wanted, summary->types[i]);

        any = any || caught != CATCHES_NOT;
        all = all && caught == CATCHES;
    }
    return successor == 0 ? !any : all && !summary->any_type;
}

const struct ir_value *divergence_type(const struct divergence *divergence,
                                       const struct ir_value *call)
{
    const struct ir_function *target = analysis_target(call, 0);

    if (divergence_raises(call)) {
        return calls_named(call, "__cxa_throw") && call->operand_count > 1 ? call->operands[1]
                                                                           : NULL;
    }
    if (target == NULL || analysis_target(call, 1) != NULL) {
        return NULL;
    }
    const struct summary *called = &divergence->summaries[target->number];
    return called->type_count == 1 && !called->any_type ? called->types[0] : NULL;
}

/* Returns the first node after this one, and whether it is the only one. */
static uint32_t next_of(const struct flow *flow, uint32_t node, bool *only)
{
    uint32_t next = GRAPH_NONE;

    *only = true;
    for (uint32_t i = 0; i < flow->successor_count[node]; i++) {
        uint32_t to = flow->successors[node][i];

        *only = *only && (to == GRAPH_NONE || next == GRAPH_NONE || to == next);
        next = next == GRAPH_NONE ? to : next;
    }
    return next;
}

/* Sets the type to that of another exception, if the block throws one instead. */
static void replace_type(struct divergence *divergence, const struct ir_block *block,
                         const struct ir_value **type)
{
    for (uint32_t i = 0; i < block->instruction_count; i++) {
        const struct ir_value *call = block->instructions[i];

        if (call->opcode == IR_CALL && !calls_named(call, "__cxa_rethrow") &&
            (divergence_raises(call) || (divergence_throws(divergence, call) &&
                                         divergence_ending(divergence, call) != FLOW_RETURNS))) {
            *type = divergence_type(divergence, call);
        }
    }
}

bool divergence_takes(struct divergence *divergence, const struct flow *flow, uint32_t node,
                      const struct ir_value **type)
{
    for (uint32_t steps = 0; node != GRAPH_NONE && node < flow->exit && steps < flow->count;
         steps++) {
        const struct ir_block *block = flow->function->blocks[node];
        const struct ir_value *wanted = asked_type(ir_terminator(block));
        enum catches caught =
            wanted != NULL && *type != NULL ? catches_type(wanted, *type) : CATCHES_MAYBE;
        bool only;

        if (flow->ways == FLOW_THROWN) {
            replace_type(divergence, block, type);
        }
        if (caught != CATCHES_MAYBE && flow->successor_count[node] > 1) {
            node = flow->successors[node][caught == CATCHES ? 0 : 1];
            if (node == GRAPH_NONE) {
                return false;
            }
            continue;
        }
        node = next_of(flow, node, &only);
        if (!only && flow->ways != FLOW_THROWN) {
            break; /* in a handler */
        }
    }
    return true;
}
