/* solver_library.h: the solver, in a library of its own that is loaded when it is opened.
 *
 * Z3's shared library takes longer to load than most commands take to run: only `test` pays for it,
 * and Tutti starts where it is not installed. Within the library the functions of solver.h are
 * those of solver.c; outside they are those of solver_load.c, which call them.
 */
#ifndef TUTTI_CONCOLIC_SOLVER_LIBRARY_H
#define TUTTI_CONCOLIC_SOLVER_LIBRARY_H

#include "concolic/solver.h"

struct solver_library {
    typeof(solver_open) *open;
    typeof(solver_close) *close;
    typeof(solver_ask) *ask;
    typeof(solver_statistics) *statistics;
};

#endif
