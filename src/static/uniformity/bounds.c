/* bounds.c: decides comparisons of a rank or a size by the branches on the way to them, and
 * recognises comparisons with a known purpose. After `if (rank == 0) ... else`, rank > 0 is true.
 */
#include "static/uniformity/bounds.h"
#include "ir/predicate.h"

#include "static/uniformity/forms.h"
#include "static/uniformity/function.h"
#include "static/uniformity/sources.h"

enum { STEPS_MAX = 64, EXCLUDED_MAX = 8 };

struct bounds {
    enum form_kind kind;
    struct handle handle;
    int64_t least, greatest; /* INT64_MAX: no bound */
    int64_t excluded[EXCLUDED_MAX];
    size_t excluded_count;
};

/* A comparison as `variable predicate constant`. */
struct test {
    enum form_kind kind;
    struct handle handle;
    enum ir_predicate predicate;
    int64_t constant;
};

static bool bounds_read_test(struct solver *solver, const struct ir_value *comparison,
                             struct test *test)
{
    const struct uniformity *uniformity = solver->uniformity;
    int64_t addend, constant;
    if (comparison->kind != IR_INSTRUCTION || comparison->opcode != IR_COMPARE)
        return false;
    for (int side = 0; side < 2; side++) {
        uint32_t variable = taint_of(solver, comparison->operands[side]).form;
        uint32_t other = taint_of(solver, comparison->operands[1 - side]).form;
        if (!form_is_plain(uniformity, variable, &test->kind, &test->handle, &addend) ||
            !form_is_constant(uniformity, other, &constant) ||
            __builtin_sub_overflow(constant, addend, &test->constant))
            continue;
        test->predicate = side ? ir_predicate_turned(comparison->predicate) : comparison->predicate;
        return true;
    }
    return false;
}

/* Narrows the bounds by a condition. Ranks and sizes are not negative, so predicates without a sign
 * mean the same as those with a sign if the constant is not negative. */
static void restrict_bounds(struct bounds *bounds, enum ir_predicate predicate, int64_t constant)
{
    if (constant < 0 || constant == INT64_MAX)
        return;
    switch (predicate) {
    case IR_EQUAL:
        bounds->least = constant > bounds->least ? constant : bounds->least;
        bounds->greatest = constant < bounds->greatest ? constant : bounds->greatest;
        break;
    case IR_NOT_EQUAL:
        if (bounds->excluded_count < EXCLUDED_MAX)
            bounds->excluded[bounds->excluded_count++] = constant;
        break;
    case IR_GREATER:
    case IR_ABOVE:
        bounds->least = constant + 1 > bounds->least ? constant + 1 : bounds->least;
        break;
    case IR_GREATER_EQUAL:
    case IR_ABOVE_EQUAL:
        bounds->least = constant > bounds->least ? constant : bounds->least;
        break;
    case IR_LESS:
    case IR_BELOW:
        bounds->greatest = constant - 1 < bounds->greatest ? constant - 1 : bounds->greatest;
        break;
    case IR_LESS_EQUAL:
    case IR_BELOW_EQUAL:
        bounds->greatest = constant < bounds->greatest ? constant : bounds->greatest;
        break;
    }
}

static void bounds_add_branch(struct solver *solver, const struct ir_block *from,
                              const struct ir_block *to, struct bounds *bounds)
{
    const struct ir_value *end = ir_terminator(from);
    struct test test;
    if (end->opcode != IR_BRANCH || from->successor_count != 2 || to->predecessor_count != 1 ||
        from->successors[0] == from->successors[1] ||
        !bounds_read_test(solver, end->operands[0], &test) || test.kind != bounds->kind ||
        !handle_equal(test.handle, bounds->handle))
        return;
    bool holds = from->successors[0] == to;
    restrict_bounds(bounds, holds ? test.predicate : ir_predicate_negated(test.predicate),
                    test.constant);
}

/* Moves an end of the range past values that are excluded there. */
static void bounds_trim(struct bounds *bounds)
{
    for (size_t i = 0; i < bounds->excluded_count; i++)
        for (size_t k = 0; k < bounds->excluded_count; k++) {
            bounds->least += bounds->excluded[k] == bounds->least;
            if (bounds->greatest != INT64_MAX)
                bounds->greatest -= bounds->excluded[k] == bounds->greatest;
        }
}

int bounds_decide(struct solver *solver, const struct ir_value *comparison)
{
    struct test test;
    if (!bounds_read_test(solver, comparison, &test) || test.constant < 0)
        return -1;
    struct bounds bounds = {test.kind, test.handle, test.kind == FORM_SIZE, INT64_MAX, {0}, 0};
    const struct ir_block *block = comparison->block;
    for (int i = 0; i < STEPS_MAX; i++) {
        uint32_t above = solver->regions->dominator[block->number];
        if (above == GRAPH_NONE || above >= solver->function->block_count)
            break;
        const struct ir_block *from = solver->function->blocks[above];
        bounds_add_branch(solver, from, block, &bounds);
        block = from;
    }
    bounds_trim(&bounds);
    if (bounds.least > bounds.greatest)
        return -1; /* not reachable: no answer */
    for (size_t i = 0; i < bounds.excluded_count; i++)
        if (bounds.excluded[i] == test.constant &&
            (test.predicate == IR_EQUAL || test.predicate == IR_NOT_EQUAL))
            return test.predicate == IR_NOT_EQUAL;
    int64_t greatest = bounds.greatest == INT64_MAX ? INT64_MAX : bounds.greatest - test.constant;
    return form_decide_range(test.predicate, bounds.least - test.constant, greatest);
}

/* Removes the clock from the sources if the test is whether a clock has exactly this value:
 * (double)-1 means that there is no clock. Unlike a test for earlier or later, it does not tell
 * ranks apart. */
static uint64_t clock_tested(struct solver *solver, const struct ir_value *comparison,
                             uint64_t sources)
{
    uint64_t clock = source_plain(solver->uniformity, SOURCE_TIMING);
    bool constant = false;
    for (uint32_t i = 0; i < comparison->operand_count; i++)
        constant |= comparison->operands[i]->kind == IR_FLOAT;
    bool equality = comparison->predicate == IR_EQUAL || comparison->predicate == IR_NOT_EQUAL;
    if (!equality || !constant || !(sources & clock))
        return sources;
    return (sources & ~clock) | source_plain(solver->uniformity, SOURCE_UNKNOWN);
}

/* Returns the sources of a value that is loaded from a variable with several possible contents; 0
 * for other values. */
static uint64_t mixed_sources(struct solver *solver, const struct ir_value *value)
{
    struct taint taint = taint_of(solver, value);
    bool mixed =
        value->kind == IR_INSTRUCTION && value->opcode == IR_LOAD && taint.form == FORM_ANYTHING;
    return mixed ? taint.sources : 0;
}

/* Replaces the rank by an unknown source in `mycol >= npcol` where both are -1 on processes outside
 * the grid (BLACS_GRIDINFO). All ranks of a communicator compare alike with its size, so the test
 * is for membership, and not for the rank. */
static uint64_t membership_tested(struct solver *solver, const struct ir_value *comparison,
                                  uint64_t sources)
{
    struct uniformity *uniformity = solver->uniformity;
    if (comparison->predicate == IR_EQUAL || comparison->predicate == IR_NOT_EQUAL)
        return sources;
    for (int side = 0; side < 2; side++) {
        uint64_t ranks = mixed_sources(solver, comparison->operands[side]);
        uint64_t sizes = mixed_sources(solver, comparison->operands[1 - side]);
        for (size_t i = 0, count = uniformity->source_count; ranks && sizes && i < count; i++) {
            const struct source rank = uniformity->sources[i];
            bool known = (ranks >> i & 1) && rank.kind == SOURCE_RANK && rank.hops == 0 &&
                         rank.handle.kind != HANDLE_WORLD;
            if (known && (sizes & source_bit(uniformity, SOURCE_AGREED, rank.handle)))
                sources =
                    (sources & ~(UINT64_C(1) << i)) | source_plain(uniformity, SOURCE_UNKNOWN);
        }
    }
    return sources;
}

/* Does the same for comparisons such as `rank != -1` where the rank is -1 on processes outside the
 * communicator: no rank is negative, so all members get the same answer. */
static uint64_t sign_tested(struct solver *solver, const struct ir_value *comparison,
                            uint64_t sources)
{
    struct uniformity *uniformity = solver->uniformity;
    for (int side = 0; side < 2; side++) {
        uint64_t ranks = mixed_sources(solver, comparison->operands[side]);
        uint32_t other = taint_of(solver, comparison->operands[1 - side]).form;
        enum ir_predicate predicate =
            side ? ir_predicate_turned(comparison->predicate) : comparison->predicate;
        int64_t constant;
        if (!form_is_constant(uniformity, other, &constant) || constant < -INT64_MAX ||
            form_decide_range(predicate, -constant, INT64_MAX) < 0)
            continue;
        for (size_t i = 0, count = uniformity->source_count; i < count; i++)
            if ((ranks >> i & 1) && uniformity->sources[i].kind == SOURCE_RANK)
                sources =
                    (sources & ~(UINT64_C(1) << i)) | source_plain(uniformity, SOURCE_UNKNOWN);
    }
    return sources;
}

uint64_t comparison_sources(struct solver *solver, const struct ir_value *operation,
                            uint64_t sources)
{
    if (operation->opcode == IR_COMPARE_FLOAT)
        return clock_tested(solver, operation, sources);
    if (operation->opcode == IR_COMPARE)
        return sign_tested(solver, operation, membership_tested(solver, operation, sources));
    return sources;
}
