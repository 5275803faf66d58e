/* solver_library.c: what libtutti-solver.so gives to the command: see solver_library.h. */
#include "concolic/solver_library.h"

extern const struct solver_library tutti_solver;

__attribute__((visibility("default"))) const struct solver_library tutti_solver = {
    .open = solver_open,
    .close = solver_close,
    .ask = solver_ask,
    .statistics = solver_statistics,
};
