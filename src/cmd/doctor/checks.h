/* checks.h: the checks of `tutti doctor`; they do not print.
 *
 * A checkup collects one `struct check` for each thing that it checks. If possible, a check tries
 * the thing itself (runs the tool, traces a process, maps the memory). Checks never change the
 * machine.
 */
#ifndef TUTTI_CMD_DOCTOR_CHECKS_H
#define TUTTI_CMD_DOCTOR_CHECKS_H

#include "base/error.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>

enum check_verdict {
    CHECK_PASS,
    CHECK_WARN, /* something useful is missing; the command works without it */
    CHECK_FAIL, /* the command cannot do its work */
};

struct check {
    enum check_verdict verdict;
    const char *name;    /* "clang-19", "ptrace" */
    const char *detail;  /* version or state: "19.1.7", "missing" */
    const char *reason;  /* why it matters or what went wrong; NULL: nothing to say */
    const char *fix;     /* what to do; NULL: nothing */
    const char *package; /* Debian package that is missing; NULL: none */
};

struct checkup {
    struct arena arena;
    struct check *checks;
    size_t count;
};

/* Adds a check; `detail` and `reason` are copied, `reason` may be NULL. */
struct check *checkup_add(struct checkup *checkup, enum check_verdict verdict, const char *name,
                          const char *detail, const char *reason);
void checkup_free(struct checkup *checkup);

/* Returns how many checks have the verdict. */
size_t checkup_count(const struct checkup *checkup, enum check_verdict verdict);

/* One row of packaging/dependencies.list. */
struct dependency {
    const char *groups;  /* "build,run" */
    const char *package; /* "clang-19" */
    char **probe;        /* words, NULL-terminated */
    const char *purpose;
};

/* Reads the list. A row that is not four fields is an error that names its line. */
int dependencies_parse(const char *list, struct arena *arena, struct dependency **rows,
                       size_t *count, struct error *error);

bool dependency_in_group(const struct dependency *dependency, const char *group);

/* Returns the first part of a tool's output that looks like a version ("19.1.7"), or NULL. */
const char *dependency_version(const char *output, struct arena *arena);

/* Checks the rows of the group "run", or all rows if `all`. */
int dependencies_check(struct checkup *checkup, const char *list, bool all, struct error *error);

/* Checks what the kernel permits: tracing, shared memory, fixed addresses. */
void system_check(struct checkup *checkup);

/* Checks each family of MPIs: the library of the system, its launcher, and Tutti's guest libraries
 * for it. It is a failure if there is none at all, unless `elsewhere` says that another place has
 * an MPI. */
void mpi_check(struct checkup *checkup, bool elsewhere);

#endif
