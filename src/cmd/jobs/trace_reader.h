/* trace_reader.h: reads the files of traced processes (runtime/trace/format.h) while they grow, and
 * hands on the calls in the order in which they returned. */
#ifndef TUTTI_CMD_JOBS_TRACE_READER_H
#define TUTTI_CMD_JOBS_TRACE_READER_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

/* A process takes the time of a line a moment before it writes the line. After this wait, all older
 * lines are in the files. */
enum { TRACE_SETTLE_NANOSECONDS = 5000000 };

struct trace_call {
    int rank;     /* -1: not known */
    long process; /* its number on its host */
    const char *host;
    const char *flavour;
    int thread;
    uint64_t start, end;            /* nanoseconds; end is 0 for a call that did not return */
    const char *name;               /* "MPI_Send" */
    const char *in;                 /* "name=value" fields separated by tabs; NULL: none */
    const char *out;                /* the same for the output arguments */
    const char *result;             /* NULL: the call did not return */
    const char *line_in, *line_out; /* memory of the strings above */
};

struct trace_reader;

struct trace_reader *trace_reader_open(const char *directory);
void trace_reader_close(struct trace_reader *reader);

typedef void trace_call_function(const struct trace_call *call, void *data);

/* Looks for new files and lines, and hands on the calls that returned before `until` (nanoseconds
 * of the real-time clock). Keeps at most some thousand calls of each process in memory. */
int trace_reader_poll(struct trace_reader *reader, uint64_t until, trace_call_function *each,
                      void *data, struct error *error);

/* Hands on the calls that are open now: at the end, these are the calls that never returned. */
void trace_reader_open_calls(struct trace_reader *reader, trace_call_function *each, void *data);

/* Return how many processes were seen until now, and whether one of them ran out of disk space. */
int trace_reader_process_count(const struct trace_reader *reader);
bool trace_reader_full(const struct trace_reader *reader);

#endif
