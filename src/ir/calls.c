#include "ir/calls.h"

#include "ir/graph.h"
#include "ir/map.h"

#include <stdlib.h>
#include <string.h>

/* limit on the values in a search for the origin of a pointer */
enum { TRACE_MAX = 500 };

static const struct calls_handing handings[] = {
    {"__kmpc_fork_call", 2, 3, 2, UINT32_MAX, HAND_OPERANDS},
    {"__kmpc_fork_teams", 2, 3, 2, UINT32_MAX, HAND_OPERANDS},
    {"__kmpc_fork_call_if", 2, 4, 2, 1, HAND_OPERANDS},
    {"__kmpc_omp_task_alloc", 5, 0, 1, 1, HAND_RESULT},
    {"__kmpc_omp_target_task_alloc", 5, 0, 1, 1, HAND_RESULT},
    {"GOMP_parallel", 0, 1, 0, 1, HAND_OPERANDS},
    {"GOMP_task", 0, 1, 0, 1, HAND_OPERANDS},
    {"pthread_create", 2, 3, 0, 1, HAND_OPERANDS},
    {"thrd_create", 1, 2, 0, 1, HAND_OPERANDS},
    {"pthread_once", 1, 2, 0, 0, HAND_OPERANDS},
    {"atexit", 0, 1, 0, 0, HAND_OPERANDS},
    {"bsearch", 4, 0, 0, 2, HAND_OPERANDS},
    {"qsort", 3, 0, 0, 2, HAND_SAME},
    {"__kmpc_reduce", 5, 4, 0, 2, HAND_SAME},
    {"__kmpc_reduce_nowait", 5, 4, 0, 2, HAND_SAME},
    {"__kmpc_copyprivate", 4, 3, 0, 2, HAND_SAME},
};

const struct calls_handing *calls_handing(const struct ir_value *call)
{
    if (!call->callee || call->callee->kind != IR_FUNCTION || call->callee->as_function->defined)
        return NULL;
    for (size_t i = 0; i < sizeof handings / sizeof *handings; i++)
        if (strcmp(handings[i].symbol, call->callee->name) == 0)
            return handings[i].function < call->operand_count ? &handings[i] : NULL;
    return NULL;
}

const struct ir_value *ir_call_argument(const struct ir_value *call,
                                        const struct ir_function *target, uint32_t index)
{
    const struct calls_handing *handing = calls_handing(call);
    if (!handing || target->value == call->callee)
        return index < call->operand_count ? call->operands[index] : NULL;
    if (index < handing->first_parameter || index - handing->first_parameter >= handing->count)
        return NULL;
    if (handing->hands == HAND_RESULT)
        return call;
    uint32_t operand = handing->first_operand;
    if (handing->hands == HAND_OPERANDS)
        operand += index - handing->first_parameter;
    return operand < call->operand_count ? call->operands[operand] : NULL;
}

/* Functions of one signature with their addresses taken. All calls through pointers of a type share
 * the list, which for virtual functions can be long. */
struct signature {
    const struct ir_type *type;
    const struct ir_function **functions;
    uint32_t count;
    const struct ir_value **calls; /* that may call any of these functions */
    uint32_t call_count;
};

struct calls {
    struct ir_program *program;
    struct arena scratch;
    struct map signatures; /* by type */
    struct signature **list;
    size_t signature_count;
    struct signature **of_call; /* by number of the call; NULL: the call has targets of its own */
    const struct ir_value **trace;
    uint32_t *traced; /* by number of the value: the search that found it */
    uint32_t trace_count, search;
    bool has_main;
};

static bool same_kind(const struct ir_type *a, const struct ir_type *b)
{
    return a == b || (a->kind == b->kind && a->bits == b->bits && a->size == b->size);
}

/* Returns whether a call may be of the function. C lets a call differ from the definition if there
 * was no prototype, and ignore the result. */
static bool call_fits(const struct ir_type *call, const struct ir_type *function)
{
    if (call == function)
        return true;
    size_t shorter =
        call->part_count < function->part_count ? call->part_count : function->part_count;
    if (call->part_count != function->part_count && !call->variadic && !function->variadic)
        return false;
    if (call->parts[0]->kind != IR_TYPE_VOID && !same_kind(call->parts[0], function->parts[0]))
        return false;
    for (size_t i = 1; i < shorter; i++)
        if (!same_kind(call->parts[i], function->parts[i]))
            return false;
    return true;
}

static struct signature *signature_of(struct calls *calls, const struct ir_type *type)
{
    struct signature *signature = map_get(&calls->signatures, type);
    if (signature)
        return signature;
    signature = arena_alloc(&calls->scratch, sizeof *signature);
    signature->type = type;
    for (uint32_t i = 0; i < calls->program->function_count; i++) {
        const struct ir_function *function = calls->program->functions[i];
        if (function->address_taken && call_fits(type, function->type))
            *arena_push(&calls->program->arena, signature->functions, signature->count) = function;
    }
    map_put(&calls->signatures, type, signature);
    *arena_push(&calls->scratch, calls->list, calls->signature_count) = signature;
    return signature;
}

static void trace_add(struct calls *calls, const struct ir_value *value)
{
    if (calls->traced[value->number] == calls->search || calls->trace_count == TRACE_MAX)
        return;
    calls->traced[value->number] = calls->search;
    calls->trace[calls->trace_count++] = value;
}

/* Adds all values that are ever stored in the variable. Returns false if some use of its address is
 * not a load, a store or the address of a part. */
static bool trace_variable(struct calls *calls, const struct ir_value *variable)
{
    enum { PARTS_MAX = 64 };
    const struct ir_value *parts[PARTS_MAX] = {variable};
    size_t count = 1;
    bool is_global = variable->kind == IR_GLOBAL;
    if (is_global && (!variable->operand_count || !(variable->constant || variable->local)))
        return false; /* code outside may write it */
    if (is_global)
        trace_add(calls, variable->operands[0]);
    if (is_global && variable->constant)
        return true;
    for (size_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < parts[i]->user_count; j++) {
            const struct ir_value *user = parts[i]->users[j];
            if (user->opcode == IR_ADDRESS && user->operands[0] == parts[i] && count < PARTS_MAX)
                parts[count++] = user;
            else if (user->opcode == IR_STORE && user->operands[0] != parts[i])
                trace_add(calls, user->operands[0]);
            else if (user->opcode != IR_LOAD)
                return false;
        }
    return true;
}

static bool trace_load(struct calls *calls, const struct ir_value *load)
{
    const struct ir_value *base = load->operands[0];
    while (base->opcode == IR_ADDRESS)
        base = base->operands[0];
    return (base->kind == IR_GLOBAL || base->opcode == IR_ALLOCA) && trace_variable(calls, base);
}

static bool trace_argument(struct calls *calls, const struct ir_value *argument)
{
    const struct ir_function *function = argument->function;
    if (!function->local || function->address_taken)
        return false;
    for (uint32_t i = 0; i < function->caller_count; i++) {
        const struct ir_value *value =
            ir_call_argument(function->callers[i], function, argument->index);
        if (!value)
            return false;
        trace_add(calls, value);
    }
    return true;
}

static bool trace_result(struct calls *calls, const struct ir_value *call)
{
    if (call->callee->kind != IR_FUNCTION || !call->callee->as_function->defined)
        return false;
    const struct ir_function *function = call->callee->as_function;
    for (uint32_t i = 0; i < function->block_count; i++) {
        const struct ir_value *end = ir_terminator(function->blocks[i]);
        if (end->opcode == IR_RETURN && end->operand_count)
            trace_add(calls, end->operands[0]);
    }
    return true;
}

/* Adds the values that this value comes from; returns false if it may come from an unknown
 * place. */
static bool trace_step(struct calls *calls, const struct ir_value *value)
{
    uint32_t first = 0;
    switch (value->kind) {
    case IR_FUNCTION:
    case IR_NULL:
    case IR_UNDEFINED:
    case IR_INTEGER:
    case IR_FLOAT:
    case IR_GLOBAL:
        return true;
    case IR_ARGUMENT:
        return trace_argument(calls, value);
    case IR_AGGREGATE:
    case IR_EXPRESSION:
    case IR_INSTRUCTION:
        break;
    case IR_OTHER:
        return value->type->kind == IR_TYPE_ARRAY; /* a table of numbers */
    }
    switch (value->opcode) {
    case IR_LOAD:
        return trace_load(calls, value);
    case IR_CALL:
        return trace_result(calls, value);
    case IR_SELECT:
        first = 1;
        break;
    case IR_NO_OPCODE:
    case IR_PHI:
    case IR_CAST:
    case IR_FREEZE:
        break;
    default:
        return false;
    }
    for (uint32_t i = first; i < value->operand_count; i++)
        trace_add(calls, value->operands[i]);
    return true;
}

/* Finds the functions that the value can be; returns false if it may be others. */
static bool calls_trace(struct calls *calls, const struct ir_value *value,
                        const struct ir_function ***functions, uint32_t *count)
{
    calls->trace_count = 0;
    calls->search++;
    trace_add(calls, value);
    for (uint32_t i = 0; i < calls->trace_count; i++)
        if (calls->trace_count == TRACE_MAX || !trace_step(calls, calls->trace[i]))
            return false;
    for (uint32_t i = 0; i < calls->trace_count; i++)
        if (calls->trace[i]->kind == IR_FUNCTION)
            *arena_push(&calls->program->arena, *functions, *count) = calls->trace[i]->as_function;
    return true;
}

static struct ir_function *open_function(const struct ir_function *function)
{
    return (struct ir_function *)function;
}

static void call_add_caller(struct calls *calls, const struct ir_function *target,
                            const struct ir_value *call)
{
    struct ir_function *function = open_function(target);
    if (function->caller_count && function->callers[function->caller_count - 1] == call)
        return;
    *arena_push(&calls->program->arena, function->callers, function->caller_count) = call;
}

static void collect_calls(struct calls *calls, struct ir_function *function)
{
    for (uint32_t i = 0; i < function->block_count; i++)
        for (uint32_t j = 0; j < function->blocks[i]->instruction_count; j++) {
            const struct ir_value *value = function->blocks[i]->instructions[j];
            if (value->opcode != IR_CALL)
                continue;
            *arena_push(&calls->program->arena, function->calls, function->call_count) = value;
            if (value->callee->kind == IR_FUNCTION)
                call_add_caller(calls, value->callee->as_function, value);
        }
}

/* Adds the functions that the callee calls because the call passes them. */
static void resolve_handing(struct calls *calls, struct ir_value *call,
                            const struct calls_handing *handing)
{
    const struct ir_value *pointer = call->operands[handing->function];
    if (calls_trace(calls, pointer, &call->targets, &call->target_count))
        return;
    call->targets_unknown = true;
    for (uint32_t i = 0; i < calls->program->function_count; i++) {
        const struct ir_function *function = calls->program->functions[i];
        if (function->address_taken && function->defined &&
            function->argument_count >= handing->first_parameter)
            *arena_push(&calls->program->arena, call->targets, call->target_count) = function;
    }
}

static void resolve_call(struct calls *calls, struct ir_value *call)
{
    if (call->callee->kind == IR_FUNCTION) {
        *arena_push(&calls->program->arena, call->targets, call->target_count) =
            call->callee->as_function;
        const struct calls_handing *handing = calls_handing(call);
        if (handing)
            resolve_handing(calls, call, handing);
        return;
    }
    if (call->callee->kind == IR_OTHER) /* assembly */
        return;
    if (calls_trace(calls, call->callee, &call->targets, &call->target_count))
        return;
    struct signature *signature = signature_of(calls, call->accessed);
    calls->of_call[call->number] = signature;
    *arena_push(&calls->scratch, signature->calls, signature->call_count) = call;
    call->targets = signature->functions;
    call->target_count = signature->count;
    call->targets_unknown = true;
}

/* Finds components of a graph of functions and signatures. A call through a pointer leads to its
 * signature, and the signature to all functions that fit it, so that the graph does not grow with
 * their product. */
static void find_components(struct calls *calls)
{
    struct ir_program *program = calls->program;
    uint32_t functions = program->function_count;
    struct graph *graph =
        graph_create(&calls->scratch, functions + (uint32_t)calls->signature_count);
    uint32_t *component = memory_zero(graph->count, sizeof *component);
    for (uint32_t i = 0; i < calls->signature_count; i++) {
        const struct signature *signature = calls->list[i];
        for (uint32_t j = 0; j < signature->count; j++)
            graph_add_edge(graph, functions + i, signature->functions[j]->number);
        for (uint32_t j = 0; j < signature->call_count; j++)
            graph_add_edge(graph, signature->calls[j]->function->number, functions + i);
    }
    for (uint32_t i = 0; i < functions; i++) {
        const struct ir_function *function = program->functions[i];
        for (uint32_t j = 0; j < function->call_count; j++) {
            const struct ir_value *call = function->calls[j];
            for (uint32_t k = 0; k < call->target_count && !calls->of_call[call->number]; k++)
                graph_add_edge(graph, i, call->targets[k]->number);
        }
    }
    uint32_t count = graph_components(graph, component);
    uint32_t *members = memory_zero(count, sizeof *members);
    for (uint32_t i = 0; i < graph->count; i++)
        members[component[i]]++;
    for (uint32_t i = 0; i < functions; i++) {
        struct ir_function *function = open_function(program->functions[i]);
        function->component = component[i];
        function->recursive = members[component[i]] > 1;
        for (uint32_t j = 0; j < graph->nodes[i].successor_count; j++)
            function->recursive |= graph->nodes[i].successors[j] == i;
    }
    free(members);
    free(component);
}

static int compare_components(const void *a, const void *b)
{
    const struct ir_function *left = *(const struct ir_function *const *)a;
    const struct ir_function *right = *(const struct ir_function *const *)b;
    if (left->component != right->component)
        return left->component < right->component ? -1 : 1;
    return (left->number > right->number) - (left->number < right->number);
}

static void order_functions(struct ir_program *program)
{
    size_t size = program->function_count * sizeof(const struct ir_function *);
    program->bottom_up = arena_alloc(&program->arena, size);
    if (!size)
        return;
    memcpy((void *)program->bottom_up, (const void *)program->functions, size);
    qsort((void *)program->bottom_up, program->function_count, sizeof *program->bottom_up,
          compare_components);
}

void calls_resolve(struct ir_program *program)
{
    struct calls calls = {.program = program};
    calls.of_call = memory_zero(program->value_count, sizeof(struct signature *));
    calls.traced = memory_zero(program->value_count, sizeof *calls.traced);
    calls.trace = memory_zero(TRACE_MAX, sizeof(const struct ir_value *));
    const struct ir_function *main_function = ir_program_function(program, "main");
    calls.has_main = main_function && main_function->defined;
    for (uint32_t i = 0; i < program->global_count; i++) {
        struct ir_value *global = (struct ir_value *)program->globals[i];
        global->local = global->local || (global->operand_count && calls.has_main);
    }
    for (uint32_t i = 0; i < program->function_count; i++) {
        struct ir_function *function = open_function(program->functions[i]);
        function->address_taken = function->value->user_count > 0;
        function->local =
            function->local || (function->defined && calls.has_main && function != main_function);
        collect_calls(&calls, function);
    }
    for (uint32_t i = 0; i < program->function_count; i++)
        for (uint32_t j = 0; j < program->functions[i]->call_count; j++)
            resolve_call(&calls, (struct ir_value *)program->functions[i]->calls[j]);
    for (uint32_t i = 0; i < program->function_count; i++)
        for (uint32_t j = 0; j < program->functions[i]->call_count; j++) {
            const struct ir_value *call = program->functions[i]->calls[j];
            for (uint32_t k = 0; k < call->target_count; k++)
                if (call->targets[k]->value != call->callee)
                    call_add_caller(&calls, call->targets[k], call);
        }
    find_components(&calls);
    order_functions(program);
    free(calls.of_call);
    free(calls.traced);
    free((void *)calls.trace);
    map_free(&calls.signatures);
    arena_free(&calls.scratch);
}
