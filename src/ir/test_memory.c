#include "base/test_directory.h"
#include "base/text.h"
#include "ir/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/test_compile.h"

static struct ir_program *edit(const char *file, const char *options, const char *source)
{
    struct error error;
    struct ir_bitcode piece = compile_source(file, options, source), result = {.name = "edited"};
    char *edited;
    if (ir_edit_memory(&piece, false, &edited, &result.size, &error) != 0)
        fail_msg("%s", error.text);
    result.data = edited;
    struct ir_program *program = load_pieces(&result, 1);
    free(edited);
    free_bitcode(&piece);
    return program;
}

/* Compares what a function reports, as "3L4 5S8": line, load or store, bytes; n: a computed
 * length. */
static void expect(const struct ir_program *program, const char *symbol, const char *wanted)
{
    const struct ir_function *function = function_of(program, symbol);
    struct text told;
    text_init(&told, 4096);
    for (uint32_t i = 0; i < function->call_count; i++) {
        const struct ir_value *call = function->calls[i];
        const char *name = call->callee->kind == IR_FUNCTION ? call->callee->name : "";
        if (strncmp(name, "tutti_memory_", 13) != 0)
            continue;
        const struct ir_value *bytes = call->operands[1];
        text_addf(&told, "%s%d%c", told.length ? " " : "", call->place.line,
                  strcmp(name, "tutti_memory_load") == 0 ? 'L' : 'S');
        if (bytes->kind == IR_INTEGER)
            text_addf(&told, "%lld", (long long)bytes->integer);
        else
            text_addf(&told, "n");
    }
    text_add_char(&told, '\0');
    assert_string_equal(told.data, wanted);
    text_free(&told);
}

static void test_loads_and_stores(void **state)
{
    (void)state;
    struct ir_program *program = edit("piece.c", "",
                                      "struct big { long words[8]; };\n"
                                      "struct big whole; double shared[4];\n"
                                      "void f(int *p, struct big *from, short *q) {\n"
                                      "  int sum = 0;\n"
                                      "  for (int i = 0; i < 3; i++)\n"
                                      "    sum += p[i];\n"
                                      "  *q = (short)sum;\n"
                                      "  whole = *from;\n"
                                      "  shared[1] = shared[2];\n"
                                      "}\n");
    expect(program, "f", "6L4 7S2 8L64 8S64 9L8 9S8");
    ir_program_free(program);
}

static void test_what_is_left_out(void **state)
{
    (void)state;
    struct ir_program *program =
        edit("piece.c", "",
             "#include <stdatomic.h>\n"
             "static int counter; static _Thread_local int mine; static int given;\n"
             "const int table[] = {1, 2, 3};\n"
             "volatile int flag; atomic_int total; _Thread_local int theirs;\n"
             "void out(void *);\n"
             "int f(int n) {\n"
             "  int list[4] = {0};\n"
             "  counter += table[n]; mine++; list[n & 3] = n;\n"
             "  flag = counter; total += n; n += list[0] + ((n ? &list[1] : &list[2]) == list);\n"
             "  theirs = 1;\n"
             "  given = 2;\n"
             "  out(&given);\n"
             "  return n;\n"
             "}\n"
             "__attribute__((disable_sanitizer_instrumentation)) void g(int *p) { *p = 1; }\n");
    expect(program, "f", "10S4 11S4");
    expect(program, "g", "");
    ir_program_free(program);
}

static void test_escapes(void **state)
{
    (void)state;
    struct ir_program *program = edit("piece.c", "",
                                      "void out(void *); int *kept; long number;\n"
                                      "void handed(int n) { int x = n;\n"
                                      "  out(&x);\n"
                                      "  x = 2;\n"
                                      "}\n"
                                      "void stored(int n) { int x[2];\n"
                                      "  kept = x + 1;\n"
                                      "  x[0] = n; }\n"
                                      "void numbered(int n) { int x;\n"
                                      "  number = (long)&x;\n"
                                      "  x = n; }\n"
                                      "void chosen(int n) { int x, y;\n"
                                      "  out(n ? &x : &y);\n"
                                      "  x = n;\n"
                                      "  y = n; }\n"
                                      "void argument(int n) {\n"
                                      "  out(&n);\n"
                                      "  n = 3; }\n");
    expect(program, "handed", "2S4 4S4");
    expect(program, "stored", "7S8 8S4");
    expect(program, "numbered", "10S8 11S4");
    expect(program, "chosen", "14S4 15S4");
    expect(program, "argument", "18S4");
    ir_program_free(program);
}

static void test_copies(void **state)
{
    (void)state;
    struct ir_program *program =
        edit("piece.c", "-fno-builtin-memcmp -fno-builtin-strncpy",
             "#include <string.h>\n"
             "struct big { long words[8]; };\n"
             "void take(struct big); int seen;\n"
             "void f(char *to, const char *from, size_t n, struct big *big) {\n"
             "  memcpy(to, from, n);\n"
             "  memmove(to, from, 5);\n"
             "  memset(to, 0, 7);\n"
             "  seen = memcmp(to, from, 3);\n"
             "  strncpy(to, from, 9);\n"
             "  memcpy(to, from, 0);\n"
             "  take(*big);\n"
             "}\n"
             "int g(size_t n) { char here[8], there[8];\n"
             "  memset(here, 1, n); memcpy(there, here, n); return memcmp(there, here, n); }\n"
             "long h(struct big big) { return big.words[3]; }\n");
    expect(program, "f", "5Ln 5Sn 6L5 6S5 7S7 8L3 8L3 8S4 9S9 11L64");
    expect(program, "g", "");
    expect(program, "h", "");
    ir_program_free(program);
}

/* Blocks that phis, handlers and computed jumps refer to are still whole. */
static void test_control_flow(void **state)
{
    (void)state;
    struct ir_program *program = edit("piece.cc", "",
                                      "void out(int *); int shared;\n"
                                      "int f(int *p, int *q) {\n"
                                      "  bool both = *p && *q;\n"
                                      "  try {\n"
                                      "    out(p);\n"
                                      "  } catch (int &caught) {\n"
                                      "    shared = both ? *p : *q;\n"
                                      "  }\n"
                                      "  static void *const ways[] = {&&one, &&two};\n"
                                      "  goto *ways[*p];\n"
                                      "one: return *p;\n"
                                      "two: return *q;\n"
                                      "}\n");
    expect(program, "_Z1fPiS_", "3L4 3L4 7L4 7L4 7S4 10L4 11L4 12L4");
    ir_program_free(program);
}

static void test_only_once(void **state)
{
    (void)state;
    struct error error;
    char *edited, *again;
    size_t size, again_size;
    struct ir_bitcode piece = compile_source("piece.c", "", "void f(int *p) { *p = 1; }\n");
    assert_int_equal(ir_edit_memory(&piece, false, &edited, &size, &error), 0);
    const struct ir_bitcode result = {"edited", edited, size};
    assert_int_equal(ir_edit_memory(&result, false, &again, &again_size, &error), 0);
    const struct ir_bitcode second = {"again", again, again_size};
    struct ir_program *program = load_pieces(&second, 1);
    expect(program, "f", "1S4");
    ir_program_free(program);
    free(again);
    free(edited);
    free_bitcode(&piece);
}

static void test_bad_bitcode(void **state)
{
    (void)state;
    struct error error;
    char *edited;
    size_t size;
    const struct ir_bitcode piece = {"odd.o", "BC\xC0\xDE and nothing more", 20};
    assert_int_equal(ir_edit_memory(&piece, false, &edited, &size, &error), -1);
    assert_non_null(strstr(error.text, "odd.o"));
}

#define in_directory(test) cmocka_unit_test_setup_teardown(test, directory_enter, directory_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_directory(test_loads_and_stores), in_directory(test_what_is_left_out),
        in_directory(test_escapes),          in_directory(test_copies),
        in_directory(test_control_flow),     in_directory(test_only_once),
        in_directory(test_bad_bitcode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
