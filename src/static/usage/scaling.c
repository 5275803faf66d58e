/* scaling.c: finds displacements and counts that are computed in int but can be larger: sums over
 * all ranks, products of two unknown numbers, 64 bits that are truncated.
 *
 * This is a note, since most programs never have so much data. It is a warning if the function
 * shows that it expects more: it computes the same in 64 bits. There is no finding in a function
 * that compares something with the largest int. */
#include "static/usage/scaling.h"

#include "static/calls/objects.h"
#include "static/calls/warn.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { INT_BITS = 32, WIDE_BITS = 64, DEPTH = 12 };

enum excess_kind { EXCESS_NONE, EXCESS_PRODUCT, EXCESS_SUM };

/* How a value can become larger than int. */
struct excess {
    enum excess_kind kind;
    const struct ir_value *at;   /* the operation */
    const struct ir_value *wide; /* computes the same in 64 bits; NULL: nothing does */
};

struct scaling {
    struct static_run *run;
    const struct ir_value *call;
    const struct api_function *mpi;
    const struct api_parameter *parameter;
    const struct ir_value *counts; /* the array of counts that displacements belong to; NULL:
                                      none */
    uint8_t *told;                 /* by value number: reported already */
};

static bool scaling_is_integer(const struct ir_value *value, uint32_t bits)
{
    return value->type->kind == IR_TYPE_INTEGER && value->type->bits == bits;
}

static const struct ir_value *scaling_unextended(const struct ir_value *value)
{
    while (value->opcode == IR_EXTEND_SIGN || value->opcode == IR_EXTEND_ZERO ||
           value->opcode == IR_FREEZE) {
        value = value->operands[0];
    }
    return value;
}

/* Returns whether nothing visible limits the value. */
static bool scaling_is_open(const struct ir_value *value)
{
    value = scaling_unextended(value);
    if (value->kind != IR_INSTRUCTION && value->kind != IR_ARGUMENT) {
        return false;
    }
    bool cut = value->opcode == IR_AND || value->opcode == IR_REMAINDER_SIGNED ||
               value->opcode == IR_REMAINDER_UNSIGNED;
    return value->type->bits >= INT_BITS && !(cut && (value->operands[0]->kind == IR_INTEGER ||
                                                      value->operands[1]->kind == IR_INTEGER));
}

static bool is_product(const struct ir_value *value)
{
    return value->opcode == IR_MULTIPLY && scaling_is_open(value->operands[0]) &&
           scaling_is_open(value->operands[1]);
}

/* Returns the addend of a running sum: a phi that is its last value plus something. NULL: it is no
 * sum. */
static const struct ir_value *addend_of(const struct ir_value *phi)
{
    for (uint32_t i = 0; phi->opcode == IR_PHI && i < phi->operand_count; i++) {
        const struct ir_value *next = phi->operands[i];
        for (uint32_t k = 0; next->opcode == IR_ADD && k < 2; k++) {
            if (next->operands[k] == phi && scaling_is_open(next->operands[1 - k])) {
                return next->operands[1 - k];
            }
        }
    }
    return NULL;
}

static bool is_counter(const struct ir_value *value)
{
    return value->opcode == IR_PHI && !addend_of(value);
}

/* Returns whether this is arithmetic in 64 bits that small numbers do not need: of wide variables,
 * or of numbers that were widened one by one. */
static bool is_wide(const struct ir_value *value)
{
    if (!scaling_is_integer(value, WIDE_BITS)) {
        return false;
    }
    if (value->opcode == IR_PHI) {
        return addend_of(value);
    }
    if (value->opcode != IR_MULTIPLY && value->opcode != IR_ADD) {
        return false;
    }
    const struct ir_value *a = value->operands[0], *b = value->operands[1];
    if (value->opcode == IR_MULTIPLY && is_product(value)) {
        return !is_counter(a) && !is_counter(b);
    }
    return is_wide(a) || is_wide(b);
}

/* Returns whether both are the same number, as far as is visible: other instructions may have
 * written it in between. */
static bool scaling_is_same(const struct ir_value *one, const struct ir_value *other)
{
    struct points_location first, second;
    one = scaling_unextended(one);
    other = scaling_unextended(other);
    return one == other || (one->opcode == IR_LOAD && other->opcode == IR_LOAD &&
                            analysis_place(one->operands[0], &first) &&
                            analysis_place(other->operands[0], &second) &&
                            memcmp(&first, &second, sizeof first) == 0);
}

static bool is_twin(const struct ir_value *product, const struct ir_value *wide)
{
    const struct ir_value *const *a = product->operands, *const *b = wide->operands;
    return wide->opcode == IR_MULTIPLY && scaling_is_integer(wide, WIDE_BITS) &&
           ((scaling_is_same(a[0], b[0]) && scaling_is_same(a[1], b[1])) ||
            (scaling_is_same(a[0], b[1]) && scaling_is_same(a[1], b[0])));
}

/* Returns what an address is computed from: a variable, an allocation, a parameter. */
static const struct ir_value *scaling_base_of(const struct ir_value *address)
{
    while (address->opcode == IR_ADDRESS) {
        address = address->operands[0];
    }
    return address;
}

/* Returns whether the value is a sum in 64 bits over the array. */
static bool sums_up(const struct ir_value *wide, const struct ir_value *counts)
{
    const struct ir_value *addend = scaling_is_integer(wide, WIDE_BITS) ? addend_of(wide) : NULL;
    if (!addend || !counts) {
        return false;
    }
    addend = scaling_unextended(addend);
    return addend->opcode == IR_LOAD && scaling_base_of(addend->operands[0]) == counts;
}

/* Returns the first instruction of the function that computes the value in 64 bits. */
static const struct ir_value *find_wide(const struct scaling *scaling, const struct excess *excess)
{
    const struct ir_function *function = scaling->call->function;
    for (uint32_t b = 0; b < function->block_count; b++) {
        const struct ir_block *block = function->blocks[b];
        for (uint32_t i = 0; i < block->instruction_count; i++) {
            const struct ir_value *wide = block->instructions[i];
            if (excess->kind == EXCESS_PRODUCT ? is_twin(excess->at, wide)
                                               : sums_up(wide, scaling->counts)) {
                return wide;
            }
        }
    }
    return NULL;
}

static struct excess scaling_look(const struct scaling *scaling, const struct ir_value *value,
                                  int depth);

static struct excess look_at_operands(const struct scaling *scaling, const struct ir_value *value,
                                      int depth)
{
    struct excess worst = {.kind = EXCESS_NONE};
    for (uint32_t i = value->opcode == IR_SELECT; i < value->operand_count; i++) {
        struct excess excess = scaling_look(scaling, value->operands[i], depth - 1);
        if (excess.kind && (!worst.kind || (excess.wide && !worst.wide))) {
            worst = excess;
        }
    }
    return worst;
}

static struct excess look_at_product(const struct scaling *scaling, const struct ir_value *value,
                                     int depth)
{
    struct excess inner = look_at_operands(scaling, value, depth);
    struct excess excess = {.kind = EXCESS_PRODUCT, .at = value};
    if (!is_product(value) || !scaling_is_integer(value, INT_BITS)) {
        return inner;
    }
    excess.wide = find_wide(scaling, &excess);
    return !excess.wide && inner.wide ? inner : excess;
}

/* Returns how the value can become larger than int, if that is visible. */
static struct excess scaling_look(const struct scaling *scaling, const struct ir_value *value,
                                  int depth)
{
    struct excess excess = {.kind = EXCESS_NONE};
    if (depth == 0 || value->kind != IR_INSTRUCTION) {
        return excess;
    }
    switch (value->opcode) {
    case IR_TRUNCATE:
        if (scaling_is_integer(value, INT_BITS) && is_wide(value->operands[0])) {
            const struct ir_value *wide = value->operands[0];
            bool sums = wide->opcode == IR_PHI || wide->opcode == IR_ADD;
            return (struct excess){sums ? EXCESS_SUM : EXCESS_PRODUCT, value, wide};
        }
        return scaling_look(scaling, value->operands[0], depth - 1);
    case IR_MULTIPLY:
        return look_at_product(scaling, value, depth);
    case IR_PHI:
        if (scaling_is_integer(value, INT_BITS) && addend_of(value)) {
            excess = (struct excess){.kind = EXCESS_SUM, .at = value};
            excess.wide = find_wide(scaling, &excess);
            return excess;
        }
        return look_at_operands(scaling, value, depth);
    case IR_EXTEND_SIGN:
    case IR_EXTEND_ZERO:
    case IR_FREEZE:
    case IR_ADD:
    case IR_SUBTRACT:
    case IR_SELECT:
        return look_at_operands(scaling, value, depth);
    default:
        return excess;
    }
}

/* Returns the place to report: the join of a loop has no line, so the store of the sum stands for
 * it. */
static const struct ir_value *scaling_place_of(const struct excess *excess,
                                               const struct ir_value *store)
{
    return excess->at->opcode == IR_PHI || !excess->at->place.file ? store : excess->at;
}

static void tell_displacement(const struct scaling *scaling, const struct excess *excess,
                              const struct ir_value *at)
{
    struct arena *arena = &scaling->run->document->arena;
    struct finding *finding = warn_begin(scaling->run, "scale.displacement", at);
    bool cut = excess->at->opcode == IR_TRUNCATE;
    finding->headline = arena_printf(arena, "displacements of %s are %s", scaling->mpi->name,
                                     cut                          ? "cut to int"
                                     : excess->kind == EXCESS_SUM ? "added up in int"
                                                                  : "products in int");
    finding->why = "They wrap when all ranks together have more than 2147483647 elements, even if "
                   "each count is fine, and the data then land before the start of the buffer. Use "
                   "a larger datatype, or the _c form of the call; tutti guard works around it.";
}

static void tell_count(const struct scaling *scaling, const struct excess *excess,
                       const struct ir_value *at)
{
    struct arena *arena = &scaling->run->document->arena;
    struct finding *finding = warn_begin(scaling->run, "overflow.int", at);
    bool cut = excess->at->opcode == IR_TRUNCATE;
    finding->headline = arena_printf(
        arena, "argument '%s' of %s is a %s %s int", scaling->parameter->name, scaling->mpi->name,
        excess->kind == EXCESS_SUM ? "sum" : "product", cut ? "that is cut to" : "computed in");
    finding->why =
        "With more than 2147483647 elements it becomes negative, or another number. Use a larger "
        "datatype, or the _c form of the call.";
}

static void scaling_tell(struct scaling *scaling, const struct excess *excess,
                         const struct ir_value *store)
{
    struct static_run *run = scaling->run;
    const struct ir_value *at = scaling_place_of(excess, store);
    if (scaling->told[at->number] || (!excess->wide && !run->options->notes)) {
        return;
    }
    scaling->told[at->number] = 1;
    if (strcmp(scaling->parameter->role->name, "displacement") == 0) {
        tell_displacement(scaling, excess, at);
    } else {
        tell_count(scaling, excess, at);
    }
    struct finding *finding = &run->document->findings[run->document->finding_count - 1];
    finding->severity = excess->wide ? SEVERITY_WARNING : SEVERITY_NOTE;
    if (excess->wide && excess->at->opcode != IR_TRUNCATE) {
        warn_relate(run, finding, "computed in 64 bits at", excess->wide);
    }
    if (at != scaling->call) {
        warn_relate(run, finding, "used by the call at", scaling->call);
    }
}

/* Returns whether the value has the form displs[i] = displs[i - 1] + counts[i - 1]. */
static bool adds_to_itself(const struct ir_value *value, const struct ir_value *object)
{
    for (uint32_t i = 0; value->opcode == IR_ADD && i < 2; i++) {
        const struct ir_value *last = value->operands[i];
        if (last->opcode == IR_LOAD && object_root(last->operands[0]) == object &&
            scaling_is_open(value->operands[1 - i])) {
            return true;
        }
    }
    return false;
}

/* Checks the stores to an array, or to the number that Fortran passes by its address. */
static void check_object(struct scaling *scaling, const struct ir_value *address)
{
    const struct ir_value *root = object_root(address);
    if (!root) {
        return;
    }
    struct object object = object_of(scaling->run->analysis, root, scaling->call->function);
    for (size_t i = 0; i < object.use_count; i++) {
        const struct ir_value *store = object.uses[i].user;
        if (store->opcode != IR_STORE || store->operands[1] != object.uses[i].pointer ||
            !scaling_is_integer(store->operands[0], INT_BITS)) {
            continue;
        }
        struct excess excess = scaling_look(scaling, store->operands[0], DEPTH);
        if (!excess.kind && scaling->parameter->length &&
            adds_to_itself(store->operands[0], root)) {
            excess = (struct excess){.kind = EXCESS_SUM, .at = store->operands[0]};
            excess.wide = find_wide(scaling, &excess);
        }
        if (excess.kind) {
            scaling_tell(scaling, &excess, store);
        }
    }
}

/* Returns the array with the counts that belong to the displacements. */
static const struct ir_value *counts_of(const struct scaling *scaling)
{
    const struct api_function *mpi = scaling->mpi;
    for (size_t i = 0; i < mpi->parameter_count; i++) {
        const struct api_buffer *buffer = &mpi->parameters[i].buffer;
        if (buffer->displacements && strcmp(buffer->displacements, scaling->parameter->name) == 0) {
            struct analysis_argument counts =
                analysis_argument(scaling->run->analysis, scaling->call, buffer->count);
            return counts.value ? scaling_base_of(counts.value) : NULL;
        }
    }
    return NULL;
}

static void check_parameter(struct scaling *scaling)
{
    const struct api_parameter *parameter = scaling->parameter;
    struct analysis_argument argument =
        analysis_argument(scaling->run->analysis, scaling->call, parameter->name);
    if (!argument.value || parameter->direction != API_IN) {
        return;
    }
    if (strcmp(parameter->role->name, "displacement") == 0 && parameter->length) {
        scaling->counts = counts_of(scaling);
        check_object(scaling, argument.value);
    } else if (strcmp(parameter->role->name, "count") == 0) {
        scaling->counts = NULL;
        if (argument.by_reference || parameter->length) {
            check_object(scaling, argument.value);
            return;
        }
        struct excess excess = scaling_look(scaling, argument.value, DEPTH);
        if (excess.kind && scaling_is_integer(argument.value, INT_BITS)) {
            scaling_tell(scaling, &excess, scaling->call);
        }
    }
}

/* Returns whether the function compares something with the largest int. */
static bool is_careful(const struct ir_function *function)
{
    for (uint32_t b = 0; b < function->block_count; b++) {
        const struct ir_block *block = function->blocks[b];
        for (uint32_t i = 0; i < block->instruction_count; i++) {
            const struct ir_value *compare = block->instructions[i];
            for (uint32_t k = 0; compare->opcode == IR_COMPARE && k < 2; k++) {
                const struct ir_value *bound = compare->operands[k];
                if (bound->kind == IR_INTEGER && scaling_is_integer(bound, WIDE_BITS) &&
                    (bound->integer == INT_MAX || bound->integer == INT_MAX + 1LL)) {
                    return true;
                }
            }
        }
    }
    return false;
}

static void scaling_check_function(struct scaling *scaling, const struct ir_function *function)
{
    struct analysis *analysis = scaling->run->analysis;
    bool asked = false;
    for (uint32_t c = 0; c < function->call_count; c++) {
        scaling->call = function->calls[c];
        scaling->mpi = analysis_mpi(analysis, scaling->call);
        if (!scaling->mpi) {
            continue;
        }
        if (!asked && is_careful(function)) {
            return;
        }
        asked = true;
        for (size_t i = 0; i < scaling->mpi->parameter_count; i++) {
            scaling->parameter = &scaling->mpi->parameters[i];
            check_parameter(scaling);
        }
    }
}

void scaling_check(struct static_run *run)
{
    const struct ir_program *program = run->analysis->program;
    struct scaling scaling = {.run = run, .told = memory_zero(program->value_count + 1, 1)};
    for (uint32_t i = 0; i < program->function_count; i++) {
        scaling_check_function(&scaling, program->functions[i]);
    }
    free(scaling.told);
}
