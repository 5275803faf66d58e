/* probe.h: tells bitcode that LLVM survives from bitcode that it does not.
 *
 * LLVM trusts bitcode: a flipped bit can end the process, from deep inside the reader or from its
 * own check of the module, and not every time. So every file is read, checked and copied in a child
 * process first, which writes it anew: what the caller reads then was written by LLVM itself. That
 * costs time, and is the only guard that holds whatever LLVM does.
 */
#ifndef TUTTI_IR_PROBE_H
#define TUTTI_IR_PROBE_H

#include "ir/program.h"

enum probe_kind {
    PROBE_SAFE,
    PROBE_REFUSED, /* it cannot be read: LLVM's reason is in `message` */
    PROBE_BROKEN,  /* it can be read, but breaks LLVM's rules */
    PROBE_CRASHES, /* the reader does not survive it, or does not end */
    PROBE_UNKNOWN, /* no child could be started: nothing is known */
};

enum { PROBE_MESSAGE_MAX = 200 };

struct probe {
    enum probe_kind kind;
    size_t offset, size; /* PROBE_SAFE: where it is in what was written anew; size 0: nowhere */
    char message[PROBE_MESSAGE_MAX];
};

/* What was written anew, until it is closed. */
struct probe_written {
    void *data; /* NULL: nothing */
    size_t size;
};

/* One result for each file. */
struct probe_written probe_files(const struct ir_bitcode *files, size_t count,
                                 struct probe *probes);
void probe_close(struct probe_written written);

#endif
