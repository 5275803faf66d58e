/* chain.c, of uniformity.h: explains to the user why a value differs, from the source to the
 * value. */
#include "static/uniformity/function.h"
#include "static/uniformity/program.h"
#include "static/uniformity/regions.h"
#include "static/uniformity/sources.h"

#include <stdlib.h>
#include <string.h>

enum { CHAIN_MAX = 256 };

struct chain {
    struct uniformity *uniformity;
    const struct solution *solution;
    uint64_t sources; /* the sources that differ for the communicator */
    const struct ir_value *path[CHAIN_MAX];
    size_t count;
};

static bool chain_differs(const struct chain *chain, const struct ir_value *value)
{
    if (value->kind != IR_INSTRUCTION && value->kind != IR_ARGUMENT)
        return false;
    struct taint taint = chain->solution->values[value->number];
    if (value->function)
        taint = taint_closed(chain->uniformity, chain->solution, value->function, taint);
    return taint.sources & chain->sources;
}

static bool chain_visited(const struct chain *chain, const struct ir_value *value)
{
    for (size_t i = 0; i < chain->count; i++)
        if (chain->path[i] == value)
            return true;
    return false;
}

static const struct ir_value *chain_passed(const struct chain *chain,
                                           const struct ir_value *argument)
{
    const struct analysis_callers *callers =
        &chain->uniformity->analysis->callers[argument->function->number];
    for (size_t i = 0; i < callers->count; i++) {
        const struct ir_value *actual =
            analysis_actual(callers->calls[i], argument->function, argument->index);
        if (actual && chain_differs(chain, actual) && !chain_visited(chain, actual))
            return actual;
    }
    return NULL;
}

/* Returns the branch, among those that differ, that decides which value a phi takes. The solver
 * notes the first branch that differs anywhere; on this communicator it may be the same. */
static const struct ir_value *chain_deciding(const struct chain *chain, const struct ir_value *phi,
                                             const struct ir_value *noted)
{
    const struct ir_function *function = phi->function;
    const struct regions *regions = regions_of(chain->uniformity, function);
    if (noted->operand_count == 0 || chain_differs(chain, noted->operands[0]))
        return noted;
    for (uint32_t i = 0; i < function->block_count; i++) {
        const struct ir_value *end = ir_terminator(function->blocks[i]);
        if (function->blocks[i]->successor_count < 2 || end->operand_count == 0 ||
            end->opcode == IR_CALL || !chain_differs(chain, end->operands[0]))
            continue;
        const struct joins *joins = regions_joins(regions, i);
        for (size_t k = 0; k < joins->count; k++)
            if (joins->blocks[k] == phi->block->number)
                return end;
    }
    return noted;
}

/* Returns the value or instruction that made this value differ. */
static const struct ir_value *chain_explain(const struct chain *chain, const struct ir_value *value)
{
    const struct ir_program *program = chain->uniformity->analysis->program;
    if (value->kind == IR_ARGUMENT)
        return chain_passed(chain, value);
    if (value->kind != IR_INSTRUCTION)
        return NULL;
    bool defines = value->opcode == IR_STORE || value->opcode == IR_BRANCH ||
                   value->opcode == IR_SWITCH || value->opcode == IR_RETURN;
    uint32_t definer = defines ? NO_VALUE : chain->solution->values[value->number].definer;
    const struct ir_value *from = definer != NO_VALUE ? program->values[definer - 1] : NULL;
    if (from && value->opcode == IR_PHI)
        from = chain_deciding(chain, value, from);
    if (from && from != value && !chain_visited(chain, from))
        return from;
    if (value->opcode == IR_CALL && analysis_mpi(chain->uniformity->analysis, value))
        return NULL;
    for (uint32_t i = 0; i < value->operand_count; i++)
        if (chain_differs(chain, value->operands[i]) && !chain_visited(chain, value->operands[i]))
            return value->operands[i];
    return NULL;
}

/* Returns a name for what an MPI call sets; NULL: it has only a result. */
static const char *output_of(struct analysis *analysis, const struct ir_value *call)
{
    for (uint32_t i = 0; i < call->operand_count; i++) {
        const struct api_parameter *parameter = analysis_parameter(analysis, call, i);
        if (parameter && parameter->direction & API_OUT)
            return analysis_describe(analysis, call->operands[i]);
    }
    return NULL;
}

static const char *describe_source(struct chain *chain, const struct ir_value *call)
{
    struct analysis *analysis = chain->uniformity->analysis;
    struct arena *arena = &analysis->arena;
    const struct api_function *mpi = analysis_mpi(analysis, call);
    const struct ir_function *target = analysis_target(call, 0);
    const char *name = mpi ? mpi->name : target ? target->name : "a call";
    const char *output = mpi ? output_of(analysis, call) : NULL;
    if (output)
        return arena_printf(arena, "%s is set by %s", output, name);
    return arena_printf(arena, "%s differs between ranks", name);
}

/* Returns the sentence for one step, NULL if it says nothing new. */
static const char *describe_step(struct chain *chain, size_t place)
{
    struct analysis *analysis = chain->uniformity->analysis;
    const struct ir_value *value = chain->path[place];
    bool last = place + 1 == chain->count;
    switch (value->kind == IR_ARGUMENT ? IR_NO_OPCODE : value->opcode) {
    case IR_CALL:
        return last ? describe_source(chain, value) : NULL;
    case IR_STORE:
        return arena_printf(&analysis->arena, "%s = %s",
                            analysis_describe(analysis, value->operands[1]),
                            analysis_describe(analysis, value->operands[0]));
    case IR_BRANCH:
    case IR_SWITCH:
        if (value->operand_count == 0)
            return NULL;
        return arena_printf(&analysis->arena, "%s decides it",
                            analysis_describe(analysis, value->operands[0]));
    case IR_RETURN:
        return arena_printf(&analysis->arena, "%s returns it", value->function->name);
    case IR_NO_OPCODE:
        return arena_printf(&analysis->arena, "%s of %s", analysis_describe(analysis, value),
                            value->function->name);
    default:
        return place == 0 ? analysis_describe(analysis, value) : NULL;
    }
}

static uint64_t differing_sources(struct uniformity *uniformity, struct handle relative)
{
    uint64_t sources = 0;
    for (size_t i = 0; i < uniformity->source_count; i++)
        if (source_level(uniformity, &uniformity->sources[i], relative) == UNIFORM_DIFFERS)
            sources |= UINT64_C(1) << i;
    return sources;
}

size_t uniformity_chain(struct uniformity *uniformity, const struct ir_value *value,
                        struct handle relative, struct uniform_step *steps, size_t space)
{
    struct chain *chain = memory_zero(1, sizeof *chain);
    relative = uniform_handle(uniformity, relative);
    chain->uniformity = uniformity;
    chain->solution = uniform_solution(uniformity, relative);
    chain->sources = differing_sources(uniformity, relative);
    size_t count = 0;
    if (!chain_differs(chain, value) && relative.kind == HANDLE_MADE &&
        uniformity_of(uniformity, value, relative).level == UNIFORM_DIFFERS) {
        /* The value is known because of how the communicator was made: start from the difference in
         * WORLD. */
        chain->solution = uniformity->base;
        chain->sources = differing_sources(uniformity, (struct handle){.kind = HANDLE_WORLD});
    }
    if (!chain_differs(chain, value)) {
        free(chain);
        return 0;
    }
    for (const struct ir_value *at = value; at && chain->count < CHAIN_MAX;) {
        chain->path[chain->count++] = at;
        at = chain_explain(chain, at);
    }
    /* The value itself is the last step, and is kept even if there is little room. */
    for (size_t i = chain->count; i-- > 0 && count < space;) {
        if (count + 1 == space)
            i = 0;
        const char *what = describe_step(chain, i);
        if (what)
            steps[count++] = (struct uniform_step){what, chain->path[i]->place};
    }
    free(chain);
    return count;
}
