/* probe.h: finds out which bitcode LLVM survives reading.
 *
 * LLVM trusts bitcode: a flipped bit can end the process, from deep inside the reader or from its
 * own check of the module, and not every time. So a child process first reads, checks and rewrites
 * every file, and the caller reads only what LLVM itself has written there. This costs time, but it
 * is the only protection that does not depend on LLVM.
 */
#ifndef TUTTI_IR_PROBE_H
#define TUTTI_IR_PROBE_H

#include "ir/program.h"

enum probe_kind {
    PROBE_SAFE,
    PROBE_REFUSED, /* it cannot be read: `message` has LLVM's reason */
    PROBE_BROKEN,  /* it can be read, but breaks LLVM's rules */
    PROBE_CRASHES, /* the reader crashes on it, or does not end */
    PROBE_UNKNOWN, /* no child could be started, so nothing is known */
};

enum { PROBE_MESSAGE_MAX = 200 };

struct probe {
    enum probe_kind kind;
    size_t offset, size; /* PROBE_SAFE: place in the rewritten bitcode; size 0: not there */
    char message[PROBE_MESSAGE_MAX];
};

/* The rewritten bitcode; valid until probe_close(). */
struct probe_written {
    void *data; /* NULL: there is none */
    size_t size;
};

/* Probes the files; writes one result for each. */
struct probe_written probe_files(const struct ir_bitcode *files, size_t count,
                                 struct probe *probes);
void probe_close(struct probe_written written);

#endif
