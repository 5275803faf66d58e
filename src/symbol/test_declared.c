/* Tests of declarations in this process: of its own variables, with questions asked in their
 * functions. */
#include "symbol/declared.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/user.h>
#include <ucontext.h>
#include <unistd.h>

#include <cmocka.h>

struct particle {
    double place[3];
    int kind;
    char tag;
};

struct box {
    long count;
    struct particle *particles;
    union {
        int whole;
        float real;
    } either;
    unsigned flag : 3;
};

struct answer {
    const struct declared *list;
    size_t count;
    struct arena arena;
    struct symbols *symbols;
};

static float table[8];
static double *shared;

static void take_registers(struct unwind_input *input, const ucontext_t *context)
{
#if defined __x86_64__
    const greg_t *from = context->uc_mcontext.gregs;
    const struct user_regs_struct registers = {.rbx = (unsigned long long)from[REG_RBX],
                                               .rbp = (unsigned long long)from[REG_RBP],
                                               .rsp = (unsigned long long)from[REG_RSP],
                                               .r12 = (unsigned long long)from[REG_R12],
                                               .r13 = (unsigned long long)from[REG_R13],
                                               .r14 = (unsigned long long)from[REG_R14],
                                               .r15 = (unsigned long long)from[REG_R15],
                                               .rip = (unsigned long long)from[REG_RIP]};
#else
    struct user_regs_struct registers = {.sp = context->uc_mcontext.sp,
                                         .pc = context->uc_mcontext.pc};
    memcpy(registers.regs, context->uc_mcontext.regs, sizeof registers.regs);
#endif
    unwind_take_registers(input, &registers);
}

/* Frame 0 is this function, frame 1 the test. */
static __attribute__((noinline)) void ask(struct answer *answer, const void *where, size_t block)
{
    struct error error;
    ucontext_t context;
    struct unwind_input input = {.process = getpid()};
    uint64_t address = (uint64_t)(uintptr_t)where;
    memset(answer, 0, sizeof *answer);
    getcontext(&context);
    take_registers(&input, &context);
    assert_int_equal(symbols_open_pid(getpid(), &answer->symbols, &error), 0);
    struct declared_view *view = declared_look(answer->symbols, getpid(), &input, &answer->arena);
    answer->count =
        declared_find(view, address, block ? address : 0, address + block, &answer->list);
}

static void forget(struct answer *answer)
{
    arena_free(&answer->arena);
    symbols_close(answer->symbols);
}

/* Returns the declaration with that name in the frame of the test, or the global one. */
static const struct declared *named(const struct answer *answer, const char *name)
{
    for (size_t i = 0; i < answer->count; i++)
        if (answer->list[i].frame != 0 && answer->list[i].name &&
            strcmp(answer->list[i].name, name) == 0)
            return &answer->list[i];
    return NULL;
}

static struct leaf leaf_at(const struct declared *declared, uint64_t offset)
{
    struct leaf leaf;
    declared_leaf(declared, offset, &leaf);
    return leaf;
}

static void a_variable_of_the_caller_is_found(void **state)
{
    (void)state;
    struct answer answer;
    unsigned numbers[6] = {0};
    ask(&answer, &numbers[2], 0);
    const struct declared *found = named(&answer, "numbers");
    assert_non_null(found);
    assert_false(found->pointed);
    assert_int_equal(found->frame, 1);
    assert_int_equal(found->address, (uint64_t)(uintptr_t)numbers);
    assert_int_equal(found->bytes, sizeof numbers);
    struct leaf leaf = leaf_at(found, 9);
    assert_int_equal(leaf.kind, LEAF_INTEGER);
    assert_int_equal(leaf.sign, LEAF_UNSIGNED);
    assert_int_equal(leaf.offset, 8);
    assert_int_equal(leaf.size, sizeof *numbers);
    assert_string_equal(leaf.name, "unsigned int");
    forget(&answer);
}

static void members_gaps_and_unions_are_told_apart(void **state)
{
    (void)state;
    struct answer answer;
    struct particle particles[2] = {{{0}, 0, 0}};
    struct box box = {0};
    ask(&answer, particles, 0);
    const struct declared *found = named(&answer, "particles");
    assert_non_null(found);
    assert_int_equal(leaf_at(found, 8).kind, LEAF_FLOAT);
    assert_string_equal(leaf_at(found, 8).member, "place");
    assert_int_equal(leaf_at(found, sizeof *particles + 24).kind, LEAF_INTEGER);
    assert_int_equal(leaf_at(found, sizeof *particles + 24).offset, sizeof *particles + 24);
    assert_int_equal(leaf_at(found, 28).kind, LEAF_UNTYPED);
    assert_int_equal(leaf_at(found, 28).size, 1);
    assert_int_equal(leaf_at(found, 29).kind, LEAF_PADDING);
    assert_int_equal(leaf_at(found, 29).size, 3);
    forget(&answer);
    ask(&answer, &box, 0);
    found = named(&answer, "box");
    assert_non_null(found);
    assert_int_equal(leaf_at(found, offsetof(struct box, either)).kind, LEAF_UNTYPED);
    forget(&answer);
}

static void a_global_variable_is_found(void **state)
{
    (void)state;
    struct answer answer;
    ask(&answer, table, 0);
    const struct declared *found = named(&answer, "table");
    assert_non_null(found);
    assert_int_equal(found->frame, -1);
    assert_int_equal(leaf_at(found, 4).size, sizeof *table);
    assert_int_equal(leaf_at(found, 4).kind, LEAF_FLOAT);
    forget(&answer);
}

static void a_pointer_tells_what_it_points_to(void **state)
{
    (void)state;
    struct answer answer;
    short *first = calloc(10, sizeof *first);
    void *raw = first;
    shared = calloc(4, sizeof *shared);
    ask(&answer, first, 10 * sizeof *first);
    const struct declared *found = named(&answer, "first");
    assert_non_null(found);
    assert_true(found->pointed && found->named && found->repeats);
    assert_int_equal(leaf_at(found, 6).size, sizeof *first);
    assert_int_equal(leaf_at(found, 6).offset, 6);
    found = named(&answer, "raw");
    assert_non_null(found);
    assert_false(found->named); /* the statement that asks says `first` */
    assert_int_equal(leaf_at(found, 0).kind, LEAF_UNTYPED);
    forget(&answer);
    ask(&answer, shared, 4 * sizeof *shared);
    found = named(&answer, "shared");
    assert_non_null(found);
    assert_true(found->named);
    assert_int_equal(leaf_at(found, 8).kind, LEAF_FLOAT);
    forget(&answer);
    free(raw);
    free(shared);
}

static void a_pointer_in_a_struct_behind_a_pointer_is_found(void **state)
{
    (void)state;
    struct answer answer;
    struct box *box = calloc(1, sizeof *box);
    box->particles = calloc(3, sizeof *box->particles);
    ask(&answer, box->particles, 3 * sizeof *box->particles);
    const struct declared *found = named(&answer, "particles");
    assert_non_null(found);
    assert_true(found->pointed && found->named);
    assert_int_equal(found->bytes, sizeof(struct particle));
    assert_int_equal(found->room, 3 * sizeof(struct particle));
    assert_int_equal(leaf_at(found, 24).kind, LEAF_INTEGER);
    forget(&answer);
    free(box->particles);
    free(box);
}

static void no_name_in_the_statement_is_no_evidence(void **state)
{
    (void)state;
    struct answer answer;
    uintptr_t number = (uintptr_t)malloc(64);
    ask(&answer, (char *)number + 8, 0); /* NOLINT(performance-no-int-to-ptr) */
    for (size_t i = 0; i < answer.count; i++)
        assert_true(answer.list[i].frame == 0 || !answer.list[i].named);
    forget(&answer);
    free((void *)number); /* NOLINT(performance-no-int-to-ptr) */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_variable_of_the_caller_is_found),
        cmocka_unit_test(members_gaps_and_unions_are_told_apart),
        cmocka_unit_test(a_global_variable_is_found),
        cmocka_unit_test(a_pointer_tells_what_it_points_to),
        cmocka_unit_test(a_pointer_in_a_struct_behind_a_pointer_is_found),
        cmocka_unit_test(no_name_in_the_statement_is_no_evidence),
    };
    /* The compiler may name files from the root of the sources. */
    if (chdir(TUTTI_TEST_SOURCE "/../..") != 0)
        return EXIT_FAILURE;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
