#include "static/calls/analysis.h"

#include "base/text.h"
#include "static/calls/handle_index.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const char tutti_static_handles[];

static const struct api_function *without_large(const struct api_table *api,
                                                const struct api_function *function)
{
    if (!function->is_large)
        return function;
    char name[128];
    snprintf(name, sizeof name, "%.*s", (int)strlen(function->name) - 2, function->name);
    const struct api_function *small = api_table_find(api, name);
    return small ? small : function;
}

static void find_functions(struct analysis *analysis)
{
    const struct ir_program *program = analysis->program;
    size_t count = program->function_count + 1;
    analysis->mpi = arena_alloc(&analysis->arena, count * sizeof *analysis->mpi);
    analysis->exact = arena_alloc(&analysis->arena, count * sizeof *analysis->exact);
    analysis->fortran = arena_alloc(&analysis->arena, count * sizeof *analysis->fortran);
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct ir_function *function = program->functions[i];
        if (function->defined || !function->symbol)
            continue;
        const struct api_function *found = api_table_find(analysis->api, function->symbol);
        if (!found) {
            found = api_table_find_fortran(analysis->api, function->symbol);
            analysis->fortran[i] = found != NULL;
        }
        analysis->exact[i] = found;
        analysis->mpi[i] = found ? without_large(analysis->api, found) : NULL;
    }
}

/* Reads a column of handles.list: a number (also 0x8c000000, which is negative as an int), or
 * none. */
static bool analysis_read_number(const char *word, int64_t *number)
{
    char *end;
    *number = (int32_t)strtoll(word, &end, 0);
    return end != word && !*end;
}

static void read_predefined(struct analysis *analysis)
{
    char *text = memory_copy(tutti_static_handles), *rest = text;
    for (char *line; (line = strsep(&rest, "\n"));) {
        char *words[5];
        size_t count = 0;
        if (*line == '#')
            continue;
        for (char *word; count < 5 && (word = strsep(&line, " "));)
            words[count++] = word;
        if (count < 5)
            continue;
        struct analysis_predefined *entry =
            arena_push(&analysis->arena, analysis->predefined, analysis->predefined_count);
        entry->kind = arena_copy(&analysis->arena, words[0]);
        entry->name = arena_copy(&analysis->arena, words[1]);
        entry->in_mpich = analysis_read_number(words[2], &entry->mpich);
        entry->in_openmpi = analysis_read_number(words[3], &entry->openmpi);
        if (!entry->in_openmpi && strcmp(words[3], "-") != 0)
            entry->openmpi_symbol = arena_copy(&analysis->arena, words[3]);
        entry->in_openmpi_fortran = analysis_read_number(words[4], &entry->openmpi_fortran);
    }
    free(text);
}

/* Returns whether the program is compiled for Open MPI: C programs refer to its variables, and its
 * <mpif.h> declares common blocks. */
static bool compiled_for_openmpi(const struct ir_program *program)
{
    for (uint32_t i = 0; i < program->global_count; i++) {
        const char *name = program->globals[i]->name;
        if (name && (strncmp(name, "ompi_", 5) == 0 || strncmp(name, "mpi_fortran_", 12) == 0))
            return true;
    }
    return false;
}

/* Returns the function that a call passes to OpenMP's runtime for the threads to run. It counts as
 * called there. */
static const struct ir_function *analysis_outlined(const struct ir_value *call)
{
    static const char *const forks[] = {"__kmpc_fork_call", "__kmpc_fork_call_if",
                                        "__kmpc_fork_teams"};
    if (!call->callee || call->callee->kind != IR_FUNCTION || call->operand_count < 3)
        return NULL;
    const struct ir_value *function = call->operands[2];
    if (function->kind != IR_FUNCTION)
        return NULL;
    for (size_t i = 0; i < sizeof forks / sizeof *forks; i++)
        if (strcmp(call->callee->as_function->symbol, forks[i]) == 0)
            return function->as_function;
    return NULL;
}

const struct ir_function *analysis_target(const struct ir_value *call, uint32_t number)
{
    const struct ir_function *run = analysis_outlined(call);
    if (run)
        return number == 0 ? run : NULL;
    return number < call->target_count ? call->targets[number] : NULL;
}

const struct ir_value *analysis_actual(const struct ir_value *call,
                                       const struct ir_function *target, uint32_t parameter)
{
    uint32_t operand = parameter;
    if (analysis_outlined(call) == target) {
        if (parameter < 2) /* numbers of the thread */
            return NULL;
        /* (location, count, function, arguments...); _if has the condition and one argument */
        bool conditional = strcmp(call->callee->as_function->symbol, "__kmpc_fork_call_if") == 0;
        operand = parameter + (conditional ? 2 : 1);
    }
    return operand < call->operand_count ? call->operands[operand] : NULL;
}

static void find_callers(struct analysis *analysis)
{
    const struct ir_program *program = analysis->program;
    analysis->callers =
        arena_alloc(&analysis->arena, (program->function_count + 1) * sizeof *analysis->callers);
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct ir_function *function = program->functions[i];
        for (uint32_t k = 0; k < function->call_count; k++) {
            const struct ir_function *target;
            for (uint32_t t = 0; (target = analysis_target(function->calls[k], t)); t++) {
                struct analysis_callers *list = &analysis->callers[target->number];
                if (target->defined)
                    *arena_push(&analysis->arena, list->calls, list->count) = function->calls[k];
            }
        }
    }
}

struct analysis *analysis_create(const struct ir_program *program)
{
    struct analysis *analysis = memory_zero(1, sizeof *analysis);
    analysis->program = program;
    analysis->api = api_table_builtin();
    find_functions(analysis);
    read_predefined(analysis);
    analysis->openmpi = compiled_for_openmpi(program);
    find_callers(analysis);
    analysis->points = points_compute(program);
    analysis->handles = handle_index_create(analysis);
    return analysis;
}

void analysis_free(struct analysis *analysis)
{
    if (!analysis)
        return;
    points_free(analysis->points);
    api_table_free(analysis->api);
    arena_free(&analysis->arena);
    free(analysis);
}

/* Returns the only function that a call can call, or NULL. */
static const struct ir_function *only_target(const struct ir_value *call)
{
    if (!call || call->opcode != IR_CALL)
        return NULL;
    if (call->callee && call->callee->kind == IR_FUNCTION)
        return call->callee->as_function;
    return call->target_count == 1 && !call->targets_unknown ? call->targets[0] : NULL;
}

const struct api_function *analysis_mpi(const struct analysis *analysis,
                                        const struct ir_value *call)
{
    const struct ir_function *target = only_target(call);
    return target ? analysis->mpi[target->number] : NULL;
}

const struct api_parameter *analysis_parameter(const struct analysis *analysis,
                                               const struct ir_value *call, uint32_t operand)
{
    const struct ir_function *target = only_target(call);
    const struct api_function *function = target ? analysis->exact[target->number] : NULL;
    /* Fortran has no argc and argv: its MPI_Init and MPI_Init_thread start with the parameters
     * after these. */
    for (size_t i = 0; function && analysis->fortran[target->number] &&
                       i < function->parameter_count && operand < function->parameter_count &&
                       (strcmp(function->parameters[i].role->name, "argc") == 0 ||
                        strcmp(function->parameters[i].role->name, "argv") == 0);
         i++)
        operand++;
    return function && operand < function->parameter_count ? &function->parameters[operand] : NULL;
}

static struct analysis_argument find_argument(const struct analysis *analysis,
                                              const struct ir_value *call, const char *name,
                                              const char *role)
{
    const struct ir_function *target = only_target(call);
    if (!target || !analysis->exact[target->number])
        return (struct analysis_argument){0};
    for (uint32_t i = 0; i < call->operand_count; i++) {
        const struct api_parameter *parameter = analysis_parameter(analysis, call, i);
        if (parameter &&
            (name ? strcmp(parameter->name, name) == 0 : strcmp(parameter->role->name, role) == 0))
            return (struct analysis_argument){call->operands[i], analysis->fortran[target->number]};
    }
    return (struct analysis_argument){0};
}

struct analysis_argument analysis_argument(const struct analysis *analysis,
                                           const struct ir_value *call, const char *name)
{
    return find_argument(analysis, call, name, NULL);
}

struct analysis_argument analysis_role(const struct analysis *analysis, const struct ir_value *call,
                                       const char *role)
{
    return find_argument(analysis, call, NULL, role);
}

/* Returns whether a call only reads what the operand points to. */
static bool call_only_reads(const struct analysis *analysis, const struct ir_value *call,
                            const struct ir_value *pointer)
{
    for (uint32_t i = 0; i < call->operand_count; i++) {
        if (call->operands[i] != pointer)
            continue;
        const struct api_parameter *parameter = analysis_parameter(analysis, call, i);
        if (!parameter || parameter->direction != API_IN)
            return false;
    }
    return call->callee != pointer;
}

/* Returns the constant at an address. Fortran passes constants by the address of a constant, or of
 * a variable that is written once, with the constant, before the call. */
static const struct ir_value *constant_at(const struct analysis *analysis,
                                          const struct ir_value *address)
{
    if (address->kind == IR_GLOBAL)
        return address->constant && address->operand_count > 0 ? address->operands[0] : NULL;
    if (address->kind != IR_INSTRUCTION || address->opcode != IR_ALLOCA)
        return NULL;
    const struct ir_value *stored = NULL;
    for (uint32_t i = 0; i < address->user_count; i++) {
        const struct ir_value *user = address->users[i];
        if (user->opcode == IR_STORE && user->operands[1] == address &&
            user->operands[0] != address && !stored)
            stored = user->operands[0];
        else if (user->opcode != IR_LOAD &&
                 (user->opcode != IR_CALL || !call_only_reads(analysis, user, address)))
            return NULL;
    }
    return stored;
}

bool analysis_integer(const struct analysis *analysis, struct analysis_argument argument,
                      int64_t *integer)
{
    const struct ir_value *value = argument.value;
    if (value && argument.by_reference)
        value = constant_at(analysis, value);
    if (!value)
        return false;
    if (value->kind == IR_NULL && value->type && value->type->kind == IR_TYPE_INTEGER) {
        *integer = 0;
        return true;
    }
    if (value->kind != IR_INTEGER || value->wide)
        return false;
    *integer = value->integer;
    return true;
}

bool analysis_constant(const struct analysis *analysis, const char *name, int64_t *integer)
{
    for (size_t i = 0; i < analysis->predefined_count; i++) {
        const struct analysis_predefined *entry = &analysis->predefined[i];
        if (strcmp(entry->name, name) != 0)
            continue;
        *integer = analysis->openmpi ? entry->openmpi : entry->mpich;
        return analysis->openmpi ? entry->in_openmpi : entry->in_mpich;
    }
    return false;
}

/* Returns whether the entry is this integer in this program. */
static bool entry_is(const struct analysis_predefined *entry, const struct analysis *analysis,
                     int64_t integer, bool by_reference)
{
    if (!analysis->openmpi)
        return entry->in_mpich && (int32_t)entry->mpich == (int32_t)integer;
    return by_reference && entry->in_openmpi_fortran && entry->openmpi_fortran == integer;
}

static const char *handle_by_integer(const struct analysis *analysis, int64_t integer,
                                     bool by_reference, const char *kind)
{
    for (size_t i = 0; i < analysis->predefined_count; i++) {
        const struct analysis_predefined *entry = &analysis->predefined[i];
        if (kind ? strcmp(entry->kind, kind) == 0
                 : strcmp(entry->kind, "rank") != 0 && strcmp(entry->kind, "tag") != 0)
            if (entry_is(entry, analysis, integer, by_reference))
                return entry->name;
    }
    return NULL;
}

/* Returns the handle whose Open MPI variable the value is the address of, also behind casts. */
static const char *handle_by_symbol(const struct analysis *analysis, const struct ir_value *value)
{
    while (value->kind == IR_EXPRESSION && value->opcode == IR_CAST && value->operand_count > 0)
        value = value->operands[0];
    if (value->kind != IR_GLOBAL || !value->name)
        return NULL;
    for (size_t i = 0; i < analysis->predefined_count; i++) {
        const char *symbol = analysis->predefined[i].openmpi_symbol;
        if (symbol && strcmp(symbol, value->name) == 0)
            return analysis->predefined[i].name;
    }
    return NULL;
}

const char *analysis_handle_of_kind(const struct analysis *analysis,
                                    struct analysis_argument argument, const char *kind)
{
    if (!argument.value)
        return NULL;
    const char *name = argument.by_reference ? NULL : handle_by_symbol(analysis, argument.value);
    int64_t integer;
    /* Open MPI's C handles are pointers: an integer is no handle. */
    if (!name && analysis_integer(analysis, argument, &integer))
        name = handle_by_integer(analysis, integer, argument.by_reference, kind);
    if (!name && !argument.by_reference && !analysis->openmpi && argument.value->kind == IR_NULL)
        name = handle_by_integer(analysis, 0, false, kind);
    return name;
}

/* Returns the kind of a handle from the calls that take it: Open MPI's Fortran handles of different
 * kinds share their integers. */
static const char *kind_of_argument(const struct analysis *analysis, const struct ir_value *value)
{
    for (uint32_t i = 0; i < value->user_count; i++) {
        const struct ir_value *call = value->users[i];
        if (call->opcode != IR_CALL || !analysis_mpi(analysis, call))
            continue;
        for (uint32_t k = 0; k < call->operand_count; k++) {
            const struct api_parameter *parameter = analysis_parameter(analysis, call, k);
            if (call->operands[k] == value && parameter)
                return parameter->role->name;
        }
    }
    return NULL;
}

const char *analysis_handle(const struct analysis *analysis, struct analysis_argument argument)
{
    const char *kind = NULL;
    if (argument.value && argument.by_reference)
        kind = kind_of_argument(analysis, argument.value);
    return analysis_handle_of_kind(analysis, argument, kind);
}

bool analysis_place(const struct ir_value *address, struct points_location *place)
{
    int64_t offset = 0;
    for (int i = 0; i < 64; i++) {
        bool variable = address->kind == IR_GLOBAL;
        if (address->kind == IR_INSTRUCTION && address->opcode == IR_ALLOCA)
            variable = address->operand_count == 0 || (address->operands[0]->kind == IR_INTEGER &&
                                                       address->operands[0]->integer == 1);
        if (variable) {
            *place = (struct points_location){address, offset};
            return offset >= 0;
        }
        if (address->operand_count == 0 || (address->opcode == IR_ADDRESS && !address->constant) ||
            (address->opcode != IR_ADDRESS && address->opcode != IR_CAST))
            return false;
        offset += address->opcode == IR_ADDRESS ? address->offset : 0;
        address = address->operands[0];
    }
    return false;
}

struct points_set analysis_places(const struct analysis *analysis, const struct ir_value *address,
                                  struct points_location *exact)
{
    struct points_set set = points_to(analysis->points, address);
    if (set.count == 0 && analysis_place(address, exact))
        return (struct points_set){.locations = exact, .count = 1};
    return set;
}

struct location analysis_location(const struct analysis *analysis, struct document *document,
                                  const struct ir_value *instruction)
{
    struct location location = {.rank = -1};
    const struct api_function *mpi = analysis_mpi(analysis, instruction);
    struct arena *arena = &document->arena;
    location.call = mpi ? arena_copy(arena, mpi->name) : NULL;
    location.file = arena_copy(arena, instruction->place.file);
    location.line = instruction->place.line;
    location.column = instruction->place.column;
    if (instruction->function)
        location.function = arena_copy(arena, instruction->function->name);
    return location;
}
