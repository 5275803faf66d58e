/* guard_check.h: implements `tutti guard --self-check`: repeats the failures of a profile with the
 * guard on. */
#ifndef TUTTI_CMD_JOBS_GUARD_CHECK_H
#define TUTTI_CMD_JOBS_GUARD_CHECK_H

#include "base/error.h"
#include "finding/finding.h"
#include "launch/flavour.h"
#include "scale/profile.h"

struct guard_check {
    enum mpi_flavour flavour;
    const char *directory;        /* for files of the trials */
    const char *const *variables; /* variables that load the guard: "NAME=value", NULL-terminated */
    double deadline;              /* as clock_seconds(); 0: none */
};

struct guard_check_result {
    size_t tried, passed, untried; /* bounds; untried: no memory, no such trial, out of time */
    bool stopped;
};

/* Tries the bad count of each bound of the profile. Adds a finding for each that fails in spite of
 * the guard. */
int guard_check(const struct guard_check *check, const struct profile *profile,
                struct document *document, struct guard_check_result *result, struct error *error);

#endif
