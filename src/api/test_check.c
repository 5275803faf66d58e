#include "api/check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char table_text[] =
    "role count \"int\" large \"MPI_Count\" : how many\n"
    "role comm \"MPI_Comm\" : communicator\n"
    "role fint \"MPI_Fint\" or \"int\" : Fortran\n"
    "role range \"int[3]\" : range\n"
    "role state \"void *\" : state\n"
    "role error \"int\" : error code\n"
    "memory buffer \"void *\" : data\n"
    "class c : c\n"
    "MPI_A c local large since=1.0 (in buffer b, in count n, out buffer o, in comm comms[n])\n"
    "MPI_B c local since=1.0 (out comm comm, in range r[1] mutable, in state s, in fint f)\n"
    "MPI_C c local since=1.0 (in count n, ...)\n"
    "MPI_D c local since=1.0 result=fint ()\n";

/* Compares the header with the table above, and expects these sentences. */
static void expect(const char *header_text, size_t compared, const char *sentences)
{
    struct api_table *table;
    struct prototypes header;
    struct api_check check;
    struct error error = {0};
    assert_int_equal(api_table_parse("t", table_text, &table, &error), 0);
    assert_int_equal(prototypes_parse(header_text, &header, &error), 0);
    api_check_header(table, &header, &check);
    assert_string_equal(check.sentences.data, sentences);
    assert_int_equal(check.compared, compared);
    size_t lines = 0;
    for (const char *at = sentences; (at = strchr(at, '\n')); at++)
        lines++;
    assert_int_equal(check.faults, lines);
    api_check_free(&check);
    prototypes_free(&header);
    api_table_free(table);
}

static void test_agreement(void **state)
{
    (void)state;
    expect("int MPI_A(const void *b, int n, void *o, const MPI_Comm comms[]);"
           "int PMPI_A(const void *b, int n, void *o, const MPI_Comm *comms);"
           "int MPI_A_c(const void *b, MPI_Count n, void *o, const MPI_Comm comms[]);"
           "int MPI_B(MPI_Comm *comm, int r[][3], void *s, int f);"
           "int PMPI_B(MPI_Comm *comm, const int r[][3], void *s, MPI_Fint f);"
           "int MPI_C(const int n, ...);"
           "MPI_Fint MPI_D(void); int PMPI_D(void); int printf(const char *format, ...);",
           5, "");
}

static void test_missing(void **state)
{
    (void)state;
    expect("int MPI_New(void); int PMPI_New(void); int MPI_C(int n, ...);", 2,
           "MPI_New is in the header, but not in the table\n"
           "PMPI_New is in the header, but not in the table\n");
    expect("int MPIX_New(void);", 1, "MPIX_New is in the header, but not in the table\n");
    expect("int MPI_B_c(void);", 1, "MPI_B_c is in the header, but not in the table\n");
}

static void test_number_of_parameters(void **state)
{
    (void)state;
    expect("int MPI_C(int n);", 1,
           "MPI_C has 1 parameters in the header, but 1 and more in the table\n");
    expect("int MPI_A(const void *b, int n, void *o);", 1,
           "MPI_A has 3 parameters in the header, but 4 in the table\n");
}

static void test_types(void **state)
{
    (void)state;
    expect("int MPI_A(const void *b, long n, void *o, const MPI_Comm comms[]);", 1,
           "MPI_A: parameter 2 is \"long\" in the header, but count n of the table is \"int\"\n");
    expect("int MPI_A_c(const void *b, int n, void *o, const MPI_Comm comms[]);", 1,
           "MPI_A_c: parameter 2 is \"int\" in the header, but count n of the table is "
           "\"MPI_Count\"\n");
    expect("int MPI_B(MPI_Comm comm, int *r, void *s, long f);", 1,
           "MPI_B: parameter 1 is \"MPI_Comm\" in the header, but comm comm of the table is "
           "\"MPI_Comm *\"\n"
           "MPI_B: parameter 2 is \"int *\" in the header, but range r of the table is "
           "\"const int (*)[3]\"\n"
           "MPI_B: parameter 4 is \"long\" in the header, but fint f of the table is "
           "\"MPI_Fint\"\n");
    expect("double MPI_D(void);", 1,
           "MPI_D returns double in the header, but its result fint in the table is MPI_Fint\n");
}

/* A wrong direction shows as a wrong const. */
static void test_const(void **state)
{
    (void)state;
    expect("int MPI_A(void *b, int n, const void *o, MPI_Comm comms[]);", 1,
           "MPI_A: parameter 1 is \"void *\" in the header, but buffer b of the table is "
           "\"const void *\"\n"
           "MPI_A: parameter 3 is \"const void *\" in the header, but buffer o of the table is "
           "\"void *\"\n"
           "MPI_A: parameter 4 is \"MPI_Comm *\" in the header, but comm comms of the table is "
           "\"const MPI_Comm *\"\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agreement), cmocka_unit_test(test_missing),
        cmocka_unit_test(test_types),     cmocka_unit_test(test_number_of_parameters),
        cmocka_unit_test(test_const),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
