#include "base/test_directory.h"
#include "ir/edit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/test_compile.h"

static bool is_barrier(const void *context, const char *symbol)
{
    (void)context;
    return strstr(symbol, "barrier") != NULL;
}

static struct ir_place branch_before(const void *context, struct ir_place call)
{
    (void)context;
    return call.line == 4 ? (struct ir_place){"branch.h", 3, 0} : (struct ir_place){0};
}

static const struct ir_edit_sites sites = {is_barrier, branch_before, NULL, false};

/* Returns the edited program of a source, or NULL if nothing was edited. */
static struct ir_program *edit(const char *source, size_t *calls)
{
    struct error error;
    struct ir_bitcode piece = compile_source("piece.c", "", source), result = {.name = "edited"};
    char *edited;
    assert_int_equal(ir_edit_sites(&piece, &sites, &edited, &result.size, calls, &error), 0);
    result.data = edited;
    struct ir_program *program = edited ? load_pieces(&result, 1) : NULL;
    free(edited);
    free_bitcode(&piece);
    return program;
}

/* Returns the record that is stored just before a call. */
static const struct ir_value *record_of(const struct ir_value *call)
{
    for (uint32_t i = 1; i < call->block->instruction_count; i++) {
        if (call->block->instructions[i] != call)
            continue;
        const struct ir_value *store = call->block->instructions[i - 1];
        assert_int_equal(store->opcode, IR_STORE);
        assert_string_equal(store->operands[1]->kind == IR_GLOBAL ? store->operands[1]->name : "",
                            "tutti_check_site");
        return store->operands[0]->operands[0];
    }
    fail();
    return NULL;
}

static void check_record(struct ir_program *program, const struct ir_value *record,
                         const char *function, const char *branch, int line)
{
    assert_int_equal(record->operand_count, 5);
    assert_string_equal(ir_string(record->operands[0], &program->arena), "piece.c");
    assert_string_equal(ir_string(record->operands[1], &program->arena), function);
    if (branch)
        assert_string_equal(ir_string(record->operands[2], &program->arena), branch);
    else
        assert_int_equal(record->operands[2]->kind, IR_NULL);
    assert_int_equal(record->operands[3]->integer, line);
}

static void test_calls_get_records(void **state)
{
    (void)state;
    size_t calls;
    struct ir_program *program =
        edit("void barrier(int); void other(void);\n"
             "static void f(int rank) {\n"
             "  if (rank)\n"
             "    barrier(1);\n"
             "  other();\n"
             "}\n"
             "int main(int n, char **v) { (void)v; f(n); barrier(2); return 0; }\n",
             &calls);
    assert_int_equal(calls, 2);
    const struct ir_function *barrier = ir_program_function(program, "barrier");
    assert_int_equal(barrier->caller_count, 2);
    for (uint32_t i = 0; i < barrier->caller_count; i++) {
        const struct ir_value *call = barrier->callers[i];
        const bool first = strcmp(call->function->name, "f") == 0;
        check_record(program, record_of(call), first ? "f" : "main", first ? "branch.h" : NULL,
                     first ? 4 : 7);
    }
    ir_program_free(program);
}

static void test_nothing_to_do(void **state)
{
    (void)state;
    size_t calls;
    assert_null(edit("void other(void); int main(void) { other(); return 0; }\n", &calls));
    assert_int_equal(calls, 0);
    /* The call inside a wrapper gets no record: the calls of the wrapper have one. */
    assert_null(edit("void Pbarrier(void); void barrier(void) { Pbarrier(); }\n", &calls));
}

static void test_bad_bitcode(void **state)
{
    (void)state;
    struct error error;
    char *edited;
    size_t size, calls;
    const struct ir_bitcode piece = {"odd.o", "BC\xC0\xDE and nothing more", 20};
    assert_int_equal(ir_edit_sites(&piece, &sites, &edited, &size, &calls, &error), -1);
    assert_non_null(strstr(error.text, "odd.o"));
}

#define in_directory(test) cmocka_unit_test_setup_teardown(test, directory_enter, directory_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_directory(test_calls_get_records),
        in_directory(test_nothing_to_do),
        in_directory(test_bad_bitcode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
