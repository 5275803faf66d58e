/* overview.h: `tutti` without a verb: what there is here, and what to do next. */
#ifndef TUTTI_CMD_OVERVIEW_H
#define TUTTI_CMD_OVERVIEW_H

#include "base/options/options.h"

/* Prints it. False: there is nothing here that Tutti is for. */
bool overview_print(const struct options *options, struct text *out);

#endif
