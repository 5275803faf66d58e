/* symbolic_runtime.c: a runtime for heavy code that believes nothing.
 *
 * Every operation that it is told of is computed again from the values of its operands, as the
 * solver's answers are (concolic/path/evaluate.h), and must give what the program's own instruction
 * gave; every operand that has an expression must have that expression's value. Where
 * instrumentation or evaluation mixes something up, the program ends here. What atoi() and atof()
 * give is symbolic. Variables of the environment: HEAVY (run heavy code), EVENTS and COVER (files
 * to write events and edges to).
 */
#include "concolic/path/evaluate.h"
#include "runtime/symbolic/abi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { NODES = 1 << 22, CELLS = 1 << 20, EDGES = 1 << 16, TEXT = 400 };

struct cell {
    uintptr_t address;
    uint32_t expression, type;
    uint64_t value;
};

__attribute__((aligned(4096))) unsigned char tutti_cover[EDGES];
int tutti_symbolic;
_Thread_local uint32_t tutti_symbolic_arguments[SYMBOLIC_ARGUMENTS];
_Thread_local const unsigned char *tutti_symbolic_kinds;
_Thread_local uint32_t tutti_symbolic_result;
_Thread_local void *tutti_symbolic_callee;

static struct symbolic_node *nodes;
static uint32_t node_count = 1;
static struct cell *cells; /* open addressing; an expression of zero is a cell that was left */
static FILE *events;
static unsigned variables;

#define fail(...) (fprintf(stderr, "runtime: " __VA_ARGS__), fputc('\n', stderr), abort())

static void end_run(void)
{
    const char *path = getenv("COVER");
    FILE *file = path ? fopen(path, "w") : NULL;
    for (unsigned i = 0; file && i < EDGES; i++)
        if (tutti_cover[i])
            fprintf(file, "%u\n", i);
    if (file)
        fclose(file);
    if (events)
        fprintf(events, "nodes %u\n", node_count - 1), fclose(events);
}

__attribute__((constructor(101))) static void begin_run(void)
{
    const char *path = getenv("EVENTS");
    tutti_symbolic = getenv("HEAVY") != NULL;
    atexit(end_run);
    if (!tutti_symbolic)
        return;
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *tags = mmap((void *)SYMBOLIC_TAGS, SYMBOLIC_TAGS, PROT_READ | PROT_WRITE,
                      flags | MAP_FIXED_NOREPLACE, -1, 0);
    if (tags != (void *)SYMBOLIC_TAGS)
        fail("no room for tags");
    nodes = calloc(NODES, sizeof *nodes);
    cells = calloc(CELLS, sizeof *cells);
    events = path ? fopen(path, "w") : NULL;
}

static uint32_t add_node(enum symbolic_op op, enum symbolic_type type, uint32_t a, uint32_t b,
                         uint32_t c, uint64_t value)
{
    if (node_count == NODES)
        fail("too many nodes");
    nodes[node_count] =
        (struct symbolic_node){.op = op, .type = type, .a = a, .b = b, .c = c, .value = value};
    return node_count++;
}

/* An operand's expression, a constant if it has none. */
static uint32_t operand(uint32_t expression, enum symbolic_type type, uint64_t value)
{
    if (!expression)
        return add_node(SYMBOLIC_CONSTANT, type, 0, 0, 0, value);
    if (expression >= node_count)
        fail("there is no expression %u", expression);
    if (nodes[expression].value != value)
        fail("expression %u (op %u) is %lx, not %lx", expression, nodes[expression].op,
             nodes[expression].value, value);
    return expression;
}

/* The new node: it computes what the program computed. */
static uint32_t compute(enum symbolic_op op, enum symbolic_type type, uint32_t a, uint32_t b,
                        uint64_t result)
{
    const uint32_t expression = add_node(op, type, a, b, 0, result);
    const uint64_t operands[3] = {nodes[a].value, nodes[b].value};
    uint64_t computed;
    if (!operation_fits(nodes, &nodes[expression]))
        fail("operation %d of type %d has operands of types %d and %d", op, type, nodes[a].type,
             nodes[b].type);
    if (!evaluate_operation(nodes, &nodes[expression], operands, &computed))
        fail("operation %d cannot be computed", op);
    if (computed != result)
        fail("operation %d gives %lx, not %lx", op, computed, result);
    return expression;
}

/* Operations that compute floating-point numbers say where they stand, and no others. */
static enum symbolic_op operation_in(uint32_t operation, enum symbolic_type type)
{
    const int floats = type == SYMBOLIC_FLOAT || type == SYMBOLIC_DOUBLE;
    if (floats != (operation >> SYMBOLIC_OPERATION_BITS != 0) ||
        operation >> (SYMBOLIC_OPERATION_BITS + SYMBOLIC_PLACE_BITS))
        fail("%u is no operation of that type", operation);
    return (enum symbolic_op)(operation & ((1U << SYMBOLIC_OPERATION_BITS) - 1));
}

uint32_t tutti_symbolic_binary(uint32_t operation, enum symbolic_type type, uint32_t a, uint32_t b,
                               uint64_t value_a, uint64_t value_b, uint64_t result)
{
    const enum symbolic_op op = operation_in(operation, type);
    if (!a && !b)
        fail("no operand is symbolic");
    const enum operation_shape shape = operation_shape(op);
    const bool compares = shape == SHAPE_COMPARE || shape == SHAPE_COMPARE_FLOATS;
    const enum symbolic_type from = compares ? nodes[a ? a : b].type : type;
    a = operand(a, from, value_a);
    b = operand(b, from, value_b);
    return compute(op, type, a, b, result);
}

uint32_t tutti_symbolic_unary(uint32_t operation, enum symbolic_type type, uint32_t a,
                              uint64_t value_a, uint64_t result)
{
    const enum symbolic_op op = operation_in(operation, type);
    if (!a)
        fail("the operand is not symbolic");
    operand(a, SYMBOLIC_I64, value_a);
    return compute(op, type, a, 0, result);
}

uint32_t tutti_symbolic_choose(enum symbolic_type type, uint32_t condition, uint32_t a, uint32_t b,
                               uint64_t value_condition, uint64_t value_a, uint64_t value_b)
{
    if (!condition)
        fail("the condition is not symbolic");
    operand(condition, SYMBOLIC_I1, value_condition);
    a = operand(a, type, value_a);
    b = operand(b, type, value_b);
    return add_node(SYMBOLIC_CHOOSE, type, condition, a, b, value_condition ? value_a : value_b);
}

static struct cell *find_cell(uintptr_t address)
{
    size_t at = (address * 0x9E3779B97F4A7C15U) >> 44;
    for (size_t i = 0; i < CELLS; i++, at = (at + 1) % CELLS)
        if (cells[at].address == address || !cells[at].address)
            return &cells[at];
    fail("too much memory is symbolic");
}

void tutti_symbolic_keep(struct symbolic_variadic *kept)
{
    kept->kinds = tutti_symbolic_kinds;
    memcpy(kept->expressions, tutti_symbolic_arguments, sizeof kept->expressions);
    tutti_symbolic_kinds = NULL;
}

/* What is told of the arguments fits their expressions; they are concrete from here on. */
void tutti_symbolic_variadic(void *started, uint32_t fixed, const struct symbolic_variadic *kept)
{
    if (!started || !kept->kinds || fixed > kept->kinds[0] || kept->kinds[0] > SYMBOLIC_ARGUMENTS)
        fail("a call with ... has %u named arguments", fixed);
    for (unsigned i = fixed; i < kept->kinds[0]; i++) {
        const unsigned char kind = kept->kinds[i + 1];
        const uint32_t expression = kept->expressions[i];
        if (kind < SYMBOLIC_KIND_MEMORY && expression && nodes[expression].type != kind)
            fail("argument %u is of type %d, not %u", i, nodes[expression].type, kind);
    }
}

static unsigned char *tag_of(uintptr_t address)
{
    return (unsigned char *)(SYMBOLIC_TAGS + (address >> 3));
}

static void forget(uintptr_t address, uint64_t length)
{
    for (uintptr_t at = address < 8 ? 0 : address - 7; at < address + length; at++) {
        struct cell *cell = find_cell(at);
        if (cell->address && at + operation_width(cell->type) / 8 > address)
            cell->expression = 0;
    }
}

uint32_t tutti_symbolic_load(const void *address, enum symbolic_type type, uint64_t value)
{
    const struct cell *cell = find_cell((uintptr_t)address);
    if (!cell->expression || operation_width(cell->type) != operation_width(type) ||
        cell->value != value)
        return 0;
    if (nodes[cell->expression].type == type)
        return cell->expression;
    return add_node(SYMBOLIC_BITS, type, cell->expression, 0, 0, value);
}

static void put_cell(uintptr_t address, enum symbolic_type type, uint32_t expression,
                     uint64_t value)
{
    struct cell *cell = find_cell(address);
    *cell = (struct cell){address, expression, type, value};
    *tag_of(address) = *tag_of(address + operation_width(type) / 8 - 1) = 1;
}

void tutti_symbolic_store(void *address, enum symbolic_type type, uint32_t expression,
                          uint64_t value)
{
    if (expression)
        operand(expression, type, value);
    forget((uintptr_t)address, operation_width(type) / 8);
    if (expression)
        put_cell((uintptr_t)address, type, expression, value);
}

void tutti_symbolic_copy(void *to, const void *from, uint64_t length)
{
    struct cell *kept = calloc(length + 1, sizeof *kept);
    for (uint64_t i = 0; i < length; i++)
        if (*tag_of((uintptr_t)from + i))
            kept[i] = *find_cell((uintptr_t)from + i);
    for (uint64_t i = 0; i < length; i++)
        if (*tag_of((uintptr_t)to + i))
            forget((uintptr_t)to + i, 1);
    for (uint64_t i = 0; i < length; i++)
        if (kept[i].expression && i + operation_width(kept[i].type) / 8 <= length)
            put_cell((uintptr_t)to + i, kept[i].type, kept[i].expression, kept[i].value);
    free(kept);
}

void tutti_symbolic_set(void *to, uint32_t expression, unsigned char value, uint64_t length)
{
    if (expression)
        operand(expression, SYMBOLIC_I8, value);
    for (uint64_t i = 0; i < length; i++) {
        if (*tag_of((uintptr_t)to + i))
            forget((uintptr_t)to + i, 1);
        if (expression)
            put_cell((uintptr_t)to + i, SYMBOLIC_I8, expression, value);
    }
}

void tutti_symbolic_forget(void *at, uint64_t length)
{
    forget((uintptr_t)at, length);
}

/* An expression as text, cut if it is long. */
static void write_text(char *text, uint32_t expression)
{
    static const char *const names[SYMBOLIC_OP_COUNT] = {
        [SYMBOLIC_ADD] = "add",
        [SYMBOLIC_SUBTRACT] = "sub",
        [SYMBOLIC_MULTIPLY] = "mul",
        [SYMBOLIC_DIVIDE_SIGNED] = "div",
        [SYMBOLIC_REMAINDER_SIGNED] = "rem",
        [SYMBOLIC_EQUAL] = "eq",
        [SYMBOLIC_NOT_EQUAL] = "ne",
        [SYMBOLIC_LESS_SIGNED] = "lt",
        [SYMBOLIC_LESS_EQUAL_SIGNED] = "le",
        [SYMBOLIC_GREATER_SIGNED] = "gt",
        [SYMBOLIC_GREATER_EQUAL_SIGNED] = "ge",
        [SYMBOLIC_EXTEND_SIGN] = "sext",
        [SYMBOLIC_EXTEND_ZERO] = "zext",
        [SYMBOLIC_TRUNCATE] = "trunc",
        [SYMBOLIC_FLOAT_LESS] = "flt",
        [SYMBOLIC_FLOAT_GREATER] = "fgt",
        [SYMBOLIC_FLOAT_ADD] = "fadd",
        [SYMBOLIC_FLOAT_MULTIPLY] = "fmul",
        [SYMBOLIC_FROM_SIGNED] = "real",
        [SYMBOLIC_CHOOSE] = "choose",
        [SYMBOLIC_XOR] = "xor",
    };
    const struct symbolic_node *node = &nodes[expression];
    size_t used = strlen(text);
    if (used > TEXT - 60)
        return;
    if (node->op == SYMBOLIC_CONSTANT && node->type >= SYMBOLIC_FLOAT)
        sprintf(text + used, "%g", evaluate_real(node->type, node->value));
    else if (node->op == SYMBOLIC_CONSTANT)
        sprintf(text + used, "%ld", (long)operation_signed(node->type, node->value));
    else if (node->op == SYMBOLIC_VARIABLE)
        sprintf(text + used, "v%u", node->a);
    else {
        const uint32_t parts[] = {node->a, node->b, node->c};
        if (names[node->op])
            sprintf(text + used, "%s(", names[node->op]);
        else
            sprintf(text + used, "op%d(", node->op);
        for (int i = 0; i < 3 && parts[i]; i++) {
            if (i)
                strcat(text, ",");
            write_text(text, parts[i]);
        }
        strcat(text, ")");
    }
}

static void add_event(const char *kind, uint32_t site, uint32_t expression, uint64_t value,
                      int64_t other)
{
    char text[2 * TEXT] = "";
    if (!expression)
        fail("an event without expression");
    if (!events)
        return;
    write_text(text, expression);
    fprintf(events, "%s %u %s %ld", kind, site, text,
            (long)operation_signed(nodes[expression].type, value));
    fprintf(events, other >= 0 ? " %ld\n" : "\n", (long)other);
}

void tutti_symbolic_branch(uint32_t site, uint32_t expression, int taken)
{
    operand(expression, SYMBOLIC_I1, (uint64_t)taken);
    add_event("branch", site, expression, 0, taken);
}

void tutti_symbolic_switch(uint32_t site, uint32_t expression, uint64_t value)
{
    operand(expression, SYMBOLIC_I32, value);
    add_event("switch", site, expression, value, -1);
}

void tutti_symbolic_address(uint32_t site, uint32_t expression, uint64_t address)
{
    operand(expression, SYMBOLIC_I64, address);
    add_event("address", site, expression, 0, -1);
}

void tutti_symbolic_index(uint32_t site, uint32_t expression, uint64_t value, uint64_t bound)
{
    operand(expression, SYMBOLIC_I64, value);
    add_event("index", site, expression, value, (int64_t)bound);
}

void tutti_symbolic_divisor(uint32_t site, uint32_t expression, uint64_t value)
{
    operand(expression, SYMBOLIC_I64, value);
    add_event("divisor", site, expression, value, -1);
}

void tutti_symbolic_arithmetic(uint32_t site, uint32_t expression)
{
    add_event("arithmetic", site, expression, nodes[expression].value, -1);
}

void tutti_symbolic_size(uint32_t site, uint32_t expression, uint64_t value)
{
    operand(expression, SYMBOLIC_I64, value);
    add_event("size", site, expression, value, -1);
}

void tutti_symbolic_main(int count, char **words)
{
    (void)words;
    memset(tutti_symbolic_arguments, 0, sizeof tutti_symbolic_arguments);
    if (events)
        fprintf(events, "main %d\n", count);
}

int tutti_model_atoi(const char *text);
int tutti_model_atoi(const char *text)
{
    const int value = atoi(text);
    tutti_symbolic_result =
        add_node(SYMBOLIC_VARIABLE, SYMBOLIC_I32, variables++, 0, 0, (uint32_t)value);
    return value;
}

double tutti_model_atof(const char *text);
double tutti_model_atof(const char *text)
{
    const double value = atof(text);
    tutti_symbolic_result = add_node(SYMBOLIC_VARIABLE, SYMBOLIC_DOUBLE, variables++, 0, 0,
                                     evaluate_bits(SYMBOLIC_DOUBLE, value));
    return value;
}
