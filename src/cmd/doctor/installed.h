/* installed.h: the checks of `doctor` for each installed MPI: its name and version, and whether
 * Tutti's verbs work with it. */
#ifndef TUTTI_CMD_DOCTOR_INSTALLED_H
#define TUTTI_CMD_DOCTOR_INSTALLED_H

#include "cmd/doctor/checks.h"
#include "launch/installed/installation.h"

enum { TRIALS_MAX = 6 };

/* The result of trying a verb with an MPI. */
struct trial_result {
    const char *verb;
    enum { TRIAL_SKIPPED, TRIAL_WORKS, TRIAL_FAILS } state;
};

struct checked_mpi {
    const struct mpi_installation *mpi;
    struct trial_result results[TRIALS_MAX];
    size_t result_count;
};

/* Adds a line for an MPI. Returns false if there is nothing to try with it. */
bool installed_check(struct checkup *checkup, const struct mpi_installation *mpi);

/* Compiles a small program with the MPI's mpicc in a temporary folder, tries the verbs with it, and
 * adds a line for each. A verb that does not work gets the verdict `failing`: a warning, or a
 * failure for an MPI that the user named. */
void trials_check(struct checkup *checkup, struct checked_mpi *checked, enum check_verdict failing);

#endif
