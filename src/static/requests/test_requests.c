#include "static/test_local.h"

static void requests(void **state)
{
    (void)state;
    local_check("requests.c");
}

static void buffers(void **state)
{
    (void)state;
    local_check("buffers.c");
}

static void other_languages(void **state)
{
    (void)state;
    local_check("objects.cc");
    local_check("fortran.f90");
}

static void kept_in_objects(void **state)
{
    (void)state;
    local_check("kept.c");
    local_check("kept_unknown.c");
    local_check("kept.cc");
}

static void odd_code(void **state)
{
    (void)state;
    local_check("odd.c");
}

/* A pair is understood in 10,000 blocks, with an astronomical number of ways. */
static void many_blocks(void **state)
{
    (void)state;
    char path[] = "/tmp/tutti-case-XXXXXX.c";
    int file = mkstemps(path, 2);
    FILE *stream = file >= 0 ? fdopen(file, "w") : NULL;
    if (!stream) {
        fail_msg("%s cannot be made", path);
        return;
    }
    fputs("#include <mpi.h>\nvoid large(int *data, int n) {\nMPI_Request request;\nint sum = 0;\n"
          "if (n == 3) MPI_Isend(data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);\n",
          stream);
    for (int i = 0; i < 5000; i++) {
        fprintf(stream, "if (data[%d] > sum) sum += data[%d];\n", i, i + 1);
    }
    fputs("if (n == 3) MPI_Wait(&request, MPI_STATUS_IGNORE);\n"
          "MPI_Isend(data, sum, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);\n}\n",
          stream);
    fclose(stream);
    struct ir_program *program = local_compile(path, &test_mpis[0], "-O0");
    unlink(path);
    struct document document;
    local_analyse(program, &document);
    assert_int_equal(document.finding_count, 1);
    assert_string_equal(document.findings[0].rule, "request.missing-wait");
    assert_int_equal(document.findings[0].locations[0].line, 5007);
    document_free(&document);
    ir_program_free(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests),        cmocka_unit_test(buffers),
        cmocka_unit_test(other_languages), cmocka_unit_test(odd_code),
        cmocka_unit_test(kept_in_objects), cmocka_unit_test(many_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
