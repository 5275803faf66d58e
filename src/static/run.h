/* run.h: one analysis of a program: the data that each kind of check works on. A check appends
 * findings. */
#ifndef TUTTI_STATIC_RUN_H
#define TUTTI_STATIC_RUN_H

#include "static/calls/analysis.h"
#include "static/static.h"
#include "static/uniformity/uniformity.h"

struct static_run {
    struct analysis *analysis;
    struct uniformity *uniformity;
    const struct static_options *options;
    struct document *document;
    struct static_needs *needs;
};

#endif
