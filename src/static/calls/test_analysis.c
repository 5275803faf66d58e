#include "static/calls/analysis.h"

#include "static/test_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct loaded {
    struct ir_program *program;
    struct analysis *analysis;
};

/* Loads a program; skips the test if there is no compiler for it, which only flang may lack. */
static struct loaded load(const char *source, const struct test_mpi *mpi)
{
    struct loaded loaded = {.program = test_program(source, mpi)};
    if (!loaded.program && strstr(source, ".f90"))
        skip();
    if (!loaded.program)
        abort();
    loaded.analysis = analysis_create(loaded.program);
    return loaded;
}

static void unload(struct loaded loaded)
{
    analysis_free(loaded.analysis);
    ir_program_free(loaded.program);
}

/* Returns the first call with this name in this function. */
static const struct ir_value *find_call(struct loaded loaded, const char *in, const char *symbol)
{
    const struct ir_function *function = ir_program_function(loaded.program, in);
    for (uint32_t i = 0; function && i < function->call_count; i++) {
        const struct ir_value *callee = function->calls[i]->callee;
        if (callee && callee->as_function && strcmp(callee->as_function->symbol, symbol) == 0)
            return function->calls[i];
    }
    return NULL;
}

static const char *name_of(struct loaded loaded, const char *in, const char *symbol)
{
    const struct ir_value *call = find_call(loaded, in, symbol);
    assert_non_null(call);
    const struct api_function *mpi = analysis_mpi(loaded.analysis, call);
    return mpi ? mpi->name : "";
}

static void all_spellings_are_known(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof test_mpis / sizeof *test_mpis; i++) {
        struct loaded calls = load("calls.c", &test_mpis[i]);
        assert_string_equal(name_of(calls, "main", "MPI_Bcast"), "MPI_Bcast");
        assert_string_equal(name_of(calls, "main", "PMPI_Barrier"), "MPI_Barrier");
        assert_string_equal(name_of(calls, "main", "mpi_barrier_"), "MPI_Barrier");
        assert_string_equal(name_of(calls, "main", "mpi_barrier__"), "MPI_Barrier");
        assert_string_equal(name_of(calls, "main", "mpi_barrier"), "MPI_Barrier");
        assert_string_equal(name_of(calls, "main", "MPI_BARRIER"), "MPI_Barrier");
        assert_string_equal(name_of(calls, "main", "pmpi_barrier_"), "MPI_Barrier");
        assert_string_equal(name_of(calls, "main", "mpi_barrier___"), "");
        assert_string_equal(name_of(calls, "main", "MPI_Barrier_all"), "");
        assert_string_equal(name_of(calls, "main", "MPI_Ibarrier"), "");
        assert_string_equal(name_of(calls, "MPI_Ibarrier", "PMPI_Ibarrier"), "MPI_Ibarrier");
        unload(calls);
    }
}

static void arguments_are_found_by_name_and_role(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof test_mpis / sizeof *test_mpis; i++) {
        struct loaded calls = load("calls.c", &test_mpis[i]);
        struct analysis *analysis = calls.analysis;
        const struct ir_value *call = find_call(calls, "main", "MPI_Bcast");
        int64_t number;
        assert_true(analysis_integer(analysis, analysis_argument(analysis, call, "root"), &number));
        assert_int_equal(number, 2);
        assert_true(analysis_integer(analysis, analysis_role(analysis, call, "count"), &number));
        assert_int_equal(number, 1);
        assert_null(analysis_argument(analysis, call, "dest").value);
        assert_string_equal(analysis_handle(analysis, analysis_role(analysis, call, "comm")),
                            "MPI_COMM_WORLD");
        assert_string_equal(analysis_handle(analysis, analysis_role(analysis, call, "datatype")),
                            "MPI_INT");
        assert_string_equal(
            analysis_describe(analysis, analysis_role(analysis, call, "buffer").value), "n");
        const struct ir_value *reduce = find_call(calls, "main", "MPI_Reduce");
        assert_string_equal(analysis_handle(analysis, analysis_role(analysis, reduce, "op")),
                            "MPI_MAX");
        assert_string_equal(
            analysis_describe(analysis, analysis_role(analysis, reduce, "count").value), "n + 1");
        assert_false(analysis_integer(analysis, analysis_role(analysis, reduce, "count"), &number));
        assert_true(analysis_constant(analysis, "MPI_PROC_NULL", &number));
        assert_int_equal(number, strcmp(test_mpis[i].name, "openmpi") == 0 ? -2 : -1);
        assert_int_equal(analysis->openmpi, strcmp(test_mpis[i].name, "openmpi") == 0);
        unload(calls);
    }
}

/* Arguments of Fortran are addresses; constants are variables that are written once. */
static void fortran_arguments_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof test_mpis / sizeof *test_mpis; i++) {
        struct loaded fortran = load("fortran.f90", &test_mpis[i]);
        struct analysis *analysis = fortran.analysis;
        const struct ir_value *call = find_call(fortran, "_QQmain", "mpi_allreduce_");
        assert_non_null(call);
        assert_int_equal(analysis->openmpi, strcmp(test_mpis[i].name, "openmpi") == 0);
        struct analysis_argument comm = analysis_role(analysis, call, "comm");
        assert_true(comm.by_reference);
        int64_t number;
        assert_string_equal(analysis_handle(analysis, comm), "MPI_COMM_WORLD");
        assert_string_equal(analysis_handle(analysis, analysis_role(analysis, call, "op")),
                            "MPI_SUM");
        assert_string_equal(analysis_handle(analysis, analysis_role(analysis, call, "datatype")),
                            "MPI_INTEGER");
        assert_true(analysis_integer(analysis, analysis_role(analysis, call, "count"), &number));
        assert_int_equal(number, 1);
        unload(fortran);
    }
}

static const char *type_of(const char *kind)
{
    static const char *const types[][2] = {
        {"comm", "MPI_Comm"},         {"group", "MPI_Group"}, {"request", "MPI_Request"},
        {"message", "MPI_Message"},   {"win", "MPI_Win"},     {"errhandler", "MPI_Errhandler"},
        {"info", "MPI_Info"},         {"file", "MPI_File"},   {"op", "MPI_Op"},
        {"datatype", "MPI_Datatype"},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i][0], kind) == 0)
            return types[i][1];
    return NULL;
}

static const struct analysis_predefined *find_entry(const struct analysis *analysis,
                                                    const char *name)
{
    for (size_t i = 0; i < analysis->predefined_count; i++)
        if (strcmp(analysis->predefined[i].name, name) == 0)
            return &analysis->predefined[i];
    return NULL;
}

/* Says whether headers before MPI 4 lack the handle. In those that have it, it is a macro. */
static bool is_new(const char *name)
{
    return strcmp(name, "MPI_ERRORS_ABORT") == 0;
}

/* Makes a program that holds every handle in a variable of its name. `count` is the number of those
 * that every header has. */
static struct loaded load_handles(const struct analysis *list, const struct test_mpi *mpi,
                                  size_t *count)
{
    char path[] = "/tmp/tutti-handles-XXXXXX.c";
    int file = mkstemps(path, 2);
    FILE *out = file >= 0 ? fdopen(file, "w") : NULL;
    if (!out)
        abort();
    fprintf(out, "#include <mpi.h>\n");
    *count = 0;
    for (size_t i = 0; i < list->predefined_count; i++) {
        const struct analysis_predefined *entry = &list->predefined[i];
        bool there =
            strcmp(mpi->name, "openmpi") == 0 ? entry->openmpi_symbol != NULL : entry->in_mpich;
        if (!there || !type_of(entry->kind))
            continue;
        if (is_new(entry->name))
            fprintf(out, "#ifdef %s\n", entry->name);
        fprintf(out, "%s of_%s = %s;\n", type_of(entry->kind), entry->name, entry->name);
        if (is_new(entry->name))
            fprintf(out, "#endif\n");
        *count += !is_new(entry->name);
    }
    fclose(out);
    struct loaded loaded = load(path, mpi);
    unlink(path);
    return loaded;
}

/* Checks the handle in a variable. Two names may be one handle: MPI_LONG_LONG. */
static void check_variable(const struct analysis *analysis, const struct ir_value *variable)
{
    const struct analysis_predefined *entry = find_entry(analysis, variable->name + 3);
    assert_non_null(entry);
    const struct analysis_argument value = {variable->operands[0], false};
    const char *name = analysis_handle_of_kind(analysis, value, entry->kind);
    const struct analysis_predefined *found = name ? find_entry(analysis, name) : NULL;
    if (!found || found->mpich != entry->mpich || strcmp(found->kind, entry->kind) != 0)
        fail_msg("%s is taken for %s", entry->name, name ? name : "nothing");
}

/* handles.list agrees with the installed mpi.h about each handle. */
static void handles_are_those_of_the_headers(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof test_mpis / sizeof *test_mpis; i++) {
        struct loaded calls = load("calls.c", &test_mpis[i]);
        size_t expected, checked = 0;
        struct loaded handles = load_handles(calls.analysis, &test_mpis[i], &expected);
        for (uint32_t k = 0; k < handles.program->global_count; k++) {
            const struct ir_value *global = handles.program->globals[k];
            if (!global->name || strncmp(global->name, "of_", 3) != 0)
                continue;
            check_variable(handles.analysis, global);
            checked += !is_new(global->name + strlen("of_"));
        }
        assert_int_equal(checked, expected);
        assert_true(checked > 80);
        unload(handles);
        unload(calls);
    }
}

static void locations_name_the_call(void **state)
{
    (void)state;
    struct loaded calls = load("calls.c", &test_mpis[0]);
    struct document document;
    document_init(&document, "check");
    struct location location =
        analysis_location(calls.analysis, &document, find_call(calls, "main", "PMPI_Barrier"));
    assert_int_equal(location.rank, -1);
    assert_string_equal(location.call, "MPI_Barrier");
    assert_string_equal(location.function, "main");
    assert_true(location.line > 0);
    document_free(&document);
    unload(calls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_spellings_are_known),
        cmocka_unit_test(arguments_are_found_by_name_and_role),
        cmocka_unit_test(fortran_arguments_are_read),
        cmocka_unit_test(handles_are_those_of_the_headers),
        cmocka_unit_test(locations_name_the_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
