/* external.c: the results and effects of functions in other libraries. */
#include "static/uniformity/external.h"

#include "static/uniformity/access.h"
#include "static/uniformity/forms.h"
#include "static/uniformity/function.h"
#include "static/uniformity/sources.h"

#include <stdlib.h>
#include <string.h>

static bool external_is_pointer(const struct ir_value *value)
{
    return value->type && value->type->kind == IR_TYPE_POINTER;
}

static bool external_is_memory(const struct solver *solver, const struct ir_value *value)
{
    return external_is_pointer(value) &&
           points_to(solver->uniformity->analysis->points, value).count > 0;
}

/* Joins the operands from `first` on, and what they point to. */
static struct taint operands_taint(struct solver *solver, const struct ir_value *call,
                                   uint32_t first)
{
    struct taint taint = {.form = FORM_ANYTHING};
    struct handle none = {.kind = HANDLE_WORLD};
    uint32_t arguments = form_of(solver->uniformity, FORM_ARGUMENTS, none);
    for (uint32_t i = first; i < call->operand_count; i++) {
        const struct ir_value *operand = call->operands[i];
        struct taint one = taint_of(solver, operand);
        bool plain_value = !external_is_pointer(operand) || operand->kind == IR_NULL ||
                           operand->kind == IR_FUNCTION || one.form == arguments;
        if (!plain_value) {
            struct taint content = memory_read(solver, operand, 0);
            one.sources |= content.sources;
            one.parameters |= content.parameters;
            one.definer = one.definer ? one.definer : content.definer;
        }
        taint.sources |= one.sources;
        taint.parameters |= one.parameters;
        taint.definer = taint.definer ? taint.definer : one.definer;
    }
    return taint;
}

static uint64_t constant_size(const struct ir_value *call, uint32_t operand)
{
    const struct ir_value *size = operand < call->operand_count ? call->operands[operand] : NULL;
    return size && size->kind == IR_INTEGER && size->integer > 0 ? (uint64_t)size->integer : 0;
}

/* Writes through every pointer that is passed. */
static void external_write_all(struct solver *solver, const struct ir_value *call, uint32_t first,
                               struct taint taint, bool replace)
{
    taint.definer = call->number + 1;
    for (uint32_t i = first; i < call->operand_count; i++) {
        const struct ir_value *operand = call->operands[i];
        struct points_location ignored;
        if (!external_is_memory(solver, operand))
            continue;
        if (replace && (points_single(solver->uniformity->analysis->points, operand, &ignored) ||
                        address_parameter(operand) >= 0))
            memory_write(solver, operand, 1, taint, call, WRITE_SCALAR);
        else
            memory_add(solver, operand, 0, taint, call);
    }
}

static struct taint external_plain(struct solver *solver, enum source_kind kind)
{
    return (struct taint){
        .sources = source_plain(solver->uniformity, kind),
        .form = FORM_ANYTHING,
    };
}

struct taint external_call(struct solver *solver, const struct ir_value *call,
                           enum library_values kind)
{
    struct taint same = {.form = FORM_ANYTHING}, taint;
    switch (kind) {
    case VALUES_QUIET:
        return same;
    case VALUES_PURE: {
        struct handle none = {.kind = HANDLE_WORLD};
        taint = operands_taint(solver, call, 0);
        if (external_is_pointer(call) && call->operand_count > 0 &&
            taint_of(solver, call->operands[0]).form ==
                form_of(solver->uniformity, FORM_ARGUMENTS, none))
            taint.form = taint_of(solver, call->operands[0]).form; /* strchr(argv[1], ':') */
        return taint;
    }
    case VALUES_COPY:
        if (call->operand_count >= 2)
            memory_copy_range(solver, call->operands[0], call->operands[1], constant_size(call, 2),
                              call);
        return same;
    case VALUES_FILL:
        if (call->operand_count >= 2)
            memory_write(solver, call->operands[0], constant_size(call, 2),
                         taint_of(solver, call->operands[1]), call, WRITE_BUFFER);
        return same;
    case VALUES_FORMAT:
        taint = operands_taint(solver, call, 1);
        if (call->operand_count > 0)
            memory_add(solver, call->operands[0], 0, taint, call);
        return taint;
    case VALUES_SCAN:
        taint = operands_taint(solver, call, 0);
        external_write_all(solver, call, 2, taint, true);
        return taint;
    case VALUES_INPUT:
        taint = external_plain(solver, SOURCE_INPUT);
        external_write_all(solver, call, 0, taint, true);
        return taint;
    case VALUES_ASKS:
        return external_plain(solver, SOURCE_INPUT);
    case VALUES_TIMING:
    case VALUES_MACHINE:
        taint = external_plain(solver, kind == VALUES_TIMING ? SOURCE_TIMING : SOURCE_MACHINE);
        external_write_all(solver, call, 0, taint, true);
        taint.definer = call->number + 1;
        return taint;
    default:
        taint = external_plain(solver, SOURCE_UNKNOWN);
        external_write_all(solver, call, 0, taint, false);
        return taint;
    }
}
