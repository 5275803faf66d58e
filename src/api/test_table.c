#include "api/expression.h"
#include "api/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEAD                                              \
    "role count \"int\" large \"MPI_Count\" : how many\n" \
    "role comm \"MPI_Comm\" : communicator\n"             \
    "role datatype \"MPI_Datatype\" : datatype\n"         \
    "role error \"int\" : error code\n"                   \
    "memory buffer \"void *\" : data\n"                   \
    "class p2p.send : sends\n"

static struct api_table *parse(const char *text)
{
    struct api_table *table = NULL;
    struct error error = {0};
    if (api_table_parse("t", text, &table, &error) != 0)
        fail_msg("%s", error.text);
    return table;
}

static void expect_error(const char *text, const char *sentence)
{
    struct api_table *table = NULL;
    struct error error = {0};
    assert_int_equal(api_table_parse("t", text, &table, &error), -1);
    assert_null(table);
    assert_string_equal(error.text, sentence);
    assert_int_equal(error.kind, ERROR_USAGE);
}

static void test_function(void **state)
{
    (void)state;
    struct api_table *table =
        parse(HEAD "# a comment\n"
                   "MPI_Send p2p.send blocking collective large since=1.0 deprecated=4.1 # more\n"
                   "    (in buffer buf of count*datatype each peers(comm) inplace,   # and more\n"
                   "     in count count atroot, in datatype datatype, in comm comm,\n"
                   "\tout count list[2*count+1] used *count mutable)\n");
    assert_int_equal(table->function_count, 2);
    const struct api_function *send = api_table_find(table, "MPI_Send");
    assert_non_null(send);
    assert_ptr_equal(send, api_table_find(table, "PMPI_Send"));
    assert_ptr_equal(send, api_table_find_fortran(table, "mpi_send_"));
    assert_ptr_equal(send, api_table_find_fortran(table, "pmpi_send__"));
    assert_ptr_equal(send, api_table_find_fortran(table, "MPI_SEND"));
    assert_null(api_table_find_fortran(table, "mpi_send___"));
    assert_null(api_table_find_fortran(table, "mpi_sen_"));
    assert_null(api_table_find_fortran(table, "mpi_sendx"));
    assert_null(api_table_find_fortran(table, "_"));
    assert_null(api_table_find(table, "MPI_Recv"));
    assert_string_equal(send->class->description, "sends");
    assert_int_equal(send->mode, API_BLOCKING);
    assert_true(send->collective && send->has_large && !send->is_large && !send->persistent);
    assert_string_equal(send->since, "1.0");
    assert_string_equal(send->deprecated, "4.1");
    assert_string_equal(send->result->name, "error");
    assert_int_equal(send->line, 8);
    assert_int_equal(send->parameter_count, 5);
    const struct api_parameter *buf = &send->parameters[0];
    assert_int_equal(buf->direction, API_IN);
    assert_true(buf->role->memory && buf->in_place && !buf->at_root);
    assert_int_equal(buf->buffer.shape, API_SHAPE_PLAIN);
    assert_string_equal(buf->buffer.count, "count");
    assert_string_equal(buf->buffer.datatype, "datatype");
    assert_string_equal(buf->buffer.each, "peers(comm)");
    assert_true(send->parameters[1].at_root);
    const struct api_parameter *list = api_function_parameter(send, "list");
    assert_string_equal(list->length, "2*count+1");
    assert_string_equal(list->used, "*count");
    assert_true(list->const_varies);
    assert_string_equal(api_function_role(send, "count")->name, "count");
    api_table_free(table);
}

static void test_large_twin(void **state)
{
    (void)state;
    struct api_table *table =
        parse(HEAD "MPI_Get p2p.send local large since=1.0 direct=a,bc\n"
                   "    (in count one, in count two largeonly, in comm comm)\n");
    const struct api_function *plain = api_table_find(table, "MPI_Get");
    const struct api_function *large = api_table_find(table, "MPI_Get_c");
    assert_int_equal(plain->parameter_count, 2);
    assert_int_equal(large->parameter_count, 3);
    assert_string_equal(plain->parameters[1].name, "comm");
    assert_true(large->is_large && !large->has_large);
    assert_string_equal(large->since, "4.0");
    assert_true(api_function_flag(large, "large") && !api_function_flag(plain, "large"));
    assert_true(api_function_direct(plain, "a") && api_function_direct(plain, "bc"));
    assert_false(api_function_direct(plain, "b") || api_function_direct(plain, "bcd"));
    assert_false(api_function_direct(large, "a"));
    api_table_free(table);
}

static void test_buffers(void **state)
{
    (void)state;
    struct api_table *table = parse(
        HEAD "MPI_V p2p.send local since=1.0\n"
             "    (in buffer a of counts@places*datatype, in buffer b of sum(counts)*datatype,\n"
             "     in buffer c of mine(counts)*datatype, in buffer d of n,\n"
             "     in buffer e of 1*datatype, in count counts[n], in count places[n],\n"
             "     in count n, in datatype datatype, ...)\n");
    const struct api_function *function = api_table_find(table, "MPI_V");
    const enum api_shape shapes[] = {API_SHAPE_BLOCKS, API_SHAPE_SUM, API_SHAPE_MINE,
                                     API_SHAPE_BYTES, API_SHAPE_PLAIN};
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(function->parameters[i].buffer.shape, shapes[i]);
    assert_string_equal(function->parameters[0].buffer.displacements, "places");
    assert_string_equal(function->parameters[4].buffer.count, "1");
    assert_int_equal(function->parameters[5].buffer.shape, API_SHAPE_NONE);
    assert_true(function->variadic);
    api_table_free(table);
}

static void test_errors(void **state)
{
    (void)state;
    expect_error("", "t: there is no function in this table");
    expect_error("role a int : x\n", "t:1: a quoted type expected, but there is \"int\"");
    expect_error("role a \"int : x\n", "t:1: \":\" expected, but there is \"end of line\"");
    expect_error("role a \"int\" : x\nrole a \"int\" : y\n", "t:2: role a is there twice");
    expect_error("class a : x\nclass a : y\n", "t:2: class a is there twice");
    expect_error("class a : x\nMPI_X a local since=1.0 ()\n",
                 "t:2: the role \"error\" must come before the functions");
    expect_error(HEAD "MPI_X nowhere local since=1.0 ()\n",
                 "t:7: MPI_X has the unknown class nowhere");
    expect_error(HEAD "MPI_X p2p.send quick since=1.0 ()\n",
                 "t:7: MPI_X must be local, blocking or nonblocking, not \"quick\"");
    expect_error(HEAD "MPI_X p2p.send local lrage since=1.0 ()\n",
                 "t:7: MPI_X has the unknown flag \"lrage\"");
    expect_error(HEAD "MPI_X p2p.send local ()\n",
                 "t:7: MPI_X does not say since which version it exists (since=)");
    expect_error(HEAD "MPI_X p2p.send local since 1.0 ()\n",
                 "t:7: \"=\" expected, but there is \"1.0\"");
    expect_error(HEAD "MPI_X p2p.send local since=1.0 result=none ()\n",
                 "t:7: there is no role none");
    expect_error(HEAD "MPI_X p2p.send local since=1.0\n",
                 "t:7: a word expected, but there is \"end of line\"");
    expect_error(HEAD "MPI_X p2p.send local since=1.0 (into comm c)\n",
                 "t:7: in, out or inout expected, but there is \"into\"");
    expect_error(HEAD "MPI_X p2p.send local since=1.0 (in none c)\n", "t:7: there is no role none");
    expect_error(HEAD "MPI_X p2p.send local since=1.0 (in comm c, in comm c)\n",
                 "t:7: MPI_X has two parameters c");
    expect_error(HEAD "MPI_X p2p.send local since=1.0 (in comm c[n])\n",
                 "t:7: MPI_X has no parameter n, which its c needs");
    expect_error(HEAD "MPI_X p2p.send local since=1.0 (in comm c[size2(c)])\n",
                 "t:7: MPI_X has no parameter size2, which its c needs");
    expect_error(HEAD "MPI_X p2p.send local since=1.0 (in buffer b of n*c, in comm c)\n",
                 "t:7: MPI_X has no parameter n, which its b needs");
    expect_error(HEAD "MPI_X p2p.send local since=1.0 (in comm c[])\n",
                 "t:7: an expression expected, but there is \"]\"");
    expect_error(HEAD "MPI_X p2p.send local since=1.0 (in comm c[1)\n",
                 "t:7: \"]\" expected, but there is \"end of line\"");
    expect_error(HEAD "MPI_X p2p.send local since=1.0 (in comm c",
                 "t:7: \")\" expected, but there is \"end of line\"");
    expect_error(HEAD "MPI_X p2p.send local since=1.0 () x\n",
                 "t:7: the line should end before \"x\"");
    expect_error(HEAD "MPI_X p2p.send local since=1.0 ()\nMPI_X p2p.send local since=1.0 ()\n",
                 "t:8: MPI_X is there twice");
    expect_error(HEAD "MPI_X p2p.send local since=1.0 ()\nrole late \"int\" : x\n",
                 "t:8: roles and classes come before the functions");
}

static void test_comments(void **state)
{
    (void)state;
    struct api_table *table = parse(HEAD "role odd \"a #b\" : no comment#here # but here\n"
                                         "MPI_X p2p.send local since=1.0 ()\n");
    const struct api_role *odd = api_table_role(table, "odd");
    assert_string_equal(odd->types[0], "a #b");
    assert_string_equal(odd->description, "no comment#here");
    api_table_free(table);
}

static void test_patterns(void **state)
{
    (void)state;
    assert_true(api_class_fits("p2p.send", "p2p.send"));
    assert_true(api_class_fits("p2p.send", "p2p.*"));
    assert_true(api_class_fits("p2p.send", "*"));
    assert_false(api_class_fits("p2p.send", "p2p"));
    assert_false(api_class_fits("p2p.sendrecv", "p2p.send"));
    assert_false(api_class_fits("p2p.send", ""));
    assert_true(api_flag_known("nonblocking"));
    assert_false(api_flag_known("fast"));
}

static void expect_c(const char *expression, const char *c)
{
    struct text out;
    text_init(&out, 1000);
    expression_write_c(expression, &out);
    assert_string_equal(out.data, c);
    text_free(&out);
}

static void test_expressions(void **state)
{
    (void)state;
    expect_c("count", "count");
    expect_c("*outcount", "*outcount");
    expect_c("size(comm)", "API_SIZE(comm)");
    expect_c("sum(degrees, n)", "API_SUM(degrees, n)");
    expect_c("index[nnodes-1]", "index[nnodes-1]");
    expect_c("2*(valuelen+1)", "2*(valuelen+1)");
}

static void expect_parameter(const struct api_table *table, const char *function,
                             const char *parameter, const char *role, enum api_direction direction,
                             const char *length)
{
    const struct api_parameter *found =
        api_function_parameter(api_table_find(table, function), parameter);
    assert_non_null(found);
    assert_string_equal(found->role->name, role);
    assert_int_equal(found->direction, direction);
    if (length)
        assert_string_equal(found->length, length);
    else
        assert_null(found->length);
}

/* Facts of the standard: an edit of the table that breaks one fails here. */
static void test_builtin(void **state)
{
    (void)state;
    struct api_table *table = api_table_builtin();
    expect_parameter(table, "MPI_Send", "dest", "dest", API_IN, NULL);
    expect_parameter(table, "MPI_Recv", "buf", "recvbuf", API_OUT, NULL);
    expect_parameter(table, "MPI_Bcast", "buffer", "buffer", API_INOUT, NULL);
    expect_parameter(table, "MPI_Waitall", "array_of_requests", "request", API_INOUT, "count");
    expect_parameter(table, "MPI_Alltoallw", "recvtypes", "datatype", API_IN, "peers(comm)");
    expect_parameter(table, "MPI_Reduce_scatter", "recvcounts", "count", API_IN, "size(comm)");
    expect_parameter(table, "MPI_Neighbor_alltoallv", "sendcounts", "count", API_IN,
                     "outdegree(comm)");
    expect_parameter(table, "MPI_Neighbor_alltoallv", "recvcounts", "count", API_IN,
                     "indegree(comm)");
    expect_parameter(table, "MPI_Get", "origin_addr", "recvbuf", API_OUT, NULL);
    expect_parameter(table, "MPI_Put", "origin_addr", "sendbuf", API_IN, NULL);
    expect_parameter(table, "MPI_Type_get_contents_c", "array_of_large_counts", "large_count",
                     API_OUT, "max_large_counts");
    assert_int_equal(api_table_find(table, "MPI_Bsend")->mode, API_LOCAL);
    assert_int_equal(api_table_find(table, "MPI_Test")->mode, API_LOCAL);
    assert_int_equal(api_table_find(table, "MPI_Ibarrier")->mode, API_NONBLOCKING);
    assert_true(api_table_find(table, "MPI_Ibarrier")->collective);
    assert_true(api_table_find(table, "MPI_Bcast_init_c")->persistent);
    assert_true(api_table_find(table, "MPI_Comm_free")->collective);
    assert_true(api_function_parameter(api_table_find(table, "MPI_Gather"), "recvbuf")->at_root);
    assert_true(api_function_parameter(api_table_find(table, "MPI_Gather"), "sendbuf")->in_place);
    assert_string_equal(api_table_find(table, "MPI_Wtime")->result->name, "time");
    assert_string_equal(api_table_find(table, "MPI_Type_struct")->removed, "3.0");
    for (size_t i = 0; i < table->function_count; i++) {
        const struct api_function *function = table->functions[i];
        if (function->mode == API_NONBLOCKING && strncmp(function->class->name, "rma", 3) != 0)
            assert_non_null(api_function_role(function, "request"));
        if (function->persistent)
            assert_non_null(api_function_role(function, "request"));
        if (function->mode == API_NONBLOCKING)
            assert_false(function->persistent);
    }
    api_table_free(table);
}

/* A class or role that is never used is an error in the table. */
static void test_all_used(void **state)
{
    (void)state;
    struct api_table *table = api_table_builtin();
    for (size_t i = 0; i < table->class_count; i++) {
        size_t uses = 0;
        for (size_t j = 0; j < table->function_count; j++)
            uses += table->functions[j]->class == &table->classes[i];
        if (uses == 0)
            fail_msg("no function is of the class %s", table->classes[i].name);
    }
    for (size_t i = 0; i < table->role_count; i++) {
        size_t uses = 0;
        for (size_t j = 0; j < table->function_count; j++) {
            uses += table->functions[j]->result == &table->roles[i];
            uses += api_function_role(table->functions[j], table->roles[i].name) != NULL;
        }
        if (uses == 0)
            fail_msg("no parameter has the role %s", table->roles[i].name);
    }
    api_table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_function),    cmocka_unit_test(test_large_twin),
        cmocka_unit_test(test_buffers),     cmocka_unit_test(test_errors),
        cmocka_unit_test(test_comments),    cmocka_unit_test(test_patterns),
        cmocka_unit_test(test_expressions), cmocka_unit_test(test_builtin),
        cmocka_unit_test(test_all_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
