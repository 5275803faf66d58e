/* site.h: the place of a call in the source. Code that `tutti cc` compiled stores the address of
 * such a record just before each MPI call. src/ir/edit.c writes the records, so the two must
 * agree.
 */
#ifndef TUTTI_RUNTIME_CHECK_SITE_H
#define TUTTI_RUNTIME_CHECK_SITE_H

#include <stdint.h>

struct check_site {
    const char *file;
    const char *function;
    const char *branch_file; /* file of the branch that decides about the call; NULL: not known */
    int32_t line, branch_line;
};

/* Objects that store into it have a weak definition of their own, so that a shared object can also
 * be loaded into a program without checks. This definition replaces theirs. */
__attribute__((
    visibility("default"))) extern _Thread_local const struct check_site *tutti_check_site;

#endif
