#include "launch/installed/installation.h"
#include "launch/test_image.h"

/* Makes the directory of a test, with an MPI in it: mpi/bin/mpicc, mpi/lib/libmpich.so. */
static int enter(void **state)
{
    char *directory = memory_alloc(64);
    test_enter(directory, 64);
    mkdir("mpi", 0755);
    mkdir("mpi/bin", 0755);
    mkdir("mpi/lib", 0755);
    test_write_image("mpi/lib/libmpich.so", &(struct test_image){.symbol = "MPI_Init"});
    char *wrapper = memory_printf("#!/bin/sh\necho gcc -L%s/mpi/lib -lmpich\n", directory);
    test_write("mpi/bin/mpicc", wrapper, strlen(wrapper));
    static const char launcher[] =
        "#!/bin/sh\necho 'HYDRA build details:'\necho '  Version: 9.8'\n";
    test_write("mpi/bin/mpiexec.hydra", launcher, sizeof launcher - 1);
    free(wrapper);
    unsetenv("LD_LIBRARY_PATH");
    unsetenv("I_MPI_ROOT");
    setenv("PATH", "/bin:/usr/bin", 1);
    *state = directory;
    return 0;
}

static int leave(void **state)
{
    test_leave(*state);
    free(*state);
    return 0;
}

/* Counts the installations below the directory of the test: the machine may have others. */
static size_t count_of(const struct mpi_installations *found, const char *directory,
                       const struct mpi_installation **last)
{
    size_t count = 0;
    for (size_t i = 0; i < found->count; i++)
        if (found->items[i].library &&
            strncmp(found->items[i].library, directory, strlen(directory)) == 0) {
            *last = &found->items[i];
            count++;
        }
    return count;
}

static void assert_found(const char *directory, const char *from, bool wrapper)
{
    struct mpi_installations found = {0};
    const struct mpi_installation *mpi = NULL;
    mpi_installations_find(&found);
    assert_int_equal(count_of(&found, directory, &mpi), 1);
    assert_string_equal(mpi->from, from);
    assert_int_equal(mpi->flavour, MPI_FLAVOUR_MPICH);
    assert_int_equal(mpi->wrapper != NULL, wrapper);
    assert_string_equal(mpi->launcher_title, "Hydra 9.8");
    /* It is no real library, so it gives no answer, and `silent` says why. */
    assert_non_null(mpi->silent);
    assert_string_equal(mpi->says.title, "MPICH");
    mpi_installations_free(&found);
}

static void finds_it_by_each_variable(void **state)
{
    const char *directory = *state;
    struct mpi_installations found = {0};
    const struct mpi_installation *mpi;
    mpi_installations_find(&found);
    assert_int_equal(count_of(&found, directory, &mpi), 0);
    mpi_installations_free(&found);
    char *variable = memory_printf("%s/mpi/lib", directory);
    setenv("LD_LIBRARY_PATH", variable, 1);
    assert_found(directory, "LD_LIBRARY_PATH", false);
    free(variable);
    variable = memory_printf("%s/mpi", directory);
    setenv("I_MPI_ROOT", variable, 1);
    assert_found(directory, "I_MPI_ROOT", true);
    free(variable);
    variable = memory_printf("%s/mpi/bin:/bin:/usr/bin", directory);
    setenv("PATH", variable, 1);
    assert_found(directory, "PATH", true);
    free(variable);
}

static void takes_what_the_user_names(void **state)
{
    const char *directory = *state;
    static const char *const paths[] = {"mpi", "mpi/bin/mpicc"};
    for (size_t i = 0; i < 2; i++) {
        struct mpi_installations found = {0};
        struct error error;
        char *path = memory_printf("%s/%s", directory, paths[i]);
        assert_int_equal(mpi_installations_add(&found, path, &error), 0);
        assert_int_equal(found.count, 1);
        assert_string_equal(found.items[0].from, "--mpi");
        assert_non_null(found.items[0].wrapper);
        mpi_installations_free(&found);
        free(path);
    }
    static const char *const wrong[] = {"nowhere", "mpi/lib/nothing", ".", "mpi/bin/mpiexec.hydra"};
    assert_int_equal(unlink("mpi/lib/libmpich.so"), 0);
    for (size_t i = 0; i < 4; i++) {
        struct mpi_installations found = {0};
        struct error error;
        char *path = memory_printf("%s/%s", directory, wrong[i]);
        assert_int_equal(mpi_installations_add(&found, path, &error), -1);
        assert_int_equal(error.kind, ERROR_USAGE);
        assert_non_null(strstr(error.text, path));
        mpi_installations_free(&found);
        free(path);
    }
}

static void names_a_wrapper_without_library(void **state)
{
    (void)state;
    static const char text[] = "#!/bin/sh\necho gcc -lmpi_of_nobody\n";
    struct mpi_installations found = {0};
    assert_int_equal(unlink("mpi/lib/libmpich.so"), 0);
    test_write("mpi/bin/mpicc", text, sizeof text - 1);
    setenv("PATH", "mpi/bin:/bin", 1);
    mpi_installations_find(&found);
    assert_true(found.count > 0);
    assert_string_equal(found.items[0].wrapper, "mpi/bin/mpicc");
    assert_null(found.items[0].library);
    assert_null(found.items[0].launcher);
    mpi_installations_free(&found);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)
    const struct CMUnitTest tests[] = {
        TEST(finds_it_by_each_variable),
        TEST(takes_what_the_user_names),
        TEST(names_a_wrapper_without_library),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
