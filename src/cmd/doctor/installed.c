#include "cmd/doctor/installed.h"

/* Returns a description of the MPI, without its name. */
static const char *installed_describe(const struct mpi_installation *mpi, struct arena *arena)
{
    const char *wrapper =
        mpi->wrapper ? arena_printf(arena, "%s, ", mpi->wrapper) : "without mpicc, ";
    const char *launcher = mpi->launcher
                               ? arena_printf(arena, "%s (%s)", mpi->launcher, mpi->launcher_title)
                               : "no launcher of it was found";
    return arena_printf(arena, "%s%s; %s; found by %s", wrapper, mpi->library, launcher, mpi->from);
}

bool installed_check(struct checkup *checkup, const struct mpi_installation *mpi)
{
    struct arena *arena = &checkup->arena;
    if (!mpi->library) {
        struct check *check = checkup_add(checkup, CHECK_WARN, mpi->wrapper, "unknown",
                                          "it links no MPI that Tutti knows");
        check->fix = "build programs with MPICH or a relative, Open MPI, or the MPI 5 ABI";
        return false;
    }
    const char *family = mpi_flavour_name(mpi->flavour);
    if (mpi->silent) {
        checkup_add(checkup, CHECK_WARN, mpi->says.title, family, mpi->silent);
        return false;
    }
    const char *title = mpi->flavour == MPI_FLAVOUR_ABI
                            ? arena_printf(arena, "MPI ABI of %s", mpi->says.title)
                            : mpi->says.title;
    if (mpi->launcher) {
        checkup_add(checkup, CHECK_PASS, title, family, installed_describe(mpi, arena));
    } else {
        struct check *check =
            checkup_add(checkup, CHECK_WARN, title, family, installed_describe(mpi, arena));
        check->fix = "trace, watch, guard and probe need its mpiexec";
    }
    return mpi->wrapper != NULL;
}
