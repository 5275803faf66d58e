/* overview.h: the output of `tutti` without a verb: what it finds in this folder, and what to do
 * next. */
#ifndef TUTTI_CMD_OVERVIEW_H
#define TUTTI_CMD_OVERVIEW_H

#include "base/options/options.h"

/* Prints the overview. Returns false if this folder contains nothing that Tutti can work on. */
bool overview_print(const struct options *options, struct text *out);

#endif
