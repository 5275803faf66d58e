/* diagnose.h: turns an alarm into a finding: whether the cause is computation or communication,
 * which ranks to look at, and what every rank does. */
#ifndef TUTTI_WATCH_DIAGNOSE_DIAGNOSE_H
#define TUTTI_WATCH_DIAGNOSE_DIAGNOSE_H

#include "finding/finding.h"
#include "watch/diagnose/rank_look.h"
#include "watch/monitor.h"

/* Adds the finding of the monitor's alarm to the document. `looks` has one entry for each process
 * of the tracker, and must live as long as the document. */
void diagnose(const struct monitor *monitor, const struct rank_look *looks, double now,
              struct document *document);

#endif
