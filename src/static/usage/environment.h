/* environment.h: checks env.init and env.finalize: calls before MPI starts and after it ends. */
#ifndef TUTTI_STATIC_USAGE_ENVIRONMENT_H
#define TUTTI_STATIC_USAGE_ENVIRONMENT_H

#include "static/run.h"

void environment_check(struct static_run *run);

#endif
