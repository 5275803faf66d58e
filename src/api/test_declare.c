#include "api/declare.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char table_text[] =
    "role count \"int\" large \"MPI_Count\" : how many\n"
    "role parts \"MPI_Count\" abi \"int\" large \"MPI_Count\" : how many\n"
    "role comm \"MPI_Comm\" : communicator\n"
    "role range \"int[3]\" : range\n"
    "role argv \"char **\" : arguments\n"
    "role copy \"MPI_Copy_function *\" or \"MPI_Comm_copy_function *\" or \"MPI_Win_copy_function "
    "*\""
    " : copies\n"
    "role error \"int\" : error code\n"
    "memory buffer \"void *\" : data\n"
    "class c : c\n"
    "MPI_A c local large since=1.0 (in buffer b, in count n, out buffer o, in comm comms[n])\n"
    "MPI_B c local since=1.0 (out comm comm, in range r[1], inout argv v)\n"
    "MPI_C c local since=1.0 (in count n, ...)\n"
    "MPI_D c local since=1.0 result=comm ()\n"
    "MPI_Win_keyval c local since=1.0 (in copy f)\n"
    "MPI_Keyval c local since=1.0 (in copy f)\n"
    "MPI_P c local since=1.0 family=mpich,abi (in parts n)\n"
    "MPI_NULL_FN c local predefined family=mpich since=1.0 ()\n";

static void expect(const char *family, const char *const lines[], const char *absent)
{
    struct api_table *table;
    struct error error = {0};
    struct text out;
    text_init(&out, 100000);
    assert_int_equal(api_table_parse("t", table_text, &table, &error), 0);
    declare_functions(table, family, &out);
    for (size_t i = 0; lines[i]; i++)
        if (!strstr(out.data, lines[i]))
            fail_msg("no \"%s\" in\n%s", lines[i], out.data);
    assert_null(strstr(out.data, absent));
    text_free(&out);
    api_table_free(table);
}

static void test_types(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "int MPI_A(const void *b, int n, void *o, const MPI_Comm *comms);\n",
        "int PMPI_A_c(const void *b, MPI_Count n, void *o, const MPI_Comm *comms);\n",
        "int MPI_B(MPI_Comm *comm, const int (*r)[3], char ***v);\n",
        "int MPI_C(int n, ...);\n",
        "MPI_Comm PMPI_D(void);\n",
        "int MPI_Win_keyval(MPI_Win_copy_function *f);\n",
        "int MPI_Keyval(MPI_Copy_function *f);\n",
        "int MPI_P(MPI_Count n);\n",
        "int MPI_NULL_FN(void);\n",
        NULL};
    expect("mpich", lines, "PMPI_NULL_FN");
}

static void test_families(void **state)
{
    (void)state;
    static const char *const abi[] = {"int MPI_P(int n);\n", NULL}, *const none[] = {NULL};
    expect("abi", abi, "MPI_NULL_FN");
    expect("openmpi", none, "MPI_P(");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_types),
                                       cmocka_unit_test(test_families)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
