/* native.h: a real run of a job with a guest in its processes, for `trace` and `guard`. */
#ifndef TUTTI_CMD_SHARED_NATIVE_H
#define TUTTI_CMD_SHARED_NATIVE_H

#include "cmd/shared/output.h"
#include "cmd/verb.h"
#include "launch/launcher.h"
#include "launch/process.h"

struct native {
    const struct context *context;
    const struct options *options;
    struct arena arena;
    struct launcher_line line;
    struct output output;
    char *directory; /* where the guests write; the output's, or a temporary one */
    bool outlives;   /* the job goes on when the command is killed */
};

/* The command line; native_close() also after an error. */
int native_open(struct native *native, const struct context *context, const struct options *options,
                struct error *error);
/* The folders. Every process that calls MPI writes a file in `directory`. With --no-out it is gone
 * at the end; `verb` is in its name. */
int native_open_directory(struct native *native, const char *verb, struct error *error);
void native_close(struct native *native);

/* "LD_PRELOAD=..." for the guest of that name; NULL: there is none for this MPI. */
const char *native_preload(struct native *native, const char *guest, struct error *error);

/* Starts the job with the variables, a list that ends with NULL, in each process. */
int native_start(struct native *native, const char *const *variables, struct process **process,
                 struct error *error);

/* How the job ended: as a finding where that was not well, with the reason that is given. Verdict
 * and coverage are set. */
void native_describe_end(const struct process_result *result, const char *coverage, const char *why,
                         struct document *document);

#endif
