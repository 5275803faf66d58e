/* trace_print.h: prints one traced call as a line of text or as a JSON object. */
#ifndef TUTTI_CMD_JOBS_TRACE_PRINT_H
#define TUTTI_CMD_JOBS_TRACE_PRINT_H

#include "base/text.h"
#include "cmd/jobs/trace_reader.h"

/* Prints a line: [0] MPI_Comm_rank(comm=MPI_COMM_WORLD) -> rank=0. If `origin` is not 0, the time
 * since then and the duration follow the rank. */
void trace_print_text(const struct trace_call *call, uint64_t origin, bool color, struct text *out);

/* Prints the object `call` of docs/findings.schema.json; times are in seconds since `origin`. */
void trace_print_json(const struct trace_call *call, uint64_t origin, struct text *out);

#endif
