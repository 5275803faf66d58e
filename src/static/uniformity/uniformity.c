#include "static/uniformity/uniformity.h"

#include "static/uniformity/colour.h"
#include "static/uniformity/external.h"
#include "static/uniformity/forms.h"
#include "static/uniformity/function.h"
#include "static/uniformity/memory.h"
#include "static/uniformity/program.h"
#include "static/uniformity/sources.h"

#include <stdlib.h>
#include <string.h>

/* A limit on objects times functions: above it, calls tell their callees about all memory. */
enum { TOUCHED_BYTES_MAX = 64 << 20 };

static void uniformity_find_objects(struct uniformity *uniformity)
{
    const struct locations *locations = &uniformity->locations;
    uniformity->object_index =
        arena_alloc(&uniformity->arena, (uniformity->analysis->program->value_count + 1) *
                                            sizeof *uniformity->object_index);
    for (uint32_t i = 0; i < locations->count; i++)
        if (i == 0 || locations->list[i].object != locations->list[i - 1].object)
            uniformity->object_index[locations->list[i].object->number] =
                uniformity->object_count++;
}

static void uniformity_touch(struct uniformity *uniformity, uint64_t *bits,
                             const struct ir_value *address)
{
    struct points_location exact;
    struct points_set set = analysis_places(uniformity->analysis, address, &exact);
    for (uint32_t i = 0; i < set.count; i++) {
        uint32_t object = uniformity->object_index[set.locations[i].object->number];
        if (set.locations[i].object->kind != IR_FUNCTION)
            bits[object / 64] |= UINT64_C(1) << object % 64;
    }
}

static void touch_instruction(struct uniformity *uniformity, uint64_t *bits,
                              const struct ir_value *value)
{
    if (value->opcode == IR_LOAD || value->opcode == IR_ATOMIC)
        uniformity_touch(uniformity, bits, value->operands[0]);
    else if (value->opcode == IR_STORE)
        uniformity_touch(uniformity, bits, value->operands[1]);
    for (uint32_t i = 0; value->opcode == IR_CALL && i < value->operand_count; i++)
        if (value->operands[i]->type && value->operands[i]->type->kind == IR_TYPE_POINTER)
            uniformity_touch(uniformity, bits, value->operands[i]);
}

/* Finds the objects that each function, or a callee, accesses. */
static void find_touched(struct uniformity *uniformity)
{
    const struct ir_program *program = uniformity->analysis->program;
    uniformity_find_objects(uniformity);
    size_t words = (uniformity->object_count + 63) / 64;
    if (words == 0 || words * program->function_count * 8 > TOUCHED_BYTES_MAX)
        return;
    uniformity->touched =
        arena_alloc(&uniformity->arena, words * program->function_count * sizeof(uint64_t));
    for (uint32_t i = 0; i < program->value_count; i++) {
        const struct ir_value *value = program->values[i];
        if (value && value->kind == IR_INSTRUCTION)
            touch_instruction(uniformity, uniformity->touched + value->function->number * words,
                              value);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < program->function_count; i++) {
            const struct ir_function *function = program->bottom_up[i];
            uint64_t *bits = uniformity->touched + function->number * words;
            const struct ir_function *target;
            for (uint32_t k = 0; k < function->call_count; k++)
                for (uint32_t t = 0; (target = analysis_target(function->calls[k], t)); t++)
                    for (size_t w = 0; target->defined && w < words; w++) {
                        uint64_t more = uniformity->touched[target->number * words + w] & ~bits[w];
                        changed |= more != 0;
                        bits[w] |= more;
                    }
        }
    }
}

static void find_externals(struct uniformity *uniformity)
{
    const struct ir_program *program = uniformity->analysis->program;
    uniformity->externals = arena_alloc(&uniformity->arena, (program->function_count + 1) *
                                                                sizeof *uniformity->externals);
    for (uint32_t i = 0; i < program->function_count; i++)
        if (!program->functions[i]->defined)
            uniformity->externals[i] = library_of(program->functions[i]->symbol).values;
}

static void uniformity_expose(struct uniformity *uniformity, const struct ir_value *address)
{
    *arena_push(&uniformity->arena, uniformity->exposed, uniformity->exposed_count) = address;
}

/* Finds memory of windows: memory that the program passes, or the pointer that it gets at an
 * address and loads. */
static void find_exposed(struct uniformity *uniformity)
{
    const struct analysis *analysis = uniformity->analysis;
    for (uint32_t i = 0; i < analysis->program->value_count; i++) {
        const struct ir_value *call = analysis->program->values[i];
        const struct api_function *mpi =
            call && call->opcode == IR_CALL ? analysis_mpi(analysis, call) : NULL;
        if (!mpi || strcmp(mpi->class->name, "rma.window") != 0)
            continue;
        struct analysis_argument base = analysis_role(analysis, call, "winbase");
        if (base.value)
            uniformity_expose(uniformity, base.value);
        base = analysis_role(analysis, call, "pointer_place");
        for (uint32_t k = 0; base.value && k < base.value->user_count; k++)
            if (base.value->users[k]->opcode == IR_LOAD) {
                uniformity_expose(uniformity, base.value->users[k]);
                break;
            }
    }
}

struct uniformity *uniformity_compute(struct analysis *analysis)
{
    struct uniformity *uniformity = memory_zero(1, sizeof *uniformity);
    const struct ir_program *program = analysis->program;
    uniformity->analysis = analysis;
    uniformity->regions = arena_alloc(&uniformity->arena,
                                      (program->function_count + 1) * sizeof *uniformity->regions);
    uniformity->call_handles = arena_alloc(
        &uniformity->arena, (program->value_count + 1) * sizeof *uniformity->call_handles);
    locations_find(uniformity);
    find_touched(uniformity);
    find_externals(uniformity);
    find_exposed(uniformity);
    uniformity->base = program_solve(uniformity, NULL, NULL);
    return uniformity;
}

void uniformity_free(struct uniformity *uniformity)
{
    if (!uniformity)
        return;
    solution_free(uniformity->base);
    for (size_t i = 0; i < uniformity->colouring_count; i++)
        solution_free(uniformity->colourings[i].solution);
    free(uniformity->forms);
    intern_free(&uniformity->form_numbers);
    arena_free(&uniformity->arena);
    free(uniformity);
}

/* Drops the const: solutions for single communicators are made on demand, which the caller does not
 * see. */
static struct uniformity *uniformity_inside(const struct uniformity *uniformity)
{
    return (struct uniformity *)uniformity;
}

const struct solution *uniform_solution(struct uniformity *uniformity, struct handle relative)
{
    const struct solution *coloured =
        relative.kind == HANDLE_MADE ? colour_solution(uniformity, relative.made) : NULL;
    return coloured ? coloured : uniformity->base;
}

static struct taint taint_in(const struct solution *solution, const struct ir_value *value)
{
    if (value->kind != IR_INSTRUCTION && value->kind != IR_ARGUMENT)
        return (struct taint){.form = FORM_ANYTHING};
    return solution->values[value->number];
}

static const struct api_function *maker_of(struct uniformity *uniformity, struct handle handle)
{
    return handle.kind == HANDLE_MADE ? analysis_mpi(uniformity->analysis, handle.made) : NULL;
}

/* Returns whether the value is the same on all ranks of one side of an intercommunicator, but
 * differs over the whole program: then it tells the two sides apart. */
static bool tells_sides_apart(struct uniformity *uniformity, const struct ir_value *value,
                              struct handle relative)
{
    const struct api_function *mpi = maker_of(uniformity, relative);
    if (!mpi || strcmp(mpi->name, "MPI_Intercomm_create") != 0)
        return false;
    struct handle world = {.kind = HANDLE_WORLD};
    struct handle side = uniform_handle_of_call(uniformity, relative.made);
    struct taint within = taint_in(uniform_solution(uniformity, side), value);
    struct taint overall = taint_in(uniformity->base, value);
    return side.kind == HANDLE_MADE &&
           sources_level(uniformity, within.sources, side) == UNIFORM_SAME &&
           sources_level(uniformity, overall.sources, world) == UNIFORM_DIFFERS;
}

/* Returns whether the comparison picks one rank of a part that has many ranks: `rank == 0` in a
 * part of the ranks with the same rank % 2. */
static bool singles_out(struct uniformity *uniformity, const struct ir_value *value,
                        struct handle relative)
{
    const struct api_function *mpi = maker_of(uniformity, relative);
    if (value->kind == IR_INSTRUCTION && value->opcode == IR_EXTEND_ZERO)
        value = value->operands[0];
    if (!mpi || strcmp(mpi->name, "MPI_Comm_split") != 0 || value->kind != IR_INSTRUCTION ||
        value->opcode != IR_COMPARE ||
        (value->predicate != IR_EQUAL && value->predicate != IR_NOT_EQUAL))
        return false;
    const struct analysis_argument colour =
        analysis_role(uniformity->analysis, relative.made, "color");
    enum ir_opcode opcode = colour.by_reference ? IR_NO_OPCODE : colour.value->opcode;
    if (opcode != IR_REMAINDER_SIGNED && opcode != IR_REMAINDER_UNSIGNED &&
        opcode != IR_DIVIDE_SIGNED && opcode != IR_DIVIDE_UNSIGNED)
        return false;
    struct handle whole = uniform_handle_of_call(uniformity, relative.made);
    for (int side = 0; side < 2; side++) {
        const struct ir_value *rank = value->operands[side], *other = value->operands[1 - side];
        enum form_kind kind;
        struct handle handle;
        int64_t addend;
        if (form_is_plain(uniformity, taint_in(uniformity->base, rank).form, &kind, &handle,
                          &addend) &&
            kind == FORM_RANK && handle_equal(handle, whole) && other->kind == IR_INTEGER)
            return true;
    }
    return false;
}

static enum uniform uniformity_level_of(struct uniformity *uniformity, const struct ir_value *value,
                                        uint64_t sources, struct handle relative)
{
    enum uniform level = sources_level(uniformity, sources, relative);
    if (level == UNIFORM_UNSURE && (tells_sides_apart(uniformity, value, relative) ||
                                    singles_out(uniformity, value, relative)))
        return UNIFORM_DIFFERS;
    return level;
}

struct uniform_value uniformity_of(const struct uniformity *uniformity,
                                   const struct ir_value *value, struct handle relative)
{
    struct uniformity *work = uniformity_inside(uniformity);
    relative = uniform_handle(work, relative);
    struct taint taint = taint_in(uniform_solution(work, relative), value);
    if (relative.kind == HANDLE_SELF)
        return (struct uniform_value){.level = UNIFORM_SAME};
    return (struct uniform_value){
        .level = uniformity_level_of(work, value, taint.sources, relative),
        .parameters = parameters_all(taint.parameters),
    };
}

struct uniform_value uniformity_of_passed(const struct uniformity *uniformity,
                                          const struct ir_value *call, uint32_t operand,
                                          struct handle relative)
{
    struct uniformity *work = uniformity_inside(uniformity);
    struct uniform_value value = uniformity_of(uniformity, call->operands[operand], relative);
    relative = uniform_handle(work, relative);
    const struct solution *solution = uniform_solution(work, relative);
    const struct taint *contents = solution->contents[call->number];
    if (!contents || relative.kind == HANDLE_SELF)
        return value;
    enum uniform level = sources_level(work, contents[operand].sources, relative);
    value.level = level > value.level ? level : value.level;
    value.parameters |= parameters_all(contents[operand].parameters);
    return value;
}

enum uniform uniformity_anywhere(const struct uniformity *uniformity, const struct ir_value *value,
                                 struct handle relative)
{
    struct uniformity *work = uniformity_inside(uniformity);
    relative = uniform_handle(work, relative);
    const struct solution *solution = uniform_solution(work, relative);
    struct taint taint = taint_in(solution, value);
    if (value->function)
        taint = taint_closed(uniformity_inside(uniformity), solution, value->function, taint);
    return uniformity_level_of(work, value, taint.sources, relative);
}

struct uniform_value uniformity_of_branch(const struct uniformity *uniformity,
                                          const struct ir_value *terminator, struct handle relative)
{
    struct uniform_value same = {.level = UNIFORM_SAME};
    if (terminator->operand_count == 0 || terminator->opcode == IR_RETURN || !terminator->block ||
        terminator->block->successor_count < 2 || terminator->opcode == IR_CALL)
        return same;
    return uniformity_of(uniformity, terminator->operands[0], relative);
}

bool uniformity_never_taken(const struct uniformity *uniformity, const struct ir_value *terminator,
                            uint32_t successor)
{
    int64_t value;
    if ((terminator->opcode != IR_BRANCH && terminator->opcode != IR_SWITCH) ||
        terminator->operand_count == 0 || terminator->block->successor_count < 2 ||
        terminator->operands[0]->kind != IR_INSTRUCTION ||
        !form_is_constant(uniformity, taint_in(uniformity->base, terminator->operands[0]).form,
                          &value))
        return false;
    if (terminator->opcode == IR_BRANCH)
        return successor != (value ? 0U : 1U);
    uint32_t taken = 0;
    for (uint32_t i = 1; i < terminator->operand_count; i++)
        if (terminator->operands[i]->kind == IR_INTEGER &&
            terminator->operands[i]->integer == value)
            taken = i;
    return successor != taken;
}
