/* format.h: the file that a traced process leaves. `tutti trace` reads it while it grows.
 *
 * A file has a header and lines of text. The guest maps the file and appends to it; `committed`
 * says how many bytes after the header are whole lines. The process buffers nothing, so a crash or
 * a kill loses nothing, and a call that never returns has its first line in the file.
 *
 * Fields of a line are separated by tabs:
 *
 *   > THREAD NANOSECONDS CALL name=value ...     a call begins, with its inputs
 *   < THREAD NANOSECONDS RESULT name=value ...   the call of that thread returned, with its outputs
 *
 * A value is a number, a name (MPI_INT), a list [a,b], a structure {a=1,b=2}, or a string that
 * starts with a quote; tabs, newlines, backslashes and bytes that are not printable ASCII are
 * escaped as \xHH. */
#ifndef TUTTI_RUNTIME_TRACE_FORMAT_H
#define TUTTI_RUNTIME_TRACE_FORMAT_H

#include <stdatomic.h>
#include <stdint.h>

#define TRACE_MAGIC     "tutti calls 1\n"
#define TRACE_SUFFIX    ".calls"
#define TRACE_DIRECTORY "TUTTI_GUEST_TRACE" /* environment: absolute path of the files' folder */

enum { TRACE_HEADER_SIZE = 4096, TRACE_HOST_SIZE = 64, TRACE_RANK_UNKNOWN = -1 };

struct trace_header {
    char magic[16];
    _Atomic uint64_t committed;
    _Atomic int32_t rank; /* in MPI_COMM_WORLD; before MPI_Init, what the launcher says */
    _Atomic int32_t size;
    _Atomic int32_t full; /* 1: the disk is full and later calls are missing */
    int32_t process;
    char flavour[16];
    char host[TRACE_HOST_SIZE];
};

_Static_assert(sizeof(struct trace_header) <= TRACE_HEADER_SIZE, "the header fits its page");

#endif
