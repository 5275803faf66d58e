#include "launch/flavour.h"
#include "launch/test_image.h"

/* The unit tests know no other machine than the one they are built for. */
#if defined __x86_64__
enum { OWN_MACHINE = EM_X86_64 };
#elif defined __aarch64__
enum { OWN_MACHINE = EM_AARCH64 };
#else
#error "name the ELF machine of this architecture here"
#endif

static int enter(void **state)
{
    char *directory = memory_alloc(64);
    test_enter(directory, 64);
    mkdir("lib", 0755);
    *state = directory;
    return 0;
}

static int leave(void **state)
{
    test_leave(*state);
    free(*state);
    return 0;
}

static void write_library(const char *name, const char *symbol, const char *needed)
{
    char path[128];
    snprintf(path, sizeof path, "lib/%s", name);
    test_write_image(path, &(struct test_image){.machine = OWN_MACHINE,
                                                .symbol = symbol,
                                                .needed = {needed},
                                                .runpath = "$ORIGIN"});
}

static void write_program(const char *first, const char *second)
{
    test_write_image("program", &(struct test_image){.machine = OWN_MACHINE,
                                                     .interpreted = true,
                                                     .needed = {first, second},
                                                     .runpath = "$ORIGIN/lib"});
}

static void assert_flavour(enum mpi_flavour expected)
{
    enum mpi_flavour flavour = MPI_FLAVOUR_NONE;
    struct error error;
    if (mpi_flavour_of_program("./program", &flavour, &error) != 0)
        fail_msg("%s", error.text);
    assert_int_equal(flavour, expected);
}

static void assert_refused(const char *program, const char *part)
{
    enum mpi_flavour flavour = MPI_FLAVOUR_NONE;
    struct error error;
    assert_int_equal(mpi_flavour_of_program(program, &flavour, &error), -1);
    assert_int_equal(flavour, MPI_FLAVOUR_NONE);
    assert_int_equal(error.kind, ERROR_USAGE);
    if (!strstr(error.text, part))
        fail_msg("'%s' does not say '%s'", error.text, part);
}

static void has_names(void **state)
{
    (void)state;
    assert_string_equal(mpi_flavour_name(MPI_FLAVOUR_MPICH), "mpich");
    assert_string_equal(mpi_flavour_title(MPI_FLAVOUR_OPENMPI), "Open MPI");
    assert_int_equal(mpi_flavour_from_name("openmpi"), MPI_FLAVOUR_OPENMPI);
    assert_int_equal(mpi_flavour_from_name("mpich"), MPI_FLAVOUR_MPICH);
    assert_int_equal(mpi_flavour_from_name("none"), MPI_FLAVOUR_NONE);
    assert_int_equal(mpi_flavour_from_name("MPICH"), MPI_FLAVOUR_NONE);
}

static void knows_each_library(void **state)
{
    (void)state;
    write_library("libmpich.so.12", NULL, NULL);
    write_program("libmpich.so.12", NULL);
    assert_flavour(MPI_FLAVOUR_MPICH);
    write_library("libmpichfort.so.12", NULL, NULL);
    write_program("libmpichfort.so.12", NULL);
    assert_flavour(MPI_FLAVOUR_MPICH);
    write_library("libmpi_mpifh.so.40", NULL, NULL);
    write_program("libmpi_mpifh.so.40", NULL);
    assert_flavour(MPI_FLAVOUR_OPENMPI);
    write_library("libmpi.so.40", "ompi_mpi_comm_world", NULL);
    write_program("libmpi.so.40", NULL);
    assert_flavour(MPI_FLAVOUR_OPENMPI);
    write_library("libmpi.so.12", "MPIR_Dup_fn", NULL);
    write_program("libmpi.so.12", NULL);
    assert_flavour(MPI_FLAVOUR_MPICH);
    /* Open MPI 1.10 had the version number that is MPICH's ABI now. */
    write_library("libmpi.so.12", "ompi_mpi_comm_world", NULL);
    assert_flavour(MPI_FLAVOUR_OPENMPI);
    write_library("libmpi.so", "ompi_mpi_comm_world", NULL);
    write_program("libmpi.so", NULL);
    assert_flavour(MPI_FLAVOUR_OPENMPI);
    /* Open MPI 6 has these symbols in another library. */
    write_library("libopen_mpi.so.40", "ompi_mpi_comm_world", NULL);
    write_library("libmpi.so.40", "MPI_Init", "libopen_mpi.so.40");
    write_program("libmpi.so.40", NULL);
    assert_flavour(MPI_FLAVOUR_OPENMPI);
    /* Another MPI may implement the ABI. */
    write_library("libmpi_abi.so.1", NULL, "libmpi.so.40");
    write_program("libmpi_abi.so.1", NULL);
    assert_flavour(MPI_FLAVOUR_ABI);
    write_program("libmpi.so", NULL);
    write_library("libmpi.so", "mpt_version", NULL);
    assert_refused("./program", "neither MPICH");
}

static void follows_needs_of_needs(void **state)
{
    (void)state;
    write_library("libmpi.so.40", "ompi_mpi_comm_world", NULL);
    write_library("libinner.so", NULL, "libmpi.so.40");
    write_library("libouter.so", NULL, "libinner.so");
    write_program("libouter.so", NULL);
    assert_flavour(MPI_FLAVOUR_OPENMPI);
    /* The search ends even if two libraries need each other. */
    write_library("libinner.so", NULL, "libouter.so");
    assert_refused("./program", "not linked to MPI");
}

static void refuses_two_mpis_and_missing_ones(void **state)
{
    (void)state;
    write_library("libmpich.so.12", NULL, NULL);
    write_library("libmpi.so.40", "ompi_mpi_comm_world", NULL);
    write_library("libsecond.so", NULL, "libmpich.so.12");
    write_program("libmpi.so.40", "libsecond.so");
    assert_refused("./program", "two MPIs");
    write_program("libmpi.so.40", "libmpi_abi.so.1");
    write_library("libmpi_abi.so.1", NULL, NULL);
    assert_refused("./program", "two MPIs");
    write_program("libmpi.so.77", NULL);
    assert_refused("./program", "needs libmpi.so.77 (Open MPI)");
    write_program("libnowhere.so", NULL);
    assert_refused("./program", "needs libnowhere.so");
    write_program("libnowhere.so", "libmpi.so.40");
    assert_flavour(MPI_FLAVOUR_OPENMPI);
}

static void names_an_mpi_of_no_family(void **state)
{
    (void)state;
    write_library("libmpi_nobody.so.3", "MPI_Init", NULL);
    write_program("libmpi_nobody.so.3", NULL);
    assert_refused("./program", "libmpi_nobody.so.3, which is neither MPICH");
    assert_refused("./program", "tutti doctor");
    /* A library of that name without the functions of MPI is no MPI. */
    write_library("libmpi_nobody.so.3", "something", NULL);
    assert_refused("./program", "not linked to MPI");
}

static void finds_the_library_that_serves_a_program(void **state)
{
    (void)state;
    struct arena arena = {0};
    write_library("libmpichfort.so.12", "mpi_init_", "libmpich.so.12");
    write_library("libmpich.so.12", "MPI_Init", NULL);
    write_program("libmpichfort.so.12", NULL);
    const char *library = mpi_flavour_library_of_program("./program", &arena);
    assert_non_null(library);
    assert_non_null(strstr(library, "/lib/libmpich.so.12"));
    /* The loader takes another library of that name in an earlier directory. */
    assert_int_equal(mkdir("other", 0755), 0);
    assert_int_equal(rename("lib/libmpich.so.12", "other/libmpich.so.12"), 0);
    setenv("LD_LIBRARY_PATH", "other", 1);
    assert_string_equal(mpi_flavour_library_of_program("./program", &arena),
                        "other/libmpich.so.12");
    unsetenv("LD_LIBRARY_PATH");
    assert_null(mpi_flavour_library_of_program("./nowhere", &arena));
    assert_int_equal(mpi_flavour_of_library("other/libmpich.so.12"), MPI_FLAVOUR_MPICH);
    assert_int_equal(mpi_flavour_of_library("lib/libmpichfort.so.12"), MPI_FLAVOUR_NONE);
    assert_int_equal(mpi_flavour_of_library("nowhere"), MPI_FLAVOUR_NONE);
    arena_free(&arena);
}

static void refuses_what_is_no_mpi_program(void **state)
{
    char *directory = *state;
    assert_refused("./nowhere", "no such program");
    assert_refused("no-such-command-anywhere", "on PATH");
    assert_refused("", "empty");
    assert_refused(directory, "directory");
    write_program("libm.so.6", NULL);
    assert_refused("./program", "not linked to MPI");
    assert_refused("program", "did you mean ./program");
    assert_int_equal(chmod("program", 0644), 0);
    assert_refused("./program", "chmod +x");
    test_write("script", "#!/bin/sh\n", 10);
    assert_refused("./script", "script (for /bin/sh)");
    assert_refused("./script", "--mpi=");
    write_library("libmpi.so.40", "ompi_mpi_comm_world", NULL);
    assert_refused("lib/libmpi.so.40", "shared library");
}

static void refuses_static_and_strange_machines(void **state)
{
    (void)state;
    int other = OWN_MACHINE == EM_AARCH64 ? EM_PPC64 : EM_AARCH64;
    test_write_image("static", &(struct test_image){
                                   .machine = OWN_MACHINE, .type = ET_EXEC, .no_dynamic = true});
    assert_refused("./static", "linked statically, so");
    test_write_image("static", &(struct test_image){.machine = OWN_MACHINE,
                                                    .type = ET_EXEC,
                                                    .no_dynamic = true,
                                                    .symbol = "MPI_Init"});
    assert_refused("./static", "MPI included");
    test_write_image("inside", &(struct test_image){.machine = OWN_MACHINE,
                                                    .interpreted = true,
                                                    .symbol = "PMPI_Init_thread"});
    assert_refused("./inside", "linked into it statically");
    test_write_image("foreign", &(struct test_image){.machine = other, .interpreted = true});
    assert_refused("./foreign", other == EM_AARCH64 ? "aarch64" : "ppc64");
}

static void checks_a_program_of_chosen_flavour(void **state)
{
    (void)state;
    struct error error;
    write_program("libm.so.6", NULL);
    test_write("script", "#!/bin/sh\n", 10);
    test_write_image("static", &(struct test_image){
                                   .machine = OWN_MACHINE, .type = ET_EXEC, .no_dynamic = true});
    assert_int_equal(mpi_flavour_check_program("./program", &error), 0);
    assert_int_equal(mpi_flavour_check_program("./script", &error), 0);
    assert_int_equal(mpi_flavour_check_program("./static", &error), -1);
    assert_non_null(strstr(error.text, "statically"));
    assert_int_equal(mpi_flavour_check_program("./nowhere", &error), -1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_names),
        TEST(knows_each_library),
        TEST(follows_needs_of_needs),
        TEST(refuses_two_mpis_and_missing_ones),
        TEST(names_an_mpi_of_no_family),
        TEST(finds_the_library_that_serves_a_program),
        TEST(refuses_what_is_no_mpi_program),
        TEST(refuses_static_and_strange_machines),
        TEST(checks_a_program_of_chosen_flavour),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
