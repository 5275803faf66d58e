/* leaks.h: checks leak.*: handles that are never freed. */
#ifndef TUTTI_STATIC_USAGE_LEAKS_H
#define TUTTI_STATIC_USAGE_LEAKS_H

#include "static/run.h"

void leaks_check(struct static_run *run);

#endif
