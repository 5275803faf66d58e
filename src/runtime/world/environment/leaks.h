/* leaks.h: reports, at MPI_Finalize, objects that the program created and did not free. */
#ifndef TUTTI_RUNTIME_WORLD_ENVIRONMENT_LEAKS_H
#define TUTTI_RUNTIME_WORLD_ENVIRONMENT_LEAKS_H

#include "runtime/world/rank/rank.h"

void leaks_report(const struct world_call *at);

#endif
