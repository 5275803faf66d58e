/* Tests of function.h, plan.h and state.h. */
#include "base/file.h"
#include "scale/plan.h"
#include "scale/state.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

static void test_names_of_functions(void **state)
{
    (void)state;
    struct function function, again;
    char name[FUNCTION_NAME_MAX];
    size_t count = 0;
    for (; function_at(count, &function); count++) {
        function_name(&function, name);
        assert_true(function_parse(name, function.in_place, &again));
        assert_memory_equal(&function, &again, sizeof function);
    }
    assert_true(count > 200);
    assert_true(function_parse("MPI_Ineighbor_alltoallw_c", false, &function));
    assert_true(function.large && function.neighbour && function.form == FORM_W);
    assert_int_equal(function.mode, MODE_NONBLOCKING);
    assert_false(function_parse("MPI_Bcast", true, &function));
    assert_false(function_parse("MPI_Gather_all", false, &function));
    assert_true(function_parse("MPI_Iallgather", true, &function));
    function_algorithm_name(&function, name);
    assert_string_equal(name, "iallgather");
}

static void test_points_as_text(void **state)
{
    (void)state;
    struct point point = {.axis = AXIS_EXTENT, .real = true, .count = 7, .size = 4, .extent = 4096};
    struct point read = {0};
    char line[POINT_LINE_MAX];
    assert_true(function_parse("MPI_Alltoallv", true, &point.function));
    point_print(&point, line);
    assert_string_equal(line, "MPI_Alltoallv in-place extent real 7 4 4096");
    assert_true(point_parse(line, &read));
    assert_memory_equal(&point.function, &read.function, sizeof point.function);
    assert_true(read.axis == AXIS_EXTENT && read.real && read.count == 7 && read.size == 4 &&
                read.extent == 4096);
    assert_false(point_parse("MPI_Alltoallv in-place extent real 7 4", &read));
    assert_false(point_parse("MPI_Alltoallv in-place somewhere real 7 4 4", &read));
    assert_false(point_parse("MPI_Nothing apart count low 7 4 4", &read));
    assert_false(point_parse("", &read));
}

/* Displacements and counts are ints: the plan must not contain impossible calls. */
static void test_counts_can_be_called_with(void **state)
{
    (void)state;
    struct function function;
    for (size_t i = 0; function_at(i, &function); i++)
        for (int ranks = 2; ranks <= 9; ranks++)
            for (int axis = 0; axis < AXES; axis++) {
                struct plan_item item;
                if (!plan_item(&function, (enum axis)axis, ranks, ranks, ranks, &item))
                    continue;
                assert_true(item.point_count > 0);
                for (size_t p = 0; p < item.point_count; p++) {
                    const struct point *point = &item.points[p];
                    assert_true(p == 0 || item.points[p - 1].count < point->count);
                    if (axis == AXIS_DISPLACEMENT || function.large)
                        continue;
                    assert_true(point->count <= INT32_MAX);
                    uint64_t unit = function.form == FORM_W ? point->extent : 1;
                    if (function.form != FORM_REGULAR && function.shape != SHAPE_REDUCE_SCATTER &&
                        !(function.form == FORM_W && function.neighbour)) {
                        assert_true(point->count * unit * (uint64_t)(ranks / 2) <= (uint64_t)1
                                                                                       << 31);
                        assert_true(point->count * unit * (uint64_t)(ranks - 1 - ranks / 2) <=
                                    INT32_MAX);
                    }
                }
            }
}

static uint64_t largest(const char *name, bool in_place, enum axis axis, int ranks)
{
    struct function function;
    struct plan_item item;
    assert_true(function_parse(name, in_place, &function));
    assert_true(plan_item(&function, axis, ranks, 3, 8, &item));
    return item.points[item.point_count - 1].count;
}

/* Known failures must be within the plan. */
static void test_the_plan_reaches_known_failures(void **state)
{
    (void)state;
    assert_true(largest("MPI_Scatter", false, AXIS_COUNT, 4) >= 536870912);
    assert_true(largest("MPI_Ibcast", false, AXIS_COUNT, 2) >= 536870912);
    assert_true(largest("MPI_Igather", false, AXIS_COUNT, 8) >= 715827883);
    assert_true(largest("MPI_Gather", false, AXIS_COUNT, 8) >= 536870912);
    assert_true(largest("MPI_Alltoall", true, AXIS_COUNT, 3) >= 1073741824);
    assert_true(largest("MPI_Reduce_scatter", false, AXIS_COUNT, 3) >= 715827883);
    assert_true(largest("MPI_Allgatherv", false, AXIS_COUNT, 4) == 1073741824);
    assert_true(largest("MPI_Iallgatherv", false, AXIS_COUNT, 4) == 1073741824);
    assert_true(largest("MPI_Allgatherv_c", false, AXIS_COUNT, 2) >= (uint64_t)1 << 31);
    assert_true(largest("MPI_Pack_size", false, AXIS_COUNT, 2) >= 268435456);
    assert_true(largest("MPI_Allgather", false, AXIS_EXTENT, 4) >= 683);
    assert_true(largest("MPI_Gatherv", false, AXIS_DISPLACEMENT, 3) >= 1073741824);
}

static void test_state_is_kept(void **state)
{
    (void)state;
    char directory[] = "/tmp/tutti-test-state-XXXXXX";
    struct error error;
    struct state *kept;
    struct point point = {.count = 12, .size = 1, .extent = 1};
    const struct job_result failed = {.verdict = JOB_FAILED,
                                      .effect = EFFECT_HANG,
                                      .seconds = 1.5,
                                      .detail = "no rank makes progress"};
    assert_non_null(mkdtemp(directory));
    assert_int_equal(state_open(directory, "one", false, &kept, &error), 0);
    assert_null(state_find(kept, 3, &point));
    state_add(kept, 3, &point, &failed);
    state_close(kept);
    assert_int_equal(state_open(directory, "one", true, &kept, &error), 0);
    assert_int_equal(state_count(kept), 1);
    assert_null(state_find(kept, 2, &point));
    const struct job_result *found = state_find(kept, 3, &point);
    assert_non_null(found);
    assert_int_equal(found->verdict, JOB_FAILED);
    assert_int_equal(found->effect, EFFECT_HANG);
    assert_string_equal(found->detail, "no rank makes progress");
    state_close(kept);
    assert_int_equal(state_open(directory, "other", true, &kept, &error), -1);
    assert_int_equal(error.kind, ERROR_USAGE);
    assert_int_equal(file_remove_directory(directory, &error), 0);
}

/* As on a full disk: the failure is reported, and the trials kept before are complete. */
static void test_trials_that_cannot_be_kept(void **state)
{
    (void)state;
    enum { LIMIT = 300, TRIALS = 50 };
    char directory[] = "/tmp/tutti-test-state-XXXXXX";
    struct error error;
    struct state *kept;
    struct rlimit old, limit;
    const struct job_result good = {.verdict = JOB_OK};
    struct point point = {.size = 1, .extent = 1};
    assert_non_null(mkdtemp(directory));
    assert_int_equal(state_open(directory, "one", false, &kept, &error), 0);
    assert_null(state_note(kept));
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    limit = (struct rlimit){LIMIT, old.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    for (point.count = 0; point.count < TRIALS; point.count++)
        state_add(kept, 3, &point, &good);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    signal(SIGXFSZ, SIG_DFL);
    assert_non_null(state_note(kept));
    assert_non_null(strstr(state_note(kept), "not kept for --resume"));
    assert_int_equal(state_count(kept), TRIALS);
    state_close(kept);
    assert_int_equal(state_open(directory, "one", true, &kept, &error), 0);
    assert_int_equal(state_damaged(kept), 0);
    assert_in_range(state_count(kept), 1, TRIALS - 1);
    state_close(kept);
    assert_int_equal(file_remove_directory(directory, &error), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_of_functions),
        cmocka_unit_test(test_points_as_text),
        cmocka_unit_test(test_counts_can_be_called_with),
        cmocka_unit_test(test_the_plan_reaches_known_failures),
        cmocka_unit_test(test_state_is_kept),
        cmocka_unit_test(test_trials_that_cannot_be_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
