/* test_uniformity.c: analyses the programs of test_programs/, which state their expectations by
 * calls of probe.h. */
#include "static/test_program.h"
#include "static/uniformity/uniformity.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const char *const level_names[] = {"same", "unsure", "differs"};

struct probe {
    struct analysis *analysis;
    struct uniformity *uniformity;
    const struct ir_value *call;
    bool fortran;
    size_t checked, wrong;
    const char *what;
};

static bool called(const struct ir_value *call, const char *name, bool fortran)
{
    char symbol[64];
    snprintf(symbol, sizeof symbol, "%s%s", name, fortran ? "_" : "");
    return call->callee && call->callee->as_function &&
           strcmp(call->callee->as_function->symbol, symbol) == 0;
}

static enum uniform level_of(struct probe *probe, uint32_t operand, struct handle relative)
{
    return probe->fortran
               ? uniformity_of_passed(probe->uniformity, probe->call, operand, relative).level
               : uniformity_anywhere(probe->uniformity, probe->call->operands[operand], relative);
}

static void say(struct probe *probe, const char *expected, const char *found)
{
    probe->checked++;
    if (strcmp(expected, found) == 0)
        return;
    probe->wrong++;
    fprintf(stderr, "%s:%d: expected %s, found %s (%s)\n", probe->what, probe->call->place.line,
            expected, found,
            probe->call->operand_count > 0
                ? analysis_describe(probe->analysis,
                                    probe->call->operands[probe->call->operand_count - 1])
                : "");
}

static void check_level(struct probe *probe, enum uniform level)
{
    char name[32];
    const struct ir_value *call = probe->call;
    struct handle world = {.kind = HANDLE_WORLD};
    if (called(call, level_names[level], probe->fortran))
        say(probe, level_names[level], level_names[level_of(probe, 0, world)]);
    snprintf(name, sizeof name, "%s_in", level_names[level]);
    if (called(call, name, probe->fortran)) {
        const struct analysis_argument comm = {call->operands[0], probe->fortran};
        struct handle relative = handle_of_value(probe->analysis, comm);
        say(probe, level_names[level], level_names[level_of(probe, 1, relative)]);
    }
}

static void check_depends(struct probe *probe)
{
    struct handle world = {.kind = HANDLE_WORLD};
    if (!called(probe->call, "depends", probe->fortran))
        return;
    struct uniform_value value = uniformity_of(probe->uniformity, probe->call->operands[0], world);
    say(probe, "depends",
        value.level == UNIFORM_SAME && value.parameters ? "depends" : level_names[value.level]);
}

/* Checks whether all edges into the block of the call are never taken. */
static void check_never(struct probe *probe)
{
    const struct ir_block *block = probe->call->block;
    bool never = called(probe->call, "never", probe->fortran);
    if (!never && !called(probe->call, "maybe", probe->fortran))
        return;
    bool taken = block->predecessor_count == 0;
    for (uint32_t i = 0; i < block->predecessor_count; i++) {
        const struct ir_block *from = block->predecessors[i];
        for (uint32_t k = 0; k < from->successor_count; k++)
            taken |= from->successors[k] == block &&
                     !uniformity_never_taken(probe->uniformity, ir_terminator(from), k);
    }
    say(probe, never ? "never" : "maybe", taken ? "maybe" : "never");
}

static size_t check_program(const char *source, size_t expected)
{
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof test_mpis / sizeof *test_mpis; i++) {
        struct ir_program *program = test_program(source, &test_mpis[i]);
        char what[128];
        snprintf(what, sizeof what, "%s (%s)", source, test_mpis[i].name);
        struct probe probe = {.what = what, .fortran = strstr(source, ".f90") != NULL};
        if (!program && probe.fortran)
            skip();
        if (!program)
            abort();
        probe.analysis = analysis_create(program);
        probe.uniformity = uniformity_compute(probe.analysis);
        for (uint32_t k = 0; k < program->value_count; k++) {
            probe.call = program->values[k];
            if (!probe.call || probe.call->opcode != IR_CALL)
                continue;
            for (enum uniform level = UNIFORM_SAME; level <= UNIFORM_DIFFERS; level++)
                check_level(&probe, level);
            check_depends(&probe);
            check_never(&probe);
        }
        assert_int_equal(probe.checked, expected);
        wrong += probe.wrong;
        uniformity_free(probe.uniformity);
        analysis_free(probe.analysis);
        ir_program_free(program);
    }
    return wrong;
}

#define PROGRAM(name, source, expected)                       \
    static void name(void **state)                            \
    {                                                         \
        (void)state;                                          \
        assert_int_equal(check_program(source, expected), 0); \
    }

PROGRAM(ranges_of_ranks, "ranges.c", 40)
PROGRAM(memory_is_followed, "memory.c", 36)
PROGRAM(control_decides_values, "control.c", 25)
PROGRAM(colours_make_values_the_same, "colours.c", 34)
PROGRAM(parts_agree_within, "parts.c", 23)
PROGRAM(steps_add_up, "steps.c", 14)
PROGRAM(comparisons_ask_something, "questions.c", 13)
PROGRAM(messages_may_be_broadcasts, "exchange.c", 4)
PROGRAM(parallel_regions_are_calls, "threads.c", 5)
PROGRAM(libraries_have_unknown_callers, "library.c", 7)
PROGRAM(fortran_passes_addresses, "fortran.f90", 16)

/* The explanation names the branch that differs, not the first that might. */
static void reasons_are_those_that_differ(void **state)
{
    (void)state;
    struct ir_program *program = test_program("reasons.c", &test_mpis[0]);
    struct analysis *analysis = analysis_create(program);
    struct uniformity *uniformity = uniformity_compute(analysis);
    struct uniform_step steps[8];
    size_t count = 0;
    bool named = false;
    for (uint32_t i = 0; i < program->value_count; i++)
        if (program->values[i]->opcode == IR_CALL && called(program->values[i], "differs", false))
            count = uniformity_chain(uniformity, program->values[i]->operands[0],
                                     (struct handle){.kind = HANDLE_WORLD}, steps, 8);
    for (size_t i = 0; i < count; i++)
        named |= strcmp(steps[i].what, "rank == 0 decides it") == 0;
    assert_true(named);
    uniformity_free(uniformity);
    analysis_free(analysis);
    ir_program_free(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_of_ranks),
        cmocka_unit_test(memory_is_followed),
        cmocka_unit_test(control_decides_values),
        cmocka_unit_test(colours_make_values_the_same),
        cmocka_unit_test(parts_agree_within),
        cmocka_unit_test(steps_add_up),
        cmocka_unit_test(comparisons_ask_something),
        cmocka_unit_test(messages_may_be_broadcasts),
        cmocka_unit_test(parallel_regions_are_calls),
        cmocka_unit_test(libraries_have_unknown_callers),
        cmocka_unit_test(fortran_passes_addresses),
        cmocka_unit_test(reasons_are_those_that_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
