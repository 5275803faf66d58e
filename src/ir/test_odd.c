/* test_odd.c: unusual programs, and bytes that are no bitcode, are loaded or refused, and never
 * crash.
 */
#include "base/test_directory.h"
#include "base/text.h"
#include "ir/graph.h"
#include "ir/points/points.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include "ir/test_compile.h"

/* Computes everything that the layer can compute of a program. */
static void compute_all(const struct ir_program *program)
{
    struct points *points = points_compute(program);
    for (uint32_t i = 0; i < program->value_count; i++)
        points_to(points, program->values[i]);
    points_free(points);
    for (uint32_t i = 0; i < program->function_count; i++) {
        struct arena arena = {0};
        struct graph *graph = graph_of_function(&arena, program->functions[i]);
        uint32_t exit = graph->count - 1;
        uint32_t *below = graph_dominators(&arena, graph, exit, true);
        for (uint32_t j = 0; j < exit; j++)
            assert_int_not_equal(below[j], GRAPH_NONE); /* every block reaches the exit */
        if (exit)
            graph_loops(&arena, graph, 0);
        arena_free(&arena);
    }
}

static struct ir_program *load_and_compute(const char *file, const char *source)
{
    struct ir_program *program = load_source(file, "", source);
    compute_all(program);
    return program;
}

static bool has_opcode(const struct ir_function *function, enum ir_opcode opcode)
{
    for (uint32_t i = 0; i < function->block_count; i++)
        for (uint32_t j = 0; j < function->blocks[i]->instruction_count; j++)
            if (function->blocks[i]->instructions[j]->opcode == opcode)
                return true;
    return false;
}

static void loads_odd_c(void **state)
{
    (void)state;
    struct ir_program *program = load_and_compute(
        "odd.c",
        "#include <setjmp.h>\n#include <stdarg.h>\n"
        "int jump(int x) { static void *to[] = {&&a, &&b}; goto *to[x]; a: return 1; b: return 2; "
        "}\n"
        "void assembly(int *p) { __asm__ volatile(\"nop\" ::: \"memory\"); *p = 1; }\n"
        "void barrier(int *p) { __asm__ volatile(\"\" ::: \"memory\"); *p = 1; }\n"
        "int chosen(int x) { __asm__ goto(\"\" : : \"r\"(x) : : no); return 1; no: return 0; }\n"
        "jmp_buf buffer; int twice(void) { return setjmp(buffer); }\n"
        "void endless(void) { for (;;) ; } void nothing(void) {}\n"
        "int variable(int n) { int a[n]; a[n - 1] = 0; return a[0]; }\n"
        "int many(int n, ...) { va_list l; va_start(l, n); n = *va_arg(l, int *); va_end(l); "
        "return n; }\n"
        "int self(int n) { return n ? self(n - 1) : 0; }\n"
        "int nowhere(int *p) { return *(int *)0 + ((int (*)(void))0)() + ((int (*)(void))16)(); }\n"
        "typedef float vector __attribute__((vector_size(16))); vector v(vector a) { return a + a; "
        "}\n"
        "_Atomic(int *) shared; int *swap(int *p) { return __c11_atomic_exchange(&shared, p, 5); "
        "}\n"
        "int weak(void) __attribute__((weak, alias(\"second\"))); int second(void) { return 1; }\n"
        "int call_weak(void) { return weak(); } int dead(void) { return 1; for (;;) second(); }\n");
    assert_true(has_opcode(function_of(program, "jump"), IR_JUMP_COMPUTED));
    assert_true(has_opcode(function_of(program, "chosen"), IR_JUMP_COMPUTED));
    assert_true(has_opcode(function_of(program, "swap"), IR_ATOMIC));
    assert_true(function_of(program, "assembly")->has_assembly);
    assert_false(function_of(program, "barrier")->has_assembly);
    assert_true(function_of(program, "_setjmp")->returns_twice);
    assert_true(function_of(program, "self")->recursive);
    assert_int_equal(function_of(program, "dead")->block_count, 1);
    /* An alias is the function that it stands for. */
    assert_string_equal(function_of(program, "call_weak")->calls[0]->targets[0]->symbol, "second");
    ir_program_free(program);
}

static const struct ir_value *invoke_of(const struct ir_function *function)
{
    for (uint32_t i = 0; i < function->call_count; i++)
        if (function->calls[i]->invoke)
            return function->calls[i];
    fail_msg("%s has no call that can throw", function->symbol);
    return NULL;
}

static void loads_exceptions(void **state)
{
    (void)state;
    struct ir_program *program = load_and_compute(
        "throws.cc", "struct base { virtual int f(int) { return 1; } virtual ~base() {} };\n"
                     "struct more : base { int f(int x) override { if (x) throw 1; return 2; } };\n"
                     "int g(base *b) { try { return b->f(1); } catch (int i) { return i; } }\n"
                     "int h() { more m; return g(&m); } void stop() noexcept { throw 2; }\n");
    const struct ir_function *g = function_of(program, "_Z1gP4base");
    assert_true(has_opcode(g, IR_LANDING));
    const struct ir_value *call = invoke_of(g);
    assert_int_equal(call->block->successor_count, 2);
    assert_int_equal(call->block->successors[1]->instructions[0]->opcode, IR_LANDING);
    bool found = false;
    for (uint32_t i = 0; i < call->target_count; i++)
        found |= strcmp(call->targets[i]->symbol, "_ZN4more1fEi") == 0;
    assert_true(found);
    ir_program_free(program);
}

static void loads_large_functions(void **state)
{
    (void)state;
    enum { COUNT = 10000, DEEP = 200 };
    struct text text;
    text_init(&text, SIZE_MAX);
    text_add(&text, "int g(int); int large(int x) {\n");
    for (int i = 0; i < COUNT / 2; i++)
        text_addf(&text, "if (g(%d)) x += %d;\n", i, i);
    text_add(&text, "return x; }\nint cases(int x) { switch (x) {\n");
    for (int i = 0; i < COUNT; i++)
        text_addf(&text, "case %d: g(%d); break;\n", 3 * i, i);
    text_add(&text, "} return 0; }\nint deep(int x) {\n");
    for (int i = 0; i < DEEP; i++)
        text_add(&text, "while (g(x)) {");
    for (int i = 0; i < DEEP; i++)
        text_add(&text, "}");
    text_add(&text, "return x; }\n");
    struct ir_program *program = load_source("large.c", "-fbracket-depth=10000", text.data);
    text_free(&text);
    assert_true(function_of(program, "large")->block_count >= COUNT);
    assert_true(function_of(program, "cases")->block_count >= COUNT);
    compute_all(program);
    struct arena arena = {0};
    const struct ir_function *deep = function_of(program, "deep");
    struct graph_loops *loops = graph_loops(&arena, graph_of_function(&arena, deep), 0);
    uint32_t deepest = 0;
    for (uint32_t i = 0; i < deep->block_count; i++)
        deepest = loops->depth[i] > deepest ? loops->depth[i] : deepest;
    assert_int_equal(deepest, DEEP);
    arena_free(&arena);
    ir_program_free(program);
}

static void refuse(const void *data, size_t size)
{
    struct ir_bitcode piece = {"piece.o", data, size};
    struct ir_program *program = NULL;
    struct error error = {0};
    assert_int_equal(ir_program_load(&piece, 1, &program, &error), -1);
    assert_null(program);
    assert_int_equal(error.kind, ERROR_USAGE);
    assert_non_null(strstr(error.text, "piece.o: "));
}

static void refuses_what_is_no_bitcode(void **state)
{
    (void)state;
    struct error error = {0};
    struct ir_program *program = NULL;
    assert_int_equal(ir_program_load(NULL, 0, &program, &error), -1);
    refuse("", 0);
    refuse("BC\xC0\xDE", 4);
    refuse("BC\xC0\xDE\0\0\0\0\0\0\0\0", 12);
    refuse("\x7F"
           "ELF and what follows it",
           20);
    struct ir_bitcode piece = compile_source("whole.c", "", "int f(int x) { return x; }\n");
    for (size_t size = 0; size < piece.size - 8; size += 101)
        refuse(piece.data, size);
    /* A good piece is not lost with a bad one. */
    struct ir_bitcode pieces[] = {{"bad.o", "nothing", 7}, piece};
    program = load_pieces(pieces, 2);
    assert_int_equal(program->note_count, 1);
    assert_string_equal(program->notes[0], "bad.o: there is no bitcode in it");
    assert_non_null(ir_program_function(program, "f"));
    ir_program_free(program);
    free_bitcode(&piece);
}

/* LLVM itself crashes on some of these. */
static void survives_damage(void **state)
{
    (void)state;
    enum { TRIES = 600 };
    struct ir_bitcode piece =
        compile_source("damaged.c", "-g",
                       "struct s { int a; struct s *next; } *head; int g(int *);\n"
                       "int f(int n, struct s *s) { int x = 0; for (; s; s = s->next) {"
                       "  switch (s->a) { case 1: x += g(&n); break; case 5: return x; } }"
                       "  head = s; return x; }\n");
    unsigned char *bytes = memory_alloc(piece.size);
    uint32_t random = 7;
    int loaded = 0, refused = 0;
    for (int i = 0; i < TRIES; i++) {
        memcpy(bytes, piece.data, piece.size);
        for (int flips = 1 + i % 7; flips > 0; flips--) {
            random = random * 1664525 + 1013904223;
            bytes[(random >> 4) % piece.size] ^= (unsigned char)(1U << (random >> 29));
        }
        struct ir_bitcode damaged = {"damaged", bytes, piece.size};
        struct ir_program *program;
        struct error error;
        if (ir_program_load(&damaged, 1, &program, &error) == 0) {
            loaded++;
            compute_all(program);
            ir_program_free(program);
        } else {
            refused++;
        }
    }
    assert_true(loaded > TRIES / 50);
    assert_true(refused > TRIES / 50);
    free(bytes);
    free_bitcode(&piece);
}

int main(void)
{
#define in_directory(test) cmocka_unit_test_setup_teardown(test, directory_enter, directory_leave)
    const struct CMUnitTest tests[] = {
        in_directory(loads_odd_c),           in_directory(loads_exceptions),
        in_directory(loads_large_functions), in_directory(refuses_what_is_no_bitcode),
        in_directory(survives_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
