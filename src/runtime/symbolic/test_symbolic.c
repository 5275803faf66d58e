/* test_symbolic.c: calls the functions that heavy code calls, as rank 1 of a test of two ranks, and
 * checks what they record.
 */
#include "runtime/symbolic/sources.h"
#include "runtime/symbolic/state.h"
#include "runtime/symbolic/test_segment.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <tutti.h>
#include <unistd.h>

int tutti_model_atoi(const char *text);
long tutti_model_strtol(const char *text, char **end, int base);
double tutti_model_strtod(const char *text, char **end);
int tutti_model_strcmp(const char *a, const char *b);
void *tutti_model_memcpy(void *to, const void *from, size_t length);
void *tutti_model_realloc(void *old, size_t size);
void *tutti_model_malloc(size_t size);
void tutti_model_tutti_mark(void *at, int kind, long count, const char *name, long lower,
                            long upper);

static unsigned tag_of(const void *address)
{
    return *(unsigned char *)(uintptr_t)(SYMBOLIC_TAGS + ((uintptr_t)address >> 3)); /* NOLINT */
}

static uint32_t marked(const char *name, void *at, int kind)
{
    tutti_model_tutti_mark(at, kind, 0, name, INT_MIN, INT_MAX);
    uint64_t value = 0;
    size_t bytes = kind == TUTTI_DOUBLE || kind == TUTTI_LONG ? 8 : 4;
    enum symbolic_type type = kind == TUTTI_DOUBLE ? SYMBOLIC_DOUBLE
                              : kind == TUTTI_LONG ? SYMBOLIC_I64
                                                   : SYMBOLIC_I32;
    memcpy(&value, at, bytes);
    assert_int_not_equal(tag_of(at), 0);
    return tutti_symbolic_load(at, type, value);
}

static void test_cover(void **context)
{
    (void)context;
    tutti_cover[7] = 1;
    assert_int_equal(((unsigned char *)segment)[SYMBOLIC_COVER + 7], 1);
}

static void test_nodes_are_unique(void **context)
{
    (void)context;
    int n = 5;
    uint32_t x = marked("unique", &n, TUTTI_INT);
    uint32_t sum = tutti_symbolic_binary(SYMBOLIC_ADD, SYMBOLIC_I32, x, 0, 5, 3, 8);
    assert_int_equal(node(sum)->op, SYMBOLIC_ADD);
    assert_int_equal(node(sum)->value, 8);
    assert_int_equal(node(sum)->a, x);
    assert_int_equal(node(node(sum)->b)->op, SYMBOLIC_CONSTANT);
    assert_int_equal(node(node(sum)->b)->value, 3);
    assert_int_equal(tutti_symbolic_binary(SYMBOLIC_ADD, SYMBOLIC_I32, 0, x, 3, 5, 8), sum);
    assert_int_not_equal(tutti_symbolic_binary(SYMBOLIC_ADD, SYMBOLIC_I32, x, 0, 5, 4, 9), sum);
    uint32_t above = tutti_symbolic_binary(SYMBOLIC_LESS_SIGNED, SYMBOLIC_I1, 0, x, 0, 5, 1);
    assert_int_equal(node(above)->op, SYMBOLIC_GREATER_SIGNED);
    assert_int_equal(node(above)->a, x);
    assert_int_equal(tutti_symbolic_binary(SYMBOLIC_GREATER_SIGNED, SYMBOLIC_I1, x, 0, 5, 0, 1),
                     above);
}

static void test_folding(void **context)
{
    (void)context;
    int n = 5;
    uint32_t x = marked("folded", &n, TUTTI_INT);
    assert_int_equal(tutti_symbolic_binary(SYMBOLIC_ADD, SYMBOLIC_I32, x, 0, 5, 0, 5), x);
    assert_int_equal(tutti_symbolic_binary(SYMBOLIC_MULTIPLY, SYMBOLIC_I32, x, 0, 5, 0, 0), 0);
    assert_int_equal(tutti_symbolic_binary(SYMBOLIC_SUBTRACT, SYMBOLIC_I32, x, x, 5, 5, 0), 0);
    /* x + 1 + 1 ... is x + many, and x again */
    uint32_t sum = x;
    for (uint32_t i = 0; i < 5000; i++)
        sum = tutti_symbolic_binary(SYMBOLIC_ADD, SYMBOLIC_I32, sum, 0, 5 + i, 1, 6 + i);
    assert_int_equal(node(sum)->a, x);
    assert_int_equal(node(node(sum)->b)->value, 5000);
    assert_int_equal(node(sum)->value, 5005);
    assert_int_equal(
        tutti_symbolic_binary(SYMBOLIC_ADD, SYMBOLIC_I32, sum, 0, 5005, (uint32_t)-5000, 5), x);
    uint32_t less_2 = tutti_symbolic_binary(SYMBOLIC_SUBTRACT, SYMBOLIC_I32, x, 0, 5, 2, 3);
    assert_int_equal(tutti_symbolic_binary(SYMBOLIC_ADD, SYMBOLIC_I32, less_2, 0, 3, 2, 5), x);
    /* if ((int)(x < 9) != 0) is if (x < 9), and == 0 its opposite */
    uint32_t less = tutti_symbolic_binary(SYMBOLIC_LESS_SIGNED, SYMBOLIC_I32, x, 0, 5, 9, 1);
    assert_int_equal(node(less)->type, SYMBOLIC_I1);
    uint32_t wide = tutti_symbolic_unary(SYMBOLIC_EXTEND_ZERO, SYMBOLIC_I32, less, 1, 1);
    assert_int_equal(tutti_symbolic_binary(SYMBOLIC_NOT_EQUAL, SYMBOLIC_I1, wide, 0, 1, 0, 1),
                     less);
    uint32_t not = tutti_symbolic_binary(SYMBOLIC_EQUAL, SYMBOLIC_I1, wide, 0, 1, 0, 0);
    assert_int_equal(node(not)->op, SYMBOLIC_GREATER_EQUAL_SIGNED);
    assert_int_equal(node(not)->value, 0);
    assert_int_equal(tutti_symbolic_binary(SYMBOLIC_XOR, SYMBOLIC_I1, not, 0, 0, 1, 1), less);
    /* (char)(long)x is (char)x; (int)(long)x is x */
    uint32_t longer = tutti_symbolic_unary(SYMBOLIC_EXTEND_SIGN, SYMBOLIC_I64, x, 5, 5);
    assert_int_equal(tutti_symbolic_unary(SYMBOLIC_TRUNCATE, SYMBOLIC_I32, longer, 5, 5), x);
    uint32_t narrow = tutti_symbolic_unary(SYMBOLIC_TRUNCATE, SYMBOLIC_I8, longer, 5, 5);
    assert_int_equal(node(narrow)->op, SYMBOLIC_TRUNCATE);
    assert_int_equal(node(narrow)->a, x);
}

/* (int)(double)x is x, and (long)(double)x is (long)x; a float cannot hold every int. */
static void test_integers_in_floating_point(void **context)
{
    (void)context;
    int n = 5;
    uint32_t x = marked("kept", &n, TUTTI_INT);
    uint64_t five;
    memcpy(&five, &(double){5}, sizeof five);
    uint32_t kept = tutti_symbolic_unary(SYMBOLIC_FROM_SIGNED, SYMBOLIC_DOUBLE, x, 5, five);
    assert_int_equal(tutti_symbolic_unary(SYMBOLIC_TO_SIGNED, SYMBOLIC_I32, kept, five, 5), x);
    uint32_t longer = tutti_symbolic_unary(SYMBOLIC_TO_SIGNED, SYMBOLIC_I64, kept, five, 5);
    assert_int_equal(node(longer)->op, SYMBOLIC_EXTEND_SIGN);
    assert_int_equal(node(longer)->a, x);
    uint32_t shorter = tutti_symbolic_unary(SYMBOLIC_TO_SIGNED, SYMBOLIC_I8, kept, five, 5);
    assert_int_equal(node(shorter)->op, SYMBOLIC_TO_SIGNED);
    kept = tutti_symbolic_unary(SYMBOLIC_FROM_UNSIGNED, SYMBOLIC_DOUBLE, x, 5, five);
    assert_int_equal(tutti_symbolic_unary(SYMBOLIC_TO_UNSIGNED, SYMBOLIC_I32, kept, five, 5), x);
    uint32_t sign = tutti_symbolic_unary(SYMBOLIC_TO_SIGNED, SYMBOLIC_I32, kept, five, 5);
    assert_int_equal(node(sign)->op, SYMBOLIC_TO_SIGNED);
    uint32_t five_single;
    memcpy(&five_single, &(float){5}, sizeof five_single);
    kept = tutti_symbolic_unary(SYMBOLIC_FROM_SIGNED, SYMBOLIC_FLOAT, x, 5, five_single);
    uint32_t rounded = tutti_symbolic_unary(SYMBOLIC_TO_SIGNED, SYMBOLIC_I32, kept, five_single, 5);
    assert_int_equal(node(rounded)->op, SYMBOLIC_TO_SIGNED);
}

static void test_size_is_bounded(void **context)
{
    (void)context;
    int n = 3;
    uint32_t x = marked("large", &n, TUTTI_INT), product = x, sum = x;
    uint64_t value = 3;
    unsigned made = 0;
    for (int i = 0; i < 2000 && product; i++) {
        product = tutti_symbolic_binary(SYMBOLIC_MULTIPLY, SYMBOLIC_I32, product, x, value, 3,
                                        (uint32_t)(value * 3));
        value = (uint32_t)(value * 3);
        made += product != 0;
    }
    assert_int_equal(made, SYMBOLIC_OPERATIONS / SYMBOLIC_HARD);
    assert_int_equal(region->large, 1);
    made = 0;
    for (uint32_t i = 1; i < 2000 && sum; i++) {
        sum = tutti_symbolic_binary(SYMBOLIC_ADD, SYMBOLIC_I32, sum, x, 3 * i, 3, 3 * i + 3);
        made += sum != 0;
    }
    assert_int_equal(made, SYMBOLIC_OPERATIONS);
}

static uint32_t with_constant(enum symbolic_op op, uint32_t x, double constant, bool in_front)
{
    uint64_t bits, of_x;
    memcpy(&bits, &constant, sizeof bits);
    memcpy(&of_x, &(double){3}, sizeof of_x);
    return in_front ? tutti_symbolic_binary(op, SYMBOLIC_DOUBLE, 0, x, bits, of_x, 0)
                    : tutti_symbolic_binary(op, SYMBOLIC_DOUBLE, x, 0, of_x, bits, 0);
}

static void test_floats_fold(void **context)
{
    (void)context;
    double number = 3;
    uint32_t x = marked("folded", &number, TUTTI_DOUBLE);
    assert_int_equal(with_constant(SYMBOLIC_FLOAT_MULTIPLY, x, 0, false), 0);
    assert_int_equal(with_constant(SYMBOLIC_FLOAT_MULTIPLY, x, -0.0, true), 0);
    assert_int_equal(with_constant(SYMBOLIC_FLOAT_MULTIPLY, x, 1, true), x);
    assert_int_equal(with_constant(SYMBOLIC_FLOAT_ADD, x, 0, true), x);
    assert_int_equal(with_constant(SYMBOLIC_FLOAT_SUBTRACT, x, 0, false), x);
    assert_int_equal(with_constant(SYMBOLIC_FLOAT_DIVIDE, x, 1, false), x);
    static const enum symbolic_op turned[] = {SYMBOLIC_FLOAT_SUBTRACT, SYMBOLIC_FLOAT_DIVIDE};
    for (int i = 0; i < 2; i++) { /* 0 - x and 1 / x are something else */
        uint32_t other = with_constant(turned[i], x, i, true);
        assert_int_equal(node(other)->op, turned[i]);
        assert_int_equal(node(other)->b, x);
    }
    uint32_t less = with_constant(SYMBOLIC_FLOAT_LESS, x, 0, false);
    assert_int_equal(node(less)->op, SYMBOLIC_FLOAT_LESS);
}

/* sum += x / i, with another i in each iteration */
static void test_place_is_bounded(void **context)
{
    (void)context;
    enum { PLACE = 7 << SYMBOLIC_OPERATION_BITS };
    double number = 3;
    uint32_t x = marked("float", &number, TUTTI_DOUBLE);
    unsigned made = 0;
    for (uint64_t i = 1; i <= 1000; i++)
        made += tutti_symbolic_binary(PLACE | SYMBOLIC_FLOAT_DIVIDE, SYMBOLIC_DOUBLE, x, 0, 3, i,
                                      3) != 0;
    assert_in_range(made, 10, 100);
    uint32_t other = (2 * PLACE) | SYMBOLIC_FLOAT_ADD;
    for (int i = 0; i < 1000; i++) /* the same operation again is not new */
        assert_int_not_equal(tutti_symbolic_binary(other, SYMBOLIC_DOUBLE, x, 0, 3, 5, 8), 0);
}

static void test_choose(void **context)
{
    (void)context;
    int n = 5;
    uint32_t x = marked("chosen", &n, TUTTI_INT);
    uint32_t less = tutti_symbolic_binary(SYMBOLIC_LESS_SIGNED, SYMBOLIC_I32, x, 0, 5, 9, 1);
    uint32_t chosen = tutti_symbolic_choose(SYMBOLIC_I32, less, x, 0, 1, 5, 7);
    assert_int_equal(node(chosen)->op, SYMBOLIC_CHOOSE);
    assert_int_equal(node(chosen)->a, less);
    assert_int_equal(node(chosen)->b, x);
    assert_int_equal(node(node(chosen)->c)->value, 7);
    assert_int_equal(node(chosen)->value, 5);
    assert_int_equal(tutti_symbolic_choose(SYMBOLIC_I32, less, 0, 0, 1, 7, 7), 0);
    assert_int_equal(tutti_symbolic_choose(SYMBOLIC_I32, 0, x, 0, 1, 5, 7), x);
    assert_int_equal(tutti_symbolic_choose(SYMBOLIC_I32, 0, x, 0, 0, 5, 7), 0);
}

static void test_load_gives_back_what_was_stored(void **context)
{
    (void)context;
    int n = 0x01020304;
    int copies[2] = {0, 0};
    tutti_symbolic_forget(copies, sizeof copies); /* as of any new variable */
    uint32_t x = marked("stored", &n, TUTTI_INT);
    copies[1] = n;
    tutti_symbolic_store(&copies[1], SYMBOLIC_I32, x, (uint32_t)n);
    assert_int_equal(tutti_symbolic_load(&copies[1], SYMBOLIC_I32, (uint32_t)n), x);
    assert_int_equal(tutti_symbolic_load(&copies[0], SYMBOLIC_I32, 0), 0);
    tutti_symbolic_store(&copies[1], SYMBOLIC_I32, 0, 0); /* overwritten by heavy code */
    assert_int_equal(tutti_symbolic_load(&copies[1], SYMBOLIC_I32, (uint32_t)n), 0);
    assert_int_equal(tag_of(&copies[1]), 0);
}

static void test_parts(void **context)
{
    (void)context;
    union {
        int number[2];
        long wide;
        short halves[4];
        unsigned char bytes[8];
    } memory = {.number = {0x01020304, 0}};
    tutti_symbolic_forget(&memory, sizeof memory); /* as of any new variable */
    uint32_t x = marked("parts", &memory.number[0], TUTTI_INT);
    uint32_t low = tutti_symbolic_load(&memory.bytes[0], SYMBOLIC_I8, 4);
    assert_int_equal(node(low)->op, SYMBOLIC_TRUNCATE);
    assert_int_equal(node(low)->a, x);
    uint32_t second = tutti_symbolic_load(&memory.bytes[1], SYMBOLIC_I8, 3);
    assert_int_equal(node(second)->op, SYMBOLIC_EXTRACT);
    assert_int_equal(node(second)->a, x);
    assert_int_equal(node(second)->b, 8);
    assert_int_equal(node(second)->value, 3);
    uint32_t middle = tutti_symbolic_load(&memory.bytes[1], SYMBOLIC_I16, 0x0203);
    assert_int_equal(node(middle)->op, SYMBOLIC_EXTRACT);
    assert_int_equal(node(middle)->type, SYMBOLIC_I16);
    uint32_t wide = tutti_symbolic_load(&memory.wide, SYMBOLIC_I64, 0x01020304);
    assert_int_equal(node(wide)->op, SYMBOLIC_EXTEND_ZERO);
    assert_int_equal(node(wide)->a, x);
    /* Bytes that are stored one by one are the number again. */
    unsigned char copy[4] __attribute__((aligned(4)));
    for (int i = 0; i < 4; i++) {
        copy[i] = memory.bytes[i];
        tutti_symbolic_store(&copy[i], SYMBOLIC_I8,
                             tutti_symbolic_load(&memory.bytes[i], SYMBOLIC_I8, copy[i]), copy[i]);
    }
    assert_int_equal(tutti_symbolic_load(copy, SYMBOLIC_I32, 0x01020304), x);
    /* One byte is another: the others are still symbolic. */
    copy[2] = 0x77;
    tutti_symbolic_store(&copy[2], SYMBOLIC_I8, 0, 0x77);
    uint32_t mixed = tutti_symbolic_load(copy, SYMBOLIC_I32, 0x01770304);
    assert_int_equal(node(mixed)->op, SYMBOLIC_CONCATENATE);
    assert_int_equal(node(mixed)->value, 0x01770304);
    assert_int_equal(node(node(mixed)->b)->op, SYMBOLIC_TRUNCATE);
    assert_int_equal(node(node(mixed)->b)->type, SYMBOLIC_I16);
}

static void test_float_bits(void **context)
{
    (void)context;
    double d = 1.5;
    uint64_t bits;
    uint32_t x = marked("bits", &d, TUTTI_DOUBLE);
    memcpy(&bits, &d, sizeof bits);
    uint32_t as_integer = tutti_symbolic_load(&d, SYMBOLIC_I64, bits);
    assert_int_equal(node(as_integer)->op, SYMBOLIC_BITS);
    assert_int_equal(node(as_integer)->a, x);
    double e = d;
    tutti_symbolic_store(&e, SYMBOLIC_I64, as_integer, bits);
    assert_int_equal(tutti_symbolic_load(&e, SYMBOLIC_DOUBLE, bits), x);
    uint32_t high = tutti_symbolic_load((char *)&d + 4, SYMBOLIC_I32, bits >> 32);
    assert_int_equal(node(high)->op, SYMBOLIC_EXTRACT);
    assert_int_equal(node(high)->a, as_integer);
    assert_int_equal(node(high)->value, bits >> 32);
}

static void test_stale_bytes_are_forgotten(void **context)
{
    (void)context;
    int n = 100;
    marked("stale", &n, TUTTI_INT);
    n = 200; /* code outside */
    /* the upper bytes are unchanged by chance */
    assert_int_equal(tutti_symbolic_load((char *)&n + 1, SYMBOLIC_I8, 0) != 0, 1);
    assert_int_equal(tutti_symbolic_load(&n, SYMBOLIC_I32, 200), 0);
    assert_int_equal(tag_of(&n) >> ((uintptr_t)&n & 7) & 15, 0);
    assert_int_equal(tutti_symbolic_load((char *)&n + 1, SYMBOLIC_I8, 0), 0);
    n = 100;
    assert_int_equal(tutti_symbolic_load(&n, SYMBOLIC_I32, 100), 0);
}

static void test_copies(void **context)
{
    (void)context;
    static int from[3000], to[3000]; /* more than a page */
    from[5] = 77;
    from[2990] = 78;
    uint32_t x = marked("copied 1", &from[5], TUTTI_INT);
    uint32_t y = marked("copied 2", &from[2990], TUTTI_INT);
    tutti_symbolic_store(&to[6], SYMBOLIC_I32, x, 0); /* gone afterwards */
    tutti_model_memcpy(to, from, sizeof to);
    assert_int_equal(tutti_symbolic_load(&to[5], SYMBOLIC_I32, 77), x);
    assert_int_equal(tutti_symbolic_load(&to[2990], SYMBOLIC_I32, 78), y);
    assert_int_equal(tag_of(&to[6]), tag_of(&to[2000]));
    assert_int_equal(tutti_symbolic_load(&to[6], SYMBOLIC_I32, 0), 0);
    /* code outside has written to one byte of a number: no byte of the number is copied */
    ((char *)from)[4 * 2990] = 99;
    tutti_model_memcpy(to + 100, from + 2990, 4);
    assert_int_equal(tutti_symbolic_load((char *)(to + 100) + 2, SYMBOLIC_I8, 0), 0);
    /* overlapping, both ways, not aligned */
    char *bytes = (char *)to;
    memmove(bytes + 3, bytes, sizeof to - 3);
    tutti_symbolic_copy(bytes + 3, bytes, sizeof to - 3);
    assert_int_equal(tutti_symbolic_load(bytes + 5 * 4 + 3, SYMBOLIC_I32, 77), x);
    assert_int_equal(tutti_symbolic_load(bytes + 2990 * 4 + 3, SYMBOLIC_I32, 78), y);
    memmove(bytes, bytes + 3, sizeof to - 3);
    tutti_symbolic_copy(bytes, bytes + 3, sizeof to - 3);
    assert_int_equal(tutti_symbolic_load(&to[5], SYMBOLIC_I32, 77), x);
    assert_int_equal(tutti_symbolic_load(&to[2990], SYMBOLIC_I32, 78), y);
    tutti_symbolic_forget(to, sizeof to);
    assert_int_equal(tutti_symbolic_load(&to[5], SYMBOLIC_I32, 77), 0);
    assert_int_equal(tag_of(&to[2990]), 0);
    /* a byte of an expression, everywhere */
    uint32_t low = tutti_symbolic_load(&from[5], SYMBOLIC_I8, 77);
    memset(to, 77, 100);
    tutti_symbolic_set(to, low, 77, 100);
    assert_int_equal(tutti_symbolic_load((char *)to + 99, SYMBOLIC_I8, 77), low);
    assert_int_equal(tutti_symbolic_load((char *)to + 100, SYMBOLIC_I8, 77), 0);
}

static void test_memory_that_moves(void **context)
{
    (void)context;
    int *old = malloc(4 * sizeof *old);
    assert_non_null(old);
    memset(old, 0, 4 * sizeof *old);
    old[3] = 5;
    uint32_t x = marked("moved", &old[3], TUTTI_INT);
    int *moved = tutti_model_realloc(old, 1 << 22); /* far away with any allocator */
    assert_non_null(moved);
    assert_int_equal(tutti_symbolic_load(&moved[3], SYMBOLIC_I32, 5), x);
    free(moved);
}

static void test_reduction(void **context)
{
    (void)context;
    int n = 0, m = 0;
    uint32_t x = marked("looped", &n, TUTTI_INT), y = marked("other", &m, TUTTI_INT);
    uint32_t before = event_count();
    uint64_t reduced = region->reduced;
    uint32_t first = 0, last = 0;
    /* for (i = 0; x + i < 100; i++): figure 7 of the paper */
    for (uint32_t i = 0; i <= 100; i++) {
        uint32_t sum = tutti_symbolic_binary(SYMBOLIC_ADD, SYMBOLIC_I32, x, 0, 0, i, i);
        last = tutti_symbolic_binary(SYMBOLIC_LESS_SIGNED, SYMBOLIC_I1, sum, 0, i, 100, i < 100);
        first = first ? first : last;
        tutti_symbolic_branch(17, last, i < 100);
    }
    assert_int_equal(event_count() - before, 2);
    assert_int_equal(region->reduced - reduced, 99);
    assert_int_equal(region->events[before].expression, first);
    assert_int_equal(region->events[before].taken, 1);
    assert_int_equal(region->events[before].site, 17);
    assert_int_equal(region->events[before].met, 0);
    assert_int_equal(last_event()->met, 100);
    assert_int_equal(last_event()->expression, last);
    assert_int_equal(last_event()->taken, 0);
    /* the same condition elsewhere says nothing new; another variable at the same place does */
    tutti_symbolic_branch(18, first, 1);
    assert_int_equal(event_count() - before, 2);
    uint32_t other = tutti_symbolic_binary(SYMBOLIC_LESS_SIGNED, SYMBOLIC_I1, y, 0, 0, 100, 1);
    tutti_symbolic_branch(17, other, 1);
    assert_int_equal(event_count() - before, 3);
    segment->flags |= SYMBOLIC_NO_REDUCTION;
    tutti_symbolic_branch(17, other, 1);
    tutti_symbolic_branch(17, other, 1);
    segment->flags = 0;
    assert_int_equal(event_count() - before, 5);
}

static void test_other_events(void **context)
{
    (void)context;
    int n = 3;
    uint32_t x = marked("event", &n, TUTTI_INT), before = event_count();
    tutti_symbolic_switch(20, x, 3);
    tutti_symbolic_switch(20, x, 3);
    assert_int_equal(event_count() - before, 1);
    assert_int_equal(last_event()->kind, EVENT_SWITCH);
    assert_int_equal(last_event()->value, 3);
    tutti_symbolic_index(21, x, 3, 10);
    assert_int_equal(last_event()->kind, EVENT_INDEX);
    assert_int_equal(last_event()->other, 10);
    tutti_symbolic_index(21, x, 3, 20);
    tutti_symbolic_index(21, x, 3, 20);
    assert_int_equal(event_count() - before, 3);
    tutti_symbolic_divisor(22, x, 3);
    assert_int_equal(last_event()->kind, EVENT_DIVISOR);
    tutti_symbolic_arithmetic(22, x);
    assert_int_equal(event_count() - before, 4);
    segment->flags = SYMBOLIC_OVERFLOW;
    tutti_symbolic_arithmetic(22, x);
    assert_int_equal(event_count() - before, 4); /* a variable is no sum */
    uint32_t sum = tutti_symbolic_binary(SYMBOLIC_ADD, SYMBOLIC_I32, x, 0, 3, 1, 4);
    tutti_symbolic_arithmetic(22, sum);
    segment->flags = 0;
    assert_int_equal(last_event()->kind, EVENT_ARITHMETIC);
    assert_int_equal(last_event()->expression, sum);
    tutti_symbolic_arguments[0] = x;
    free(tutti_model_malloc(3));
    assert_int_equal(last_event()->kind, EVENT_SIZE);
    assert_int_equal(last_event()->expression, x);
    assert_int_equal(last_event()->site, UINT32_MAX);
    tutti_symbolic_arguments[0] = 0;
}

/* a[i * stride] and n / (stride + i) in a loop */
static void test_other_events_in_loops(void **context)
{
    (void)context;
    int n = 3;
    uint32_t x = marked("stride", &n, TUTTI_INT), before = event_count();
    for (uint32_t i = 2; i < 102; i++) {
        uint32_t product =
            tutti_symbolic_binary(SYMBOLIC_MULTIPLY, SYMBOLIC_I32, x, 0, 3, i, 3 * i);
        tutti_symbolic_address(23, product, UINT64_C(3) * i);
    }
    assert_int_equal(event_count() - before, 1);
    assert_int_equal(last_event()->value, 6);
    for (uint32_t i = 1; i <= 100; i++) {
        uint32_t sum = tutti_symbolic_binary(SYMBOLIC_ADD, SYMBOLIC_I32, x, 0, 3, i, 3 + i);
        tutti_symbolic_divisor(24, sum, 3 + i);
    }
    assert_int_equal(event_count() - before, 1 + 8); /* 0, 1, 2, 4 ... 64 */
    assert_int_equal(last_event()->value, 3 + 1 + 64);
}

/* *(p + 1) in a loop, where p is in memory */
static void test_address_is_held(void **context)
{
    (void)context;
    int n = 3;
    uint64_t pointer = 24, memory = pointer;
    uint32_t x = tutti_symbolic_unary(SYMBOLIC_EXTEND_SIGN, SYMBOLIC_I64,
                                      marked("held", &n, TUTTI_INT), 3, 3);
    uint32_t p = tutti_symbolic_binary(SYMBOLIC_MULTIPLY, SYMBOLIC_I64, x, 0, 3, 8, pointer);
    tutti_symbolic_store(&memory, SYMBOLIC_I64, p, pointer);
    int loads = 0;
    for (; loads < 100 && tutti_symbolic_load(&memory, SYMBOLIC_I64, pointer); loads++) {
        uint32_t sum = tutti_symbolic_binary(SYMBOLIC_ADD, SYMBOLIC_I64, p, 0, 24, 1, 25);
        assert_int_not_equal(sum, 0);
        tutti_symbolic_address(25, sum, 25);
    }
    assert_in_range(loads, 10, 50);
    assert_int_equal(tutti_symbolic_binary(SYMBOLIC_ADD, SYMBOLIC_I64, p, 0, 24, 2, 26), 0);
    assert_int_not_equal(tutti_symbolic_binary(SYMBOLIC_ADD, SYMBOLIC_I64, p, x, 24, 3, 27), 0);
}

static void test_arguments(void **context)
{
    (void)context;
    char first[] = " 42", second[] = "-n17x", third[] = "0x1F 2.5e1", program[] = "a";
    char *words[] = {program, first, second, third, NULL};
    tutti_symbolic_main(4, words);
    uint32_t counted = tutti_symbolic_arguments[0];
    assert_int_equal(node(counted)->op, SYMBOLIC_VARIABLE);
    assert_int_equal(region->variables[node(counted)->a].kind, SYMBOLIC_COUNT);
    assert_int_equal(region->variables[node(counted)->a].value, 4);
    assert_int_equal(region->variables[node(counted)->a].upper, 7);
    tutti_symbolic_arguments[0] = 0;
    assert_int_equal(tutti_model_atoi(first), 42);
    uint32_t x = tutti_symbolic_result;
    assert_int_equal(node(x)->op, SYMBOLIC_VARIABLE);
    const struct symbolic_variable *variable = &region->variables[node(x)->a];
    assert_int_equal(variable->kind, SYMBOLIC_NUMBER);
    assert_int_equal(variable->offset, 1);
    assert_int_equal(variable->length, 2);
    assert_int_equal(variable->base, 10);
    assert_int_equal(variable->value, 42);
    assert_int_equal(variable->lower, INT_MIN);
    assert_int_equal(region->sources[variable->source].kind, SYMBOLIC_ARGUMENT);
    assert_int_equal(region->sources[variable->source].index, 1);
    /* the same text again, as a long: the same variable */
    char copy[8], *end;
    tutti_model_memcpy(copy, first, sizeof first);
    assert_int_equal(tutti_model_strtol(copy, &end, 0), 42);
    assert_ptr_equal(end, copy + 3);
    assert_int_equal(node(tutti_symbolic_result)->op, SYMBOLIC_EXTEND_SIGN);
    assert_int_equal(node(tutti_symbolic_result)->a, x);
    assert_int_equal(tutti_model_atoi(second + 2), 17);
    variable = &region->variables[node(tutti_symbolic_result)->a];
    assert_string_equal(variable->name, "argv[2]+2");
    assert_int_equal(variable->length, 2);
    assert_int_equal(tutti_model_strtol(third, &end, 0), 31);
    variable = &region->variables[node(tutti_symbolic_result)->a];
    assert_string_equal(variable->name, "argv[3]");
    assert_int_equal(variable->base, 16);
    assert_int_equal(variable->length, 4);
    assert_true(tutti_model_strtod(end, NULL) == 25);
    variable = &region->variables[node(tutti_symbolic_result)->a];
    assert_int_equal(variable->type, SYMBOLIC_DOUBLE);
    assert_int_equal(variable->base, 0);
    assert_int_equal(variable->offset, 5);
    assert_int_equal(variable->length, 5);
    /* a text that is no number could be one; a text from no input could not */
    assert_int_equal(tutti_model_atoi(second), 0);
    assert_int_equal(region->variables[node(tutti_symbolic_result)->a].length, 5);
    assert_int_equal(tutti_model_atoi("12"), 12);
    assert_int_equal(tutti_symbolic_result, 0);
}

/* The file no longer exists when its number gets a name. */
static void test_errno_is_kept(void **context)
{
    (void)context;
    char text[] = "12 34";
    assert_true(state_enter());
    source_mark(source_find(SYMBOLIC_FILE, 0, "missing.dat"), 100, text, strlen(text));
    state_leave();
    errno = EDOM;
    assert_int_equal(tutti_model_atoi(text + 3), 34);
    assert_int_equal(errno, EDOM);
    assert_string_equal(region->variables[node(tutti_symbolic_result)->a].name, "missing.dat@103");
}

static void test_words(void **context)
{
    (void)context;
    char mode[] = "fast", program[] = "a";
    char *words[] = {program, mode, NULL};
    tutti_symbolic_main(2, words);
    uint32_t before = event_count();
    assert_true(tutti_model_strcmp("slow", mode) != 0);
    assert_int_equal(event_count() - before, 1);
    assert_int_equal(last_event()->kind, EVENT_TEXT);
    assert_int_equal(last_event()->taken, 0);
    assert_string_equal(region->text + last_event()->other, "slow");
    const struct symbolic_variable *word = &region->variables[last_event()->expression];
    assert_int_equal(word->kind, SYMBOLIC_WORD);
    assert_int_equal(word->length, 4);
    assert_int_equal(tutti_model_strcmp(mode, "fast"), 0);
    assert_int_equal(last_event()->taken, 1);
    assert_int_equal(event_count() - before, 2);
    tutti_model_strcmp(mode, "fast");
    tutti_model_strcmp("fast", "slow");
    assert_int_equal(event_count() - before, 2);
    /* a byte as such is not symbolic, but a copy of it made by the program is known */
    uint32_t origin = tutti_symbolic_load(mode, SYMBOLIC_I8, 'f');
    assert_int_not_equal(origin, 0);
    tutti_symbolic_branch(30, origin, 1);
    assert_int_equal(event_count() - before, 2);
}

/* Bytes of arguments are variables if the program computes with them. */
static void test_bytes_of_words(void **context)
{
    (void)context;
    char word[] = "w7", program[] = "a";
    char *words[] = {program, word, NULL};
    tutti_symbolic_main(2, words);
    uint32_t origin = tutti_symbolic_load(word + 1, SYMBOLIC_I8, '7');
    uint32_t wide = tutti_symbolic_unary(SYMBOLIC_EXTEND_SIGN, SYMBOLIC_I32, origin, '7', '7');
    assert_int_equal(wide, origin);
    uint32_t digit = tutti_symbolic_binary(SYMBOLIC_SUBTRACT, SYMBOLIC_I32, wide, 0, '7', '0', 7);
    assert_int_equal(node(digit)->type, SYMBOLIC_I32);
    assert_int_equal(node(digit)->value, 7);
    uint32_t equal = tutti_symbolic_binary(SYMBOLIC_EQUAL, SYMBOLIC_I1, origin, 0, '7', '3', 0);
    assert_int_equal(node(equal)->op, SYMBOLIC_EQUAL);
    const struct symbolic_variable *variable = &region->variables[region->variable_count - 1];
    assert_int_equal(variable->kind, SYMBOLIC_BYTE);
    assert_int_equal(variable->offset, 1);
    assert_int_equal(variable->lower, ' ');
    /* It is unknown whether the comparison is one of an int or of a byte. */
    assert_int_equal(tutti_symbolic_binary(SYMBOLIC_EQUAL, SYMBOLIC_I1, origin, 0, '7', 255, 0), 0);
    uint32_t before = event_count();
    tutti_symbolic_switch(31, origin, '7');
    assert_int_equal(event_count() - before, 1);
    assert_int_equal(last_event()->kind, EVENT_SWITCH);
    assert_int_equal(last_event()->value, '7');
}

static void test_marks(void **context)
{
    (void)context;
    int n = 1, other = 2;
    long numbers[2] = {7, 8};
    uint32_t x = marked("marked", &n, TUTTI_INT);
    assert_int_equal(n, 41); /* the test's value */
    assert_int_equal(marked("marked", &other, TUTTI_INT), x);
    assert_int_equal(other, 41);
    tutti_model_tutti_mark(numbers, TUTTI_LONG, 2, "list", 0, 300);
    uint32_t id = tutti_symbolic_load(&numbers[1], SYMBOLIC_I64, 8);
    const struct symbolic_variable *variable = &region->variables[node(id)->a];
    assert_string_equal(variable->name, "list[1]");
    assert_int_equal(variable->kind, SYMBOLIC_MARKED);
    assert_int_equal(variable->upper, 300);
    strcpy(segment->patterns[0], "-unwanted");
    segment->pattern_count = 1;
    tutti_model_tutti_mark(&other, TUTTI_INT, 0, "unwanted", 0, 300);
    segment->pattern_count = 0;
    assert_int_equal(tutti_symbolic_load(&other, SYMBOLIC_I32, 41), 0);
}

static void test_children_write_nothing(void **context)
{
    (void)context;
    int n = 9, status = -1;
    uint32_t x = marked("child", &n, TUTTI_INT), before = event_count();
    uint32_t nodes = atomic_load(&region->node_count);
    pid_t child = fork();
    if (child == 0) {
        uint32_t sum = tutti_symbolic_binary(SYMBOLIC_ADD, SYMBOLIC_I32, x, 0, 9, 12345, 12354);
        tutti_symbolic_switch(40, x, 9);
        _exit(sum == 0 ? 0 : 1);
    }
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_int_equal(status, 0);
    assert_int_equal(event_count(), before);
    assert_int_equal(atomic_load(&region->node_count), nodes);
}

static void *many_nodes(void *argument)
{
    uint32_t x = *(uint32_t *)argument;
    for (uint32_t i = 0; i < 20000; i++)
        tutti_symbolic_binary(SYMBOLIC_XOR, SYMBOLIC_I32, x, 0, 9, 100000 + i, 9 ^ (100000 + i));
    return NULL;
}

static void test_threads(void **context)
{
    (void)context;
    pthread_t threads[2];
    int n = 9;
    uint32_t x = marked("threads", &n, TUTTI_INT), before = atomic_load(&region->node_count);
    errno = EDOM;
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, many_nodes, &x), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(atomic_load(&region->node_count) - before, 40000); /* each with its constant */
    assert_int_equal(errno, EDOM);
}

static void test_full(void **context)
{
    (void)context;
    int n = 9;
    uint32_t x = marked("full", &n, TUTTI_INT), made = 0;
    assert_int_equal(region->full, 0);
    while (!region->full)
        made += tutti_symbolic_binary(SYMBOLIC_MULTIPLY, SYMBOLIC_I64, x, 0, 9, made + 7, 9) != 0;
    assert_in_range(made, SYMBOLIC_NODES / 2 - 100000, SYMBOLIC_NODES / 2);
    assert_int_equal(region->full, 1);
    assert_int_equal(atomic_load(&region->node_count), SYMBOLIC_NODES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cover),
        cmocka_unit_test(test_nodes_are_unique),
        cmocka_unit_test(test_folding),
        cmocka_unit_test(test_integers_in_floating_point),
        cmocka_unit_test(test_size_is_bounded),
        cmocka_unit_test(test_floats_fold),
        cmocka_unit_test(test_place_is_bounded),
        cmocka_unit_test(test_choose),
        cmocka_unit_test(test_load_gives_back_what_was_stored),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_float_bits),
        cmocka_unit_test(test_stale_bytes_are_forgotten),
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_memory_that_moves),
        cmocka_unit_test(test_reduction),
        cmocka_unit_test(test_other_events),
        cmocka_unit_test(test_other_events_in_loops),
        cmocka_unit_test(test_address_is_held),
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_errno_is_kept),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_bytes_of_words),
        cmocka_unit_test(test_marks),
        cmocka_unit_test(test_children_write_nothing),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_full),
    };
    return cmocka_run_group_tests(tests, open_segment, NULL);
}
