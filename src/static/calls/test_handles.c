/* test_handles.c: reads test_programs/handles.c, which says what it expects of its
 * communicators. */
#include "static/calls/handles.h"
#include "static/test_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static bool called(const struct ir_value *call, const char *name)
{
    return call->opcode == IR_CALL && call->callee && call->callee->as_function &&
           strcmp(call->callee->as_function->symbol, name) == 0;
}

static size_t check(struct analysis *analysis, const struct ir_value *call)
{
    static const struct {
        const char *name;
        enum handle_kind kind;
    } probes[] = {
        {"on_world", HANDLE_WORLD},     {"on_self", HANDLE_SELF},
        {"on_line", HANDLE_MADE},       {"on_parameter", HANDLE_PARAMETER},
        {"on_unknown", HANDLE_UNKNOWN}, {"origin_world", HANDLE_WORLD},
    };
    for (size_t i = 0; i < sizeof probes / sizeof *probes; i++) {
        if (!called(call, probes[i].name))
            continue;
        const struct analysis_argument comm = {call->operands[0], false};
        struct handle handle = handle_of_value(analysis, comm);
        if (strcmp(probes[i].name, "origin_world") == 0)
            handle = handle_origin(analysis, handle);
        bool right = handle.kind == probes[i].kind;
        if (right && handle.kind == HANDLE_MADE)
            right = handle.made->place.line == call->operands[1]->integer;
        if (!right)
            fprintf(stderr, "line %d: kind %d, made in line %d\n", call->place.line, handle.kind,
                    handle.made ? handle.made->place.line : 0);
        assert_true(right);
        return 1;
    }
    return 0;
}

static void communicators_are_traced_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof test_mpis / sizeof *test_mpis; i++) {
        struct ir_program *program = test_program("handles.c", &test_mpis[i]);
        if (!program)
            abort();
        struct analysis *analysis = analysis_create(program);
        size_t checked = 0;
        for (uint32_t k = 0; k < program->value_count; k++)
            if (program->values[k])
                checked += check(analysis, program->values[k]);
        assert_int_equal(checked, 21);
        analysis_free(analysis);
        ir_program_free(program);
    }
}

/* A parameter is resolved in one call, and over all calls. */
static void parameters_are_resolved(void **state)
{
    (void)state;
    struct ir_program *program = test_program("handles.c", &test_mpis[0]);
    if (!program)
        abort();
    struct analysis *analysis = analysis_create(program);
    const struct ir_function *make = ir_program_function(program, "make");
    const struct ir_function *use = ir_program_function(program, "use");
    assert_non_null(make);
    assert_non_null(use);
    struct analysis_argument from = {make->arguments[0], false};
    struct handle parameter = handle_of_value(analysis, from);
    assert_int_equal(parameter.kind, HANDLE_PARAMETER);
    assert_int_equal(handle_anywhere(analysis, parameter).kind, HANDLE_WORLD);
    assert_int_equal(handle_at_call(analysis, parameter, make->callers[0]).kind, HANDLE_WORLD);
    struct analysis_argument comm = {use->arguments[1], false};
    struct handle copy = handle_at_call(analysis, handle_of_value(analysis, comm), use->callers[0]);
    assert_int_equal(copy.kind, HANDLE_MADE);
    assert_int_equal(copy.made->place.line, 53);
    assert_int_equal(handle_origin(analysis, copy).kind, HANDLE_WORLD);
    assert_true(handle_equal(copy, handle_anywhere(analysis, handle_of_value(analysis, comm))));
    assert_false(handle_equal(copy, parameter));
    assert_true(handle_may_equal(copy, parameter));
    assert_string_equal(handle_describe(analysis, copy), "copy");
    analysis_free(analysis);
    ir_program_free(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(communicators_are_traced_back),
        cmocka_unit_test(parameters_are_resolved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
