/* probe_report.h: what `probe` says of what it found: findings, and a table. */
#ifndef TUTTI_CMD_JOBS_PROBE_REPORT_H
#define TUTTI_CMD_JOBS_PROBE_REPORT_H

#include "finding/finding.h"
#include "scale/probe.h"

/* A finding for each problem of the profile. */
void probe_add_findings(const struct probe_result *result, struct document *document);

/* A row for each problem; what stands before the findings. */
void probe_print_table(const struct probe_result *result, struct text *out);

/* The page of safe regions. */
void probe_print_regions(const struct probe_result *result, const struct document *document,
                         struct text *out);

#endif
