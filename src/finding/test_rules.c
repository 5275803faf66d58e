#include "finding/rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* The contract: ids never change once released. In the order of its table. */
static const char *const contract[] = {
    "deadlock",
    "mismatch.collective",
    "mismatch.root",
    "mismatch.op",
    "mismatch.datatype",
    "mismatch.count",
    "mismatch.comm",
    "mismatch.truncation",
    "message.unmatched",
    "arg.comm",
    "arg.datatype",
    "arg.rank",
    "arg.root",
    "arg.tag",
    "arg.op",
    "arg.count",
    "arg.buffer",
    "arg.request",
    "arg.other",
    "leak.comm",
    "leak.group",
    "leak.type",
    "leak.op",
    "leak.request",
    "leak.win",
    "leak.keyval",
    "leak.errhandler",
    "leak.file",
    "request.missing-wait",
    "request.missing-start",
    "request.double-start",
    "request.unknown",
    "race.message",
    "race.buffer",
    "race.rma",
    "rma.epoch",
    "send.buffering",
    "thread.level",
    "thread.concurrent-collectives",
    "thread.multithreaded-collective",
    "collective.divergence",
    "omp.barrier",
    "omp.worksharing",
    "crash.signal",
    "crash.exit",
    "crash.abort",
    "assert",
    "loop",
    "overflow.int",
    "overflow.index",
    "divide.zero",
    "scale.displacement",
    "scale.global-buffer",
    "scale.size",
    "hang.computation",
    "hang.communication",
    "hang.slow",
    "env.finalize",
    "env.init",
    "env.thread",
};

static void ids_are_those_of_the_contract(void **state)
{
    (void)state;
    assert_int_equal(rule_count, sizeof contract / sizeof *contract);
    for (size_t i = 0; i < rule_count; i++)
        assert_string_equal(rules[i].id, contract[i]);
}

static void rules_are_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < rule_count; i++) {
        const struct rule *rule = &rules[i];
        assert_true(rule->title && *rule->title && rule->section && *rule->section);
        assert_true(strlen(rule->explanation) > 100);
        assert_true(rule->ranks >= 1);
        assert_true(strcmp(rule->language, "c") == 0 || strcmp(rule->language, "fortran") == 0);
        assert_non_null(rule->flags);
        assert_string_not_equal(rule->wrong, rule->right);
        assert_true(rule->wrong[strlen(rule->wrong) - 1] == '\n');
        assert_ptr_equal(rule_find(rule->id), rule);
    }
    assert_null(rule_find("dead"));
    assert_null(rule_find(""));
}

static void severities(void **state)
{
    (void)state;
    assert_int_equal(rule_find("deadlock")->severity, SEVERITY_ERROR);
    assert_int_equal(rule_find("race.message")->severity, SEVERITY_NOTE);
}

static void patterns_select(void **state)
{
    (void)state;
    assert_true(rule_selected(NULL, "deadlock"));
    assert_false(rule_selected("", "deadlock"));
    assert_true(rule_selected("deadlock", "deadlock"));
    assert_false(rule_selected("deadlock", "deadlocks"));
    assert_true(rule_selected("leak.*", "leak.comm"));
    assert_false(rule_selected("leak.*", "race.message"));
    assert_false(rule_selected("leak.*,-leak.comm", "leak.comm"));
    assert_true(rule_selected("leak.*,-leak.comm", "leak.win"));
    assert_true(rule_selected("-leak.*", "deadlock"));
    assert_false(rule_selected("-leak.*", "leak.win"));
    assert_true(rule_selected("-leak.*, leak.win", "leak.win"));
    assert_true(rule_selected("-race.message", "race.rma"));
    assert_true(rule_selected(" deadlock , assert ", "assert"));
    assert_true(rule_selected("*.op", "arg.op"));
}

static void patterns_are_checked(void **state)
{
    (void)state;
    struct error error;
    assert_int_equal(rule_check_patterns("leak.*,-race.message", &error), 0);
    assert_int_equal(rule_check_patterns("*", &error), 0);
    assert_int_equal(rule_check_patterns("leak.*,deadlok", &error), -1);
    assert_int_equal(error.kind, ERROR_USAGE);
    assert_string_equal(error.text, "no rule fits \"deadlok\"; did you mean \"deadlock\"?");
    assert_int_equal(rule_check_patterns("-leak.com", &error), -1);
    assert_string_equal(error.text, "no rule fits \"leak.com\"; did you mean \"leak.comm\"?");
    assert_int_equal(rule_check_patterns("nothing.like.it", &error), -1);
    assert_string_equal(error.text, "no rule fits \"nothing.like.it\"");
    assert_int_equal(rule_check_patterns(" , ", &error), -1);
    assert_string_equal(error.text, "the list of rules is empty");
    char long_name[300];
    memset(long_name, 'a', sizeof long_name);
    long_name[299] = '\0';
    assert_int_equal(rule_check_patterns(long_name, &error), -1);
    assert_false(rule_selected(long_name, "deadlock"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_are_those_of_the_contract),
        cmocka_unit_test(rules_are_whole),
        cmocka_unit_test(severities),
        cmocka_unit_test(patterns_select),
        cmocka_unit_test(patterns_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
