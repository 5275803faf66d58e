#include "launch/installed/installation_launcher.h"
#include "launch/installed/library.h"
#include "launch/test_image.h"

static void reads_what_libraries_say(void **state)
{
    (void)state;
    static const struct {
        const char *answer, *title;
        enum mpi_flavour family;
    } cases[] = {
        {"MPICH Version:\t4.0.2\nMPICH Release date:\tThu Apr  7\nMPICH ABI:\t14:2:2\n",
         "MPICH 4.0.2", MPI_FLAVOUR_MPICH},
        {"MPICH Version:      5.0.0rc2\nMPICH Release date: unreleased\n", "MPICH 5.0.0rc2",
         MPI_FLAVOUR_MPICH},
        {"Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4, repo rev: v4.1.4, May 26, 2022",
         "Open MPI 4.1.4", MPI_FLAVOUR_OPENMPI},
        {"Intel(R) MPI Library 2021.9 for Linux* OS\n", "Intel MPI 2021.9", MPI_FLAVOUR_MPICH},
        {"Intel(R) MPI Library 2019 Update 9 for Linux* OS\n", "Intel MPI 2019 Update 9",
         MPI_FLAVOUR_MPICH},
        {"MPI VERSION    : CRAY MPICH version 8.1.28.2 (ANL base 3.4a2)\n", "Cray MPICH 8.1.28.2",
         MPI_FLAVOUR_MPICH},
        {"MVAPICH2 Version      :\t2.3.7\nMVAPICH2 Release date : Wed March 02\n", "MVAPICH2 2.3.7",
         MPI_FLAVOUR_MPICH},
        {"MPICH Version:\nMPICH 3\n", "MPICH", MPI_FLAVOUR_MPICH},
        {"HPE MPT 2.25  08/27/21 03:49:22", "an unknown MPI", MPI_FLAVOUR_NONE},
        {"", "an unknown MPI", MPI_FLAVOUR_NONE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = {0};
        struct mpi_library library;
        mpi_library_read(cases[i].answer, &arena, &library);
        assert_string_equal(library.title, cases[i].title);
        assert_int_equal(library.family, cases[i].family);
        arena_free(&arena);
    }
}

static void reads_what_launchers_say(void **state)
{
    (void)state;
    static const struct {
        const char *name, *answer, *title;
        bool prte;
    } cases[] = {
        {"mpiexec", "HYDRA build details:\n    Version:                                 4.0.2\n",
         "Hydra 4.0.2", false},
        {"mpiexec.hydra",
         "Intel(R) MPI Library for Linux* OS, Version 2021.9 Build 20230307 (id: d82b3071db)\n",
         "Intel's Hydra 2021.9", false},
        {"mpirun", "mpiexec.openmpi (OpenRTE) 4.1.4\n\nReport bugs\n", "orterun of Open MPI 4.1.4",
         false},
        {"mpirun", "mpirun (Open MPI) 5.0.7\n", "prterun of Open MPI 5.0.7", true},
        {"prterun", "prterun (PRRTE) 3.0.8\n", "prterun of PRRTE 3.0.8", true},
        {"mpiexec", "PALS 1.2.12\n", "Cray's PALS 1.2.12", false},
        {"srun", "slurm-wlm 22.05.8\n", "srun of Slurm 22.05.8", false},
        {"mpirun", "some version 1.2\n", "mpirun", false},
        {"mpirun", "", "mpirun", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = {0};
        assert_string_equal(
            installation_launcher_read(cases[i].name, cases[i].prte, cases[i].answer, &arena),
            cases[i].title);
        arena_free(&arena);
    }
}

static void finds_the_library_that_a_wrapper_links(void **state)
{
    (void)state;
    char directory[64];
    struct arena arena = {0};
    test_enter(directory, sizeof directory);
    mkdir("with", 0755);
    mkdir("without", 0755);
    test_write_image("with/libmpi.so", &(struct test_image){.symbol = "MPI_Init"});
    test_write_image("with/libmpich.so", &(struct test_image){.symbol = "MPI_Init"});
    mkdir("strange", 0755);
    test_write_image("strange/libmpich.so", &(struct test_image){.symbol = "something"});
    test_write_image("without/libmpichfort.so", &(struct test_image){.symbol = "something"});
    assert_string_equal(mpi_library_in_answer(
                            "gcc \"-I/x y\" -Lwithout -L\"with\" -lmpifort -lmpich -ldl\n", &arena),
                        "with/libmpich.so");
    /* The linker takes the first one, whatever it is. */
    assert_null(mpi_library_in_answer("gcc -Lstrange -Lwith -lmpich", &arena));
    assert_null(mpi_library_in_answer("gcc -Lwithout -lmpich_of_nobody", &arena));
    assert_null(mpi_library_in_answer("", &arena));
    const char *answer = arena_printf(&arena, "gcc %s/with/libmpich.so", directory);
    assert_string_equal(mpi_library_in_answer(answer, &arena), answer + 4);
    arena_free(&arena);
    test_leave(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_libraries_say),
        cmocka_unit_test(reads_what_launchers_say),
        cmocka_unit_test(finds_the_library_that_a_wrapper_links),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
