/* Tests of stacks of this process: registers by getcontext(), memory by a copy. Stacks of other
 * processes are tested in watch/sample/test_sample.c. */
#include "symbol/unwind.h"

#include "base/file.h"
#include "symbol/maps.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include <cmocka.h>

enum { STACK_MAX = 1 << 16, FRAMES_MAX = 64 };

struct copy {
    struct unwind_input input;
    unsigned char bytes[STACK_MAX];
};

/* The function to call when the stack of a test is ready, and what was found there. */
struct visit {
    void (*then)(struct visit *visit);
    struct copy copy;
    int depth;
    struct error error;
    uint64_t pcs[FRAMES_MAX];
    size_t count;
    enum unwind_end end;
};

static void take_context(struct unwind_input *input, const ucontext_t *context)
{
#if defined __x86_64__
    const greg_t *from = context->uc_mcontext.gregs;
    struct user_regs_struct registers = {
        .rax = (unsigned long long)from[REG_RAX],
        .rdx = (unsigned long long)from[REG_RDX],
        .rcx = (unsigned long long)from[REG_RCX],
        .rbx = (unsigned long long)from[REG_RBX],
        .rsi = (unsigned long long)from[REG_RSI],
        .rdi = (unsigned long long)from[REG_RDI],
        .rbp = (unsigned long long)from[REG_RBP],
        .rsp = (unsigned long long)from[REG_RSP],
        .r8 = (unsigned long long)from[REG_R8],
        .r9 = (unsigned long long)from[REG_R9],
        .r10 = (unsigned long long)from[REG_R10],
        .r11 = (unsigned long long)from[REG_R11],
        .r12 = (unsigned long long)from[REG_R12],
        .r13 = (unsigned long long)from[REG_R13],
        .r14 = (unsigned long long)from[REG_R14],
        .r15 = (unsigned long long)from[REG_R15],
        .rip = (unsigned long long)from[REG_RIP],
    };
#else
    struct user_regs_struct registers = {.sp = context->uc_mcontext.sp,
                                         .pc = context->uc_mcontext.pc};
    memcpy(registers.regs, context->uc_mcontext.regs, sizeof registers.regs);
#endif
    unwind_take_registers(input, &registers);
}

static void copy_stack(struct copy *copy, const ucontext_t *context)
{
    take_context(&copy->input, context);
    struct iovec here = {copy->bytes, sizeof copy->bytes};
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): the address is a number in the context */
    struct iovec there = {(void *)(uintptr_t)copy->input.stack_pointer, sizeof copy->bytes};
    ssize_t size = process_vm_readv(getpid(), &here, 1, &there, 1, 0);
    assert_true(size > 0);
    copy->input.address = copy->input.stack_pointer;
    copy->input.bytes = copy->bytes;
    copy->input.size = (size_t)size;
}

static __attribute__((noinline)) void look_here(struct visit *visit)
{
    ucontext_t context;
    getcontext(&context); /* cppcheck-suppress getcontextCalled; as intended here */
    copy_stack(&visit->copy, &context);
}

static __attribute__((noinline)) void descend(struct visit *visit) /* NOLINT(misc-no-recursion) */
{
    if (--visit->depth > 0)
        descend(visit);
    else
        visit->then(visit);
    __asm__ volatile(""); /* prevents a tail call */
}

static struct symbols *open_own(void)
{
    struct symbols *symbols = NULL;
    struct error error = {0};
    if (symbols_open_pid(getpid(), &symbols, &error) != 0)
        fail_msg("%s", error.text);
    return symbols;
}

static void unwind(struct symbols *symbols, struct visit *visit, size_t cap)
{
    memset(visit->pcs, 0, sizeof visit->pcs);
    if (unwind_copied(symbols, &visit->copy.input, visit->pcs, cap, &visit->count, &visit->end,
                      &visit->error) != 0)
        fail_msg("%s", visit->error.text);
}

static const char *name_at(struct symbols *symbols, const struct visit *visit, size_t index)
{
    const struct frame *frames;
    size_t count;
    assert_true(index < visit->count);
    symbols_find(symbols, visit->pcs[index], index > 0, &frames, &count);
    const char *name = frames[count - 1].function;
    return name ? name : "??";
}

/* The names from the innermost frame on, separated by blanks. */
static void check_names(struct symbols *symbols, const struct visit *visit, const char *names)
{
    char seen[4096] = "";
    size_t wanted = 1;
    for (const char *each = names; *each; each++)
        wanted += *each == ' ';
    for (size_t i = 0; i < wanted && i < visit->count; i++) {
        size_t used = strlen(seen);
        snprintf(seen + used, sizeof seen - used, "%s%s", i ? " " : "", name_at(symbols, visit, i));
    }
    assert_string_equal(seen, names);
}

static bool has_main(struct symbols *symbols, const struct visit *visit)
{
    for (size_t i = 0; i < visit->count; i++)
        if (strcmp(name_at(symbols, visit, i), "main") == 0)
            return true;
    return false;
}

static void sees_a_recursion(void **state)
{
    (void)state;
    struct symbols *symbols = open_own();
    struct visit *visit = calloc(1, sizeof *visit);
    visit->then = look_here;
    visit->depth = 5;
    descend(visit);
    for (int again = 0; again < 2; again++) { /* the second time with kept answers */
        unwind(symbols, visit, FRAMES_MAX);
        check_names(symbols, visit,
                    "look_here descend descend descend descend descend sees_a_recursion");
        assert_true(has_main(symbols, visit));
        assert_int_equal(visit->end, UNWIND_COMPLETE);
    }
    free(visit);
    symbols_close(symbols);
}

static void says_why_it_ends(void **state)
{
    (void)state;
    struct symbols *symbols = open_own();
    struct visit *visit = calloc(1, sizeof *visit);
    visit->then = look_here;
    visit->depth = 20;
    descend(visit);
    unwind(symbols, visit, 3);
    assert_int_equal(visit->count, 3);
    assert_int_equal(visit->end, UNWIND_FULL);
    check_names(symbols, visit, "look_here descend descend");
    /* The copy ends among the frames of the recursion. */
    visit->count = 0;
    for (visit->copy.input.size = 64; visit->count < 10; visit->copy.input.size += 16)
        unwind(symbols, visit, FRAMES_MAX);
    assert_int_equal(visit->count, 10);
    assert_int_equal(visit->end, UNWIND_CUT);
    for (size_t i = 1; i < visit->count; i++)
        assert_string_equal(name_at(symbols, visit, i), "descend");
    /* Nothing at all was copied. */
    visit->copy.input.size = 0;
    unwind(symbols, visit, FRAMES_MAX);
    assert_int_equal(visit->end, UNWIND_CUT);
    assert_int_equal(visit->count, 1);
    free(visit);
    symbols_close(symbols);
}

static void invents_nothing(void **state)
{
    (void)state;
    struct symbols *symbols = open_own();
    struct visit *visit = calloc(1, sizeof *visit);
    visit->then = look_here;
    visit->depth = 2;
    descend(visit);
    /* A stack full of an address that is no code. */
    uint64_t junk = visit->copy.input.stack_pointer;
    for (size_t i = 0; i + sizeof junk <= visit->copy.input.size; i += sizeof junk)
        memcpy(&visit->copy.bytes[i], &junk, sizeof junk);
    unwind(symbols, visit, FRAMES_MAX);
    check_names(symbols, visit, "look_here");
    assert_int_equal(visit->count, 1);
    assert_int_equal(visit->end, UNWIND_LOST);
    /* A jump into nowhere. */
    visit->copy.input.pc = 16;
    unwind(symbols, visit, FRAMES_MAX);
    assert_int_equal(visit->count, 1);
    assert_int_equal(visit->end, UNWIND_LOST);
    free(visit);
    symbols_close(symbols);
}

/* Keeps a frame pointer: its frame has no constant size. */
static __attribute__((noinline)) void visit_with_array(struct visit *visit)
{
    /* cppcheck-suppress allocaCalled */
    volatile char *some = __builtin_alloca((size_t)visit->depth + 16);
    some[0] = 1;
    look_here(visit);
    some[0] = 2;
}

#ifdef __clang__
#define SIMPLY_COMPILED __attribute__((noinline, optnone))
#else
#define SIMPLY_COMPILED __attribute__((noinline, optimize("O0")))
#endif

/* The C library calls it, through a pointer. */
static SIMPLY_COMPILED int compare_by_visit(const void *left, const void *right)
{
    struct visit *const *visit = left;
    visit_with_array(*visit);
    return *visit == *(struct visit *const *)right;
}

static SIMPLY_COMPILED void sort_by_visit(struct visit *visit)
{
    struct visit *both[] = {visit, visit};
    qsort(both, 2, sizeof *both, compare_by_visit);
}

/* Of a thread that waits and was not stopped, two registers are known. */
static void finds_the_frame_pointer(void **state)
{
    (void)state;
    struct symbols *symbols = open_own();
    struct visit *visit = calloc(1, sizeof *visit), *little = calloc(1, sizeof *little);
    visit->then = sort_by_visit;
    visit->depth = 3;
    descend(visit);
    unwind(symbols, visit, FRAMES_MAX);
    check_names(symbols, visit, "look_here visit_with_array compare_by_visit");
    assert_true(has_main(symbols, visit));
    assert_int_equal(visit->end, UNWIND_COMPLETE);
    little->copy = visit->copy;
    little->copy.input.bytes = little->copy.bytes;
    memset(little->copy.input.registers, 0x5a, sizeof little->copy.input.registers);
    unwind_take_place(&little->copy.input, visit->copy.input.stack_pointer, visit->copy.input.pc);
    unwind(symbols, little, FRAMES_MAX);
    assert_int_equal(little->end, UNWIND_COMPLETE);
    assert_int_equal(little->count, visit->count);
    assert_memory_equal(little->pcs, visit->pcs, visit->count * sizeof *visit->pcs);
    /* Not beyond what was copied. */
    little->copy.input.size = 64;
    unwind(symbols, little, FRAMES_MAX);
    assert_int_not_equal(little->end, UNWIND_COMPLETE);
    assert_in_range(little->count, 1, 2);
    free(little);
    free(visit);
    symbols_close(symbols);
}

static struct visit *struck; /* by a signal */

static void on_signal(int signal)
{
    (void)signal;
    look_here(struck);
    __asm__ volatile("");
}

static __attribute__((noinline)) void strike(struct visit *visit)
{
    visit->depth = raise(SIGUSR1);
    __asm__ volatile("");
}

static void sees_through_a_signal(void **state)
{
    (void)state;
    struct symbols *symbols = open_own();
    struct sigaction action = {.sa_handler = on_signal}, old;
    struck = calloc(1, sizeof *struck);
    struck->then = strike;
    struck->depth = 2;
    assert_int_equal(sigaction(SIGUSR1, &action, &old), 0);
    descend(struck);
    sigaction(SIGUSR1, &old, NULL);
    unwind(symbols, struck, FRAMES_MAX);
    check_names(symbols, struck, "look_here on_signal");
    char names[1024] = "";
    for (size_t i = 2; i < struck->count; i++) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s ", name_at(symbols, struck, i));
    }
    /* The frames in between are those of the C library that send the signal. */
    if (!strstr(names, " strike descend descend sees_through_a_signal "))
        fail_msg("%s", names);
    assert_int_equal(struck->end, UNWIND_COMPLETE);
    free(struck);
    symbols_close(symbols);
}

#if defined __x86_64__
/* Functions without call frame information that call their second argument with their first: one
 * keeps a frame pointer, one keeps its caller's, and one has another value there. */
void with_frame_pointer(struct visit *visit, void (*then)(struct visit *visit));
void without_frame_pointer(struct visit *visit, void (*then)(struct visit *visit));
void with_other_value(struct visit *visit, void (*then)(struct visit *visit));

__asm__(".text\n"
        ".type with_frame_pointer, @function\n"
        "with_frame_pointer:\n"
        "  push %rbp\n"
        "  mov %rsp, %rbp\n"
        "  call *%rsi\n"
        "  pop %rbp\n"
        "  ret\n"
        ".size with_frame_pointer, . - with_frame_pointer\n"
        ".type without_frame_pointer, @function\n"
        "without_frame_pointer:\n"
        "  sub $8, %rsp\n"
        "  call *%rsi\n"
        "  add $8, %rsp\n"
        "  ret\n"
        ".size without_frame_pointer, . - without_frame_pointer\n"
        ".type with_other_value, @function\n"
        "with_other_value:\n"
        "  push %rbp\n"
        "  mov %rsp, %rbp\n"
        "  sub $64, %rbp\n"
        "  sub $128, %rsp\n"
        "  lea with_other_value(%rip), %rax\n"
        "  mov %rbp, (%rbp)\n"
        "  mov %rax, 8(%rbp)\n"
        "  call *%rsi\n"
        "  add $128, %rsp\n"
        "  pop %rbp\n"
        "  ret\n"
        ".size with_other_value, . - with_other_value\n");

static void calls_with(struct visit *visit)
{
    with_frame_pointer(visit, look_here);
    __asm__ volatile("");
}

static void calls_without(struct visit *visit)
{
    /* Makes the compiler keep a frame pointer. */
    /* cppcheck-suppress allocaCalled */
    volatile char *some = __builtin_alloca((size_t)visit->depth + 16);
    some[0] = 1;
    without_frame_pointer(visit, look_here);
    __asm__ volatile("");
}

static void calls_other(struct visit *visit)
{
    with_other_value(visit, look_here);
    __asm__ volatile("");
}

static void leaves_code_without_tables(void **state)
{
    (void)state;
    struct symbols *symbols = open_own();
    struct visit *visit = calloc(1, sizeof *visit);
    visit->then = calls_with;
    visit->depth = 2;
    descend(visit);
    unwind(symbols, visit, FRAMES_MAX);
    check_names(symbols, visit,
                "look_here with_frame_pointer calls_with descend descend "
                "leaves_code_without_tables");
    assert_true(has_main(symbols, visit));
    assert_int_equal(visit->end, UNWIND_COMPLETE);

    visit->then = calls_without;
    visit->depth = 2;
    descend(visit);
    unwind(symbols, visit, FRAMES_MAX);
    check_names(symbols, visit, "look_here without_frame_pointer");
    assert_int_equal(visit->count, 2); /* the next would be the caller's caller */
    assert_int_equal(visit->end, UNWIND_LOST);

    visit->then = calls_other;
    visit->depth = 2;
    descend(visit);
    unwind(symbols, visit, FRAMES_MAX);
    check_names(symbols, visit, "look_here with_other_value");
    assert_int_equal(visit->count, 2);
    assert_int_equal(visit->end, UNWIND_LOST);
    free(visit);
    symbols_close(symbols);
}
#endif

static void knows_what_the_kernel_maps(void **state)
{
    (void)state;
    struct symbols *symbols = open_own();
    struct arena arena = {0};
    struct error error;
    struct mapping *mappings = NULL;
    size_t mapping_count = 0;
    uint64_t start = 0, end = 0;
    char *maps;
    assert_int_equal(file_read("/proc/self/maps", 16 << 20, &maps, NULL, &error), 0);
    maps_parse(maps, &arena, &mappings, &mapping_count);
    for (size_t i = 0; i < mapping_count; i++)
        if (strcmp(mappings[i].path, "[vdso]") == 0) {
            start = mappings[i].start;
            end = mappings[i].end;
        }
    arena_free(&arena);
    free(maps);
    if (start == 0)
        skip(); /* a kernel that maps nothing */
    size_t named = 0;
    for (uint64_t at = start; at < end; at += 16) {
        const struct frame *frames;
        size_t count;
        symbols_find(symbols, at, false, &frames, &count);
        assert_string_equal(frames[0].module, "[vdso]");
        named += frames[0].function && strstr(frames[0].function, "clock_gettime");
    }
    assert_true(named > 0);
    symbols_close(symbols);
}

static void needs_some_file(void **state)
{
    (void)state;
    struct symbols *symbols = NULL;
    struct error error = {0};
    struct unwind_input input = {.pc = 0x401010};
    uint64_t pcs[4];
    size_t count;
    enum unwind_end end;
    assert_int_equal(symbols_open_maps("00401000-00402000 r-xp 00001000 00:00 0 /nowhere/app\n",
                                       &symbols, &error),
                     0);
    assert_int_equal(unwind_copied(symbols, &input, pcs, 4, &count, &end, &error), -1);
    assert_non_null(strstr(error.text, "none of the files"));
    symbols_close(symbols);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sees_a_recursion),
        cmocka_unit_test(says_why_it_ends),
        cmocka_unit_test(invents_nothing),
        cmocka_unit_test(finds_the_frame_pointer),
        cmocka_unit_test(sees_through_a_signal),
#if defined __x86_64__
        cmocka_unit_test(leaves_code_without_tables),
#endif
        cmocka_unit_test(knows_what_the_kernel_maps),
        cmocka_unit_test(needs_some_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
