/* probe_report.h: presents the results of `probe`: as findings, as a table, and as a page. */
#ifndef TUTTI_CMD_JOBS_PROBE_REPORT_H
#define TUTTI_CMD_JOBS_PROBE_REPORT_H

#include "finding/finding.h"
#include "scale/probe.h"

/* Adds a finding for each problem of the profile. */
void probe_add_findings(const struct probe_result *result, struct document *document);

/* Prints a row for each problem; the table stands before the findings. */
void probe_print_table(const struct probe_result *result, struct text *out);

/* Prints the page of safe regions. */
void probe_print_regions(const struct probe_result *result, const struct document *document,
                         struct text *out);

#endif
