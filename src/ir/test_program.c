#include "base/test_directory.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include "ir/test_compile.h"

/* Checks what program.h promises of every program. */
static void check_block(const struct ir_block *block)
{
    const struct ir_function *function = block->function;
    assert_ptr_equal(function->blocks[block->number], block);
    assert_true(block->instruction_count >= 1);
    for (uint32_t i = 0; i < block->instruction_count; i++) {
        const struct ir_value *value = block->instructions[i];
        bool last = i + 1 == block->instruction_count;
        bool ends = (value->opcode >= IR_RETURN && value->opcode <= IR_UNWIND) || value->invoke;
        assert_int_equal(last, ends);
        assert_ptr_equal(value->block, block);
        assert_ptr_equal(value->function, function);
        if (value->opcode == IR_PHI)
            assert_int_equal(value->operand_count, block->predecessor_count);
    }
    for (uint32_t i = 0; i < block->successor_count; i++) {
        const struct ir_block *to = block->successors[i];
        uint32_t found = 0;
        for (uint32_t j = 0; j < to->predecessor_count; j++)
            found += to->predecessors[j] == block;
        assert_int_equal(found, 1);
    }
    if (ir_terminator(block)->opcode == IR_SWITCH)
        assert_int_equal(ir_terminator(block)->operand_count, block->successor_count);
}

static bool uses(const struct ir_value *user, const struct ir_value *value)
{
    for (uint32_t i = 0; i < user->operand_count; i++)
        if (user->operands[i] == value)
            return true;
    return user->callee == value;
}

static void check_program(const struct ir_program *program)
{
    for (uint32_t i = 0; i < program->value_count; i++) {
        const struct ir_value *value = program->values[i];
        assert_int_equal(value->number, i);
        assert_non_null(value->type);
        for (uint32_t j = 0; j < value->user_count; j++) {
            assert_true(uses(value->users[j], value));
            assert_true(j == 0 || value->users[j - 1]->number < value->users[j]->number);
        }
        for (uint32_t j = 0; j < value->operand_count; j++) {
            const struct ir_value *operand = value->operands[j];
            uint32_t found = 0;
            for (uint32_t k = 0; operand->user_count < 1000 && k < operand->user_count; k++)
                found += operand->users[k] == value;
            assert_int_equal(found, operand->user_count < 1000 ? 1 : 0);
        }
    }
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct ir_function *function = program->functions[i];
        assert_int_equal(function->number, i);
        assert_int_equal(function->defined, function->block_count > 0);
        for (uint32_t j = 0; j < function->block_count; j++)
            check_block(function->blocks[j]);
        for (uint32_t j = 0; j < function->call_count; j++)
            for (uint32_t k = 0; k < function->calls[j]->target_count; k++)
                assert_true(function->calls[j]->targets[k]->component <= function->component);
        assert_true(i == 0 ||
                    program->bottom_up[i - 1]->component <= program->bottom_up[i]->component);
    }
}

static const struct ir_value *named(const struct ir_function *function, const char *name,
                                    enum ir_opcode opcode)
{
    for (uint32_t i = 0; i < function->block_count; i++)
        for (uint32_t j = 0; j < function->blocks[i]->instruction_count; j++) {
            const struct ir_value *value = function->blocks[i]->instructions[j];
            if (value->opcode == opcode && value->name && strcmp(value->name, name) == 0)
                return value;
        }
    fail_msg("%s has no value %s", function->symbol, name);
    return NULL;
}

static void keeps_names_and_places(void **state)
{
    (void)state;
    struct ir_program *program = load_source("names.c", "",
                                             "struct grid { int size, row; };\n"
                                             "int g(int *);\n"
                                             "int f(int rank, struct grid *grid) {\n"
                                             "  int comm = 1, comm1 = rank + 1, seen;\n"
                                             "  g(&seen);\n"
                                             "  for (int i = 0; i < rank; i++)\n"
                                             "    comm1 += grid->row;\n"
                                             "  for (int i = 0; i < 3; i++)\n"
                                             "    comm += g(0);\n"
                                             "  return comm + comm1;\n"
                                             "}\n");
    check_program(program);
    const struct ir_function *f = function_of(program, "f");
    assert_string_equal(f->place.file, "names.c");
    assert_int_equal(f->place.line, 3);
    assert_string_equal(f->arguments[0]->name, "rank");
    const struct ir_value *sum = named(f, "comm1", IR_ADD);
    assert_int_equal(sum->place.line, 4);
    assert_int_equal(sum->place.column, 30);
    assert_ptr_equal(sum->operands[0], f->arguments[0]);
    assert_non_null(named(f, "seen", IR_ALLOCA));
    assert_int_equal(named(f, "row", IR_ADDRESS)->offset, 4);
    /* Both loops count in i, and comm1 is not mistaken for another comm. */
    int counters = 0, sums = 0;
    for (uint32_t i = 0; i < f->block_count; i++)
        for (uint32_t j = 0; j < f->blocks[i]->instruction_count; j++) {
            const struct ir_value *value = f->blocks[i]->instructions[j];
            counters += value->opcode == IR_PHI && strcmp(value->name, "i") == 0;
            sums += value->opcode == IR_PHI && strcmp(value->name, "comm") == 0;
            assert_false(value->opcode == IR_BRANCH && value->operand_count && !value->place.line);
        }
    assert_int_equal(counters, 2);
    assert_int_equal(sums, 1);
    assert_int_equal(program->line_count, 7);
    ir_program_free(program);
}

static void gives_files_as_the_compiler_got_them(void **state)
{
    struct error error;
    assert_int_equal(file_make_directory("source", &error), 0);
    assert_int_equal(file_make_directory("build", &error), 0);
    struct ir_bitcode piece = compile_source("source/a.c", "", "int a(int x) { return x + 1; }\n");
    struct ir_program *program = load_pieces(&piece, 1);
    assert_string_equal(function_of(program, "a")->place.file, "source/a.c");
    ir_program_free(program);
    free_bitcode(&piece);
    /* Compiles from another directory, by a path that shares a part with that directory. */
    char *path = memory_printf("%s/source/b.c", (const char *)*state);
    assert_int_equal(chdir("build"), 0);
    piece = compile_source(path, "", "int b(int x) { return x + 1; }\n");
    assert_int_equal(chdir(".."), 0);
    program = load_pieces(&piece, 1);
    const struct ir_function *b = function_of(program, "b");
    assert_string_equal(b->place.file, path);
    assert_string_equal(ir_terminator(b->blocks[0])->place.file, path);
    ir_program_free(program);
    free_bitcode(&piece);
    free(path);
}

static void writes_functions_as_people_do(void **state)
{
    (void)state;
    struct ir_program *program = load_source(
        "people.cc", "",
        "struct grid { void send(int); }; void grid::send(int) {}\n"
        "template <class T> T twice(T x) { return x + x; }\n"
        "extern \"C\" { void mpi_bcast_(void); void solve(void) __asm__(\"_QMheatPsolve\");\n"
        "void start(void) __asm__(\"_QQmain\"); void sub(void) __asm__(\"_QPsub\"); }\n"
        "int all() { mpi_bcast_(); solve(); start(); sub(); grid().send(1); return twice(2); }\n");
    check_program(program);
    static const char *const names[][2] = {{"_ZN4grid4sendEi", "grid::send(int)"},
                                           {"_Z5twiceIiET_S0_", "int twice<int>(int)"},
                                           {"mpi_bcast_", "mpi_bcast"},
                                           {"_QMheatPsolve", "solve"},
                                           {"_QQmain", "main"},
                                           {"_QPsub", "sub"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_string_equal(function_of(program, names[i][0])->name, names[i][1]);
    ir_program_free(program);
}

static void merges_files(void **state)
{
    (void)state;
    struct ir_bitcode pieces[] = {
        compile_source("one.c", "",
                       "static int f(void) { return 1; } int one(void) { return f(); }"
                       "int both(void) { return 10; } int main(void) { return one(); }"),
        compile_source("two.c", "",
                       "static int f(void) { return 2; } int two(void) { return f(); }"
                       "int both(void) { return 20; } int x = 3;"),
        compile_source("three.c", "",
                       "extern int x; int one(void); int three(void) "
                       "{ return one() + x; }")};
    struct ir_program *program = load_pieces(pieces, 3);
    check_program(program);
    int statics = 0, returned = 0;
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct ir_function *function = program->functions[i];
        if (strcmp(function->name, "f") == 0) {
            statics++;
            returned += (int)ir_terminator(function->blocks[0])->operands[0]->integer;
        }
        assert_true(function->local == (strcmp(function->symbol, "main") != 0));
    }
    assert_int_equal(statics, 2);
    assert_int_equal(returned, 3);
    const struct ir_function *both = function_of(program, "both");
    assert_int_equal(ir_terminator(both->blocks[0])->operands[0]->integer, 10);
    assert_int_equal(program->note_count, 1);
    assert_string_equal(program->notes[0],
                        "two.c.bc: it defines both, as one.c.bc does; left out there");
    const struct ir_value *call = call_of(function_of(program, "three"), "one", 0);
    assert_ptr_equal(call->targets[0], function_of(program, "one"));
    assert_int_equal(function_of(program, "one")->caller_count, 2);

    /* The same pieces concatenated, as a linker puts sections, with padding. */
    struct text text;
    text_init(&text, SIZE_MAX);
    for (int i = 0; i < 3; i++) {
        text_add_bytes(&text, pieces[i].data, pieces[i].size);
        text_add_bytes(&text, "\0\0\0\0", i == 1 ? 4 : 0);
    }
    struct ir_bitcode joined = {"joined", text.data, text.length};
    struct ir_program *again = load_pieces(&joined, 1);
    assert_int_equal(again->function_count, program->function_count);
    assert_int_equal(again->value_count, program->value_count);
    assert_int_equal(again->note_count, 1);
    ir_program_free(again);
    text_free(&text);
    ir_program_free(program);
    for (int i = 0; i < 3; i++)
        free_bitcode(&pieces[i]);
}

static const struct ir_value *call_through(const struct ir_function *function, int index)
{
    for (uint32_t i = 0; i < function->call_count; i++)
        if (function->calls[i]->callee->kind != IR_FUNCTION && index-- == 0)
            return function->calls[i];
    fail_msg("%s calls through fewer pointers", function->symbol);
    return NULL;
}

static void resolves_calls_through_pointers(void **state)
{
    (void)state;
    struct ir_program *program = load_source(
        "calls.c", "-fopenmp",
        "#include <pthread.h>\n"
        "int a(int x) { return x; } int b(int x) { return x + 1; } int c(int x) { return 2; }\n"
        "void other(char *p) {}\n"
        "static int (*table[])(int) = {a, b};\n"
        "static int (*variable)(int) = a;\n"
        "int (*anywhere)(int) = c;\n"
        "struct holder { int (*f)(int); } *holder; void (*p)(char *) = other;\n"
        "static int apply(int (*f)(int)) { return f(1); }\n"
        "void *thread(void *p) { return p; }\n"
        "int even(int); int odd(int n) { return n ? even(n - 1) : 0; }\n"
        "int even(int n) { return n ? odd(n - 1) : 1; }\n"
        "int main(int argc, char **argv) {\n"
        "  pthread_t t; int shared = 0;\n"
        "  table[argc](1); variable(2); holder->f(3); apply(b); p(*argv);\n"
        "  pthread_create(&t, 0, thread, &shared);\n"
        "  #pragma omp parallel\n"
        "  shared++;\n"
        "  return even(4);\n"
        "}\n");
    check_program(program);
    const struct ir_function *f[] = {function_of(program, "main"), function_of(program, "a"),
                                     function_of(program, "b"), function_of(program, "c")};
    const struct ir_value *through[] = {call_through(f[0], 0), call_through(f[0], 1),
                                        call_through(f[0], 2), call_through(f[0], 3)};
    assert_int_equal(through[0]->target_count, 2);
    assert_false(through[0]->targets_unknown);
    assert_int_equal(through[1]->target_count, 1);
    assert_ptr_equal(through[1]->targets[0], f[1]);
    assert_false(through[1]->targets_unknown);
    assert_int_equal(through[2]->target_count, 3); /* a, b and c have their addresses taken */
    assert_true(through[2]->targets_unknown);
    assert_string_equal(through[3]->targets[0]->symbol, "other");
    const struct ir_value *inner = function_of(program, "apply")->calls[0];
    assert_int_equal(inner->target_count, 1);
    assert_ptr_equal(inner->targets[0], f[2]);
    assert_false(inner->targets_unknown);

    const struct ir_value *create = call_of(f[0], "pthread_create", 0);
    const struct ir_function *thread = function_of(program, "thread");
    assert_int_equal(create->target_count, 2);
    assert_ptr_equal(create->targets[1], thread);
    assert_ptr_equal(ir_call_argument(create, thread, 0), create->operands[3]);
    const struct ir_value *fork = call_of(f[0], "__kmpc_fork_call", 0);
    assert_int_equal(fork->target_count, 2);
    assert_string_equal(fork->targets[1]->name, "main");
    assert_null(ir_call_argument(fork, fork->targets[1], 0));
    assert_string_equal(ir_call_argument(fork, fork->targets[1], 2)->name, "shared");
    assert_ptr_equal(fork->targets[1]->callers[0], fork);

    const struct ir_function *even = function_of(program, "even");
    assert_true(even->recursive);
    assert_int_equal(even->component, function_of(program, "odd")->component);
    assert_false(f[0]->recursive);
    assert_ptr_equal(program->bottom_up[program->function_count - 1], f[0]);
    ir_program_free(program);
}

static void copies_constants(void **state)
{
    (void)state;
    struct ir_program *program = load_source(
        "constants.c", "",
        "struct pair { char c; double d; };\n"
        "const char text[] = \"hello\"; struct pair pairs[2] = {{1, 2.5}, {3, 4}};\n"
        "int huge[100000] = {7}; long table[100000] = {[5] = 1}; int empty[10];\n"
        "extern int outside; __int128 wide = ((__int128)1 << 70) + 5; int *inside = &huge[3];\n");
    check_program(program);
    struct arena arena = {0};
    for (uint32_t i = 0; i < program->global_count; i++) {
        const struct ir_value *global = program->globals[i];
        const struct ir_value *initial = global->operands[0];
        if (strcmp(global->name, "text") == 0) {
            assert_string_equal(ir_string(global, &arena), "hello");
            assert_true(global->constant);
        } else if (strcmp(global->name, "pairs") == 0) {
            assert_int_equal(initial->kind, IR_AGGREGATE);
            /* Since version 20 clang writes the padding down, as a field between the two. */
            const struct ir_value *pair = initial->operands[0];
            const struct ir_type *type = global->accessed->parts[0];
            assert_true(pair->operands[pair->operand_count - 1]->real == 2.5);
            assert_int_equal(global->accessed->size, 32);
            assert_int_equal(type->offsets[type->part_count - 1], 8);
            assert_null(ir_string(global, &arena));
        } else if (strcmp(global->name, "wide") == 0) {
            assert_true(initial->wide);
            assert_int_equal(initial->integer, 5);
        } else if (strcmp(global->name, "inside") == 0) {
            assert_int_equal(initial->kind, IR_EXPRESSION);
            assert_int_equal(initial->offset, 12);
        }
    }
    assert_true(program->value_count < 1000);
    arena_free(&arena);
    ir_program_free(program);
}

int main(void)
{
#define in_directory(test) cmocka_unit_test_setup_teardown(test, directory_enter, directory_leave)
    const struct CMUnitTest tests[] = {
        in_directory(keeps_names_and_places),
        in_directory(gives_files_as_the_compiler_got_them),
        in_directory(writes_functions_as_people_do),
        in_directory(merges_files),
        in_directory(resolves_calls_through_pointers),
        in_directory(copies_constants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
