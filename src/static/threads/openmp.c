/* openmp.c: recognises the entry points of LLVM's runtime library (<kmp.h>). */
#include "static/threads/openmp.h"

#include <string.h>

static const struct {
    const char *symbol; /* ends in "*": a prefix */
    enum openmp_kind kind;
} entries[] = {
    {"__kmpc_fork_call", OPENMP_FORK},
    {"__kmpc_fork_call_if", OPENMP_FORK},
    {"__kmpc_fork_teams", OPENMP_FORK},
    {"__kmpc_serialized_parallel", OPENMP_SERIALIZED},
    {"__kmpc_end_serialized_parallel", OPENMP_END_SERIALIZED},
    {"__kmpc_push_num_threads", OPENMP_PUSH_THREADS},
    {"__kmpc_barrier", OPENMP_BARRIER},
    {"__kmpc_cancel_barrier", OPENMP_BARRIER},
    {"__kmpc_copyprivate", OPENMP_BARRIER}, /* the team waits in it for the values */
    {"__kmpc_single", OPENMP_SINGLE},
    {"__kmpc_master", OPENMP_MASTER},
    {"__kmpc_masked", OPENMP_MASKED},
    {"__kmpc_critical*", OPENMP_CRITICAL},
    {"__kmpc_end_critical", OPENMP_END_CRITICAL},
    {"__kmpc_ordered", OPENMP_ORDERED},
    {"__kmpc_end_ordered", OPENMP_END_ORDERED},
    {"__kmpc_for_static_init_*", OPENMP_STATIC_LOOP},
    {"__kmpc_dist_for_static_init_*", OPENMP_STATIC_LOOP},
    {"__kmpc_for_static_fini", OPENMP_END_STATIC_LOOP},
    {"__kmpc_dispatch_init_*", OPENMP_DYNAMIC_LOOP},
    {"__kmpc_dispatch_next_*", OPENMP_DYNAMIC_NEXT},
    {"__kmpc_omp_task_alloc", OPENMP_TASK_MAKE},
    {"__kmpc_omp_target_task_alloc", OPENMP_TASK_MAKE},
    {"__kmpc_omp_task", OPENMP_TASK},
    {"__kmpc_omp_task_with_deps", OPENMP_TASK_ORDERED},
    {"__kmpc_taskloop*", OPENMP_TASK_LOOP},
    {"__kmpc_omp_taskwait*", OPENMP_TASK_WAIT},
    {"__kmpc_end_taskgroup", OPENMP_TASK_WAIT},
    {"__kmpc_reduce*", OPENMP_REDUCE},
    {"__kmpc_cancel", OPENMP_CANCEL},
    {"__kmpc_cancellationpoint", OPENMP_CANCEL},
    {"__kmpc_threadprivate_cached", OPENMP_THREAD_PRIVATE},
    {"__kmpc_global_thread_num", OPENMP_THREAD_ID},
    {"omp_set_lock", OPENMP_LOCK},
    {"omp_set_nest_lock", OPENMP_LOCK},
    {"pthread_mutex_lock", OPENMP_LOCK},
    {"omp_unset_lock", OPENMP_UNLOCK},
    {"omp_unset_nest_lock", OPENMP_UNLOCK},
    {"pthread_mutex_unlock", OPENMP_UNLOCK},
    {"omp_test_lock", OPENMP_TEST_LOCK},
    {"omp_test_nest_lock", OPENMP_TEST_LOCK},
    {"pthread_mutex_trylock", OPENMP_TEST_LOCK},
    {"omp_get_thread_num", OPENMP_THREAD_NUMBER},
    {"omp_get_num_threads", OPENMP_TEAM_SIZE},
    {"omp_in_parallel", OPENMP_IN_PARALLEL},
    {"omp_get_place_num", OPENMP_THREAD_ID},
    {"pthread_self", OPENMP_THREAD_ID},
    {"thrd_current", OPENMP_THREAD_ID},
    {"gettid", OPENMP_THREAD_ID},
    {"omp_get_max_threads", OPENMP_SAME},
    {"omp_get_num_procs", OPENMP_SAME},
    {"omp_get_level", OPENMP_SAME},
    {"omp_get_active_level", OPENMP_SAME},
    {"omp_get_team_size", OPENMP_SAME},
    {"omp_get_thread_limit", OPENMP_SAME},
    {"omp_get_nested", OPENMP_SAME},
    {"omp_get_dynamic", OPENMP_SAME},
    {"omp_get_max_active_levels", OPENMP_SAME},
    {"pthread_create", OPENMP_PTHREAD},
    {"thrd_create", OPENMP_PTHREAD},
};

/* Returns whether the symbol fits the pattern; Fortran programs without the module omp_lib call
 * omp_get_thread_num_ and the like. */
static bool openmp_fits(const char *pattern, const char *symbol)
{
    size_t length = strlen(pattern);
    if (pattern[length - 1] == '*')
        return strncmp(symbol, pattern, length - 1) == 0;
    if (strncmp(symbol, pattern, length) != 0)
        return false;
    return symbol[length] == '\0' || (pattern[0] == 'o' && strcmp(symbol + length, "_") == 0);
}

static enum openmp_kind openmp_kind_of(const char *symbol)
{
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        if (openmp_fits(entries[i].symbol, symbol))
            return entries[i].kind;
    return OPENMP_NONE;
}

struct openmp *openmp_create(struct analysis *analysis)
{
    const struct ir_program *program = analysis->program;
    struct openmp *openmp = arena_alloc(&analysis->arena, sizeof *openmp);
    openmp->program = program;
    openmp->kinds = arena_alloc(&analysis->arena, program->function_count + 1);
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct ir_function *function = program->functions[i];
        if (function->defined || !function->symbol)
            continue;
        enum openmp_kind kind = openmp_kind_of(function->symbol);
        openmp->kinds[i] = (unsigned char)kind;
        openmp->used = openmp->used || (kind >= OPENMP_FORK && kind <= OPENMP_TASK_LOOP) ||
                       kind == OPENMP_PTHREAD;
    }
    return openmp;
}

enum openmp_kind openmp_kind(const struct openmp *openmp, const struct ir_value *call)
{
    if (call->opcode != IR_CALL || !call->callee || call->callee->kind != IR_FUNCTION)
        return OPENMP_NONE;
    return (enum openmp_kind)openmp->kinds[call->callee->as_function->number];
}

const struct ir_value *openmp_plain(const struct ir_value *value)
{
    while (value->kind == IR_INSTRUCTION &&
           (value->opcode == IR_EXTEND_ZERO || value->opcode == IR_EXTEND_SIGN ||
            value->opcode == IR_TRUNCATE || value->opcode == IR_FREEZE))
        value = value->operands[0];
    return value;
}

static const struct ir_function *openmp_function_at(const struct ir_value *call, uint32_t operand)
{
    if (operand >= call->operand_count || call->operands[operand]->kind != IR_FUNCTION)
        return NULL;
    return call->operands[operand]->as_function;
}

/* Returns the body of a task: its second argument comes from __kmpc_omp_task_alloc(), which gets
 * the body as its last. */
static const struct ir_function *task_body(const struct ir_value *call)
{
    if (call->operand_count < 3)
        return NULL;
    const struct ir_value *made = call->operands[2];
    while (made->kind == IR_INSTRUCTION && made->opcode == IR_ADDRESS && made->operand_count)
        made = made->operands[0];
    if (made->kind != IR_INSTRUCTION || made->opcode != IR_CALL || made->operand_count == 0)
        return NULL;
    for (uint32_t i = made->operand_count; i-- > 0;)
        if (made->operands[i]->kind == IR_FUNCTION)
            return made->operands[i]->as_function;
    return NULL;
}

const struct ir_function *openmp_body(const struct openmp *openmp, const struct ir_value *call)
{
    const struct ir_function *body = NULL;
    switch (openmp_kind(openmp, call)) {
    case OPENMP_FORK:
        body = openmp_function_at(call, 2);
        break;
    case OPENMP_PTHREAD:
        body = openmp_function_at(call,
                                  strcmp(call->callee->as_function->symbol, "thrd_create") ? 2 : 1);
        break;
    case OPENMP_TASK:
    case OPENMP_TASK_ORDERED:
    case OPENMP_TASK_LOOP:
        body = task_body(call);
        break;
    default:
        break;
    }
    return body && body->defined ? body : NULL;
}

const struct ir_value *openmp_passed(const struct openmp *openmp, const struct ir_value *call,
                                     uint32_t parameter)
{
    enum openmp_kind kind = openmp_kind(openmp, call);
    uint32_t operand = parameter;
    if (kind == OPENMP_FORK) {
        if (parameter < 2) /* the numbers of the thread */
            return NULL;
        bool conditional = strcmp(call->callee->as_function->symbol, "__kmpc_fork_call_if") == 0;
        operand = parameter + (conditional ? 2 : 1);
    } else if (kind == OPENMP_PTHREAD) {
        operand = parameter == 0 ? call->operand_count - 1 : UINT32_MAX;
    } else if (kind != OPENMP_NONE) {
        return NULL;
    }
    return operand < call->operand_count ? call->operands[operand] : NULL;
}

static bool openmp_is_integer(const struct ir_value *value, int64_t integer)
{
    return (value->kind == IR_INTEGER && value->integer == integer) ||
           (value->kind == IR_NULL && integer == 0);
}

/* Returns the index of the instruction in its block. */
static uint32_t openmp_position(const struct ir_value *instruction)
{
    const struct ir_block *block = instruction->block;
    uint32_t i = 0;
    while (i < block->instruction_count && block->instructions[i] != instruction)
        i++;
    return i;
}

/* Searches backwards from an instruction for the last call of kind `wanted`, through blocks with
 * one predecessor, up to a call of kind `end`. */
static const struct ir_value *last_before(const struct openmp *openmp, const struct ir_value *from,
                                          enum openmp_kind wanted, enum openmp_kind end)
{
    enum { MOST_BLOCKS = 8 };
    const struct ir_block *block = from->block;
    uint32_t i = openmp_position(from);
    for (int blocks = 0; blocks < MOST_BLOCKS; blocks++) {
        while (i-- > 0) {
            enum openmp_kind kind = openmp_kind(openmp, block->instructions[i]);
            if (kind == wanted)
                return block->instructions[i];
            if (kind == end)
                return NULL;
        }
        if (block->predecessor_count != 1 || block->predecessors[0] == block)
            return NULL;
        block = block->predecessors[0];
        i = block->instruction_count;
    }
    return NULL;
}

bool openmp_alone(const struct openmp *openmp, const struct ir_value *fork)
{
    if (strcmp(fork->callee->as_function->symbol, "__kmpc_fork_call_if") == 0 &&
        fork->operand_count > 3 && openmp_is_integer(openmp_plain(fork->operands[3]), 0))
        return true;
    const struct ir_value *pushed = last_before(openmp, fork, OPENMP_PUSH_THREADS, OPENMP_FORK);
    return pushed && pushed->operand_count > 2 && openmp_is_integer(pushed->operands[2], 1);
}

bool openmp_in_serialized(const struct openmp *openmp, const struct ir_value *call)
{
    return last_before(openmp, call, OPENMP_SERIALIZED, OPENMP_END_SERIALIZED) != NULL;
}

/* Returns the flags of the ident_t that a call passes first (<kmp.h>). */
static int64_t openmp_flags(const struct ir_value *call)
{
    if (call->operand_count == 0 || call->operands[0]->kind != IR_GLOBAL ||
        call->operands[0]->operand_count == 0)
        return 0;
    const struct ir_value *ident = call->operands[0]->operands[0];
    if (ident->kind != IR_AGGREGATE || ident->operand_count < 2 ||
        ident->operands[1]->kind != IR_INTEGER)
        return 0;
    return ident->operands[1]->integer;
}

enum {
    IDENT_BARRIER_EXPLICIT = 0x20,
    IDENT_WORK_SECTIONS = 0x400,
};

bool openmp_barrier_explicit(const struct ir_value *barrier)
{
    return openmp_flags(barrier) & IDENT_BARRIER_EXPLICIT;
}

const struct ir_value *openmp_copyprivate_list(const struct openmp *openmp,
                                               const struct ir_value *call)
{
    enum { LIST = 3 };
    if (openmp_kind(openmp, call) != OPENMP_BARRIER || call->operand_count <= LIST ||
        strcmp(call->callee->as_function->symbol, "__kmpc_copyprivate") != 0)
        return NULL;
    return call->operands[LIST];
}

bool openmp_is_sections(const struct ir_value *loop)
{
    return openmp_flags(loop) & IDENT_WORK_SECTIONS;
}

const char *openmp_describe(const struct openmp *openmp, const struct ir_value *call)
{
    switch (openmp_kind(openmp, call)) {
    case OPENMP_FORK:
    case OPENMP_SERIALIZED:
        return "parallel";
    case OPENMP_BARRIER:
        return openmp_barrier_explicit(call) ? "barrier" : "implicit barrier";
    case OPENMP_SINGLE:
        return "single";
    case OPENMP_MASTER:
        return "master";
    case OPENMP_MASKED:
        return "masked";
    case OPENMP_CRITICAL:
        return "critical";
    case OPENMP_ORDERED:
        return "ordered";
    case OPENMP_STATIC_LOOP:
        return openmp_is_sections(call) ? "sections" : "worksharing loop";
    case OPENMP_DYNAMIC_LOOP:
    case OPENMP_DYNAMIC_NEXT:
        return "worksharing loop";
    case OPENMP_TASK:
    case OPENMP_TASK_ORDERED:
        return "task";
    case OPENMP_TASK_LOOP:
        return "taskloop";
    case OPENMP_LOCK:
        return "lock";
    case OPENMP_PTHREAD:
        return "thread";
    default:
        return "construct";
    }
}
