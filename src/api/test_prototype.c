#include "api/prototype.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct prototypes parse(const char *text)
{
    struct prototypes prototypes;
    struct error error = {0};
    if (prototypes_parse(text, &prototypes, &error) != 0)
        fail_msg("%s", error.text);
    return prototypes;
}

static void expect_parameter(const struct prototype *prototype, size_t i, const char *type,
                             const char *before, const char *name, const char *after)
{
    assert_true(i < prototype->parameter_count);
    const struct prototype_parameter *parameter = &prototype->parameters[i];
    assert_string_equal(parameter->type, type);
    assert_string_equal(parameter->before, before);
    assert_string_equal(parameter->after, after);
    if (name)
        assert_string_equal(parameter->name, name);
    else
        assert_null(parameter->name);
}

static void test_plain(void **state)
{
    (void)state;
    struct prototypes all = parse("int MPI_Send(const void *buf, int count, MPI_Comm comm);\n"
                                  "double MPI_Wtime(void);\nchar const **f();");
    const struct prototype *send = prototypes_find(&all, "MPI_Send");
    assert_string_equal(send->result, "int");
    assert_int_equal(send->parameter_count, 3);
    expect_parameter(send, 0, "const void *", "const void *", "buf", "");
    expect_parameter(send, 1, "int", "int", "count", "");
    expect_parameter(send, 2, "MPI_Comm", "MPI_Comm", "comm", "");
    assert_false(send->variadic);
    assert_string_equal(prototypes_find(&all, "MPI_Wtime")->result, "double");
    assert_int_equal(prototypes_find(&all, "MPI_Wtime")->parameter_count, 0);
    assert_string_equal(prototypes_find(&all, "f")->result, "char const **");
    prototypes_free(&all);
}

static void test_attributes(void **state)
{
    (void)state;
    struct prototypes all =
        parse("__attribute__((visibility(\"default\"))) extern int\n"
              "MPI_X(int *__restrict a) __attribute__((__deprecated__(\"use ) ; Y\")));\n"
              "extern __inline __attribute__((always_inline)) int y(int a) __asm__(\"\" \"z\");\n"
              "int w(const void *b __attribute__((unused)), int c) __attribute__((nonnull(1, 2)))\n"
              "    __attribute((noreturn));\n");
    expect_parameter(prototypes_find(&all, "MPI_X"), 0, "int *", "int *", "a", "");
    assert_string_equal(prototypes_find(&all, "MPI_X")->result, "int");
    assert_non_null(prototypes_find(&all, "y"));
    expect_parameter(prototypes_find(&all, "w"), 0, "const void *", "const void *", "b", "");
    prototypes_free(&all);
}

static void test_arrays(void **state)
{
    (void)state;
    struct prototypes all = parse("int f(const int a[], int r[][3], char **v[], char t[1024],\n"
                                  "      MPI_Datatype [], int [][3]);");
    const struct prototype *f = prototypes_find(&all, "f");
    expect_parameter(f, 0, "const int *", "const int", "a", "[]");
    expect_parameter(f, 1, "int (*)[3]", "int", "r", "[][3]");
    expect_parameter(f, 2, "char ***", "char **", "v", "[]");
    expect_parameter(f, 3, "char *", "char", "t", "[1024]");
    expect_parameter(f, 4, "MPI_Datatype *", "MPI_Datatype", NULL, "[]");
    expect_parameter(f, 5, "int (*)[3]", "int", NULL, "[][3]");
    prototypes_free(&all);
}

static void test_function_pointers(void **state)
{
    (void)state;
    struct prototypes all = parse("int f(int (*compare)(const void *, const void *), int n,\n"
                                  "      void (*)(int), MPI_Copy_function *fn);");
    const struct prototype *f = prototypes_find(&all, "f");
    assert_int_equal(f->parameter_count, 4);
    expect_parameter(f, 0, "int (*)(const void *, const void *)", "int (*", "compare",
                     ")(const void *, const void *)");
    expect_parameter(f, 1, "int", "int", "n", "");
    expect_parameter(f, 2, "void (*)(int)", "void (*", NULL, ")(int)");
    expect_parameter(f, 3, "MPI_Copy_function *", "MPI_Copy_function *", "fn", "");
    prototypes_free(&all);
}

static void test_names_and_types(void **state)
{
    (void)state;
    struct prototypes all =
        parse("int f(unsigned int, struct tag, const MPI_Comm, const int level,\n"
              "      unsigned n, struct tag *p, enum e v, long long);\n"
              "int MPI_Pcontrol(const int level, ...);");
    const struct prototype *f = prototypes_find(&all, "f");
    expect_parameter(f, 0, "unsigned int", "unsigned int", NULL, "");
    expect_parameter(f, 1, "struct tag", "struct tag", NULL, "");
    expect_parameter(f, 2, "MPI_Comm", "const MPI_Comm", NULL, "");
    expect_parameter(f, 3, "int", "const int", "level", "");
    expect_parameter(f, 4, "unsigned", "unsigned", "n", "");
    expect_parameter(f, 5, "struct tag *", "struct tag *", "p", "");
    expect_parameter(f, 6, "enum e", "enum e", "v", "");
    expect_parameter(f, 7, "long long", "long long", NULL, "");
    assert_true(prototypes_find(&all, "MPI_Pcontrol")->variadic);
    assert_int_equal(prototypes_find(&all, "MPI_Pcontrol")->parameter_count, 1);
    prototypes_free(&all);
}

static void test_other_things_are_stepped_over(void **state)
{
    (void)state;
    struct prototypes all = parse(
        "# 1 \"mpi.h\"\n/* int g(void); */ // int g(void);\n"
        "typedef int (g)(int);\ntypedef struct { int g; int (*h)(int); } t;\n"
        "struct s { int a; } variable;\nextern int numbers[3];\nint (*g)(int);\n"
        "enum { A = 'x', B = ';' };\nstatic inline int body(int a) { if (a) { g(a); } return a; }\n"
        "int first(void), x;\n_Static_assert(sizeof(int) == 4, \"int g(void);\");\n"
        "struct s *after(int a);\nint after(void);\n");
    assert_null(prototypes_find(&all, "g"));
    assert_null(prototypes_find(&all, "h"));
    assert_non_null(prototypes_find(&all, "body"));
    assert_string_equal(prototypes_find(&all, "after")->result, "struct s *");
    assert_int_equal(prototypes_find(&all, "after")->parameter_count, 1);
    prototypes_free(&all);
}

static void test_broken_headers(void **state)
{
    (void)state;
    static const char *const broken[] = {"",
                                         "int",
                                         "int f(",
                                         "\"",
                                         "/*",
                                         "{",
                                         "}",
                                         ")",
                                         "int f)(;",
                                         "__attribute__((",
                                         "int x;",
                                         "'\\",
                                         "typedef int f(int);"};
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        struct prototypes all;
        struct error error = {0};
        assert_int_equal(prototypes_parse(broken[i], &all, &error), -1);
        assert_string_equal(error.text, "there is no function declaration in this header; give the "
                                        "output of the preprocessor (cc -E -P)");
        prototypes_free(&all);
    }
    struct prototypes all;
    struct error error = {0};
    assert_int_equal(prototypes_read("/nonexistent/mpi.i", &all, &error), -1);
    prototypes_free(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_attributes),
        cmocka_unit_test(test_arrays),
        cmocka_unit_test(test_function_pointers),
        cmocka_unit_test(test_names_and_types),
        cmocka_unit_test(test_other_things_are_stepped_over),
        cmocka_unit_test(test_broken_headers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
