#include "concolic/search/cross.h"

#include "concolic/path/operation.h"
#include "runtime/world/checksum.h"

#include <math.h>
#include <string.h>

enum {
    NAME_SEED = 0x2b7,
    CROSSED_PRIORITY = 170,
    CROSSED_MOST = 200,
    WORTH = 20, /* added per doubling of the success of such tests, relative to others */
    MORE = 2,
    SMALL = 32,
    TRIED = 6, /* deducted per doubling of the tests with this value */
};

/* Part of the largest coverage of a test: a test that ends sooner rejected its input. */
static const double FAR_ENOUGH = 0.75;
static const double UNKNOWN = 0.5; /* return that is assumed before anything was tried */

static bool cross_is_number(const struct symbolic_variable *variable)
{
    return variable->kind == SYMBOLIC_NUMBER || variable->kind == SYMBOLIC_MARKED;
}

static uint64_t cross_name_of(const struct symbolic_variable *variable)
{
    return checksum_bytes(NAME_SEED, (const unsigned char *)variable->name,
                          strnlen(variable->name, sizeof variable->name));
}

/* Adds one more, and twice as much: a program may handle several in another way than one. */
static size_t add_more(const struct symbolic_variable *variable, uint64_t values[MORE])
{
    uint64_t value = variable->value;
    if (operation_is_float(variable->type) || value == 0 || value > SMALL)
        return 0;
    values[0] = value + 1;
    values[1] = 2 * value;
    return value > 1 ? 2 : 1;
}

static double cross_rate(const struct returns *returns)
{
    return (returns->fruits + UNKNOWN) / (returns->seconds + UNKNOWN);
}

unsigned cross_priority(const struct worker *worker, const struct aim *aim)
{
    const struct coverage *coverage = &worker->search->knowledge.coverage;
    double priority = CROSSED_PRIORITY +
                      WORTH * log2(cross_rate(&worker->crossed) / cross_rate(&worker->others)) -
                      TRIED * log2(1.0 + coverage_aimed(coverage, COVERAGE_NO_EDGE, aim->place));
    unsigned now = (unsigned)fmin(fmax(priority, 1), CROSSED_MOST);
    return worker_has_pace(worker) ? pace_priority(&worker->pace, aim->seconds, now) : now;
}

static void cross_add(struct worker *worker, const struct input *input, const struct trace *trace,
                      const struct solver_model *model, uint64_t place, struct yield *yield)
{
    struct coverage *coverage = &worker->search->knowledge.coverage;
    struct input crossed;
    struct error ignored;
    struct aim aim = {.flags = AIM_VARIED | AIM_CROSSED,
                      .edge = COVERAGE_NO_EDGE,
                      .place = place,
                      .seconds = worker->tester->seconds};
    aim.priority = cross_priority(worker, &aim);
    if (input_apply(input, trace, model, &worker->tester->originals, &crossed, &ignored) != 0)
        return;
    if (worker_crosses(worker, &crossed)) {
        coverage_aim(coverage, COVERAGE_NO_EDGE, place);
        yield_add(yield, &crossed, &aim);
    }
    input_free(&crossed);
}

void cross(struct worker *worker, const struct input *input, struct trace *trace,
           struct yield *yield)
{
    struct knowledge *knowledge = &worker->search->knowledge;
    bool far_enough = worker->reach >= FAR_ENOUGH * coverage_most(&knowledge->coverage);
    struct solver_model model = {
        .values = arena_alloc(&trace->arena, trace->variable_count * sizeof *model.values),
        .changed = arena_alloc(&trace->arena, trace->variable_count * sizeof *model.changed)};
    for (uint32_t i = 0; i < trace->variable_count; i++) {
        const struct symbolic_variable *variable = &trace->variables[i];
        if (!cross_is_number(variable))
            continue;
        uint64_t name = cross_name_of(variable), values[VALUES_EACH + MORE];
        size_t count = values_list(&knowledge->values, name, values);
        count += add_more(variable, values + count);
        values_add(&knowledge->values, name, variable->value);
        for (size_t j = 0; far_enough && j < count; j++) {
            model.values[i] = values[j];
            model.changed[i] = true;
            if (values[j] != variable->value)
                cross_add(worker, input, trace, &model, name + 31 * values[j], yield);
            model.changed[i] = false;
        }
    }
}
