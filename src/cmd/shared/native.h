/* native.h: runs a real job with a guest in its processes, for the verbs that watch such jobs. */
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
    char *directory; /* where the guests write: the folder of results, or a temporary one */
    bool outlives;   /* the job continues when the command is killed */
    bool is_step; /* the job is a step that a batch system starts: only the command line limits its
                     time */
};

/* Parses the command line. The caller must call native_close(), also after an error. */
int native_open(struct native *native, const struct context *context, const struct options *options,
                struct error *error);
/* Makes the folders. Every process that calls MPI writes a file in `directory`. With --no-out that
 * folder is removed at the end; `verb` is a part of its name. */
int native_open_directory(struct native *native, const char *verb, struct error *error);
void native_close(struct native *native);

/* Returns "LD_PRELOAD=..." for the guest of that name; NULL: there is none for this MPI. */
const char *native_preload(struct native *native, const char *guest, struct error *error);

/* Starts the job; each process gets the variables, a NULL-terminated list. */
int native_start(struct native *native, const char *const *variables, struct process **process,
                 struct error *error);

/* Does what process_finish() does, and tells the user if the time limit has ended the job. */
void native_finish(const struct native *native, struct process *process,
                   struct process_result *result);

/* Adds a finding, with the reason `why`, if the job did not end well. Sets the verdict and the
 * coverage. */
void native_describe_end(const struct process_result *result, const char *coverage, const char *why,
                         struct document *document);

#endif
