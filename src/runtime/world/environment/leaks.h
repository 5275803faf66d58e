/* leaks.h: what the program made and did not free, told at MPI_Finalize. */
#ifndef TUTTI_RUNTIME_WORLD_ENVIRONMENT_LEAKS_H
#define TUTTI_RUNTIME_WORLD_ENVIRONMENT_LEAKS_H

#include "runtime/world/rank/rank.h"

void leaks_report(const struct world_call *at);

#endif
