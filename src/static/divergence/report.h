/* report.h: turns problems into findings, and unproved questions into needs. */
#ifndef TUTTI_STATIC_DIVERGENCE_REPORT_H
#define TUTTI_STATIC_DIVERGENCE_REPORT_H

#include "static/divergence/questions.h"

void divergence_report(struct divergence *divergence);

#endif
