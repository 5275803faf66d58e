/* test_threading.h: analyses small programs with OpenMP and compares the findings with the marks in
 * the programs.
 *
 * A file has for each program: a line "== name"; a line of runs, "right SERIALIZED, wrong
 * FUNNELED"; functions and a line "--", if there are any; and the body of main(). The word after
 * `right` or `wrong` is the thread level that main() asks for (INIT: by MPI_Init; INPUT: not known
 * at compile time; NONE: the body asks itself), or the verbosity for barriers, 0 or 1.
 *
 * A run that is wrong must have exactly one finding of the rule at each line with a comment `HERE
 * rule`, no others, and must ask for checks of threads at run time if its rules are about them. A
 * run that is right must find nothing and ask for nothing. A run that is `unproved` finds nothing
 * but asks. Every run analyses the output of the front end without optimisation and with -O2.
 */
#ifndef TUTTI_STATIC_THREADS_TEST_THREADING_H
#define TUTTI_STATIC_THREADS_TEST_THREADING_H

#include "base/file.h"
#include "base/test_directory.h"
#include "base/text.h"
#include "static/run.h"
#include "static/threads/barriers.h"
#include "static/threads/threads.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* <cmocka.h> needs these headers before it. */
#include <setjmp.h>

#include <cmocka.h>

/* The part of mpi.h that the sources use, with the handles of MPICH. */
static const char test_header[] =
    "typedef int MPI_Comm, MPI_Datatype, MPI_Op, MPI_Request, MPI_Info;\n"
    "typedef struct { int count_lo, count_hi, MPI_SOURCE, MPI_TAG, MPI_ERROR; } MPI_Status;\n"
    "#define MPI_COMM_WORLD ((MPI_Comm)0x44000000)\n"
    "#define MPI_COMM_SELF ((MPI_Comm)0x44000001)\n"
    "#define MPI_INT ((MPI_Datatype)0x4c000405)\n"
    "#define MPI_SUM ((MPI_Op)0x58000003)\n"
    "#define MPI_STATUS_IGNORE ((MPI_Status *)1)\n"
    "enum { MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE };\n"
    "int MPI_Init(int *argc, char ***argv);\n"
    "int MPI_Init_thread(int *argc, char ***argv, int required, int *provided);\n"
    "int MPI_Finalize(void);\n"
    "int MPI_Abort(MPI_Comm comm, int code);\n"
    "int MPI_Is_thread_main(int *flag);\n"
    "int MPI_Initialized(int *flag);\n"
    "double MPI_Wtime(void);\n"
    "int MPI_Comm_rank(MPI_Comm comm, int *rank);\n"
    "int MPI_Comm_size(MPI_Comm comm, int *size);\n"
    "int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *copy);\n"
    "int MPI_Barrier(MPI_Comm comm);\n"
    "int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request);\n"
    "int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm);\n"
    "int MPI_Reduce(const void *send, void *receive, int count, MPI_Datatype type, MPI_Op op,\n"
    "               int root, MPI_Comm comm);\n"
    "int MPI_Allreduce(const void *send, void *receive, int count, MPI_Datatype type, MPI_Op op,\n"
    "                  MPI_Comm comm);\n"
    "int MPI_Send(const void *buffer, int count, MPI_Datatype type, int to, int tag,\n"
    "             MPI_Comm comm);\n"
    "int MPI_Recv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,\n"
    "             MPI_Status *status);\n"
    "int omp_get_thread_num(void);\n"
    "int omp_get_num_threads(void);\n"
    "int omp_in_parallel(void);\n"
    "typedef struct { void *lock; } omp_lock_t;\n"
    "void omp_init_lock(omp_lock_t *lock);\n"
    "void omp_set_lock(omp_lock_t *lock);\n"
    "void omp_unset_lock(omp_lock_t *lock);\n"
    "int omp_test_lock(omp_lock_t *lock);\n"
    "void work(int number);\n"
    "int input(void);\n"
    "void exit(int code) __attribute__((noreturn));\n"
    "typedef unsigned long pthread_t;\n"
    "int pthread_create(pthread_t *thread, const void *attributes, void *(*start)(void *),\n"
    "                   void *argument);\n"
    "int pthread_join(pthread_t thread, void **result);\n"
    "#define SEND MPI_Send(&n, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);\n"
    "#define REDUCE MPI_Reduce(&rank, &m, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);\n";

/* Compiles test.c in the current directory as `cc` does. */
static inline struct ir_program *test_compile(const char *optimisation)
{
    struct error error = {0};
    char *command = memory_printf(
        "clang-" TUTTI_LLVM " -fopenmp %s -emit-llvm -c test.c -o test.bc -include ./mpi.h "
        "-fno-discard-value-names -Rpass=nothing-at-all -Xclang -disable-llvm-passes",
        optimisation);
    int status = system(command); // NOLINT(cert-env33-c): the command is ours
    free(command);
    assert_int_equal(status, 0);
    char *bytes;
    size_t size;
    assert_int_equal(file_read("test.bc", SIZE_MAX, &bytes, &size, &error), 0);
    struct ir_bitcode piece = {"test.bc", bytes, size};
    struct ir_program *program = NULL;
    assert_int_equal(ir_program_load(&piece, 1, &program, &error), 0);
    free(bytes);
    return program;
}

struct test_program {
    char *name, *runs;
    const char *functions, *body;
};

enum test_verdict { TEST_RIGHT, TEST_WRONG, TEST_UNPROVED };

struct test_run {
    enum test_verdict verdict;
    char argument[32]; /* the level, or the verbosity */
};

/* Makes the source with the level that the run asks for, and writes it to test.c. */
static inline char *test_source(const struct test_program *program, const char *level)
{
    struct error error = {0};
    bool threads = strcmp(level, "INIT") != 0 && strcmp(level, "NONE") != 0;
    bool input = strcmp(level, "INPUT") == 0;
    char *init = threads ? memory_printf("MPI_Init_thread(&argc, &argv, %s%s, &provided)",
                                         input ? "input()" : "MPI_THREAD_", input ? "" : level)
                         : memory_copy(strcmp(level, "INIT") == 0 ? "MPI_Init(&argc, &argv)" : "");
    char *source = memory_printf(
        "%sint main(int argc, char **argv) {\n    int rank, provided = 0, n = 0, m = 0;\n    %s;\n"
        "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n%s    MPI_Finalize();\n"
        "    return n + m + rank + provided;\n}\n",
        program->functions, init, program->body);
    free(init);
    assert_int_equal(file_write("mpi.h", test_header, strlen(test_header), &error), 0);
    assert_int_equal(file_write("test.c", source, strlen(source), &error), 0);
    return source;
}

/* Writes the lines marked with `HERE rule`, as "rule:line\n" in order. */
static inline void test_marks(const char *source, struct text *marks)
{
    int line = 1;
    for (const char *at = source; *at; at++) {
        line += *at == '\n';
        if (strncmp(at, "HERE ", 5) == 0)
            text_addf(marks, "%.*s:%d\n", (int)strcspn(at + 5, " *\n"), at + 5, line);
    }
}

static inline int test_order(const void *a, const void *b)
{
    const struct finding *one = *(const struct finding *const *)a;
    const struct finding *two = *(const struct finding *const *)b;
    if (one->locations[0].line != two->locations[0].line)
        return one->locations[0].line < two->locations[0].line ? -1 : 1;
    return strcmp(one->rule, two->rule);
}

static inline void test_found(const struct document *document, struct text *found)
{
    const struct finding **list = memory_zero(document->finding_count + 1, sizeof *list);
    for (size_t i = 0; i < document->finding_count; i++)
        list[i] = &document->findings[i];
    qsort((void *)list, document->finding_count, sizeof *list, test_order);
    for (size_t i = 0; i < document->finding_count; i++) {
        assert_non_null(list[i]->headline);
        assert_non_null(list[i]->why);
        text_addf(found, "%s:%d\n", list[i]->rule, list[i]->locations[0].line);
    }
    free((void *)list);
}

/* Executes one run at one optimisation. Prints the difference and returns false if it is wrong. */
static inline bool test_once(const struct test_program *program, const struct test_run *run,
                             const char *source, const char *optimisation,
                             void (*check)(struct static_run *))
{
    enum { CAP = 65536 };
    struct ir_program *compiled = test_compile(optimisation);
    struct analysis *analysis = analysis_create(compiled);
    struct document document;
    struct static_options options = {.strict_barriers = strcmp(run->argument, "1") == 0};
    struct static_needs needs = {0};
    struct static_run state = {
        .analysis = analysis, .options = &options, .document = &document, .needs = &needs};
    document_init(&document, "check");
    check(&state);
    struct text marks, found;
    text_init(&marks, CAP);
    text_init(&found, CAP);
    if (run->verdict == TEST_WRONG)
        test_marks(source, &marks);
    test_found(&document, &found);
    bool threads = check == threads_check && run->verdict != TEST_RIGHT;
    bool right = strcmp(marks.data, found.data) == 0 && needs.threads == threads;
    if (!right)
        print_error("%s, %s %s: expected\n%sfound\n%scheck of threads %d\n%s\n", program->name,
                    run->argument, optimisation, marks.data, found.data, needs.threads, source);
    text_free(&marks);
    text_free(&found);
    document_free(&document);
    analysis_free(analysis);
    ir_program_free(compiled);
    return right;
}

static inline bool test_one_run(const struct test_program *program, const struct test_run *run,
                                void (*check)(struct static_run *))
{
    bool number = strspn(run->argument, "01") == strlen(run->argument);
    char *source = test_source(program, number ? "NONE" : run->argument);
    bool plain = test_once(program, run, source, "-O0", check);
    bool optimised = test_once(program, run, source, "-O2", check);
    free(source);
    return plain && optimised;
}

/* Executes all runs of a program ("right SERIALIZED, wrong FUNNELED"); returns how many failed. */
static inline int test_runs(const struct test_program *program, void (*check)(struct static_run *))
{
    int failed = 0, count = 0;
    char *rest, *word;
    for (word = strtok_r(program->runs, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
        char verdict[16];
        struct test_run run = {0};
        assert_int_equal(sscanf(word, " %15s %31s", verdict, run.argument), 2);
        run.verdict = strcmp(verdict, "right") == 0      ? TEST_RIGHT
                      : strcmp(verdict, "unproved") == 0 ? TEST_UNPROVED
                                                         : TEST_WRONG;
        failed += !test_one_run(program, &run, check);
        count++;
    }
    assert_true(count > 0);
    return failed;
}

/* Cuts the next program off the text; false: there is none. */
static inline bool test_next(char **text, struct test_program *program)
{
    char *start = strstr(*text, "== ");
    if (!start)
        return false;
    char *end = strstr(start, "\n== ");
    char *lines = start + 3;
    if (end)
        *end = '\0';
    *text = end ? end + 1 : start + strlen(start);
    program->name = strsep(&lines, "\n");
    program->runs = strsep(&lines, "\n");
    char *body = strstr(lines, "\n--\n");
    if (body)
        *body = '\0';
    program->functions = memory_printf("%s%s", body ? lines : "", body ? "\n" : "");
    program->body = memory_printf("%s\n", body ? body + strlen("\n--\n") : lines);
    return true;
}

/* Tests all programs of test_threading/NAME.txt. */
static inline void test_file(const char *name, void (*check)(struct static_run *))
{
    struct error error = {0};
    char *bytes, *path = memory_printf(TUTTI_TEST_SOURCE "/threads/test_threading/%s.txt", name);
    size_t size;
    int failed = 0, count = 0;
    assert_int_equal(file_read(path, SIZE_MAX, &bytes, &size, &error), 0);
    struct test_program program;
    for (char *rest = bytes; test_next(&rest, &program); count++) {
        failed += test_runs(&program, check);
        free((void *)program.functions);
        free((void *)program.body);
    }
    print_message("%s: %d programs\n", name, count);
    assert_true(count > 0);
    assert_int_equal(failed, 0);
    free(bytes);
    free(path);
}

#endif
