#include "spread/place.h"

#include "spread/spread.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int start_afresh(void **state)
{
    (void)state;
    return clearenv();
}

static void set(const char *const *variables)
{
    clearenv();
    for (; *variables; variables += 2)
        setenv(variables[0], variables[1], 1);
}

static void finds_the_place(void **state)
{
    (void)state;
    static const struct {
        const char *variables[12];
        int process, processes, neighbours;
        enum place_library library;
    } cases[] = {
        {{NULL}, 0, 1, 0, PLACE_MPICH},
        {{"PMI_RANK", "1", "PMI_SIZE", "4", "MPI_LOCALNRANKS", "2"}, 1, 4, 2, PLACE_MPICH},
        {{"OMPI_COMM_WORLD_RANK", "2", "OMPI_COMM_WORLD_SIZE", "3", "PMIX_RANK", "2",
          "OMPI_COMM_WORLD_LOCAL_SIZE", "3"},
         2,
         3,
         3,
         PLACE_OPENMPI},
        {{"PMIX_RANK", "1", "SLURM_STEP_NUM_TASKS", "2", "SLURM_STEP_TASKS_PER_NODE", "1(x2)"},
         1,
         2,
         1,
         PLACE_OPENMPI},
        /* A script of sbatch, and a step of one task. */
        {{"SLURM_PROCID", "0", "SLURM_NTASKS", "8"}, 0, 1, 0, PLACE_MPICH},
        {{"SLURM_PROCID", "0", "SLURM_STEP_NUM_TASKS", "1"}, 0, 1, 0, PLACE_MPICH},
        /* Senseless values are not taken for a place. */
        {{"PMI_RANK", "4", "PMI_SIZE", "4"}, 0, 1, 0, PLACE_MPICH},
        {{"PMI_RANK", "-1", "PMI_SIZE", "x"}, 0, 1, 0, PLACE_MPICH},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct place place;
        struct error error;
        set(cases[i].variables);
        assert_int_equal(place_find(&place, &error), 0);
        assert_int_equal(place.process, cases[i].process);
        assert_int_equal(place.processes, cases[i].processes);
        assert_int_equal(place.neighbours, cases[i].neighbours);
        if (place.processes > 1)
            assert_int_equal(place.library, cases[i].library);
    }
}

static void strangers_are_an_error(void **state)
{
    (void)state;
    static const char *const variables[] = {"SLURM_PROCID", "1", "SLURM_STEP_NUM_TASKS", "2", NULL};
    int process, processes;
    struct error error;
    set(variables);
    assert_int_equal(spread_place(&process, &processes, &error), -1);
    assert_int_equal(error.kind, ERROR_USAGE);
    assert_non_null(strstr(error.text, "srun --mpi=pmi2"));
}

static void forgets_the_job_alone(void **state)
{
    (void)state;
    static const char *const variables[] = {"PMI_RANK",
                                            "0",
                                            "PMI_SIZE",
                                            "2",
                                            "PMI_FD",
                                            "-3",
                                            "PMIX_RANK",
                                            "0",
                                            "HOME",
                                            "/home/somebody",
                                            "OMPI_COMM_WORLD_RANK",
                                            "0",
                                            "OMPI_MCA_btl",
                                            "self",
                                            "SLURM_STEP_NUM_TASKS",
                                            "2",
                                            NULL};
    struct place place;
    struct error error;
    set(variables);
    place_forget();
    assert_int_equal(place_find(&place, &error), 0);
    assert_int_equal(place.processes, 1);
    assert_false(place.launched);
    assert_null(getenv("PMI_RANK"));
    assert_null(getenv("PMIX_RANK"));
    assert_string_equal(getenv("HOME"), "/home/somebody");
    assert_string_equal(getenv("OMPI_MCA_btl"), "self");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(finds_the_place, start_afresh),
        cmocka_unit_test_setup(strangers_are_an_error, start_afresh),
        cmocka_unit_test_setup(forgets_the_job_alone, start_afresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
