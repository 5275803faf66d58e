/* test_carry.c: expressions in messages, of this rank and of another one. */
#include "runtime/symbolic/carry.h"

#include "runtime/symbolic/nodes.h"
#include "runtime/symbolic/shadow.h"
#include "runtime/symbolic/sources.h"
#include "runtime/symbolic/state.h"
#include "runtime/symbolic/test_segment.h"
#include "runtime/symbolic/variables.h"

#include <string.h>

static uint32_t marked(const char *name, int32_t *at, int32_t value)
{
    *at = value;
    assert_true(state_enter());
    uint32_t id = variable_marked(name, SYMBOLIC_I32, (uint32_t)value, INT32_MIN, INT32_MAX);
    shadow_store(at, SYMBOLIC_I32, id, (uint32_t)value);
    state_leave();
    return id;
}

static uint32_t load(const int32_t *at)
{
    return tutti_symbolic_load(at, SYMBOLIC_I32, (uint32_t)*at);
}

/* Two of four numbers are symbolic; the old content of the receiver no longer is. */
static void test_sent(void **context)
{
    int32_t from[4] = {0}, to[4];
    struct symbolic_message message = {0};
    (void)context;
    uint32_t x = marked("x", &from[1], 7), y = marked("y", &from[2], 8);
    marked("z", &to[0], 0);
    carrier.put(&message, 100, from, sizeof from);
    assert_int_equal(message.rank, RANK);
    assert_int_equal(message.count, 2);
    memcpy(to, from, sizeof from);
    carrier.take(&message, 100, to, sizeof to);
    assert_int_equal(load(&to[0]), 0);
    assert_int_equal(load(&to[1]), x);
    assert_int_equal(load(&to[2]), y);
    assert_int_equal(load(&to[3]), 0);
    to[0] = from[2]; /* another piece of the message than was put */
    carrier.take(&message, 108, to, sizeof *to);
    assert_int_equal(load(&to[0]), y);
}

/* Half of a number arrives as that half. */
static void test_half(void **context)
{
    int32_t from = 0, to = 0;
    struct symbolic_message message = {0};
    (void)context;
    uint32_t x = marked("x", &from, 0x12345);
    carrier.put(&message, 0, (char *)&from + 2, 2);
    memcpy((char *)&to + 2, (char *)&from + 2, 2);
    carrier.take(&message, 0, (char *)&to + 2, 2);
    uint32_t id = tutti_symbolic_load((char *)&to + 2, SYMBOLIC_I16, 1);
    assert_int_equal(node(id)->op, SYMBOLIC_EXTRACT);
    assert_int_equal(node(id)->a, x);
    assert_int_equal(node(id)->b, 16);
}

/* A byte that code outside has changed is not sent, and neither is the rest of its number. */
static void test_stale(void **context)
{
    int32_t from;
    struct symbolic_message message = {0};
    (void)context;
    marked("x", &from, 7);
    ((volatile unsigned char *)&from)[3] = 1;
    carrier.put(&message, 0, &from, sizeof from);
    assert_int_equal(message.count, 0);
}

/* The sender's rank is a number: another focus does not make it another sender. */
static void test_rank(void **context)
{
    int32_t from[2], to[2];
    struct symbolic_message message = {0};
    (void)context;
    uint32_t x = marked("x", &from[1], 10);
    assert_true(state_enter());
    uint32_t rank = variable_rank(RANK);
    uint32_t sum = node_binary(SYMBOLIC_ADD, SYMBOLIC_I32, x, rank, 10, RANK, 10 + RANK);
    from[0] = RANK;
    from[1] = 10 + RANK;
    shadow_store(&from[0], SYMBOLIC_I32, rank, RANK);
    shadow_store(&from[1], SYMBOLIC_I32, sum, 10 + RANK);
    state_leave();
    carrier.put(&message, 0, from, sizeof from);
    memcpy(to, from, sizeof from);
    carrier.take(&message, 0, to, sizeof to);
    assert_int_equal(load(&to[0]), 0);
    uint32_t id = load(&to[1]);
    assert_int_equal(node(id)->op, SYMBOLIC_ADD);
    assert_int_equal(node(id)->a, x);
    assert_int_equal(node(node(id)->b)->op, SYMBOLIC_CONSTANT);
    assert_int_equal(node(node(id)->b)->value, RANK);
}

/* Another rank has sent a node of its own, and bytes of a file that this one has not seen. */
static void test_other_rank(void **context)
{
    struct symbolic_region *other = region - RANK;
    unsigned char to[8] = {5, 0, 0, 0, '4', '2'};
    uint32_t source = 0, offset = 0;
    (void)context;
    other->node_count = 2;
    other->nodes[1] =
        (struct symbolic_node){.op = SYMBOLIC_VARIABLE, .type = SYMBOLIC_I32, .value = 5};
    other->sources[3] = (struct symbolic_source){.kind = SYMBOLIC_FILE, .path = "there"};
    other->carried[0] = (struct symbolic_carried){.expression = 1, .length = 4};
    other->carried[1] = (struct symbolic_carried){
        .expression = SYMBOLIC_ORIGIN_BIT | 3 << 23 | 10, .at = 4, .length = 2};
    other->carried_count = 2;
    struct symbolic_message message = {.rank = 0, .first = 0, .count = 2};
    carrier.take(&message, 0, to, sizeof to);
    assert_int_equal(tutti_symbolic_load(to, SYMBOLIC_I32, 5), 1);
    assert_true(state_enter());
    assert_true(source_of(to + 4, 2, &source, &offset));
    state_leave();
    assert_int_equal(offset, 10);
    assert_string_equal(region->sources[source].path, "there");
    other->carried[0].expression = 2; /* no such node */
    message.count = 1;
    carrier.take(&message, 0, to, sizeof to);
    assert_int_equal(tutti_symbolic_load(to, SYMBOLIC_I32, 5), 0);
    message = (struct symbolic_message){.rank = 77, .count = 1};
    carrier.take(&message, 0, to, sizeof to);
    message = (struct symbolic_message){.rank = 0, .first = UINT32_MAX, .count = 3};
    carrier.take(&message, 0, to, sizeof to);
}

static void test_reduce(void **context)
{
    int32_t one[2] = {1, 2}, other[2] = {3, 4}, sum[2] = {4, 6};
    struct symbolic_reduction how = {.op = SYMBOLIC_ADD, .type = SYMBOLIC_I32};
    (void)context;
    uint32_t x = marked("x", &one[0], 1), y = marked("y", &other[0], 3);
    marked("z", &sum[1], 6);
    carrier.reduce(&how, one, other, sum, 2);
    assert_int_equal(load(&sum[0]), 0); /* the other ranks are not symbolic: y is not all of it */
    segment->focus = SYMBOLIC_FOCUS_ALL;
    carrier.reduce(&how, one, other, sum, 2);
    uint32_t id = load(&sum[0]);
    assert_int_equal(node(id)->op, SYMBOLIC_ADD);
    assert_int_equal(node(id)->a, x);
    assert_int_equal(node(id)->b, y);
    assert_int_equal(load(&sum[1]), 0);
    how = (struct symbolic_reduction){.op = SYMBOLIC_AND, .type = SYMBOLIC_I32, .logical = true};
    sum[0] = 1;
    carrier.reduce(&how, one, other, sum, 1);
    id = load(&sum[0]);
    assert_int_equal(node(id)->op, SYMBOLIC_EXTEND_ZERO);
    assert_int_equal(node(node(id)->a)->op, SYMBOLIC_AND);
    assert_int_equal(node(node(node(id)->a)->a)->op, SYMBOLIC_NOT_EQUAL);
    how.op = SYMBOLIC_OP_COUNT; /* no expression exists for it */
    carrier.reduce(&how, one, other, sum, 1);
    assert_int_equal(load(&sum[0]), 0);
    segment->focus = RANK;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sent),       cmocka_unit_test(test_half),
        cmocka_unit_test(test_stale),      cmocka_unit_test(test_rank),
        cmocka_unit_test(test_other_rank), cmocka_unit_test(test_reduce),
    };
    return cmocka_run_group_tests(tests, open_segment, NULL);
}
