/* test_trace.h: traces made by hand, as a rank would write them down. */
#ifndef TUTTI_CONCOLIC_SOLVER_TEST_TRACE_H
#define TUTTI_CONCOLIC_SOLVER_TEST_TRACE_H

#include "concolic/path/evaluate.h"
#include "concolic/path/trace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

static const struct symbolic_segment *test_segment;
static struct symbolic_region *test_region;
static size_t test_length;

enum { TEST_REGIONS = 1 << 20, TEST_RANKS = 2 };

/* Makes empty regions; nodes, variables and events go to the region of rank 0. */
static inline void test_begin(void)
{
    test_length = TEST_REGIONS + TEST_RANKS * sizeof(struct symbolic_region);
    struct symbolic_segment *segment = mmap(NULL, test_length, PROT_READ | PROT_WRITE,
                                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_ptr_not_equal(segment, MAP_FAILED);
    segment->magic = SYMBOLIC_MAGIC;
    segment->ranks = TEST_RANKS;
    segment->regions = TEST_REGIONS;
    test_segment = segment;
    test_region = (struct symbolic_region *)((char *)segment + TEST_REGIONS);
    test_region->node_count = 1;
}

static inline void test_end(void)
{
    munmap((void *)test_segment, test_length);
}

static inline struct trace test_read(void)
{
    struct trace trace;
    struct error error;
    assert_int_equal(trace_read(test_segment, test_length, 0, &trace, &error), 0);
    return trace;
}

/* Adds a node with the value that its operation computes; returns its number. */
static inline uint32_t test_node(enum symbolic_op op, enum symbolic_type type, uint32_t a,
                                 uint32_t b, uint32_t c)
{
    struct symbolic_node *nodes = test_region->nodes;
    uint32_t number = test_region->node_count;
    struct symbolic_node *node = &nodes[number];
    *node = (struct symbolic_node){.op = op, .type = type, .a = a, .b = b, .c = c};
    unsigned count = operation_operands(op);
    const uint64_t operands[3] = {count > 0 ? nodes[a].value : 0, count > 1 ? nodes[b].value : 0,
                                  count > 2 ? nodes[c].value : 0};
    assert_true(op == SYMBOLIC_VARIABLE || operation_fits(nodes, node));
    if (op != SYMBOLIC_VARIABLE)
        assert_true(evaluate_operation(nodes, node, operands, &node->value));
    else
        node->value = test_region->variables[a].value;
    test_region->node_count = number + 1;
    return number;
}

static inline uint32_t test_constant(enum symbolic_type type, uint64_t value)
{
    uint32_t number = test_region->node_count;
    test_region->nodes[number] = (struct symbolic_node){
        .op = SYMBOLIC_CONSTANT, .type = type, .value = value & operation_mask(type)};
    test_region->node_count = number + 1;
    return number;
}

static inline uint32_t test_double(double value)
{
    return test_constant(SYMBOLIC_DOUBLE, evaluate_bits(SYMBOLIC_DOUBLE, value));
}

/* Adds a marked variable; returns the number of its node. */
static inline uint32_t test_variable(const char *name, enum symbolic_type type, uint64_t value)
{
    uint32_t number = test_region->variable_count++;
    struct symbolic_variable *variable = &test_region->variables[number];
    *variable = (struct symbolic_variable){
        .kind = SYMBOLIC_MARKED, .type = type, .value = value & operation_mask(type)};
    snprintf(variable->name, sizeof variable->name, "%s", name);
    return test_node(SYMBOLIC_VARIABLE, type, number, 0, 0);
}

static inline uint32_t test_int(const char *name, int value)
{
    return test_variable(name, SYMBOLIC_I32, (uint32_t)value);
}

/* Adds the operation on `a` and a constant of its type; returns the number of the node. */
static inline uint32_t test_with(enum symbolic_op op, uint32_t a, int64_t constant)
{
    enum symbolic_type type = test_region->nodes[a].type;
    uint32_t b = test_constant(type, (uint64_t)constant);
    bool compares = operation_shape(op) == SHAPE_COMPARE;
    return test_node(op, compares ? SYMBOLIC_I1 : type, a, b, 0);
}

static inline uint32_t test_binary(enum symbolic_op op, uint32_t a, uint32_t b)
{
    enum symbolic_type type = test_region->nodes[a].type;
    bool compares =
        operation_shape(op) == SHAPE_COMPARE || operation_shape(op) == SHAPE_COMPARE_FLOATS;
    return test_node(op, compares ? SYMBOLIC_I1 : type, a, b, 0);
}

/* Adds an event; returns the number of its constraint. */
static inline uint32_t test_event(enum symbolic_event_kind kind, uint32_t node, uint32_t other)
{
    uint32_t number = test_region->event_count;
    uint64_t value = test_region->nodes[node].value;
    test_region->events[number] = (struct symbolic_event){
        .kind = kind, .expression = node, .other = other, .value = value, .taken = value == 1};
    test_region->event_count = number + 1;
    return number;
}

static inline uint32_t test_branch(uint32_t node)
{
    return test_event(EVENT_BRANCH, node, 0);
}

#endif
