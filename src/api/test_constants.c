#include "api/constants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char list_text[] = "# a comment\n"
                                "\n"
                                "comm MPI_COMM_NULL 0x04000000 ompi_mpi_comm_null 2 0x100\n"
                                "rank MPI_ROOT -3 -4 = -3\n"
                                "topology MPI_ROOT -3 -4 = -3\n"
                                "weights MPI_UNWEIGHTED extern 2 = 10\n"
                                "datatype MPI_C_COMPLEX 0x4c000840 ompi_c 69 0x212\n"
                                "datatype MPI_C_FLOAT_COMPLEX 0x4c000840 ompi_c 69 0x212\n"
                                "splittype OMPI_NODE - 0 = -\n";

static void read_list(const char *text, struct constants *constants)
{
    struct error error = {0};
    assert_int_equal(constants_parse("list", text, constants, &error), 0);
}

static void test_columns(void **state)
{
    (void)state;
    struct constants constants;
    read_list(list_text, &constants);
    assert_int_equal(constants.count, 7);
    const struct constant *null = &constants.list[0], *root = &constants.list[1];
    assert_string_equal(null->kind, "comm");
    assert_string_equal(null->values[FAMILY_MPICH], "0x04000000");
    assert_string_equal(null->values[FAMILY_OPENMPI], "ompi_mpi_comm_null");
    assert_string_equal(null->fortran, "2");
    assert_string_equal(null->values[FAMILY_ABI], "0x100");
    assert_string_equal(root->fortran, "-4");
    assert_null(constants.list[6].values[FAMILY_MPICH]);
    assert_null(constants.list[6].values[FAMILY_ABI]);
    constants_free(&constants);
}

static void expect_definitions(enum api_family family, const char *wanted)
{
    struct constants constants;
    struct text out;
    text_init(&out, 10000);
    read_list(list_text, &constants);
    constants_write_definitions(&constants, family, &out);
    assert_string_equal(out.data, wanted);
    text_free(&out);
    constants_free(&constants);
}

static void test_definitions(void **state)
{
    (void)state;
    expect_definitions(FAMILY_MPICH, "#define MPI_COMM_NULL ((MPI_Comm)0x04000000)\n"
                                     "#define MPI_ROOT ((int)-3)\n"
                                     "extern int *const MPI_UNWEIGHTED;\n"
                                     "#define MPI_C_COMPLEX ((MPI_Datatype)0x4c000840)\n"
                                     "#define MPI_C_FLOAT_COMPLEX ((MPI_Datatype)0x4c000840)\n");
    expect_definitions(FAMILY_OPENMPI,
                       "extern char ompi_mpi_comm_null[];\n"
                       "#define MPI_COMM_NULL ((MPI_Comm)(void *)ompi_mpi_comm_null)\n"
                       "#define MPI_ROOT ((int)-4)\n"
                       "#define MPI_UNWEIGHTED ((int *)2)\n"
                       "extern char ompi_c[];\n"
                       "#define MPI_C_COMPLEX ((MPI_Datatype)(void *)ompi_c)\n"
                       "#define MPI_C_FLOAT_COMPLEX ((MPI_Datatype)(void *)ompi_c)\n"
                       "#define OMPI_NODE ((int)0)\n");
}

static void expect_list(enum api_family family, const char *wanted)
{
    struct constants constants;
    struct text out;
    text_init(&out, 10000);
    read_list(list_text, &constants);
    constants_write_list(&constants, family, &out);
    assert_string_equal(out.data, wanted);
    text_free(&out);
    constants_free(&constants);
}

static void test_lists(void **state)
{
    (void)state;
    expect_list(FAMILY_MPICH, "#ifdef WEAK\nWEAK(MPI_UNWEIGHTED)\n#endif\n"
                              "#ifdef CONSTANT\n"
                              "CONSTANT(comm, MPI_COMM_NULL)\n"
                              "CONSTANT(rank, MPI_ROOT)\n"
                              "CONSTANT(topology, MPI_ROOT)\n"
                              "CONSTANT(datatype, MPI_C_COMPLEX)\n"
                              "CONSTANT(datatype, MPI_C_FLOAT_COMPLEX)\n"
                              "#endif\n"
                              "#ifdef VARIABLE\nVARIABLE(weights, MPI_UNWEIGHTED)\n#endif\n");
    expect_list(FAMILY_OPENMPI, "#ifdef WEAK\nWEAK(ompi_mpi_comm_null)\nWEAK(ompi_c)\n#endif\n"
                                "#ifdef CONSTANT\n"
                                "CONSTANT(comm, MPI_COMM_NULL)\n"
                                "CONSTANT(rank, MPI_ROOT)\n"
                                "CONSTANT(topology, MPI_ROOT)\n"
                                "CONSTANT(weights, MPI_UNWEIGHTED)\n"
                                "CONSTANT(datatype, MPI_C_COMPLEX)\n"
                                "CONSTANT(datatype, MPI_C_FLOAT_COMPLEX)\n"
                                "CONSTANT(splittype, OMPI_NODE)\n"
                                "#endif\n"
                                "#ifdef VARIABLE\n#endif\n");
}

static void test_all_names(void **state)
{
    (void)state;
    struct constants constants;
    struct text out;
    text_init(&out, 10000);
    read_list(list_text, &constants);
    constants_write_list(&constants, FAMILY_COUNT, &out);
    assert_non_null(strstr(out.data, "CONSTANT(splittype, OMPI_NODE)\n"));
    assert_non_null(strstr(out.data, "CONSTANT(weights, MPI_UNWEIGHTED)\n"));
    assert_null(strstr(out.data, "WEAK("));
    text_free(&out);
    constants_free(&constants);
}

static void test_wrong_lines(void **state)
{
    (void)state;
    static const char *const wrong[] = {"comm MPI_X 1 2 3\n", "comm MPI_X 1 2 3 4 5\n",
                                        "comm  MPI_X 1 2 3 4\n", "- MPI_X 1 2 3 4\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct constants constants;
        struct error error = {0};
        assert_int_equal(constants_parse("list", wrong[i], &constants, &error), -1);
        assert_string_equal(error.text, "list:1: KIND NAME MPICH OPENMPI FORTRAN ABI expected");
        constants_free(&constants);
    }
}

static void test_builtin(void **state)
{
    (void)state;
    struct constants constants;
    constants_builtin(&constants);
    assert_true(constants.count > 300);
    assert_int_equal(api_family_find("abi"), FAMILY_ABI);
    assert_int_equal(api_family_find("lam"), FAMILY_COUNT);
    constants_free(&constants);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_columns),     cmocka_unit_test(test_definitions),
        cmocka_unit_test(test_lists),       cmocka_unit_test(test_all_names),
        cmocka_unit_test(test_wrong_lines), cmocka_unit_test(test_builtin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
